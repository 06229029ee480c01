import { heldNotice, taskEvent, testEvent, webhookNotice } from '../../../lib/contract/event.ts'
import { ids, submission, task, webhook } from './samples.ts'
import { schemaOf } from './schemas.ts'
import type { Parameter, Schema, WebhookOperation } from './types.ts'

const timestamp = task.updated_at
const common = { id: `evt_${ids.id.replaceAll('-', '')}_${Date.parse(timestamp)}`, timestamp }
const origin = { via: 'api', token_id: ids.tokenId, origin_id: null }

/** The fields that changed in the example of each type, with their values before. */
const previous: Record<string, object> = {
  'task.completed': { status: 1 },
  'task.reopened': { status: 2 },
  'task.updated': { label: 'Some other text' },
}

const taskData = (type: string) => {
  const before = previous[type] ?? {}
  return {
    task: { ...task, ...(type === 'task.completed' && { status: 2 }) },
    ...{ version: 3, changed: Object.keys(before), previous: before, origin },
  }
}

const { id, url } = webhook

/** The events by their schemas: what each is about, and an example of its data. */
const events = [
  {
    schema: taskEvent,
    component: 'TaskEvent',
    about: 'One write of a task.',
    data: taskData,
  },
  {
    schema: webhookNotice,
    component: 'WebhookNotice',
    about: 'A webhook fails or is disabled. The other webhooks of the account get it if they list it.',
    data: () => ({ webhook: { id, url, disabled_reason: null, failing_since: timestamp } }),
  },
  {
    schema: heldNotice,
    component: 'HeldNotice',
    about: 'A submission waits for a replay. Webhooks get it if they list it.',
    data: () => ({
      form_id: ids.formId,
      submission: { id: submission.id, received_at: timestamp, reason: 'The form is paused.' },
    }),
  },
  {
    schema: testEvent,
    component: 'TestEvent',
    about: '`POST /webhooks/{webhookId}/test` sends it.',
    data: () => ({ webhook_id: id }),
  },
] as const

const headers: Parameter[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event. It is the same whenever the event is sent again',
    schema: { type: 'string' },
    example: common.id,
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When it is sent, in seconds since 1970',
    schema: { type: 'string' },
    example: String(Date.parse(timestamp) / 1000),
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64; several with a blank between them while a secret is being replaced',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
]

const typesOf = (schema: (typeof events)[number]['schema']): string[] => [
  ...(schema.shape.type._zod.def.values as readonly string[]), // a type of events is a text
]

/** The schemas of the events, by the names of their components, with all that they refer to. */
export function eventSchemas(): Record<string, Schema> {
  const generated = events.map(({ schema, component }) => ({ component, ...schemaOf(schema, 'output') }))
  return Object.assign(
    {},
    ...generated.map(({ component, schema, defs }) => ({ ...defs, [component]: schema })),
  ) as Record<string, Schema>
}

/** What the service sends to receivers, by the type of the event: https://spec.openapis.org/oas/v3.1.1.html#fixed-fields */
export function webhookOperations(): Record<string, { post: WebhookOperation }> {
  const operations = events.flatMap(({ schema, component, about, data }) =>
    typesOf(schema).map((type): [string, { post: WebhookOperation }] => [
      type,
      {
        post: {
          operationId: `events.${type}`,
          tags: ['Webhooks'],
          summary: type,
          description: about,
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${component}` },
                examples: { event: { value: { ...common, type, data: data(type) } } },
              },
            },
          },
          responses: {
            '2XX': { description: 'The event has arrived' },
            '410': { description: 'Nothing more is wanted: the webhook is disabled' },
            '4XX': { description: 'The event is sent again later, also after a redirect' },
            '5XX': { description: 'The event is sent again later' },
          },
        },
      },
    ]),
  )
  return Object.fromEntries(operations)
}
