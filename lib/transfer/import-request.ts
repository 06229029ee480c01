import * as z from 'zod/mini'

/** The kinds of files that can be imported. */
export const importFormats = ['csv', 'json', 'todoist', 'trello'] as const
export type ImportFormat = (typeof importFormats)[number]

/**
 * A row that could not be imported. Rows count from 1: the records after the header of a CSV file, including empty
 * ones; the tasks or the lines of a JSON file; the cards of a board, list by list.
 */
const failedRow = z.object({
  row: z.int(),
  error: z.object({ code: z.string(), message: z.string() }),
})

export const importReport = z.object({
  created: z.int(),
  /** Rows whose task an earlier import created, or whose external id a task of the account has, even in the trash. */
  duplicates: z.int(),
  failed: z.array(failedRow),
  /** The labels of the lanes that did not exist. */
  lanes_created: z.array(z.string()),
  /** The keys of the fields that did not exist; only with `createFields`. */
  fields_created: z.array(z.string()),
  /** The fields that the file fills, though it calls them otherwise; empty when `fromRow` is above 1. */
  fields_matched: z.array(z.object({ name: z.string(), key: z.string() })),
  /** Data of the file that a task cannot hold, and the number of rows with it; only about comments when `fromRow` is above 1. */
  warnings: z.array(z.object({ message: z.string(), count: z.int() })),
  /** The comments that were added; present if the file has any. */
  comments_created: z.optional(z.int()),
  /** The row to go on with, as `fromRow`, when time ran out; null when all rows were read. */
  next_row: z.nullable(z.int()),
})

/** The result of an import. */
export type ImportReport = z.output<typeof importReport>
