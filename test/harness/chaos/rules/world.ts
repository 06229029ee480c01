import { setTimeout as sleep } from 'node:timers/promises'
import type { Rule } from '../../../../lib/rules/rule.ts'
import { newAccount } from '../../bench/load-account.ts'
import type { MovedClock } from '../../moved-clock.ts'
import type { Dice } from '../dice.ts'
import type { Stage } from '../stage.ts'

/** What a client has made of a rule. Times are of the service's clock, in ms since 1970. */
export interface RuleChange {
  what: 'created' | 'label' | 'action' | 'trigger' | 'paused' | 'resumed' | 'deleted'
  /** When it was asked for: from then on it may hold. */
  askedMs: number
  /** When there was an answer: from then on it holds. */
  answeredMs: number
  /** The `updated_at` that the answer had, if any. */
  version: string | undefined
}

/** What a client knows of a rule. */
export interface KnownRule {
  id: string
  /** Part of the label of what the rule makes. */
  mark: string
  type: Rule['trigger']['type']
  action: Rule['action']['type']
  /** Of a schedule: the minutes, from 0 to 4, after each full five. */
  minute: number
  /** In their order. */
  changes: RuleChange[]
  isActive: boolean
  isDeleted: boolean
}

/** What a client knows of a task that it has asked for. */
export interface KnownTask {
  /** Part of its label: it identifies the task even without an answer. */
  mark: string
  id?: string
  /** Every date that it may have had, in ms since 1970, with the time when it was set for certain, or Infinity. */
  dues: { atMs: number; setMs: number }[]
  /** Whether a request to complete it was sent. */
  isCompleted: boolean
}

/** The members that answers may have. */
interface Answer {
  status: number
  body: { rule?: Rule; task?: { id: string }; error?: { code: string } }
}

/** How long one request may take, in ms: more than the service takes for any. */
const patienceMs = 40_000

const minuteMs = 60_000
const trigger = {
  schedule: (minute: number, catchUp: string | undefined) => ({
    type: 'schedule',
    rrule: `FREQ=HOURLY;BYMINUTE=${Array.from({ length: 12 }, (_, five) => five * 5 + minute).join(',')}`,
    start: '2026-01-01T00:00',
    catchUp,
  }),
  date: () => ({ type: 'date', field: 'due' }),
  event: () => ({ type: 'event', events: ['task.created'] }),
}

/** One account with its client, which makes one request after the other. */
export class World {
  readonly projectId: string
  readonly token: string
  readonly rules: KnownRule[] = []
  readonly tasks: KnownTask[] = []
  readonly asked: Record<string, number> = {}
  readonly problems: string[] = []
  readonly #stage: Stage
  readonly #clock: MovedClock
  readonly #dice: Dice
  readonly #name: string
  #count = 0

  private constructor(
    { projectId, token }: { projectId: string; token: string },
    parts: { stage: Stage; clock: MovedClock; dice: Dice; name: string },
  ) {
    this.projectId = projectId
    this.token = token
    this.#stage = parts.stage
    this.#clock = parts.clock
    this.#dice = parts.dice
    this.#name = parts.name
  }

  /** Makes the account, with a date for its tasks and a webhook for what its rules say. */
  static async open(
    parts: { stage: Stage; clock: MovedClock; dice: Dice; name: string },
    receiver: string,
  ): Promise<World> {
    const { baseUrl } = await parts.stage.address()
    const { projectId, headers, call } = await newAccount(baseUrl)
    const world = new World({ projectId, token: headers.authorization.slice('Bearer '.length) }, parts)
    await call('POST', '/fields', JSON.stringify({ key: 'due', label: 'Due', type: 'datetime' }))
    await call(
      'POST',
      '/webhooks',
      JSON.stringify({ url: receiver, eventTypes: ['rule.fired', 'rule.failed', 'rule.disabled'] }),
    )
    return world
  }

  /** @throws Error when there is no answer */
  async ask(method: string, path: string, body?: object): Promise<Answer> {
    const { baseUrl } = await this.#stage.address()
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  /** Asks until there is a certain answer. */
  async insist(method: string, path: string, body?: object): Promise<Answer> {
    for (;;) {
      const answer = await this.ask(method, path, body).catch(() => undefined)
      if (answer && answer.status < 500 && answer.status !== 429) return answer
      await sleep(100)
    }
  }

  #mark(): string {
    this.#count += 1
    return `#${this.#name}${this.#count}`
  }

  #triggerOf({ type, minute }: Pick<KnownRule, 'type' | 'minute'>): object {
    const catchUp = this.#dice.pick(['last', 'all', 'none', 'last'])
    return type === 'schedule' ? trigger.schedule(minute, catchUp) : trigger[type]()
  }

  #actionOf({ type, action, mark }: Pick<KnownRule, 'type' | 'action' | 'mark'>): object {
    const of = { schedule: '', date: ' of {{task.id}}', event: ' of {{task.id}}' }[type]
    if (action === 'create_task')
      return { type: action, task: { label: `Made ${mark}${of} at {{date}} {{time}}` } }
    return action === 'notify' ? { type: action } : { type: action, set: { status: 1 } }
  }

  /** Makes a rule. Without an answer it may be there: then only what it has done is checked, not what it has left. */
  async createRule(type: KnownRule['type'] = this.#dice.weighted({ schedule: 4, date: 1, event: 1 })) {
    const ofTask = this.#dice.pick(['create_task', 'notify', 'update_task'] as const)
    const ofSchedule = this.#dice.chance(0.7) ? 'create_task' : 'notify'
    const mark = this.#mark()
    const rule = { type, mark, action: (type === 'schedule' ? ofSchedule : ofTask) ?? 'notify' }
    const minute = this.#dice.below(5)
    const askedMs = this.#clock.nowMs()
    const { status, body } = await this.ask('POST', '/rules', {
      ...{ projectId: this.projectId, label: mark },
      ...{ trigger: this.#triggerOf({ type, minute }), action: this.#actionOf(rule) },
    })
    if (!body.rule) {
      if (status < 500) this.problems.push(`POST /rules answered ${status} ${body.error?.code ?? ''}`)
      return
    }
    const created = { what: 'created' as const, askedMs, answeredMs: this.#clock.nowMs() }
    const changes = [{ ...created, version: body.rule.updated_at }]
    this.rules.push({ ...rule, id: body.rule.id, minute, changes, isActive: true, isDeleted: false })
  }

  /** Changes a rule, and tries again until there is an answer. */
  async #change(rule: KnownRule, what: RuleChange['what'], method: string, body?: object): Promise<void> {
    const change: RuleChange = {
      ...{ what, askedMs: this.#clock.nowMs(), answeredMs: Infinity, version: undefined },
    }
    rule.changes.push(change)
    const answer = await this.insist(method, `/rules/${rule.id}`, body)
    change.answeredMs = this.#clock.nowMs()
    change.version = answer.body.rule?.updated_at
    // an earlier try may have deleted it
    if (answer.status !== 200 && what !== 'deleted')
      this.problems.push(`${method} of the rule ${rule.mark} answered ${answer.status}`)
  }

  #changeRule(rule: KnownRule): Promise<void> {
    const what = this.#dice.weighted({ label: 1, action: 2, trigger: 2, status: 4 })
    if (what === 'label') return this.#change(rule, what, 'PATCH', { label: rule.mark })
    if (what === 'action') return this.#change(rule, what, 'PATCH', { action: this.#actionOf(rule) })
    if (what === 'trigger') return this.#change(rule, what, 'PATCH', { trigger: this.#triggerOf(rule) })
    rule.isActive = !rule.isActive
    return this.#change(rule, rule.isActive ? 'resumed' : 'paused', 'PATCH', {
      status: rule.isActive ? 'active' : 'paused',
    })
  }

  #deleteRule(rule: KnownRule): Promise<void> {
    rule.isDeleted = true
    return this.#change(rule, 'deleted', 'DELETE')
  }

  /** A full minute soon, so that its label names it. */
  #soonMs(): number {
    return (Math.floor(this.#clock.nowMs() / minuteMs) + 1 + this.#dice.below(4)) * minuteMs
  }

  async #createTask(): Promise<void> {
    const atMs = this.#soonMs()
    const task: KnownTask = { mark: this.#mark(), dues: [{ atMs, setMs: Infinity }], isCompleted: false }
    this.tasks.push(task)
    const { status, body } = await this.ask('POST', '/tasks', {
      ...{ projectId: this.projectId, label: `Task ${task.mark}` },
      fields: { due: new Date(atMs).toISOString() },
    })
    if (!body.task) {
      if (status < 500) this.problems.push(`POST /tasks answered ${status} ${body.error?.code ?? ''}`)
      return
    }
    task.id = body.task.id
    task.dues = [{ atMs, setMs: this.#clock.nowMs() }]
  }

  async #changeTask(task: KnownTask): Promise<void> {
    if (this.#dice.chance(0.25)) {
      task.isCompleted = true
      await this.insist('PATCH', `/tasks/${task.id}`, { status: 2 })
      return
    }
    const due = { atMs: this.#soonMs(), setMs: Infinity }
    task.dues.push(due)
    await this.insist('PATCH', `/tasks/${task.id}`, { fields: { due: new Date(due.atMs).toISOString() } })
    due.setMs = this.#clock.nowMs()
  }

  /** Makes one request. */
  async step(steady: number): Promise<void> {
    const kind = this.#dice.weighted({
      createTask: 10,
      changeTask: 4,
      createRule: 1,
      changeRule: 2,
      deleteRule: 1,
    })
    const changing = this.rules.slice(steady).filter(({ isDeleted }) => !isDeleted)
    const rule = this.#dice.pick(changing)
    const task = this.#dice.pick(this.tasks.filter(({ id }) => id !== undefined).slice(-20))
    this.asked[kind] = (this.asked[kind] ?? 0) + 1
    if (kind === 'createTask') return this.#createTask()
    if (kind === 'changeTask') return task && this.#changeTask(task)
    if (kind === 'createRule') return changing.length < 8 ? this.createRule() : undefined
    if (!rule) return
    return kind === 'changeRule' ? this.#changeRule(rule) : this.#deleteRule(rule)
  }
}
