import { lateMs } from '../../../../lib/rules/dates.ts'
import type { Rule } from '../../../../lib/rules/rule.ts'
import type { Run } from '../../../../lib/rules/run.ts'
import type { Task } from '../../../../lib/tasks/task.ts'
import type { KnownRule, KnownTask, RuleChange } from './world.ts'

/** An event of a rule, as its receiver got it. */
export interface Fired {
  id: string
  type: string
  ruleId: string
  at: string
  taskId: string | undefined
}

/** What an account shows when all is done, beside what its client knows. */
export interface RulesSurvey {
  known: readonly KnownRule[]
  tasksAsked: readonly KnownTask[]
  rules: readonly Rule[]
  /** The log of each rule. */
  logs: ReadonlyMap<string, readonly Run[]>
  tasks: readonly Task[]
  fired: readonly Fired[]
  /** Up to when all that was due must be done, by the service's clock, in ms since 1970. */
  endMs: number
  /**
   * How much longer than others of its account a rule may take, in ms: the holder of its lease may be killed, and then the next
   * one too.
   */
  slackMs: number
}

const minuteMs = 60_000
const everyMs = 5 * minuteMs

const subjectOf = ({ due_at, task_id }: Pick<Run, 'due_at' | 'task_id'>): string =>
  `${due_at} ${task_id ?? ''}`

/** When a rule was certainly active with one trigger, or certainly not, by the service's clock, in ms since 1970. */
interface Period {
  isActive: boolean
  /** When the request that has begun it was answered. */
  fromMs: number
  /** When a request that may have ended it was sent. */
  untilMs: number
  end?: RuleChange
}

function periodsOf({ changes }: KnownRule): Period[] {
  let period: Period = { isActive: false, fromMs: -Infinity, untilMs: Infinity }
  const periods = [period]
  for (const change of changes) {
    const { what, askedMs, answeredMs } = change
    if (what === 'label' || what === 'action') continue // it goes on with what it waits for
    Object.assign(period, { untilMs: askedMs, end: change })
    const isActive = what === 'trigger' ? period.isActive : what === 'created' || what === 'resumed'
    period = { isActive, fromMs: answeredMs, untilMs: Infinity }
    periods.push(period)
  }
  return periods
}

const periodOf = (periods: readonly Period[], atMs: number): Period | undefined =>
  periods.find(({ fromMs, untilMs }) => fromMs < atMs && atMs < untilMs)

/** The occurrences of a schedule while it was certainly active. */
function occurrencesOf({ minute }: KnownRule, periods: readonly Period[], endMs: number): number[] {
  const due: number[] = []
  for (const { isActive, fromMs, untilMs } of periods) {
    if (!isActive) continue
    const first = Math.ceil((fromMs - minute * minuteMs + 1) / everyMs) * everyMs + minute * minuteMs
    for (let atMs = first; atMs < untilMs && atMs <= endMs; atMs += everyMs) due.push(atMs)
  }
  return due
}

/** The marks of what a rule has made, in its label. */
const madeBy = /^Made (#\w+)(?: of (\S+))? at (\S+ \S+)$/

class Check {
  readonly problems: string[] = []
  /** How much a rule has dropped with its trigger. */
  dropped = 0
  readonly #survey: RulesSurvey
  readonly #taskIds: ReadonlyMap<string, Task>
  readonly #periods: ReadonlyMap<KnownRule, readonly Period[]>
  /** When the last rule that nobody changed was done with what was due, in ms since 1970. */
  readonly #reachedMs = new Map<string, number>()

  constructor(survey: RulesSurvey) {
    this.#survey = survey
    this.#taskIds = new Map(survey.tasks.map((task) => [task.id, task]))
    this.#periods = new Map(survey.known.map((rule) => [rule, periodsOf(rule)]))
    for (const { id, changes } of survey.known) {
      if (changes.length > 1) continue
      for (const run of survey.logs.get(id) ?? []) {
        const subject = subjectOf(run)
        const endedMs = Date.parse(run.ended_at ?? '') || Infinity
        this.#reachedMs.set(subject, Math.max(endedMs, this.#reachedMs.get(subject) ?? -Infinity))
      }
    }
  }

  #periodsOf = (rule: KnownRule): readonly Period[] => this.#periods.get(rule) ?? []

  /**
   * Whether a rule must have done what was due: it was active then, and for so long afterwards that it has not dropped it. A rule
   * that is paused, deleted or gets another trigger drops what it has not done. How long the stream took, rules say that
   * nobody has changed.
   */
  #owes(rule: KnownRule, atMs: number, subject: string): boolean {
    const period = periodOf(this.#periodsOf(rule), atMs)
    if (!period?.isActive) return false
    if (period.untilMs === Infinity) return true
    return Math.max(atMs, this.#reachedMs.get(subject) ?? Infinity) + this.#survey.slackMs < period.untilMs
  }

  /**
   * Notes what was due while a rule was active, and is not in its log.
   * @param lastMs when what it has done last was due: it does one after the other; absent: it may not
   */
  #missing(
    rule: KnownRule,
    name: string,
    atMs: number,
    subject: string,
    lastMs?: (of: Period) => number,
  ): void {
    if (atMs > this.#survey.endMs) return
    const period = periodOf(this.#periodsOf(rule), atMs)
    if (!period?.isActive) return
    const isPassed = lastMs !== undefined && atMs < lastMs(period)
    if (!isPassed && !this.#owes(rule, atMs, subject)) {
      this.dropped++
      return
    }
    const { end } = period
    const reachedMs = this.#reachedMs.get(subject) ?? Infinity
    const at = (ms: number) => new Date(ms).toISOString()
    const why = [
      ...(isPassed ? ['a later one is'] : []),
      ...(end ? [`the rule changed at ${at(end.askedMs)} (${end.what}, version ${end.version ?? '?'})`] : []),
      ...(isFinite(reachedMs) ? [`others had it by ${at(reachedMs)}`] : []),
    ]
    this.problems.push(`${rule.mark}: ${name} is not in the log; ${why.join('; ')}`)
  }

  /** When what a rule has done last of a period was due. */
  #lastOf =
    (log: readonly Run[]) =>
    ({ fromMs, untilMs }: Period): number =>
      Math.max(
        ...log.map(({ due_at }) => Date.parse(due_at)).filter((atMs) => fromMs < atMs && atMs < untilMs),
      )

  /** Each occurrence is in the log once, with what became of it. */
  log(rule: KnownRule, log: readonly Run[]): void {
    const { endMs } = this.#survey
    for (const [subject, rows = []] of Map.groupBy(log, subjectOf))
      if (rows.length > 1) this.problems.push(`${rule.mark}: ${subject} is in the log ${rows.length} times`)
    for (const run of log) {
      const name = `${rule.mark}: the run of ${run.due_at}`
      if (run.outcome === null && Date.parse(run.due_at) < endMs) this.problems.push(`${name} has not ended`)
      if (run.outcome === 'failed')
        this.problems.push(`${name} failed: ${run.error?.code ?? ''} ${run.error?.message ?? ''}`)
      if (run.outcome === 'skipped' && !run.reason) this.problems.push(`${name} was skipped without a reason`)
      for (const id of run.created)
        if (!this.#taskIds.has(id)) this.problems.push(`${name} has made the task ${id}, which is not there`)
      if (run.outcome === 'done' && rule.action === 'create_task' && run.created.length !== 1)
        this.problems.push(`${name} has made ${run.created.length} tasks`)
      const dueMs = Date.parse(run.due_at)
      const period = periodOf(this.#periodsOf(rule), dueMs)
      // a date that has just passed when a rule is resumed counts
      const isRest =
        period?.isActive === false && dueMs < period.untilMs - (rule.type === 'date' ? lateMs : 0)
      if (isRest) this.problems.push(`${name} has come although the rule was not active`)
    }
  }

  schedule(rule: KnownRule, log: readonly Run[]): void {
    const inLog = new Set(log.map(({ due_at }) => Date.parse(due_at)))
    for (const atMs of occurrencesOf(rule, this.#periodsOf(rule), this.#survey.endMs)) {
      const at = new Date(atMs).toISOString()
      if (!inLog.has(atMs)) this.#missing(rule, `the occurrence ${at}`, atMs, `${at} `, this.#lastOf(log))
    }
    for (const atMs of inLog)
      if (atMs % everyMs !== rule.minute * minuteMs)
        this.problems.push(`${rule.mark}: ${new Date(atMs).toISOString()} is no occurrence`)
  }

  /** The last date of a task that stays open comes once, and no date that it never had. */
  date(rule: KnownRule, log: readonly Run[]): void {
    const subjects = new Set(log.map(subjectOf))
    const dues = new Set<string>()
    for (const { task, known } of this.#askedTasks()) {
      for (const { atMs } of known.dues) dues.add(`${new Date(atMs).toISOString()} ${task.id}`)
      const last = known.dues.at(-1)
      if (!last || known.isCompleted) continue
      if (last.setMs > last.atMs) continue // it may have been set too late
      const subject = `${new Date(last.atMs).toISOString()} ${task.id}`
      if (!subjects.has(subject)) this.#missing(rule, `the date ${subject}`, last.atMs, subject)
    }
    for (const subject of subjects)
      if (!dues.has(subject)) this.problems.push(`${rule.mark}: ${subject} was no date`)
  }

  /** Each create of a client comes once, and none of a rule. */
  event(rule: KnownRule, log: readonly Run[]): void {
    const seen = Map.groupBy(log, ({ task_id }) => task_id ?? '')
    for (const { task, known } of this.#askedTasks()) {
      const rows = seen.get(task.id)?.length ?? 0
      seen.delete(task.id)
      if (rows > 1) this.problems.push(`${rule.mark}: the event of ${task.id} is in the log ${rows} times`)
      if (rows > 0) continue
      const subject = subjectOf({ due_at: task.created_at, task_id: task.id })
      // one without an answer may have been stored later than it says
      const lastMs = known.id === undefined ? undefined : this.#lastOf(log)
      this.#missing(rule, `the event of ${subject}`, Date.parse(task.created_at), subject, lastMs)
    }
    for (const [id] of seen) this.problems.push(`${rule.mark}: ${id} was made by no client`)
  }

  #askedTasks(): { task: Task; known: KnownTask }[] {
    const byMark = new Map(this.#survey.tasksAsked.map((known) => [`Task ${known.mark}`, known]))
    return this.#survey.tasks.flatMap((task) => {
      const known = byMark.get(task.label)
      return known ? [{ task, known }] : []
    })
  }

  /** No acknowledged task is lost, and what rules have made was made once, and is in their logs. */
  tasks(): void {
    const { tasks, tasksAsked, known, rules, logs, endMs } = this.#survey
    for (const { id, mark } of tasksAsked)
      if (id !== undefined && !this.#taskIds.has(id)) this.problems.push(`the task ${mark} is lost`)
    const made = tasks.filter(({ label }) => madeBy.test(label))
    for (const [label, same = []] of Map.groupBy(made, (task) => task.label))
      if (same.length > 1) this.problems.push(`“${label}” was made ${same.length} times`)
    const logged = new Set([...logs.values()].flat().flatMap(({ created }) => created))
    const ids = new Map(known.map((rule) => [rule.mark, rule]))
    const there = new Set(rules.map(({ id }) => id))
    for (const { id, label, created_at } of made) {
      const [, mark = '', task_id = null, minute = ''] = madeBy.exec(label) ?? []
      const rule = ids.get(mark)
      if (!rule || !there.has(rule.id) || Date.parse(created_at) > endMs) continue
      const of = task_id === null ? undefined : this.#taskIds.get(task_id)
      const due_at = rule.type === 'event' ? (of?.created_at ?? '') : `${minute.replace(' ', 'T')}:00.000Z`
      // its log may have been given up with its trigger
      if (!this.#owes(rule, Date.parse(due_at), subjectOf({ due_at, task_id }))) continue
      if (!logged.has(id)) this.problems.push(`${rule.mark}: “${label}” (${created_at}) is in no log`)
    }
    const strangers = tasks.length - made.length - this.#askedTasks().length
    if (strangers > 0) this.problems.push(`${strangers} tasks were asked for by nobody`)
  }

  /** What was said has arrived, each under one id, and nothing else has. */
  fired(): void {
    const { fired, logs, known, endMs } = this.#survey
    const keyOf = (ruleId: string, at: string, taskId: string | null | undefined) =>
      `${ruleId} ${at} ${taskId ?? ''}`
    const arrived = Map.groupBy(
      fired.filter(({ type }) => type === 'rule.fired'),
      ({ ruleId, at, taskId }) => keyOf(ruleId, at, taskId),
    )
    for (const [key, events = []] of arrived) {
      const ids = new Set(events.map(({ id }) => id))
      if (ids.size > 1) this.problems.push(`rule.fired of ${key} has come under ${ids.size} ids`)
    }
    for (const rule of known) {
      const log = logs.get(rule.id)
      if (rule.action !== 'notify' || !log) continue
      const said = new Set<string>()
      for (const { outcome, due_at, task_id } of log) {
        if (outcome !== 'done') continue
        const key = keyOf(rule.id, due_at, task_id)
        said.add(key)
        if (Date.parse(due_at) <= endMs && !arrived.has(key))
          this.problems.push(`${rule.mark}: rule.fired of ${key} has not arrived`)
      }
      for (const [key, [first]] of arrived)
        if (
          first?.ruleId === rule.id &&
          this.#owes(
            rule,
            Date.parse(first.at),
            subjectOf({ due_at: first.at, task_id: first.taskId ?? null }),
          ) &&
          Date.parse(first.at) <= endMs &&
          !said.has(key)
        )
          this.problems.push(`${rule.mark}: rule.fired of ${key} is in no log`)
    }
    for (const { type, ruleId } of fired)
      if (type !== 'rule.fired') this.problems.push(`${type} of ${ruleId} has come`)
  }
}

/**
 * Compares what rules have done with what was due: each occurrence ran once or is in the log as skipped, no task is there twice,
 * no event is lost.
 * @returns what contradicts, and how much rules have dropped because a client changed them before they had done it
 */
export function checkRules(survey: RulesSurvey): { problems: string[]; dropped: number } {
  const check = new Check(survey)
  for (const rule of survey.known) {
    const log = survey.logs.get(rule.id)
    if (!log) {
      if (!rule.isDeleted) check.problems.push(`the rule ${rule.mark} is lost`)
      continue
    }
    check.log(rule, log)
    check[rule.type](rule, log)
  }
  check.tasks()
  check.fired()
  return check
}
