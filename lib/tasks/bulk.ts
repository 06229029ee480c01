import { ApiError, asApiError } from '../contract/api-error.ts'
import { externalIdOf } from '../contract/fields.ts'
import { checkAllValues } from '../fields/check.ts'
import type { ValueChanges } from '../fields/values.ts'
import { inParallel } from '../table/in-parallel.ts'
import { serviceUnavailable } from '../table/send.ts'
import type { Caller } from '../tokens/caller.ts'
import type { Operation } from './bulk-request.ts'
import { createTasks, type NamedRequest, type Targets } from './create-many.ts'
import { findIdsOfExternal } from './external-id.ts'
import { moveTask } from './move.ts'
import { idOfKey, newId } from './new-task.ts'
import type { VersionedTask } from './task.ts'
import { restoreTask, trashTask } from './trash.ts'
import { trashTogether } from './trash-together.ts'
import { updateTask } from './update.ts'

/** The result of an operation. That of a deletion has no task. */
export type Done = Partial<VersionedTask> & { replayed?: boolean }

/** Operations, other than creates and moves, that run at once. */
const parallel = 10

type Create = Extract<Operation, { op: 'create' }>
type Change = Exclude<Operation, Create>
type TrashOperation = Extract<Operation, { op: 'delete' | 'restore' }>

/** An operation with its place in the request and the id of its task. */
interface Placed<O> {
  index: number
  operation: O
  taskId: string
  key: string | undefined
  /** Its values of fields as they are stored, or what is wrong with them; creates check their own. */
  values: ValueChanges | ApiError
}

const isCreate = (placed: Placed<Operation>): placed is Placed<Create> => placed.operation.op === 'create'
const isChange = (placed: Placed<Operation>): placed is Placed<Change> => placed.operation.op !== 'create'
const isMove = ({ operation }: Placed<Change>) => operation.op === 'move'
const isTrashing = (placed: Placed<Change>): placed is Placed<TrashOperation> =>
  placed.operation.op === 'delete' || placed.operation.op === 'restore'

/** Returns the fields of the single endpoint's body: those of an operation without these. */
const without = <O extends object, N extends keyof O>(operation: O, ...names: N[]): Omit<O, N> =>
  // all other fields are there, in the same order
  Object.fromEntries(
    Object.entries(operation).filter(([name]) => !(names as string[]).includes(name)),
  ) as Omit<O, N>

/** The external id of the task that an operation makes or names. */
const externalIdIn = (operation: Operation): string | undefined =>
  operation.op === 'create' ? operation.externalId : externalIdOf(operation.id)

const namedRequest = ({ operation, taskId, key }: Placed<Create>): NamedRequest => ({
  // exactly the single endpoint's fields, because their hash identifies repeats
  request: without(operation, 'op'),
  key,
  id: taskId,
})

/** Runs one operation other than a create, as its single endpoint does. */
async function change(caller: Caller, { operation, taskId, values }: Placed<Change>): Promise<Done> {
  if (values instanceof Error) throw values
  const { ifVersion } = operation
  const precondition = ifVersion === undefined ? undefined : [ifVersion]
  if (operation.op === 'restore') return restoreTask(caller, taskId, precondition)
  if (operation.op === 'move')
    return moveTask(caller, taskId, without(operation, 'op', 'id', 'ifVersion'), precondition)
  if (operation.op === 'update')
    return updateTask(caller, taskId, without(operation, 'op', 'id', 'ifVersion'), precondition, values)
  await trashTask(caller, taskId, precondition)
  return {}
}

/** Puts the k-th operation of each task into the k-th wave, so that the operations on a task run in order. */
function wavesOf(placed: readonly Placed<Operation>[]): Placed<Operation>[][] {
  const seen = new Map<string, number>()
  const waves: Placed<Operation>[][] = []
  for (const one of placed) {
    const wave = seen.get(one.taskId) ?? 0
    seen.set(one.taskId, wave + 1)
    waves[wave] = [...(waves[wave] ?? []), one]
  }
  return waves
}

/**
 * Runs independent operations: those on one task in order, all others in any order, but with the moves behind the other
 * changes, and the creates last. Moves go one after the other, since each may name the task that the one before it has moved.
 * If storage does not take one, those after it are not done either.
 * The creates share transactions.
 * @param operations an operation that is an error already stays an error
 * @param key the i-th operation, if it creates, has the idempotency key `<key>#<i>`
 * @returns the results in the order of the operations; service_unavailable for those that were left undone
 */
export async function runOperations(
  caller: Caller,
  operations: readonly (Operation | ApiError)[],
  key: string | undefined,
): Promise<(Done | ApiError)[]> {
  const results = new Map<number, Done | ApiError>()
  const targets: Targets = new Map()
  const values = await checkAllValues(
    caller,
    operations.map((one) => ('op' in one && one.op === 'update' ? one.fields : undefined)),
  )
  const found = await findIdsOfExternal(
    caller,
    operations.map((one) => ('op' in one ? externalIdIn(one) : undefined)),
  )
  const placed = operations.flatMap((operation, index): Placed<Operation>[] => {
    if (operation instanceof ApiError) return []
    const own = key === undefined ? undefined : `${key}#${index}`
    const repeatId = own === undefined ? undefined : idOfKey(caller, own)
    const taskId =
      found[index] ?? (operation.op === 'create' ? newId(caller, operation, repeatId) : operation.id)
    return [{ index, operation, taskId, key: own, values: values[index] ?? {} }]
  })
  const runChange = async (one: Placed<Change>) => {
    if (Date.now() >= caller.deadlineMs) return
    results.set(one.index, await change(caller, one).catch(asApiError))
  }
  for (const wave of wavesOf(placed)) {
    const changes = wave.filter(isChange)
    const together = await trashTogether(
      caller,
      changes.filter(isTrashing).map(({ index, taskId, operation: { op, ifVersion } }) => ({
        ...{ index, taskId, op, precondition: ifVersion === undefined ? undefined : [ifVersion] },
      })),
    )
    for (const [index, result] of together) results.set(index, result)
    await inParallel(
      changes.filter((one) => !isMove(one) && !together.has(one.index)),
      parallel,
      runChange,
    )
    for (const one of changes.filter(isMove)) {
      await runChange(one)
      const result = results.get(one.index)
      // those after it wait for its repeat: the end of a lane has the order of the moves to it
      if (result instanceof ApiError && result.code === 'service_unavailable') break
    }
    const creates = wave.filter(isCreate)
    const created = await createTasks(caller, creates.map(namedRequest), caller.taskQuota, targets)
    for (const [position, { index }] of creates.entries()) {
      const result = created[position]
      if (result) results.set(index, result)
    }
  }
  return operations.map((operation, index) =>
    operation instanceof ApiError ? operation : (results.get(index) ?? serviceUnavailable()),
  )
}
