import { scopes } from '../../../lib/contract/endpoint.ts'
import { errorStatuses } from '../../../lib/contract/errors.ts'
import type { Schema } from './types.ts'

const text = (description: string): Schema => ({ type: 'string', description })

/** The shape of all error bodies: lib/http/render-error.ts. */
export const errorSchema = (): Schema => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorStatuses),
          description: 'The error code; use it to decide what to do',
        },
        message: text('What to change, as a text for people'),
        request_id: text(
          'The id of the request, also in the header X-Request-Id; include it when you report an error',
        ),
        docs: text(
          'The link to the explanation of this code. It is a path where the service does not know its own address',
        ),
        details: {
          type: 'array',
          maxItems: 20,
          description: 'The fields that are not valid',
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
          description: 'The scope that is needed; only with insufficient_scope',
        },
        task_id: {
          type: 'string',
          format: 'uuid',
          description: 'The task that has the external id; only with external_id_exists',
        },
        comment_id: {
          type: 'string',
          format: 'uuid',
          description:
            'The comment that has the external id; only with external_id_exists, and only if it is one of the same task',
        },
        task: {
          $ref: '#/components/schemas/Task',
          description:
            'The current task; only with precondition_failed, and only if the token has the scope read',
        },
        comment: {
          $ref: '#/components/schemas/Comment',
          description:
            'The current comment; only with precondition_failed, and only if the token has the scope read',
        },
      },
      required: ['code', 'message', 'request_id', 'docs'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
})
