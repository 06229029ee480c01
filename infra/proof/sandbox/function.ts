import { randomUUID } from 'node:crypto'
import { awsAccountId, awsRegion } from './environment.ts'
import { ExecutionEnvironment, type Location } from './execution-environment.ts'
import type { Outcome } from './runtime-api.ts'
import type { FunctionDescription } from './template.ts'

/** In which way a sandbox is another than AWS; each is for tests. */
export interface Deviations {
  /** In the place of the template's Timeout, in milliseconds: a test does not wait for ten seconds. */
  timeoutMs?: number
  /**
   * How much later than its deadline a function is killed, in milliseconds. A machine under load may not give it the
   * processor in the last 100 ms, in which it must answer.
   */
  graceMs?: number
}

/**
 * One function as Lambda runs it: its execution environment is started by the first invocation, lives on frozen, and
 * is replaced once it has ended. There is one, so that invocations come one after the other; AWS starts more.
 */
export class SandboxFunction {
  readonly description: FunctionDescription
  /** Every line that the function has written, and Lambda's own of what has timed out. */
  readonly log: string[] = []
  #location: Location
  #deviations: Deviations
  #environment: ExecutionEnvironment | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(description: FunctionDescription, location: Location, deviations: Deviations = {}) {
    this.description = description
    this.#location = location
    this.#deviations = deviations
  }

  /** The process that has its turn; undefined before the first invocation, and after one has ended. */
  get process(): ExecutionEnvironment['process'] | undefined {
    return this.#environment?.ended === false ? this.#environment.process : undefined
  }

  /** Invokes the function once the invocations before this one have ended. */
  invoke(event: unknown): Promise<Outcome> {
    const outcome = this.#last.then(() => this.#invoke(event))
    this.#last = outcome.catch(() => undefined)
    return outcome
  }

  async #invoke(event: unknown): Promise<Outcome> {
    if (this.#environment?.ended !== false) {
      this.#environment = await ExecutionEnvironment.start(this.description, this.#location, (line) =>
        this.log.push(line),
      )
    }
    const { timeoutMs = this.description.timeoutMs, graceMs = 0 } = this.#deviations
    const functionArn = `arn:aws:lambda:${awsRegion}:${awsAccountId}:function:${this.description.name}`
    const invocation = { requestId: randomUUID(), functionArn, event }
    const outcome = await this.#environment.invoke(invocation, timeoutMs, graceMs)
    if (outcome.kind === 'failed') {
      this.log.push(`${new Date().toISOString()} ${outcome.requestId} ${outcome.errorMessage}`)
    }
    return outcome
  }

  /** Ends its process, frozen or not. */
  async stop(): Promise<void> {
    await this.#environment?.stop()
  }
}
