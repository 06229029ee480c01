import { scopes } from '../../../lib/contract/endpoint.ts'
import { errorStatuses } from '../../../lib/contract/errors.ts'
import type { Schema } from './types.ts'

const text = (description: string): Schema => ({ type: 'string', description })

/** The one shape of all error bodies: lib/http/render-error.ts. */
export const errorSchema = (): Schema => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorStatuses),
          description: 'What went wrong: decide by this',
        },
        message: text('What to change, for people'),
        request_id: text('Quote it when you report a fault; the header X-Request-Id has it too'),
        docs: text('Where this code is explained'),
        details: {
          type: 'array',
          maxItems: 20,
          description: 'The fields that break the contract',
          items: {
            type: 'object',
            properties: { path: text('The field, as it was sent'), message: text('What to change') },
            required: ['path', 'message'],
            additionalProperties: false,
          },
        },
        required_scope: {
          type: 'string',
          enum: [...scopes],
          description: 'Only with insufficient_scope: the scope that is needed',
        },
        task_id: {
          type: 'string',
          format: 'uuid',
          description: 'Only with external_id_exists: the task that has the external id',
        },
        task: {
          $ref: '#/components/schemas/Task',
          description: 'Only with precondition_failed, and a token that may read: the task as it is now',
        },
      },
      required: ['code', 'message', 'request_id', 'docs'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
})
