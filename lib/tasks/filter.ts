import * as z from 'zod/mini'
import { isVisible, repeatable, textOf, time } from '../contract/fields.ts'
import { foldText } from '../contract/fold.ts'
import { maxSearchCharacters } from '../contract/limits.ts'
import {
  compares,
  fieldExpressions,
  fieldFilter,
  meetsCondition,
  type FieldCondition,
} from '../fields/conditions.ts'
import type { Item } from '../table/item.ts'
import { searchedFields } from './fields.ts'
import type { TaskItem } from './task-item.ts'
import type { Task } from './task.ts'

/** Times between which a task was written or created, by the schema of a time; both are exclusive. */
export const timeFiltersOf = <T extends z.ZodMiniType>(time: T) => ({
  updatedBefore: z.optional(time),
  updatedAfter: z.optional(time),
  createdBefore: z.optional(time),
  createdAfter: z.optional(time),
})

/** The names of these times. */
export type TimeFilter = keyof ReturnType<typeof timeFiltersOf>

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
  ...timeFiltersOf(time),
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
  /** The check of each task that was read: DynamoDB cannot fold texts, and knows no Unicode forms. */
  matches?: (item: TaskItem) => boolean
}

/** The comparison that each time means. Stored times have one format, so they compare as texts. */
const comparisons = {
  updatedBefore: { attribute: 'updated_at', operator: '<' },
  updatedAfter: { attribute: 'updated_at', operator: '>' },
  createdBefore: { attribute: 'created_at', operator: '<' },
  createdAfter: { attribute: 'created_at', operator: '>' },
} as const satisfies Record<TimeFilter, object>
export const timeNames = Object.keys(comparisons) as TimeFilter[] // they are its keys

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
    ...given.map((name) => `${comparisons[name].attribute} ${comparisons[name].operator} :${name}`),
    ...ofFields.parts,
  ]
  if (parts.length === 0 && q === undefined) return undefined
  const checks = [q === undefined ? undefined : contains(q), ofFields.matches].filter(
    (check) => check !== undefined,
  )
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
    ...(checks.length > 0 && { matches: (task) => checks.every((check) => check(task)) }),
  }
}

/** Whether a task that was read meets a filter: the same answer as that of `conditionsOf` in a query. */
export const meets = (filter: TaskFilter, task: TaskItem): boolean =>
  (filter.status?.includes(task.status) ?? true) &&
  (filter.projectIds?.includes(task.project_id) ?? true) &&
  (filter.workflowLaneId === undefined || filter.workflowLaneId === (task.workflow_lane_id ?? null)) &&
  timeNames.every((name) => {
    const { attribute, operator } = comparisons[name]
    const time = filter[name]
    return time === undefined || compares(task[attribute], operator, time)
  }) &&
  (filter.fields ?? []).every((condition) => meetsCondition(task, condition)) &&
  (filter.q === undefined || contains(filter.q)(task))
