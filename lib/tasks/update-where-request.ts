import * as z from 'zod/mini'
import type { FieldTexts } from '../contract/field-texts.ts'
import { nextCursor, status, textOf, time, uuid, wholeNumber } from '../contract/fields.ts'
import { maxBulkOperations, maxFieldConditions, maxFields, maxSearchCharacters } from '../contract/limits.ts'
import { fieldConditions } from '../fields/conditions.ts'
import { setShape } from './fields.ts'
import { searchText, timeFiltersOf } from './filter.ts'

const statusRule = 'must be 0, 1 or 2, or a list of at least one of them'

/** One status, or a list of which any may match. */
const statuses = z.pipe(
  z.union([status, z.array(status).check(z.minLength(1, statusRule))], { error: statusRule }),
  z.transform((given) => [...new Set([given].flat())]),
)

/** Whether an object has any condition or change. An empty `fields` does not count. */
const isAnyGiven = ({ fields = {}, ...others }: { fields?: object | undefined }): boolean =>
  [...Object.values(others), ...Object.keys(fields)].some((value) => value !== undefined)

/**
 * The tasks that are meant: those that meet every field. A null lane means tasks without a lane.
 * @param time the schema of a time
 */
export const whereOf = <T extends z.ZodMiniType>(time: T) =>
  z
    .strictObject({
      status: z.optional(statuses),
      workflowLaneId: z.optional(z.nullable(uuid)),
      ...timeFiltersOf(time),
      q: z.optional(searchText),
      fields: z.optional(fieldConditions),
    })
    .check(
      z.refine(isAnyGiven, {
        error: 'must say which tasks are meant: it is empty',
      }),
    )

/** The change of the tasks: the fields of a change of one task, except its label and its project. */
export const set = z.strictObject(setShape).check(
  z.refine(isAnyGiven, {
    error: 'must say what the tasks become: it is empty',
  }),
  // a filter leaves out the tasks that already have these values, and has at most 4 KB
  z.refine(({ fields = {} }) => Object.keys(fields).length <= maxFields, {
    path: ['fields'],
    error: `must have at most ${maxFields} keys`,
  }),
)

export const updateWhere = z.strictObject({
  where: whereOf(time),
  set,
  limit: z._default(wholeNumber(1, maxBulkOperations), maxBulkOperations),
  cursor: z.optional(textOf(2_048)),
})

export const updateWhereReport = z.object({
  /** The tasks that were found and tried: `updated` and `skipped` together. */
  matched: z.int(),
  updated: z.int(),
  /** Tasks that changed, were deleted or moved away while this request was at work. */
  skipped: z.int(),
  /** Whether more tasks may match. */
  has_more: z.boolean(),
  next_cursor: nextCursor,
})

/** A change of the tasks of a project that match `where`, and how far it goes. */
export type UpdateWhere = z.output<typeof updateWhere>
export type Where = UpdateWhere['where']
export type TaskSet = UpdateWhere['set']
export type UpdateWhereReport = z.output<typeof updateWhereReport>

/** The texts of the body. */
export const updateWhereTexts = (): FieldTexts<z.input<typeof updateWhere>> => ({
  where: {
    meaning: `Which tasks to change: those that meet every field that you send. Send at least one. \`status\` is a status, or a list of which any may match. \`workflowLaneId\` is a lane, or null for tasks without a lane. \`updatedBefore\`, \`updatedAfter\`, \`createdBefore\` and \`createdAfter\` are times; a task of exactly that time does not match. \`q\` is a text of at most ${maxSearchCharacters} characters that the label, the external id, the description or the label of a subtask contains, in upper or lower case, with or without accents. \`fields\` has conditions on the account's own fields: \`{"priority": "high", "due": {"before": "2026-12-31"}}\`, at most ${maxFieldConditions}`,
    example: { status: 1, updatedBefore: '2026-11-01T00:00:00Z' },
  },
  set: {
    meaning: `What the tasks become, at least one of: a \`status\`; a \`workflowLaneId\` of the project, or null for no lane; a \`description\`, or null for none; values of \`fields\`, at most ${maxFields}`,
    example: { status: 2 },
  },
  limit: {
    meaning: `The most tasks that this request changes, 1 to ${maxBulkOperations}; ${maxBulkOperations} by default`,
    example: maxBulkOperations,
  },
  cursor: {
    meaning: 'The `next_cursor` of the previous answer, with the same `where` and `set`',
    example: 'q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw',
  },
})
