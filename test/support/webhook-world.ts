import type fc from 'fast-check'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { useTable } from '../../lib/table/table.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { deliver } from '../../lib/webhooks/deliver.ts'
import { dispatchEvents } from '../../lib/webhooks/dispatch.ts'
import type { Surroundings } from '../../lib/webhooks/deliver.ts'
import { wakeDueWebhooks } from '../../lib/webhooks/wake-up.ts'
import { wakeUp } from '../../lib/webhooks/wake-up.ts'
import type { ReceiverAnswer } from '../../lib/webhooks/sending/post.ts'
import { MemoryTable } from './memory-table.ts'
import { answered, changeStatus, findWebhook, keepWakeUps, taskEvent } from './webhooks.ts'

/** A process that does one thing. It dies before its command number `diesAt`. */
interface Actor {
  steps: number
  diesAt: number
  /** Whether it has changed the table. */
  wrote: boolean
}

class Killed extends Error {}

interface Message {
  account: string
  webhook: string
  dueMs: number
}

/** What a run tries. */
export interface Plan {
  scheduler: fc.Scheduler
  /** The answers of the receiver, in order; 200 after them. */
  answers: readonly ReceiverAnswer[]
  /** When each process dies, in the order in which they begin. */
  deaths: readonly number[]
  /** How far the clock is set on while all processes run, in ms. */
  jumps: readonly number[]
  /** Whether it is one machine, whose queue and leases are in memory. */
  isEmbedded: boolean
  /** Whether a person pauses the webhook, and starts it again. */
  isPaused: boolean
  /** How late each wake-up comes, in ms; it comes twice where the number is odd. */
  delays: readonly number[]
}

/** The functions of the service on a table in memory, where a scheduler decides which command runs next. */
export class World {
  readonly memory: MemoryTable
  readonly tenant: Tenant
  nowMs = Date.now() + 24 * 60 * 60 * 1000 // after the time by which the store sees its deadline
  readonly delivered: string[] = []
  /** All events that were dispatched: all were written before a pause. */
  readonly queued = new Set<string>()
  readonly #plan: Plan
  readonly #actors = new AsyncLocalStorage<Actor>()
  readonly #deaths: number[]
  readonly #answers: ReceiverAnswer[]
  readonly #wakeUps: ReturnType<typeof keepWakeUps>
  readonly #running: Promise<void>[] = []
  #messages: Message[] = []
  #sent = 0
  #isScheduled = false
  /** How many processes have died. */
  kills = 0

  constructor(plan: Plan) {
    this.#plan = plan
    this.#deaths = [...plan.deaths]
    this.#answers = [...plan.answers]
    const usage = { round_trips: 0, read_units: 0, write_units: 0 }
    this.tenant = { usage, deadlineMs: Infinity, accountId: randomUUID(), projectIds: null }
    this.memory = new MemoryTable(plan.isEmbedded)
    useTable(this.memory.table)
    this.memory.gate = (command) => this.#gate(command)
    this.#wakeUps = keepWakeUps(() => this.#gate('wake'))
  }

  /** From now on the scheduler decides. */
  begin(): void {
    this.#isScheduled = true
  }

  /** One step of a process: it waits for its turn, and dies here or not. */
  async #gate(label: string): Promise<void> {
    if (this.#isScheduled) await this.#plan.scheduler.schedule(Promise.resolve(), label)
    const actor = this.#actors.getStore()
    if (!actor) return
    if (++actor.steps >= actor.diesAt) throw new Killed()
    if (label === 'UpdateCommand') actor.wrote = true
  }

  /** Runs a process; returns how it ended. */
  async #process(act: () => Promise<unknown>): Promise<{ failed: boolean; wrote: boolean }> {
    const actor: Actor = { steps: 0, diesAt: this.#deaths.shift() ?? Infinity, wrote: false }
    const [ended] = await Promise.allSettled([this.#actors.run(actor, act)])
    if (ended.status === 'rejected' && actor.steps < actor.diesAt) throw ended.reason
    if (ended.status === 'rejected') this.kills++
    return { failed: ended.status === 'rejected', wrote: actor.wrote }
  }

  #collect(): void {
    for (const { account, webhook, delaySeconds = 0 } of this.#wakeUps.splice(0)) {
      const lateMs = this.#plan.delays[this.#sent++ % Math.max(this.#plan.delays.length, 1)] ?? 0
      const message = { account, webhook, dueMs: this.nowMs + delaySeconds * 1000 + lateMs }
      this.#messages.push(message, ...(lateMs % 2 === 1 ? [message] : []))
    }
  }

  #nextMessage(): Message | undefined {
    this.#collect()
    const index = this.#messages.findIndex(({ dueMs }) => dueMs <= this.nowMs)
    return index === -1 ? undefined : this.#messages.splice(index, 1)[0]
  }

  readonly #surroundings: Surroundings = {
    nowMs: () => this.nowMs,
    random: () => 0.5,
    send: async ({ body }) => {
      await this.#gate('post')
      const answer = this.#answers.shift() ?? answered(200)
      const { id } = JSON.parse(body) as { id: string } // putEvent has written it
      if (answer.kind === 'answer' && answer.status === 200) this.delivered.push(id)
      return answer
    },
  }

  /** Handles one message, as the queue gives it to the function: it comes again if the function fails. */
  async #handle(message: Message): Promise<void> {
    const { failed, wrote } = await this.#process(() =>
      deliver({ ...this.tenant, deadlineMs: this.nowMs + 60_000 }, message, this.#surroundings),
    )
    // on AWS, once it had the lease, the lease alone must be enough to find what it has left
    if (failed && (!wrote || this.#plan.isEmbedded))
      this.#messages.push({ ...message, dueMs: this.nowMs + 360_000 })
  }

  /** Gives each message that has come to a process of its own, as Lambda does. */
  #startProcesses(): void {
    if (!this.#isScheduled) return
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) {
      this.#running.push(this.#handle(message))
    }
  }

  /** Waits for processes, and for those that they have started. */
  async waitFor(processes: readonly Promise<void>[]): Promise<void> {
    this.#running.push(...processes)
    while (this.#running.length > 0) {
      await this.#plan.scheduler.waitFor(Promise.all(this.#running.splice(0)))
      this.#startProcesses()
    }
  }

  async #wake(webhookId: string): Promise<void> {
    await wakeUp(this.tenant, [{ account: this.tenant.accountId, webhook: webhookId }])
    this.#startProcesses()
  }

  /** Dispatches a batch, again and again until it has been dispatched, as the stream does. */
  async dispatch(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.queued.add(id)
    const act = () => dispatchEvents(this.tenant, this.tenant.accountId, ids.map(taskEvent))
    while ((await this.#process(act)).failed);
    this.#startProcesses()
  }

  async setStatus(webhookId: string, status: 'paused' | 'active'): Promise<void> {
    await changeStatus(this.tenant, webhookId, status, this.nowMs)
    if (status === 'active') await this.#wake(webhookId)
  }

  async jump(): Promise<void> {
    for (const jump of this.#plan.jumps) {
      await this.#plan.scheduler.schedule(Promise.resolve(), 'clock')
      this.nowMs += jump
      this.#startProcesses()
    }
  }

  /** Lets time pass until nothing more is due: messages arrive, and the schedule runs. */
  async settle(webhookId: string): Promise<void> {
    this.#isScheduled = false
    this.#deaths.length = 0
    for (let rounds = 0; rounds < 500; rounds++) {
      const message = this.#nextMessage()
      if (message) {
        await this.#handle(message)
        continue
      }
      if ((await wakeDueWebhooks(this.tenant, this.nowMs)) > 0) {
        this.nowMs += 5_000
        continue
      }
      const { list_sk } = (await findWebhook(this.tenant, webhookId)) ?? {}
      const times = this.#messages.map(({ dueMs }) => dueMs)
      if (list_sk !== undefined) times.push(Date.parse(list_sk.split('#', 1)[0] ?? ''))
      if (times.length === 0) return
      this.nowMs = Math.max(this.nowMs + 1, Math.min(...times))
    }
    throw new Error('It does not come to rest.')
  }
}
