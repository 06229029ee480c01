import { randomUUID } from 'node:crypto'
import { awsAccountId, awsRegion } from './environment.ts'
import { ExecutionEnvironment, type Location } from './execution-environment.ts'
import type { Outcome } from './runtime-api.ts'
import type { FunctionDescription } from './template.ts'
import { mostInvocations, nextTrace } from './trace.ts'

/** Deviations from AWS, for tests. */
export interface Deviations {
  /** Replaces the template's Timeout, in milliseconds, so that tests need not wait for ten seconds. */
  timeoutMs?: number
  /**
   * How long after its deadline a function is killed, in milliseconds. On a loaded machine it may get no CPU time in
   * the last 100 ms, in which it must answer.
   */
  graceMs?: number
}

/**
 * One function as Lambda runs it. The first invocation starts its execution environment, which stays frozen between
 * invocations and is replaced when it has ended. There is only one, so invocations run one at a time; AWS starts more.
 */
export class SandboxFunction {
  readonly description: FunctionDescription
  /** Every line that the function has written, and Lambda's own lines about failed invocations. */
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

  /** The current process; undefined before the first invocation, and after the process has ended. */
  get process(): ExecutionEnvironment['process'] | undefined {
    return this.#environment?.ended === false ? this.#environment.process : undefined
  }

  /**
   * Invokes the function when all earlier invocations have ended.
   * @param cause the trace header of what invokes it
   */
  invoke(event: unknown, cause?: string): Promise<Outcome> {
    const outcome = this.#last.then(() => this.#invoke(event, cause))
    this.#last = outcome.catch(() => undefined)
    return outcome
  }

  async #invoke(event: unknown, cause?: string): Promise<Outcome> {
    const { header: trace, invocations } = nextTrace(this.description.name, cause)
    if (invocations > mostInvocations && !this.description.mayLoop) return this.#ended(trace)
    if (this.#environment?.ended !== false) {
      this.#environment = await ExecutionEnvironment.start(this.description, this.#location, (line) =>
        this.log.push(line),
      )
    }
    const { timeoutMs = this.description.timeoutMs, graceMs = 0 } = this.#deviations
    const functionArn = `arn:aws:lambda:${awsRegion}:${awsAccountId}:function:${this.description.name}:live`
    const invocation = { requestId: randomUUID(), functionArn, trace, event }
    const outcome = await this.#environment.invoke(invocation, timeoutMs, graceMs)
    if (outcome.kind === 'failed') {
      this.log.push(`${new Date().toISOString()} ${outcome.requestId} ${outcome.errorMessage}`)
    }
    return outcome
  }

  /** Lambda's answer to an invocation in a loop that is not allowed: the function does not run. */
  #ended(trace: string): Outcome {
    const errorMessage = `The function was invoked more than ${mostInvocations} times by one chain of requests: ${trace}`
    return {
      requestId: randomUUID(),
      kind: 'failed',
      errorType: 'RecursiveInvocationException',
      errorMessage,
    }
  }

  /** Kills its process, frozen or not. */
  async stop(): Promise<void> {
    await this.#environment?.stop()
  }
}
