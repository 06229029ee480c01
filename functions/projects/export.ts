import * as z from 'zod/mini'
import { invalidField } from '../../lib/contract/api-error.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { flag, none, paging, projectParams } from '../../lib/contract/fields.ts'
import { maxExportedTasks, maxPageEntries } from '../../lib/contract/limits.ts'
import { nextLink } from '../../lib/http/answers.ts'
import { keysInUse } from '../../lib/fields/definitions.ts'
import { attachment } from '../../lib/http/attachment.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { csvWriter } from '../../lib/transfer/export-csv.ts'
import { commentRowOf, ndjsonWriter, exportTypes } from '../../lib/transfer/exported-task.ts'
import * as tasks from '../../lib/transfer/export.ts'
import { project, task } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.export',
  method: 'GET',
  path: '/projects/{projectId}/export',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: z.strictObject({
    format: z._default(z.literal(['ndjson', 'csv']), 'ndjson'),
    /** Whether tasks in the trash follow the others. */
    trash: z._default(flag, false),
    /** Whether the comments of each task follow it: in NDJSON only. */
    comments: z._default(flag, false),
    cursor: paging.cursor,
  }),
  success: 200,
  answer: none,
  produces: Object.values(exportTypes),
  errors: ['project_not_found'],
  access: ['GetItem', 'BatchGetItem', 'Query', 'Query:list'],
})

export const words = (): Words => {
  const exported = { ...task, lane: project.workflow_lanes[0]?.label ?? null }
  const csv = csvWriter(false, ['due', 'priority'])
  return {
    tag: 'Tasks',
    summary: "Export a project's tasks",
    description: `Returns the tasks of a project in their order as text, and with \`trash=true\` then those in the trash, most recently deleted first. A line of NDJSON is the task as the API shows it, with \`lane\`, the label of its lane or null. With \`comments=true\`, which NDJSON alone takes, the comments of a task follow its line, oldest first: \`{"comment": {…}}\`. CSV is UTF-8 with a byte order mark, for Excel. Its first line, on the first page only, names the columns. The status is \`open\`, \`in progress\` or \`done\`. An apostrophe stands before =, +, - and @, also in full width, where a cell begins or a spreadsheet with another separator would begin one (after a comma, a semicolon, a bar, a tab or a line break), so that no spreadsheet finds a formula. Each field of the account has a column \`fields.<key>\`; several values are separated by commas. Subtasks are lines such as \`[x] Find her number\`, or a JSON array if a subtask has several lines. A page has at most ${maxExportedTasks.toLocaleString('en')} tasks and comments, and 4 MiB. The URL of the next page is in \`Link\`; join the pages to get the whole file. Each 100 tasks and comments on a page count as one request. An export is not a snapshot: a task that is moved, moved to the trash or restored between two pages can be on both or on none, and a write of the last second can be missing.`,
    query: { format: 'csv', trash: 'true' },
    answer: {
      [exportTypes.ndjson]: ndjsonWriter.rowOf(exported),
      [exportTypes.csv]: csv.head + csv.rowOf(exported),
    },
  }
}

export const operation = endpoint(declaration, async (caller, { params, query, ...input }, charge) => {
  const { format, cursor } = query
  if (query.comments && format !== 'ndjson')
    throw invalidField('comments', 'is for format=ndjson: a table has no place for comments')
  const keys = format === 'csv' ? await keysInUse(caller) : []
  const { head, rowOf } = format === 'csv' ? csvWriter(query.trash, keys) : ndjsonWriter
  const { project, rows, next_cursor } = await tasks.exportTasks(caller, {
    ...{ ...params, ...query, keys, rowOf },
    ...(query.comments && { commentRowOf }),
  })
  // as many requests as lists of these tasks and comments take
  charge(Math.ceil(rows.length / maxPageEntries) - 1)
  return {
    statusCode: 200,
    headers: {
      'Content-Type': `${exportTypes[format]}; charset=utf-8`,
      'Content-Disposition': attachment(project.label, format),
      ...nextLink(input, next_cursor),
    },
    body: (cursor === undefined ? head : '') + rows.join(''),
  }
})
