import * as z from 'zod/mini'
import { projectBoundToken } from '../../lib/contract/api-error.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, flag, projectParams } from '../../lib/contract/fields.ts'
import { originHeader } from '../../lib/contract/headers.ts'
import { maxImportKib } from '../../lib/contract/limits.ts'
import { authorOf } from '../../lib/comments/author.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { importFile } from '../../lib/transfer/import-file.ts'
import { importFormats, importReport } from '../../lib/transfer/import-request.ts'
import { timeZone } from '../../lib/shared/time-zone.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.import',
  method: 'POST',
  path: '/projects/{projectId}/import',
  auth: { kind: 'token', scope: 'write' },
  params: projectParams,
  query: z.strictObject({
    format: z.literal(importFormats),
    /** The row to begin with: `next_row` of the previous answer. */
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
    /** Whether to make fields and options that the file needs. */
    createFields: z._default(flag, false),
    /** The time zone of times without an offset, instead of the account's. */
    timeZone: z.optional(timeZone),
    dryRun,
  }),
  headers: originHeader,
  body: {
    contentTypes: ['text/csv', 'application/json', 'application/x-ndjson'],
    maxBytes: maxImportKib * 1024,
    ifLarger:
      ' Split the file, and import one part after the other. Of a board of Trello, leave out archived cards, and of `actions` all but those of the type `commentCard`: an import does not need them.',
  },
  success: 200,
  answer: importReport,
  errors: ['project_not_found', 'project_bound_token'],
  via: 'import',
  access: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Projects',
  summary: 'Import tasks from a file',
  description:
    'Makes a task of each row, and missing lanes. The body is the file itself: at most 1 MiB and 2,000 tasks, in UTF-8. A row without a label is left out, and `failed` names it. What a task cannot hold of its row is cut or left out, and `warnings` says so. In NDJSON, lines `{"comment": {…}}` below a task are its comments, as in an export. The caller becomes their author, and their first line says who wrote them, and when. An import never changes a task: a row whose task an earlier import made is a duplicate, and gets the comments that it lacks. So it is safe to send the file again, even after you have corrected it. A column fills a field of the account if its name is `fields.<key>`, or the key or the label of the field. Another column goes to a field whose name means the same, such as `Due date` to `deadline`. JSON has `fields`. `fields_matched` names such fields. With `createFields=true`, the fields and options that the file needs are made. `timeZone` is the time zone of times without an offset. When `next_row` is not null, time ran out: send the file again with `fromRow`. It counts as one request for ten rows and comments.',
  query: { format: 'json' },
  body: {
    tasks: [
      { label: 'Call Ada', lane: 'To do', subtasks: [{ label: 'Find her number', is_completed: true }] },
    ],
  },
  answer: {
    created: 3,
    duplicates: 0,
    failed: [
      {
        row: 2,
        error: { code: 'invalid_request', message: 'label must contain at least one visible character' },
      },
    ],
    lanes_created: ['This week'],
    fields_created: [],
    fields_matched: [{ name: 'Due date', key: 'due' }],
    warnings: [{ message: 'The column Colour is left out.', count: 4 }],
    next_row: null,
  },
})

export const operation = endpoint(
  declaration,
  async (caller, { params: { projectId }, query, body: { bytes } }, charge) => {
    // fields belong to the account
    if (query.createFields && caller.projectIds !== null) throw projectBoundToken(caller.session)
    return {
      body: await importFile(caller, { projectId, bytes, author: authorOf(caller), ...query }, charge),
    }
  },
)
