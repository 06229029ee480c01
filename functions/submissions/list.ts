import { listSubmissions } from '../../lib/contract/submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import * as submissions from '../../lib/store/form/submissions.ts'

export const handler = endpoint(listSubmissions, async (caller, { params, query, ...input }) => {
  return pageAnswer(input, await submissions.listSubmissions(caller, params.formId, query))
})
