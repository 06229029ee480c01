import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { flag, none, paging, repeatable, timestamp, uuid } from '../contract/fields.ts'
import { originIdPattern, originIdRule } from '../contract/headers.ts'
import { task } from './task.ts'

/** The most origins that one request for changes can leave out. */
const maxExcludedOrigins = 10

/** Where a write came from; `via` is how it came in. */
export const origin = z.object({
  via: z.literal(['api', 'form', 'import']),
  token_id: z.nullable(uuid),
  origin_id: z.nullable(z.string()),
})
export type Origin = z.output<typeof origin>

/** The fields of every change. They describe the last write of its task. */
const event = { id: z.string(), version: z.int(), origin: z.nullable(origin) }

/** A changed task: its current state, or the fact that it is in the trash. */
const change = z.discriminatedUnion('type', [
  z.object({ ...event, type: z.literal('updated'), task }),
  z.object({
    ...event,
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
      excludeOriginId: z.optional(
        repeatable(z.string().check(z.regex(originIdPattern, originIdRule))).check(
          z.refine((ids) => ids.length <= maxExcludedOrigins, {
            error: `must name at most ${maxExcludedOrigins} different origins`,
          }),
        ),
      ),
      excludeSelf: z.optional(flag),
    })
    .check(
      z.refine(({ cursor, from }) => cursor === undefined || from === undefined, {
        path: ['from'],
        error: 'cannot be combined with cursor',
      }),
    ),
  success: 200,
  answer: z.object({ changes: z.array(change), next_cursor: z.string(), has_more: z.boolean() }),
  errors: ['cursor_expired'],
  access: ['Query:changes'],
})
