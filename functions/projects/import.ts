import { importTasks } from '../../lib/transfer/import-request.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { importFile } from '../../lib/transfer/import-file.ts'

export const handler = endpoint(
  importTasks,
  async (caller, { params: { projectId }, query: { format, fromRow }, body: { bytes } }, charge) => ({
    body: await importFile(caller, { projectId, format, bytes, fromRow }, charge),
  }),
)
