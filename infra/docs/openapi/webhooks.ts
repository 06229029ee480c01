import { comment, ids, submission, task, webhook } from '../../../functions/samples.ts'
import type { Texts } from '../../../lib/contract/field-texts.ts'
import { maxDigestTasks } from '../../../lib/contract/limits.ts'
import { taskTexts } from '../../../lib/tasks/fields.ts'
import {
  commentEvent,
  heldNotice,
  ruleDisabled,
  ruleFailed,
  ruleFired,
  taskEvent,
  testEvent,
  webhookNotice,
} from '../../../lib/webhooks/event.ts'
import { describeFields } from './field-texts.ts'
import { schemaOf } from './schemas.ts'
import type { Parameter, Schema, WebhookOperation } from './types.ts'

const timestamp = task.updated_at
const common = { id: `evt_${ids.id.replaceAll('-', '')}_${Date.parse(timestamp)}`, timestamp }
const origin = { via: 'api', token_id: ids.tokenId, origin_id: null, member_id: null, rule_id: null }

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

const rule = { id: ids.ruleId, label: 'Remind when due', project_id: ids.projectId }

/** The texts of the members of every event. */
const commonTexts: Texts = {
  id: { meaning: 'The id of the event, which is also the header `webhook-id`' },
  timestamp: { meaning: 'When it happened' },
  type: { meaning: 'The type of the event' },
  data: { meaning: 'What it is about' },
}

/** When the events happen, by their types. */
const whens: Record<string, string> = {
  'task.created': 'A task was made.',
  'task.completed': 'The status of a task became 2.',
  'task.reopened': 'The status of a task was 2, and is no longer.',
  'task.updated': 'Anything else about a task changed, including its place.',
  'task.deleted': 'A task went to the trash.',
  'task.restored': 'A task came back from the trash.',
  'webhook.failing':
    'Another webhook of the account has failed for 24 hours. A webhook gets this only if its `eventTypes` list it.',
  'webhook.disabled':
    'Another webhook of the account was disabled. A webhook gets this only if its `eventTypes` list it.',
  'form.submission_held':
    'A submission waits, because it could not become a task. A webhook gets this only if its `eventTypes` list it.',
  'rule.fired':
    'A rule with the action `notify` has fired. It is no write of a task. A webhook gets this only if its `eventTypes` list it.',
  'rule.failed': 'A run of a rule failed. A webhook gets this only if its `eventTypes` list it.',
  'rule.disabled': 'The service has stopped a rule. A webhook gets this only if its `eventTypes` list it.',
  'comment.created':
    'Somebody commented on a task. A webhook gets this only if its `eventTypes` list it, or `comment.*`.',
  'comment.updated':
    'A comment was changed. A webhook gets this only if its `eventTypes` list it, or `comment.*`.',
  'comment.deleted':
    'A comment was deleted, and not only put into the trash with its task. A webhook gets this only if its `eventTypes` list it, or `comment.*`.',
  'webhook.test': '`POST /webhooks/{webhookId}/test` was called.',
}

/** The events by their schemas: the texts of their data, and an example of it. */
const events = [
  {
    schema: taskEvent,
    component: 'TaskEvent',
    texts: {
      task: { meaning: 'The task after the write; without the fields that `truncated` names' },
      version: {
        meaning: 'The version of the task after the write. It rises with each write: keep the highest',
      },
      changed: {
        meaning:
          'The names of the fields that the write changed; empty if the task was created, deleted or restored',
      },
      previous: { meaning: 'The values of these fields before the write' },
      origin: { meaning: 'Where the write came from; null if that is not known' },
      reason: {
        meaning:
          '`moved` if a bound webhook gets it because the task has entered or left its projects; otherwise absent',
      },
      truncated: {
        meaning:
          'The fields that were left out, because the event is larger than 100 KiB; absent if it is whole',
      },
    },
    data: taskData,
  },
  {
    schema: commentEvent,
    component: 'CommentEvent',
    texts: {
      comment: { meaning: 'The comment after the write; without `text` if it was deleted' },
      project_id: { meaning: 'The project of its task' },
      version: { meaning: 'The version of the comment after the write. Keep the highest' },
      origin: { meaning: 'Where the write came from' },
    },
    data: (type: string) => {
      const { text, ...rest } = comment
      const shown = type === 'comment.deleted' ? rest : { ...rest, text }
      return { comment: shown, project_id: ids.projectId, version: 2, origin }
    },
  },
  {
    schema: webhookNotice,
    component: 'WebhookNotice',
    texts: { webhook: { meaning: 'The webhook that has failed' } },
    data: () => ({ webhook: { id, url, disabled_reason: null, failing_since: timestamp } }),
  },
  {
    schema: heldNotice,
    component: 'HeldNotice',
    texts: {
      form_id: { meaning: 'The id of the form' },
      submission: { meaning: 'The submission that waits, and why' },
    },
    data: () => ({
      form_id: ids.formId,
      submission: { id: submission.id, received_at: timestamp, reason: 'The form was paused.' },
    }),
  },
  {
    schema: ruleFired,
    component: 'RuleFired',
    texts: {
      rule: { meaning: 'The rule' },
      occurrence: { meaning: 'The time for which it fired' },
      task: {
        meaning:
          'The task that triggered the rule, as it was then; without the fields that `truncated` names. A rule with the trigger `schedule` has none',
      },
      field: {
        meaning:
          'The field of the task, and its value, whose time has come. Only a rule with the trigger `date` has it',
      },
      matched: {
        meaning:
          'How many tasks match the `where` of the rule. Only a rule with the trigger `schedule` and a `where` has it',
      },
      tasks: {
        meaning: `The first ${maxDigestTasks} of them at most; without the fields that \`truncated\` names`,
      },
      truncated: {
        meaning:
          'What was left out, because the event is larger than 100 KiB: fields of each task, and `tasks` if not all of them are there; absent if it is whole',
      },
    },
    data: () => ({
      rule,
      occurrence: { at: timestamp },
      task,
      field: { key: 'due', value: '2026-11-22' },
    }),
  },
  {
    schema: ruleFailed,
    component: 'RuleFailed',
    texts: {
      rule: { meaning: 'The rule' },
      run: { meaning: 'The run that failed, for which time it was due, and the error as the API answers it' },
    },
    data: () => ({
      rule,
      run: {
        ...{ id: ids.runId, due_at: timestamp },
        error: { code: 'lane_not_found', message: 'There is no such lane.' },
      },
    }),
  },
  {
    schema: ruleDisabled,
    component: 'RuleDisabled',
    texts: { rule: { meaning: 'The rule, and why it is disabled' } },
    data: () => ({ rule: { ...rule, disabled_reason: 'The project was deleted.' } }),
  },
  {
    schema: testEvent,
    component: 'TestEvent',
    texts: { webhook_id: { meaning: 'The id of the webhook that is tested' } },
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
    description: 'When it is sent, in whole seconds since 1970',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: String(Math.floor(Date.parse(timestamp) / 1000)),
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
]

const typesOf = (schema: (typeof events)[number]['schema']): string[] => [
  ...(schema.shape.type._zod.def.values as readonly string[]), // a type of events is a text
]

/** The schemas of the events, by the names of their components, with all that they refer to. */
export function eventSchemas(): Record<string, Schema> {
  const generated = events.map(({ schema, component, texts }) => {
    const { schema: own, defs } = schemaOf(schema, 'output')
    describeFields(component, own, commonTexts)
    const { data = {} } = own.properties ?? {}
    describeFields(`${component}.data`, data, texts)
    const { task: ofTask, tasks } = data.properties ?? {}
    for (const schemaOfTask of [ofTask, tasks?.items])
      describeFields(`${component}.task`, schemaOfTask ?? {}, taskTexts())
    return { component, schema: own, defs }
  })
  return Object.assign(
    {},
    ...generated.map(({ component, schema, defs }) => ({ ...defs, [component]: schema })),
  ) as Record<string, Schema>
}

/** What the service sends to receivers, by the type of the event: https://spec.openapis.org/oas/v3.1.1.html#fixed-fields */
export function webhookOperations(): Record<string, { post: WebhookOperation }> {
  const operations = events.flatMap(({ schema, component, data }) =>
    typesOf(schema).map((type): [string, { post: WebhookOperation }] => [
      type,
      {
        post: {
          operationId: `events.${type}`,
          tags: ['Webhooks'],
          summary: type,
          description: whens[type] ?? '',
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
            '4XX': { description: 'The event is sent again later, even after a redirect' },
            '5XX': { description: 'The event is sent again later' },
          },
        },
      },
    ]),
  )
  return Object.fromEntries(operations)
}
