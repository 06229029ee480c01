import { environmentOf, type Place } from './environment.ts'
import { startNode, type Freezable } from './process.ts'
import { RuntimeApi, type Invocation, type Outcome } from './runtime-api.ts'
import type { FunctionDescription } from './template.ts'

/** The locations of an execution environment, without its runtime API, which it creates itself. */
export type Location = Omit<Place, 'runtimeApi'> & {
  /** The program that runs the handler. */
  client: string
}

/**
 * One process of a function, and Lambda's side of it. The process is frozen when it asks for the next event, until
 * there is one. So work that an invocation leaves behind continues in the next one.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
export class ExecutionEnvironment {
  /** Whether its process has ended, so that it takes no further invocation. */
  ended = false
  readonly process: Freezable
  #api: RuntimeApi
  #idle = Promise.withResolvers<'idle'>()
  #exit: Promise<{ errorType: string; errorMessage: string }>

  private constructor(api: RuntimeApi, process: Freezable) {
    this.#api = api
    this.process = process
    let initError: { errorType: string; errorMessage: string } | undefined
    api.onInitError = (failure) => {
      initError = failure
    }
    api.onNext = () => {
      process.freeze()
      this.#idle.resolve('idle')
    }
    this.#exit = process.ended.then((how) => {
      this.ended = true
      api.close()
      const status = typeof how === 'number' ? `exit status ${how}` : `signal: ${how}`
      const errorMessage = `Runtime exited with error: ${status}`
      return initError ?? { errorType: 'Runtime.ExitError', errorMessage }
    })
  }

  /** Starts the process. The first invocation waits until the handler is loaded. */
  static async start(
    description: FunctionDescription,
    { client, ...place }: Location,
    onLine: (line: string) => void,
  ): Promise<ExecutionEnvironment> {
    const api = new RuntimeApi()
    const variables = environmentOf(description, { ...place, runtimeApi: await api.listen() })
    return new ExecutionEnvironment(api, startNode(client, description.memoryMiB, variables, onLine))
  }

  /**
   * Passes one event to the function and waits until the process is frozen again or has ended.
   * @param timeoutMs the timeout that the function is told
   * @param graceMs how long after that it is killed
   */
  async invoke(
    invocation: Omit<Invocation, 'deadlineMs'>,
    timeoutMs: number,
    graceMs: number,
  ): Promise<Outcome> {
    const { requestId } = invocation
    const failed = (failure: { errorType: string; errorMessage: string }): Outcome => ({
      requestId,
      kind: 'failed',
      ...failure,
    })
    const ready = await Promise.race([this.#idle.promise, this.#exit])
    if (ready !== 'idle') return failed(ready)
    this.#idle = Promise.withResolvers()
    const posted = Promise.withResolvers<Outcome>()
    this.#api.onOutcome = posted.resolve
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      void this.process.kill()
    }, timeoutMs + graceMs)
    this.process.thaw()
    this.#api.give({ ...invocation, deadlineMs: Date.now() + timeoutMs })
    const outcome = await Promise.race([
      posted.promise,
      this.#exit.then((exit) =>
        failed(timedOut ? { errorType: 'Sandbox.Timedout', errorMessage: timedOutAfter(timeoutMs) } : exit),
      ),
    ])
    await Promise.race([this.#idle.promise, this.#exit])
    clearTimeout(timer)
    return outcome
  }

  /** Ends the process, frozen or not. */
  async stop(): Promise<void> {
    await this.process.kill()
    await this.#exit
  }
}

const timedOutAfter = (timeoutMs: number) => `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`
