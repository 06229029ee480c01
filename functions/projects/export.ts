import { exportTasks, exportTypes } from '../../lib/transfer/export-request.ts'
import { maxPageEntries } from '../../lib/contract/limits.ts'
import { nextLink } from '../../lib/http/answers.ts'
import { attachment } from '../../lib/http/attachment.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/transfer/export.ts'
import { csvWriter } from '../../lib/transfer/export-csv.ts'
import { ndjsonWriter } from '../../lib/transfer/export-ndjson.ts'

export const handler = endpoint(exportTasks, async (caller, { params, query, ...input }, charge) => {
  const { format, cursor } = query
  const { head, rowOf } = format === 'csv' ? csvWriter(query.trash) : ndjsonWriter
  const { project, rows, next_cursor } = await tasks.exportTasks(caller, { ...params, ...query, rowOf })
  // as many requests as a list of these tasks takes
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
