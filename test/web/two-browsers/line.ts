import { setTimeout as sleep } from 'node:timers/promises'
import type { APIResponse, BrowserContext, Route } from 'playwright-core'
import type { BulkAnswer, Task, TaskAnswer } from '../../../client/src/index.ts'
import type { Dice } from '../../harness/chaos/dice.ts'

/** A value of a task, a subtask or a lane. */
export interface Value {
  /** The id of what has it; of something new, it is in `is there`. */
  subject: string
  field: string
  value: unknown
}

/** Whether two are the same value of the same. */
export const isSameValue = (one: Value, other: Value): boolean =>
  one.subject === other.subject && one.field === other.field && one.value === other.value

/** A value that a request has set. */
export interface Sent extends Value {
  atMs: number
  /** The version of the task that has it; undefined, where the answer names none. */
  version: number | undefined
  /** Whether the service has answered that it is made; false: nothing was answered, so perhaps. */
  isSure: boolean
}

type Body = Record<string, unknown>

/** What a request that was made sets, by the names in requests. What was added has its label as its value `is there`. */
function valuesOf(method: string, path: string, body: Body): Value[] {
  const [kind = '', id = '', part = '', itemId = ''] = path.split('/').slice(2)
  const isItem = part === 'subtasks' || part === 'lanes'
  const subject = isItem ? itemId : id
  const set = (field: string, value: unknown, of = subject): Value => ({
    subject: of,
    field,
    value: value ?? '',
  })
  if (kind === 'tasks' && id === 'bulk') return []
  if (method === 'DELETE') return [set('is there', false)]
  if (part === 'restore') return [set('is there', true)]
  const own = Object.entries(body).filter(([name]) => !['id', 'projectId', 'op', 'ifVersion'].includes(name))
  const isPlaced = part === 'move' || own.some(([name]) => /^(to|after|before|position)/.test(name))
  const of = method === 'POST' && typeof body.id === 'string' ? body.id : subject
  return [
    ...own.map(([name, value]) => set(name, value, of)),
    ...(isPlaced ? [set('place', true, of)] : []),
    ...(of === body.id ? [set('is there', body.label, of)] : []),
  ]
}

/** What the operations of a request for several set, that have no error. */
function valuesOfBulk({ operations = [] }: { operations?: Body[] }, results: BulkAnswer['results']) {
  const valuesOfOne = ({ op, id, ...body }: Body): Value[] => {
    if (op === 'create') return valuesOf('POST', '/v1/tasks', { id, ...body })
    const method = op === 'delete' ? 'DELETE' : op === 'update' ? 'PATCH' : 'POST'
    const end = op === 'move' || op === 'restore' ? `/${op}` : ''
    return valuesOf(method, `/v1/tasks/${String(id)}${end}`, body)
  }
  return operations.flatMap((operation, index) => {
    const { error, version } = results[index] ?? {}
    return error ? [] : valuesOfOne(operation).map((value) => ({ ...value, version }))
  })
}

const isWrite = (route: Route) => route.request().method() !== 'GET'

/** What an answer tells of tasks: one, or several, or the newest one in an error. */
type Answer = Partial<Pick<TaskAnswer, 'task'>> & Partial<Pick<BulkAnswer, 'results'>>

/** The line between the pages of a browser and the service: it loses requests and answers, and knows what was sent. */
export class Line {
  readonly sent: Sent[] = []
  /** The newest version of each task that an answer had. */
  readonly known = new Map<string, { task: Task; atMs: number }>()
  /** While true, nothing passes. */
  isCut = false
  /** Ends the losses. */
  isGood = false
  readonly faults = { lost: 0, unanswered: 0, late: 0 }
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  async attach(context: BrowserContext): Promise<void> {
    await context.route('**/v1/**', async (route) => {
      // the page may be gone before its answer comes
      await this.#pass(route).catch(() => undefined)
    })
  }

  async #pass(route: Route): Promise<void> {
    const isCutNow = () => this.isCut // it may be cut while the answer comes
    const fate = this.isGood ? 'good' : this.#dice.weighted({ good: 79, late: 15, lost: 3, unanswered: 3 })
    if (fate !== 'good') this.faults[fate] += 1
    if (this.isCut || fate === 'lost') return route.abort('internetdisconnected')
    if (fate === 'late') await sleep(this.#dice.below(1_500))
    const { pathname } = new URL(route.request().url())
    const isRead = !isWrite(route)
    if (isRead && fate !== 'unanswered' && !/\/tasks\/[^/]+$/.test(pathname)) return route.continue()
    const response = await route.fetch({ timeout: 20_000 }).catch(() => undefined)
    const answer = response ? ((await response.json().catch(() => ({}))) as Answer) : {} // an answer of the API
    this.#learn(answer)
    if (!isRead && (!response || response.ok())) this.#note(route, response, answer.results ?? [])
    if (!response || fate === 'unanswered' || isCutNow()) return route.abort('connectionreset')
    return route.fulfill({ response })
  }

  /** Learns what tasks are like. */
  #learn({ task, results = [] }: Answer): void {
    const atMs = Date.now()
    for (const one of [task, ...results.map((result) => result.task ?? result.error?.task)])
      if (one && one.updated_at >= (this.known.get(one.id)?.task.updated_at ?? ''))
        this.known.set(one.id, { task: one, atMs })
  }

  #note(route: Route, response: APIResponse | undefined, results: BulkAnswer['results']): void {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const body = (request.postDataJSON() ?? {}) as Body
    const atMs = Date.now()
    const isSure = response !== undefined
    const etag = response?.headers().etag
    const version = etag === undefined ? undefined : Number(etag.replaceAll('"', ''))
    const values = pathname.endsWith('/tasks/bulk')
      ? valuesOfBulk(body, results)
      : valuesOf(request.method(), pathname, body).map((value) => ({ ...value, version }))
    this.sent.push(...values.map((value) => ({ ...value, atMs, isSure })))
  }
}
