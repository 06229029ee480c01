import { isDeepStrictEqual } from 'node:util'
import { ApiError, notFound } from '../contract/api-error.ts'
import { byDefinitions } from '../fields/definitions.ts'
import { typeRules } from '../fields/types.ts'
import { attributeOf, isMemberName, valueOf, type FieldValues } from '../fields/values.ts'
import type { Tenant } from '../table/tenant.ts'
import { checkVersion } from '../tasks/gate.ts'
import { newPosition } from '../tasks/position/new-position.ts'
import { spacedRanks } from '../tasks/position/between.ts'
import { rewriteTask, type Rewrite } from '../tasks/rewrite.ts'
import type { Subtask } from '../tasks/subtask-fields.ts'
import { toTask, type TaskItem } from '../tasks/task-item.ts'
import { restoring, trashing } from '../tasks/trash.ts'
import type { ChangedName } from '../webhooks/event.ts'

/** What a task gets back: values by their names, and its place in or out of the trash. */
export interface Back {
  values: ReadonlyMap<ChangedName, unknown>
  life?: 'active' | 'trashed' | undefined
}

/** The same without some names. */
export const withoutNames = (back: Back, names: readonly ChangedName[]): Back => ({
  ...back,
  values: new Map([...back.values].filter(([name]) => !names.includes(name))),
})

const valuePrefix = 'fields.'

/** The value that a task shows under a name. */
function shownValue(item: TaskItem, name: ChangedName): unknown {
  const { task } = toTask(item)
  // every other name is one of a field
  if (!name.startsWith(valuePrefix)) return task[name as keyof typeof task]
  return valueOf(task.fields, name.slice(valuePrefix.length))
}

/** Whether a task already has a value. */
export const hasValue = (item: TaskItem, name: ChangedName, value: unknown): boolean =>
  isDeepStrictEqual(shownValue(item, name) ?? null, value ?? null)

/** Subtasks as an item has them. One that is still there stays known to a repeat of its create. */
function storedSubtasks(item: TaskItem, subtasks: readonly Subtask[]): TaskItem['subtasks'] {
  const ranks = spacedRanks(subtasks.length) ?? [] // without bounds there is room
  return Object.fromEntries(
    subtasks.map(({ id, label, is_completed }, index) => {
      const hash = item.subtasks[id]?.hash
      const rank = ranks[index] ?? newPosition()
      return [id, { label, is_completed, rank, ...(hash !== undefined && { hash }) }]
    }),
  )
}

/** The attributes of a value that a task gets back; null stands for none. */
function attributesOf(item: TaskItem, name: ChangedName, value: unknown): Rewrite['set'] {
  if (name === 'subtasks') return { subtasks: storedSubtasks(item, value as Subtask[]) } // an event had it
  const attribute = name.startsWith(valuePrefix) ? attributeOf(name.slice(valuePrefix.length)) : name
  return { [attribute]: value ?? undefined } as Rewrite['set'] // an event had it under the name of its attribute
}

/** The attributes that change if a task gets something back; undefined if it has all of it. */
function changeOf(item: TaskItem, { values, life }: Back, nowMs: number): Rewrite | undefined {
  const isTrashed = item.deleted_at !== undefined
  const trash =
    life === undefined || (life === 'trashed') === isTrashed
      ? undefined
      : (life === 'trashed' ? trashing(undefined) : restoring(undefined))(item, nowMs)
  const set: Rewrite['set'] = trash && 'before' in trash ? { ...trash.set } : {}
  // one that stays in the trash has no readers
  const given = isTrashed && !trash ? [] : [...values]
  for (const [name, value] of given)
    if (!hasValue(item, name, value)) Object.assign(set, attributesOf(item, name, value))
  if (Object.keys(set).length === 0) return undefined
  // a lane that it enters must not give it another status
  return { before: item, set: { ...set, status: set.status ?? item.status } }
}

/** Whether a task would change if it got something back. */
export const wouldChange = (item: TaskItem, back: Back): boolean =>
  changeOf(item, back, Date.now()) !== undefined

/** The names of values that the account's fields do not take any more: those of deleted fields, or of another type. */
export async function unfitValues(tenant: Tenant, { values }: Back): Promise<ChangedName[]> {
  const given = [...values].filter(([name, value]) => name.startsWith(valuePrefix) && value !== null)
  if (given.length === 0) return []
  return byDefinitions(tenant, ({ fields }) => {
    const result = given.flatMap(([name, found]) => {
      const value = found as FieldValues[string] // an event had it
      const field = fields.find(({ key }) => key === name.slice(valuePrefix.length))
      if (!field) return [name]
      // an option or a member may have been removed since: the task has named it before
      const isNamed = isMemberName(value) ? 'member' : Array.isArray(value) ? 'multi_select' : undefined
      if (isNamed !== undefined) return isNamed === field.type ? [] : [name]
      if (field.type === 'select' && typeof value === 'string') return []
      return typeRules[field.type].read(value, [], undefined) === undefined ? [name] : []
    })
    return { result, isRefused: result.length > 0 }
  })
}

const isLaneGone = (error: unknown) => error instanceof ApiError && error.code === 'lane_not_found'

/** The same without the lane: a task stays in the lane that it has, unless it changes the project. */
function withoutLane({ values, life }: Back): Back {
  const others = new Map(values)
  if (values.has('project_id')) others.set('workflow_lane_id', null)
  else others.delete('workflow_lane_id')
  return { values: others, life }
}

/**
 * Gives a task something back, in one write. A lane that was deleted since is left out.
 * @returns the task, and whether its lane was left out
 * @throws ApiError precondition_failed if the task has changed since it was read; project_not_found, quota_exceeded
 */
export async function putBack(
  tenant: Tenant,
  item: TaskItem,
  back: Back,
): Promise<{ task: TaskItem; isWithoutLane: boolean }> {
  const write = (what: Back) =>
    rewriteTask(
      tenant,
      item.id,
      (found, nowMs) => {
        if (!found) throw notFound('task')
        checkVersion(found, [item.version])
        return changeOf(found, what, nowMs) ?? found
      },
      item,
    )
  try {
    return { task: await write(back), isWithoutLane: false }
  } catch (error) {
    if (!isLaneGone(error)) throw error
    // the lane in which a task went to the trash may be gone, too
    const comesBack = item.deleted_at !== undefined && back.life === 'active'
    const lane = new Map([...back.values, ['workflow_lane_id', null] as const])
    const task = await write(comesBack ? { ...back, values: lane } : withoutLane(back))
    return { task, isWithoutLane: true }
  }
}
