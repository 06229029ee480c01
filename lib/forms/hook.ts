import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { none, uuid } from '../contract/fields.ts'
import { maxSubmissionKib } from '../contract/limits.ts'

/** Receives submissions. Anyone who knows the URL can send them. */
export const receiveSubmission = declare({
  id: 'hooks.receive',
  method: 'POST',
  path: '/hooks/{key}',
  auth: {
    kind: 'key',
    param: 'key',
    schema: z
      .string()
      .check(z.regex(/^hk_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$/)),
  },
  params: none,
  // senders add parameters of their own, such as utm_source: a refusal would lose the submission
  query: z.object({}),
  body: {
    contentTypes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    maxBytes: maxSubmissionKib * 1024,
  },
  success: 200,
  answer: z.object({ received: z.literal(true), submission_id: uuid }),
  errors: ['invalid_signature', 'quota_exceeded'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})
