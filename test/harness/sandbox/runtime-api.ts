import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenHere } from '../listen.ts'

/** One event for a function. */
export interface Invocation {
  requestId: string
  deadlineMs: number
  functionArn: string
  /** The trace header. */
  trace: string
  event: unknown
}

/** The result of an invocation. Failures have Lambda's names. */
export type Outcome = { requestId: string } & (
  { kind: 'answered'; payload: string } | { kind: 'failed'; errorType: string; errorMessage: string }
)

/** 6 MB plus Lambda's own overhead: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const maxAnswerBytes = 6_291_556

const prefix = '/2018-06-01/runtime/'

interface Failure {
  errorType: string
  errorMessage: string
}

const tooLarge: Failure = {
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `Response payload size exceeded maximum allowed payload size (${maxAnswerBytes} bytes).`,
}

/**
 * Lambda's side of the runtime API, for one process: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html.
 * The three callbacks tell the owner what the process does.
 */
export class RuntimeApi {
  /** Called when the process asks for an event: as far as Lambda can tell, it is idle. */
  onNext: () => void = () => undefined
  onOutcome: (outcome: Outcome) => void = () => undefined
  onInitError: (failure: Failure) => void = () => undefined
  #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })
  #next: ServerResponse | undefined
  #requestId: string | undefined

  /** Starts to listen. Returns host and port, for AWS_LAMBDA_RUNTIME_API. */
  async listen(): Promise<string> {
    this.#server.keepAliveTimeout = 0 // a function may take longer than that for its answer
    return listenHere(this.#server)
  }

  /** Passes an event to the process, which must have asked for it. */
  give({ requestId, deadlineMs, functionArn, trace, event }: Invocation): void {
    const response = this.#next
    if (!response) throw new Error('The runtime has not asked for an event.')
    this.#next = undefined
    this.#requestId = requestId
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': requestId,
      'Lambda-Runtime-Deadline-Ms': deadlineMs,
      'Lambda-Runtime-Invoked-Function-Arn': functionArn,
      'Lambda-Runtime-Trace-Id': trace,
    })
    response.end(JSON.stringify(event))
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${String(request.method)} ${String(request.url).replace(prefix, '')}`
    if (route === 'GET invocation/next') {
      this.#next = response
      this.onNext()
      return
    }
    const body = await buffer(request)
    const reply = (status: number, content: object = { status: 'OK' }) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content))
    if (route === 'POST init/error') {
      reply(202)
      this.onInitError(JSON.parse(body.toString()) as Failure) // written by bootstrap.ts
      return
    }
    const [, id, kind] = /^POST invocation\/([^/]+)\/(response|error)$/.exec(route) ?? []
    const requestId = this.#requestId
    if (id === undefined || id !== requestId) {
      reply(400, { errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' })
      return
    }
    this.#requestId = undefined
    if (body.length > maxAnswerBytes) {
      reply(413, { ...tooLarge, errorType: 'RequestEntityTooLarge' })
      this.onOutcome({ requestId, kind: 'failed', ...tooLarge })
    } else if (kind === 'error') {
      reply(202)
      const { errorType, errorMessage } = JSON.parse(body.toString()) as Failure // written by the runtime client
      this.onOutcome({ requestId, kind: 'failed', errorType, errorMessage })
    } else {
      reply(202)
      this.onOutcome({ requestId, kind: 'answered', payload: body.toString() })
    }
  }
}
