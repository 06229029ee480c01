import * as z from 'zod/mini'
import { declare } from './endpoint.ts'
import { none, paging, timestamp, uuid } from './fields.ts'
import { task } from './task.ts'

/** What became of a task: as it is now, or that it is in the trash. */
const change = z.discriminatedUnion('type', [
  z.object({ type: z.literal('updated'), task }),
  z.object({
    type: z.literal('deleted'),
    task: z.object({
      id: uuid,
      project_id: uuid,
      external_id: z.optional(z.string()),
      deleted_at: timestamp,
    }),
  }),
])
export type Change = z.output<typeof change>

export const listChanges = declare({
  id: 'changes.list',
  method: 'GET',
  path: '/changes',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z
    .strictObject({
      ...paging,
      from: z.optional(z.literal('now')),
    })
    .check(
      z.refine(({ cursor, from }) => cursor === undefined || from === undefined, {
        path: ['from'],
        error: 'must stand without cursor: it begins anew',
      }),
    ),
  success: 200,
  answer: z.object({ changes: z.array(change), next_cursor: z.string(), has_more: z.boolean() }),
  errors: ['cursor_expired'],
  access: ['Query:changes'],
})
