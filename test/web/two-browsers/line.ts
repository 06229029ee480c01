import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Route } from 'playwright-core'
import type { BulkAnswer } from '../../../client/src/index.ts'
import type { Dice } from '../../harness/chaos/dice.ts'

/** A value of a task, a subtask or a lane. */
export interface Value {
  /** The id of what has it; of something new, it is in `is there`. */
  subject: string
  field: string
  value: unknown
}

/** A value that a request has set. */
export interface Sent extends Value {
  atMs: number
  /** Whether the service has answered that it is made; false: nothing was answered, so perhaps. */
  isSure: boolean
}

type Body = Record<string, unknown>

/** What a request that was made sets, by the names in requests. What was added has its label as its value `is there`. */
function valuesOf(method: string, path: string, body: Body): Value[] {
  const [kind = '', id = '', part = '', itemId = ''] = path.split('/').slice(2)
  const isItem = part === 'subtasks' || part === 'lanes'
  const subject = isItem ? itemId : id
  const set = (field: string, value: unknown, of = subject): Value => ({ subject: of, field, value })
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
function valuesOfBulk({ operations = [] }: { operations?: Body[] }, results: BulkAnswer['results']): Value[] {
  return operations.flatMap((operation, index) => {
    if (results[index]?.error) return []
    const { op, id, ...body } = operation
    if (op === 'create') return valuesOf('POST', '/v1/tasks', operation)
    const method = op === 'delete' ? 'DELETE' : op === 'update' ? 'PATCH' : 'POST'
    const end = op === 'move' || op === 'restore' ? `/${op}` : ''
    return valuesOf(method, `/v1/tasks/${String(id)}${end}`, body)
  })
}

const isWrite = (route: Route) => route.request().method() !== 'GET'

/** The line between the pages of a browser and the service: it loses requests and answers, and knows what was sent. */
export class Line {
  readonly sent: Sent[] = []
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
    if (!isWrite(route) && fate !== 'unanswered') return route.continue()
    const response = await route.fetch({ timeout: 20_000 }).catch(() => undefined)
    if (isWrite(route)) {
      const results = response?.ok() ? ((await response.json().catch(() => ({}))) as { results?: [] }) : {}
      if (!response || response.ok()) this.#note(route, response !== undefined, results.results ?? [])
    }
    if (!response || fate === 'unanswered' || isCutNow()) return route.abort('connectionreset')
    return route.fulfill({ response })
  }

  #note(route: Route, isSure: boolean, results: BulkAnswer['results']): void {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const body = (request.postDataJSON() ?? {}) as Body
    const values = pathname.endsWith('/tasks/bulk')
      ? valuesOfBulk(body, results)
      : valuesOf(request.method(), pathname, body)
    this.sent.push(...values.map((value) => ({ ...value, atMs: Date.now(), isSure })))
  }
}
