import * as z from 'zod/mini'
import { isVisible, repeatable, textOf, time } from '../contract/fields.ts'
import { foldText } from '../contract/fold.ts'
import { maxSearchCharacters } from '../contract/limits.ts'
import { fieldExpressions, fieldFilter, type FieldCondition } from '../fields/conditions.ts'
import type { Item } from '../table/item.ts'
import { searchedFields } from './fields.ts'
import type { TaskItem } from './task-item.ts'
import type { Task } from './task.ts'

/** Times between which a task was written or created; both are exclusive. */
export const timeFilters = {
  updatedBefore: z.optional(time),
  updatedAfter: z.optional(time),
  createdBefore: z.optional(time),
  createdAfter: z.optional(time),
}

/** One status of a query, or several, any of which may match. */
const statuses = repeatable(
  z.pipe(
    z.literal(['0', '1', '2']),
    z.transform((text) => Number(text) as Task['status']), // the texts of the statuses
  ),
)

/** A text to search for. After folding, something visible must be left, because every text contains an empty one. */
export const searchText = textOf(maxSearchCharacters).check(
  z.refine((text) => isVisible(foldText(text)), { error: 'must contain more than accents', abort: true }),
)

/** The filters of lists, in a query. */
export const listFilters = {
  status: z.optional(statuses),
  ...timeFilters,
  q: z.optional(searchText),
  fields: z.optional(fieldFilter),
}

/**
 * The tasks that match: those that meet all conditions. Times are exclusive. A null lane means tasks without a lane.
 */
export interface TaskFilter {
  /** Any of these projects. */
  projectIds?: readonly string[] | undefined
  status?: readonly Task['status'][] | undefined
  workflowLaneId?: string | null | undefined
  updatedBefore?: string | undefined
  updatedAfter?: string | undefined
  createdBefore?: string | undefined
  createdAfter?: string | undefined
  /** Conditions on the account's own fields. */
  fields?: readonly FieldCondition[] | undefined
  /** A text that one of `searchedFields` contains: foldText. */
  q?: string | undefined
}

/** A filter as a query needs it. */
export interface TaskConditions {
  /** The condition that DynamoDB checks, with its values and names; undefined if there is none. */
  expression?: string | undefined
  values?: Item
  names?: Record<string, string>
  /** The check of each task that was read: DynamoDB cannot fold texts. */
  matches?: (item: TaskItem) => boolean
}

/** The comparison that each time means. Stored times have one format, so they compare as texts. */
const comparisons = {
  updatedBefore: 'updated_at <',
  updatedAfter: 'updated_at >',
  createdBefore: 'created_at <',
  createdAfter: 'created_at >',
} as const
const timeNames = Object.keys(comparisons) as (keyof typeof comparisons)[] // they are its keys

/** The texts of a field. Those of subtasks are their labels. */
const textsIn = (task: TaskItem, name: (typeof searchedFields)[number]): string[] =>
  name === 'subtasks' ? Object.values(task.subtasks).map(({ label }) => label) : [task[name] ?? '']

const contains = (q: string) => {
  const wanted = foldText(q)
  return (task: TaskItem): boolean =>
    searchedFields.some((name) => textsIn(task, name).some((text) => foldText(text).includes(wanted)))
}

/** Whether a filter asks for more than status and lane. Few tasks may match, so much may be read for one match. */
export const readsMuch = (filter: TaskFilter): boolean =>
  filter.q !== undefined ||
  filter.fields !== undefined ||
  timeNames.some((name) => filter[name] !== undefined)

/**
 * Returns a filter as conditions: an expression, and a check of the text. Lists and writes of many tasks share them.
 * @returns undefined if the filter is empty
 */
export function conditionsOf({
  status,
  workflowLaneId,
  q,
  fields,
  projectIds,
  ...times
}: TaskFilter): TaskConditions | undefined {
  const statuses = Object.fromEntries((status ?? []).map((value, index) => [`:status${index}`, value]))
  const projects = Object.fromEntries((projectIds ?? []).map((id, index) => [`:project${index}`, id]))
  const given = timeNames.filter((name) => times[name] !== undefined)
  const ofFields = fieldExpressions(fields)
  const parts = [
    ...(status ? [`#status IN (${Object.keys(statuses).join(', ')})`] : []),
    ...(projectIds ? [`project_id IN (${Object.keys(projects).join(', ')})`] : []),
    ...(workflowLaneId === null ? ['attribute_not_exists(workflow_lane_id)'] : []),
    ...(typeof workflowLaneId === 'string' ? ['workflow_lane_id = :lane'] : []),
    ...given.map((name) => `${comparisons[name]} :${name}`),
    ...ofFields.parts,
  ]
  if (parts.length === 0 && q === undefined) return undefined
  return {
    ...(parts.length > 0 && { expression: parts.join(' AND ') }),
    values: {
      ...statuses,
      ...projects,
      ...(typeof workflowLaneId === 'string' && { ':lane': workflowLaneId }),
      ...Object.fromEntries(given.map((name) => [`:${name}`, times[name]])),
      ...ofFields.values,
    },
    // DynamoDB refuses an empty object
    ...((status ?? fields) && { names: { ...(status && { '#status': 'status' }), ...ofFields.names } }),
    ...(q !== undefined && { matches: contains(q) }),
  }
}
