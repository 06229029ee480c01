import type { Item } from './item.ts'
import type { Storage } from './storage.ts'

/**
 * The access of one request to one account's items. The account comes from the token, or from the key
 * in the path, and is part of every key.
 */
export interface Tenant extends Storage {
  accountId: string
  /** The only projects that it sees and writes, by their ids; null: all projects of the account. */
  projectIds: readonly string[] | null
  /** The time zone of the account, for times that forms and files have without an offset. Absent: none is set. */
  timeZone?: string | undefined
  /** The attribute `writer` of a task that is written now: writer.ts. Absent: the writer is unknown. */
  writer?: string | undefined
}

/** What says which projects a request may use. */
export type Bounds = Pick<Tenant, 'projectIds'>

/** Whether a request may see and write a project, if its account has it. */
export const isWithin = ({ projectIds }: Bounds, projectId: string): boolean =>
  projectIds === null || projectIds.includes(projectId)

/** A condition of a write or a filter, with its values. */
export interface BoundsCondition {
  condition: string
  values: Item
}

/** That an item with `project_id` is within bounds, as a condition; undefined if there are none. */
export function whileWithin({ projectIds }: Bounds): BoundsCondition | undefined {
  if (projectIds === null) return undefined
  const values = Object.fromEntries(projectIds.map((id, index) => [`:within${index}`, id]))
  return { condition: `project_id IN (${Object.keys(values).join(', ')})`, values }
}

/** Whether a request may see what is limited to projects: a bound request sees only what is wholly within its own. */
export const areWithin = (bounds: Bounds, { project_ids }: { project_ids?: readonly string[] }): boolean =>
  bounds.projectIds === null || (project_ids?.every((id) => isWithin(bounds, id)) ?? false)

/**
 * The same as the condition of a write. It checks each place of the list, because conditions cannot compare sets. A
 * list that is within bounds is no longer than these.
 */
export function whileAllWithin(bounds: Bounds): BoundsCondition | undefined {
  const { values } = whileWithin(bounds) ?? {}
  if (!values) return undefined
  const all = Object.keys(values)
  const names = all.join(', ')
  const places = all.map(
    (_, index) => `(attribute_not_exists(project_ids[${index}]) OR project_ids[${index}] IN (${names}))`,
  )
  const condition = `attribute_exists(project_ids) AND attribute_not_exists(project_ids[${all.length}])`
  return { condition: [condition, ...places].join(' AND '), values }
}

/**
 * The same access without bounds, for facts of the account: whether names of tasks are unique, and which projects
 * exist.
 */
export const accountWide = <T extends Tenant>(tenant: T): T => ({ ...tenant, projectIds: null })
