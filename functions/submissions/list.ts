import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { formParams, nextCursor, paging } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { outcomes, submission } from '../../lib/forms/submission.ts'
import * as submissions from '../../lib/forms/submissions.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listedSubmission, submission as sample } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'submissions.list',
  method: 'GET',
  path: '/forms/{formId}/submissions',
  auth: hooksAndRead,
  params: formParams,
  query: z.strictObject({ ...paging, outcome: z.optional(z.literal(outcomes)) }),
  success: 200,
  answer: z.object({ submissions: z.array(submission), next_cursor: nextCursor }),
  errors: ['form_not_found'],
  access: ['GetItem', 'Query'],
})

export const words = (): Words => ({
  tag: 'Submissions',
  summary: 'List submissions',
  description:
    'Lists the submissions of a form, newest first, in pages, without their bodies; `words` has the first two values. A page can have fewer entries than `limit` and still have a `next_cursor`. Also needs the scope `read`.',
  query: { outcome: 'held' as const },
  answer: {
    submissions: [
      {
        ...sample,
        outcome: 'held',
        reason: "The project's task quota of 10000 is reached.",
        task_id: null,
        words: listedSubmission.words ?? [],
      },
    ],
    next_cursor: null,
  },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) => {
  return pageAnswer(input, await submissions.listSubmissions(caller, params.formId, query))
})
