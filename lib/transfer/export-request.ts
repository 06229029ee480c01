import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { flag, none, paging, uuid } from '../contract/fields.ts'

/** The media type of each format. */
export const exportTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
export type ExportFormat = keyof typeof exportTypes

export const exportTasks = declare({
  id: 'projects.export',
  method: 'GET',
  path: '/projects/{projectId}/export',
  auth: { kind: 'token', scope: 'read' },
  params: z.strictObject({ projectId: uuid }),
  query: z.strictObject({
    format: z._default(z.literal(['ndjson', 'csv']), 'ndjson'),
    /** Whether tasks in the trash follow the others. */
    trash: z._default(flag, false),
    cursor: paging.cursor,
  }),
  success: 200,
  answer: none,
  produces: Object.values(exportTypes),
  errors: ['project_not_found'],
  access: ['GetItem', 'Query:list'],
})
