import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, nextCursor, paging } from '../../lib/contract/fields.ts'
import { hooksAndWrite } from '../../lib/contract/scope-hooks.ts'
import { maxReplayedSubmissions } from '../../lib/contract/limits.ts'
import * as replays from '../../lib/forms/replay.ts'
import { replayAccess } from '../../lib/forms/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'forms.replay',
  method: 'POST',
  path: '/forms/{formId}/replay',
  auth: hooksAndWrite,
  params: formParams,
  query: z.strictObject({ cursor: paging.cursor }),
  success: 200,
  answer: z.object({
    created: z.int(),
    duplicates: z.int(),
    still_held: z.int(),
    has_more: z.boolean(),
    /** Where the next call continues, after the submissions that are still held; null when all were tried. */
    next_cursor: nextCursor,
  }),
  errors: ['form_not_found'],
  access: [...replayAccess, 'Query'],
})

export const words = (): Words => ({
  tag: 'Forms',
  summary: 'Replay held submissions',
  description: `Maps up to ${maxReplayedSubmissions} held submissions again with the current settings, oldest first, and creates their tasks or comments. While \`has_more\` is true, call it again with \`next_cursor\` as \`cursor\`. No submission creates anything twice. Also needs the scope \`write\`.`,
  answer: { created: 3, duplicates: 0, still_held: 1, has_more: false, next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { params, query }) => {
  return { body: await replays.replayHeld(caller, params.formId, query.cursor) }
})
