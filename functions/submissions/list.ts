import { listSubmissions } from '../../lib/forms/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import * as submissions from '../../lib/forms/submissions.ts'

export const handler = endpoint(listSubmissions, async (caller, { params, query, ...input }) => {
  return pageAnswer(input, await submissions.listSubmissions(caller, params.formId, query))
})
