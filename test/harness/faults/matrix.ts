import { isDeepStrictEqual } from 'node:util'
import type { ApiResult } from '../../../lib/http/types.ts'
import { endpoints } from '../../../functions/index.ts'
import { sampleRequest } from '../sample-requests.ts'
import type { Fault } from '../engine-tap.ts'
import { bodyOf, contradictions, inconsistencies, normal, stateOf } from './state.ts'
import { openWorld, type Ground, type World } from './world.ts'

/** A fault, and the number of consecutive exchanges that it affects. */
export interface FaultCase {
  name: string
  fault: Fault
  times: number
}

/** As many as the SDK retries, or more than any request can survive. */
export const faultCases: readonly FaultCase[] = [
  { name: 'throttle ×1', fault: 'throttle', times: 1 },
  { name: 'throttle', fault: 'throttle', times: Infinity },
  { name: '5xx ×2', fault: 'server-error', times: 2 },
  { name: '5xx', fault: 'server-error', times: Infinity },
  { name: 'reset ×2', fault: 'connection-reset', times: 2 },
  { name: 'reset', fault: 'connection-reset', times: Infinity },
  { name: 'timeout ×2', fault: 'timeout', times: 2 },
  { name: 'timeout', fault: 'timeout', times: Infinity },
  { name: 'conflict ×1', fault: 'conflict', times: 1 },
  { name: 'conflict ×100', fault: 'conflict', times: 100 },
  { name: 'lost answer ×1', fault: 'lost-answer', times: 1 },
  { name: 'lost answer', fault: 'lost-answer', times: Infinity },
]

/** The operations that outlast a fault, or refuse: all but the one that is there to tell of it, and the one that asks no storage. */
export const operationIds: readonly string[] = endpoints
  .map(({ id }) => id)
  .filter((id) => !['health.get', 'sign-in.get'].includes(id))

/** The behaviour of a request without faults. */
export interface Model {
  id: string
  exchanges: string[]
  before: string
  after: string
  answer: unknown
}

/** The result of one fault at one exchange of one request. */
export interface Cell {
  operation: string
  /** The exchange with the engine that had the fault, such as `2 TransactWriteItems`. */
  exchange: string
  fault: string
  status: number
  /** Exchanges that were sent again. */
  retries: number
  /** The state of the table afterwards. */
  outcome: 'done' | 'not done' | 'half done'
  problems: string[]
}

const isWrite = (exchange: string) => /^(?:Put|Update|Delete|Transact|BatchWrite)/.test(exchange)

/** Makes a world whose token is cached already. Only for `tokens.self` it is not, to test the read of a token too. */
async function newWorld(ground: Ground, id: string): Promise<World> {
  const world = await openWorld(ground)
  if (id !== 'tokens.self') await world.send('tokens.self')
  return world
}

async function observe(ground: Ground, id: string): Promise<Model> {
  const world = await newWorld(ground, id)
  const before = stateOf(await world.items(), world.ids)
  world.tap.reset()
  const answer = await world.send(id)
  const exchanges = world.tap.exchanges.map(({ operation }) => operation)
  const expected = sampleRequest(id, world.ids).status
  if (answer.statusCode !== expected) throw new Error(`${id} answered ${String(answer.statusCode)}.`)
  const after = stateOf(await world.items(), world.ids)
  world.close()
  return { id, exchanges, before, after, answer: normal(bodyOf(answer), world.ids) }
}

/** Returns the fault in the engine's terms for this exchange, or undefined if it cannot happen there. */
function faultAt(exchange: string, { fault }: FaultCase): Fault | undefined {
  if ((fault === 'conflict' || fault === 'lost-answer') && !isWrite(exchange)) return undefined
  // items that meet a conflict are left unprocessed there
  if (fault === 'conflict' && exchange.startsWith('BatchWrite')) return undefined
  return fault === 'conflict' && !exchange.startsWith('Transact') ? 'single-conflict' : fault
}

/** Injects a fault a number of times, starting at one exchange. Returns a function that returns the number so far. */
function inject({ tap }: World, from: number, fault: Fault, times: number): () => number {
  tap.reset()
  let [passed, met] = [0, 0]
  tap.faults = () => {
    if (passed < from || met === times) {
      passed += 1
      return undefined
    }
    met += 1
    return fault
  }
  return () => met
}

/** An operation of a bulk request that failed. The answer itself is 200, so it is judged by this result. */
interface FailedOperation {
  status: number
  error: { code?: string }
}

const failedOperation = (answer: ApiResult): FailedOperation | undefined =>
  (bodyOf(answer) as { results?: Partial<FailedOperation>[] }).results?.find(
    (result): result is FailedOperation => result.error !== undefined,
  )

/** The status of an answer; of a bulk request, that of the operation that failed. */
const statusOf = (answer: ApiResult): number => failedOperation(answer)?.status ?? answer.statusCode ?? 0

/** Whether an answer says to come back later: 503, or 429 if nothing but conflicts stood in the way. */
const isBusy = (status: number | undefined, code: string | undefined, { fault }: FaultCase): boolean =>
  fault === 'conflict'
    ? status === 429 && code === 'rate_limited'
    : status === 503 && code === 'service_unavailable'

function refusalProblems(answer: ApiResult, faultCase: FaultCase): string[] {
  const failed = failedOperation(answer)
  const { error } = failed ?? (bodyOf(answer) as { error?: { code?: string } })
  if (failed) {
    return isBusy(failed.status, error?.code, faultCase) ? [] : ['an operation neither done nor busy']
  }
  return [
    ...(isBusy(answer.statusCode, error?.code, faultCase) ? [] : ['neither done nor busy']),
    ...(answer.headers?.['Retry-After'] === '1' ? [] : ['busy without Retry-After']),
  ]
}

/** Whether the exchanges of a request began as they do in a new world, where the process remembers nothing of the account. */
const isAsModelled = ({ tap }: World, { exchanges }: Model, from: number): boolean =>
  tap.exchanges.length > from &&
  exchanges.slice(0, from + 1).every((operation, index) => tap.exchanges[index]?.operation === operation)

interface Ended {
  cell: Cell
  /** The cell's world, if nothing has happened in it: to make one takes longer than a cell. */
  unused?: World
}

/** @param left a world of the same operation in which nothing has happened */
async function runCell(
  ground: Ground,
  model: Model,
  from: number,
  faultCase: FaultCase,
  left?: World,
): Promise<Ended> {
  const exchange = model.exchanges[from] ?? ''
  const fault = faultAt(exchange, faultCase) ?? faultCase.fault
  const world = left?.renew() ?? (await newWorld(ground, model.id))
  const faultsMet = inject(world, from, fault, faultCase.times)
  const answer = await world.send(model.id)
  if (left && !isAsModelled(world, model, from)) {
    world.close()
    return runCell(ground, model, from, faultCase)
  }
  const problems: string[] = []
  let items = await world.items()
  let state = stateOf(items, world.ids)
  const isUnused = state === model.before && model.id !== 'tokens.self' // whose token must not be known yet
  const status = statusOf(answer)
  const success = status < 300
  const retries = success ? faultsMet() : faultsMet() - 1 // after the last fault the SDK gave up
  // after a 503 the write may or may not be done; if the engine committed nothing, nothing may have changed
  const outcome =
    state === model.after && (success || model.before !== model.after)
      ? 'done'
      : state === model.before
        ? 'not done'
        : 'half done'
  if (success) {
    if (outcome !== 'done') problems.push('acknowledged, but the table says otherwise')
    if (!isDeepStrictEqual(normal(bodyOf(answer), world.ids), model.answer))
      problems.push('the answer is another than without the fault')
    problems.push(...contradictions(answer, items))
  } else {
    problems.push(...refusalProblems(answer, faultCase))
    if (faultCase.times <= 2) problems.push('a fault that passes was not outlasted')
    if (outcome === 'done' && fault !== 'lost-answer') problems.push('refused, but done')
  }
  if (outcome === 'half done') {
    // it has several steps by design; a repeat must finish it
    const repeat = await world.send(model.id)
    items = await world.items()
    state = stateOf(items, world.ids)
    if (statusOf(repeat) >= 300 || state !== model.after) problems.push('a repeat does not finish it')
  }
  problems.push(...inconsistencies(items))
  const cell = {
    operation: model.id,
    exchange: `${from + 1} ${exchange}`,
    fault: faultCase.name,
    status,
    retries,
    outcome,
    problems,
  } as const
  if (isUnused) return { cell, unused: world }
  world.close()
  return { cell }
}

/** Whether a fault passes. A write is done then, and the next cell needs a new world. */
const passes = ({ times, fault }: FaultCase): boolean => times <= 2 || fault === 'lost-answer'

/** Runs an operation with every fault at one exchange. What changes nothing comes first, in one world. */
async function runRow(
  ground: Ground,
  model: Model,
  from: number,
  cases: readonly FaultCase[],
): Promise<Cell[]> {
  const possible = cases.filter((faultCase) => faultAt(model.exchanges[from] ?? '', faultCase))
  const cells = new Map<FaultCase, Cell>()
  let left: World | undefined
  for (const faultCase of possible.toSorted((a, b) => Number(passes(a)) - Number(passes(b)))) {
    const { cell, unused } = await runCell(ground, model, from, faultCase, left)
    cells.set(faultCase, cell)
    left = unused
  }
  left?.close()
  return possible.flatMap((faultCase) => cells.get(faultCase) ?? [])
}

/** Runs a number of tasks at once, and returns the results in order. */
export async function inParallel<T, R>(things: readonly T[], width: number, act: (thing: T) => Promise<R>) {
  const results: R[] = []
  const queue = [...things.entries()]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await act(next[1])
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}

/** The part of the matrix to run. */
export interface Selection {
  models: readonly Model[]
  cases: readonly FaultCase[]
  /** Each exchange of a request, or only the last one that writes (that reads, where none writes). */
  exchanges: 'all' | 'deciding'
  width: number
}

function exchangesOf({ exchanges }: Model, which: Selection['exchanges']): number[] {
  const deciding = exchanges.findLastIndex(isWrite)
  if (which === 'all') return [...exchanges.keys()]
  return exchanges.length === 0 ? [] : [deciding === -1 ? exchanges.length - 1 : deciding]
}

/**
 * Returns what each operation does without faults.
 * @throws Error if one does not succeed, such as within the deadline of the ground's functions on a busy machine
 */
export const observeAll = (ground: Ground, operations: readonly string[], width: number): Promise<Model[]> =>
  inParallel(operations, width, (id) => observe(ground, id))

/** Runs every operation with every fault. */
export async function runMatrix(ground: Ground, selection: Selection): Promise<Cell[]> {
  const { models, cases, exchanges, width } = selection
  const rows = models.flatMap((model) => exchangesOf(model, exchanges).map((from) => ({ model, from })))
  const cells = await inParallel(rows, width, ({ model, from }) => runRow(ground, model, from, cases))
  return cells.flat()
}
