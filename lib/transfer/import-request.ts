import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { dryRun, uuid } from '../contract/fields.ts'
import { originHeader } from '../contract/headers.ts'
import { maxImportKib } from '../contract/limits.ts'

/** The kinds of files that can be imported. */
export const importFormats = ['csv', 'json', 'todoist', 'trello'] as const
export type ImportFormat = (typeof importFormats)[number]

/**
 * A row that could not be imported. Rows count from 1: the records after the header of a CSV file, also those that are
 * empty; the tasks or the lines of a JSON file; the cards of a board, list by list.
 */
const failedRow = z.object({
  row: z.int(),
  error: z.object({ code: z.string(), message: z.string() }),
})

export const importTasks = declare({
  id: 'projects.import',
  method: 'POST',
  path: '/projects/{projectId}/import',
  auth: { kind: 'token', scope: 'write' },
  params: z.strictObject({ projectId: uuid }),
  query: z.strictObject({
    format: z.literal(importFormats),
    /** The row to begin with: `next_row` of the answer before. */
    fromRow: z._default(
      z.pipe(
        z.string().check(
          z.refine((text) => /^[1-9][0-9]{0,6}$/.test(text), {
            error: 'must be the next_row of an answer: a whole number from 1',
          }),
        ),
        z.transform(Number),
      ),
      1,
    ),
    dryRun,
  }),
  headers: originHeader,
  body: {
    contentTypes: ['text/csv', 'application/json', 'application/x-ndjson'],
    maxBytes: maxImportKib * 1024,
  },
  success: 200,
  answer: z.object({
    created: z.int(),
    /** Rows whose task an earlier import created, or whose external id a task of the account has, also in the trash. */
    duplicates: z.int(),
    failed: z.array(failedRow),
    /** The labels of the lanes that did not exist. */
    lanes_created: z.array(z.string()),
    /** What the file has and a task does not, and in how many rows of the file; empty when `fromRow` is above 1. */
    warnings: z.array(z.object({ message: z.string(), count: z.int() })),
    /** The row to go on with, as `fromRow`, when time ran out; null when all rows were read. */
    next_row: z.nullable(z.int()),
  }),
  errors: ['project_not_found'],
  via: 'import',
  access: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

/** What an import did. */
export type ImportReport = z.output<typeof importTasks.answer>
