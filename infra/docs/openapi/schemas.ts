import * as z from 'zod/mini'
import { calendar } from '../../../lib/calendars/calendar.ts'
import { commentChanged } from '../../../lib/comments/change-schema.ts'
import { comment, commentText } from '../../../lib/comments/comment.ts'
import {
  chosenId,
  chosenIdPattern,
  description,
  externalId,
  label,
  laneFilter,
  taskReference,
  timestamp,
  uuid,
  uuidPattern,
} from '../../../lib/contract/fields.ts'
import {
  maxBoundProjects,
  maxCommentCharacters,
  maxDescriptionCharacters,
  maxExternalIdCharacters,
  maxLabelCharacters,
  maxLanes,
  maxSearchCharacters,
  maxSelectedOptions,
  maxSubtasks,
} from '../../../lib/contract/limits.ts'
import { fieldConditions, fieldFilter } from '../../../lib/fields/conditions.ts'
import { field } from '../../../lib/fields/field.ts'
import { fieldInputs, fieldNumber, fieldTemplates } from '../../../lib/fields/values.ts'
import { form } from '../../../lib/forms/form.ts'
import { submission, wholeSubmission } from '../../../lib/forms/submission.ts'
import { historyEntry } from '../../../lib/history/entry.ts'
import { member } from '../../../lib/members/member.ts'
import { project } from '../../../lib/projects/project.ts'
import { shownAction } from '../../../lib/rules/action.ts'
import { run } from '../../../lib/rules/run.ts'
import { rule } from '../../../lib/rules/rule.ts'
import { shownTrigger } from '../../../lib/rules/trigger.ts'
import { ruleWhere } from '../../../lib/rules/where.ts'
import { operationError, operationResult } from '../../../lib/tasks/bulk-request.ts'
import { change } from '../../../lib/tasks/change.ts'
import { searchText } from '../../../lib/tasks/filter.ts'
import { task, trashedTask } from '../../../lib/tasks/task.ts'
import { updateWhere } from '../../../lib/tasks/update-where-request.ts'
import { boundProjects, token } from '../../../lib/tokens/token.ts'
import { delivery, wholeDelivery } from '../../../lib/webhooks/delivery.ts'
import { valueName } from '../../../lib/webhooks/event.ts'
import { webhook } from '../../../lib/webhooks/webhook.ts'
import type { Schema } from './types.ts'

/** zod's base type. Schemas are looked up by identity. */
type AnySchema = z.core.$ZodType

/** The schemas that have their own name in the document. */
const components = z.registry<{ id: string }>()
components.add(task, { id: 'Task' })
components.add(task.shape.subtasks._zod.def.element, { id: 'Subtask' })
components.add(operationResult, { id: 'OperationResult' })
components.add(operationError, { id: 'OperationError' })
components.add(trashedTask, { id: 'TrashedTask' })
components.add(comment, { id: 'Comment' })
components.add(commentChanged, { id: 'CommentChange' })
components.add(project, { id: 'Project' })
components.add(change, { id: 'Change' })
components.add(form, { id: 'Form' })
components.add(submission, { id: 'Submission' })
components.add(wholeSubmission, { id: 'WholeSubmission' })
components.add(webhook, { id: 'Webhook' })
components.add(delivery, { id: 'Delivery' })
components.add(wholeDelivery, { id: 'WholeDelivery' })
components.add(rule, { id: 'Rule' })
components.add(shownTrigger, { id: 'RuleTrigger' })
components.add(shownAction, { id: 'RuleAction' })
components.add(run, { id: 'Run' })
components.add(historyEntry, { id: 'HistoryEntry' })
components.add(calendar, { id: 'Calendar' })
components.add(token, { id: 'Token' })
components.add(member, { id: 'Member' })
components.add(field, { id: 'Field' })

/** A pattern that ignores case, for JSON Schema, which has no such flag. */
const inBothCases = ({ source }: RegExp): string =>
  source.replaceAll('a-f', 'a-fA-F').replace('[89ab]', '[89abAB]')

/** Keywords for requests only: a request can send UUIDs in upper or lower case, the service writes lower case. */
const requestKeywords = new Map<AnySchema, Schema>([[uuid, { pattern: inBothCases(uuidPattern) }]])

const oneOf = (...types: string[]): Schema[] => types.map((type) => ({ type }))

/** The operators of a condition on a field. */
const operators: Schema = {
  type: 'object',
  properties: {
    before: { type: 'string' },
    after: { type: 'string' },
    min: { type: 'number' },
    max: { type: 'number' },
    exists: { type: 'boolean' },
  },
  additionalProperties: false,
}

/** Keywords for the checks of zod's refinements, which zod does not write to JSON Schema itself. */
const keywords = new Map<AnySchema, Schema>([
  [fieldNumber, { type: 'number' }],
  [
    fieldInputs,
    {
      type: 'object',
      additionalProperties: {
        anyOf: [
          ...oneOf('string', 'number', 'boolean', 'null'),
          { type: 'array', maxItems: maxSelectedOptions, items: { type: 'string' } },
          {
            type: 'object',
            required: ['id', 'email'],
            properties: { id: { type: 'string' }, email: { type: 'string' } },
          },
        ],
      },
    },
  ],
  [
    fieldConditions,
    {
      type: 'object',
      additionalProperties: { anyOf: [...oneOf('string', 'number', 'boolean'), operators] },
    },
  ],
  [valueName, { type: 'string', pattern: '^fields\\.[a-z][a-z0-9_]{0,39}$' }],
  [fieldTemplates, { type: 'object', additionalProperties: { type: 'string' } }],
  [fieldFilter, { type: 'object', additionalProperties: { type: 'string' } }],
  [label, { minLength: 1, maxLength: maxLabelCharacters, pattern: '\\S' }],
  [commentText, { minLength: 1, maxLength: maxCommentCharacters, pattern: '\\S' }],
  [description, { maxLength: maxDescriptionCharacters }],
  [boundProjects, { minItems: 1, maxItems: maxBoundProjects }],
  [task.shape.subtasks, { maxItems: maxSubtasks }],
  [project.shape.workflow_lanes, { maxItems: maxLanes }],
  [externalId, { minLength: 1, maxLength: maxExternalIdCharacters, pattern: '\\S' }],
  [searchText, { minLength: 1, maxLength: maxSearchCharacters, pattern: '\\S' }],
  [updateWhere.shape.where, { minProperties: 1 }],
  [ruleWhere, { minProperties: 1 }],
  [updateWhere.shape.set, { minProperties: 1 }],
  [uuid, { format: 'uuid', pattern: uuidPattern.source }],
  [chosenId, { format: 'uuid', pattern: inBothCases(chosenIdPattern) }],
  [laneFilter, { pattern: `^none$|${inBothCases(uuidPattern)}` }],
  [taskReference, { pattern: `^ext:.{1,${maxExternalIdCharacters}}$|${inBothCases(uuidPattern)}` }],
  // zod's own pattern also checks leap years, but is 300 characters long
  [timestamp, { pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }],
])

/** Statuses and counts are whole numbers; zod writes them as `number`. */
const asInteger = (schema: Schema) => {
  if (schema.type === 'number') schema.type = 'integer'
}

/**
 * Removes characters that are escaped by their number from the sets of what is refused: Go's RE2 has no such escape, and a
 * line separator itself ends a regular expression in the code of some generators. The service refuses them all the same.
 */
const withoutNumbers = (schema: Schema) => {
  if (typeof schema.pattern === 'string')
    schema.pattern = schema.pattern.replace(/(?<=\[\^[^\]]*)\\u[0-9a-fA-F]{4}/g, '')
}

/** Removes zod's pattern from the date-time of a request: it only repeats the format. */
const withoutDatePattern = (schema: Schema) => {
  if (schema.format === 'date-time') Reflect.deleteProperty(schema, 'pattern')
}

const toComponentRefs = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))

/** A schema of the contract as JSON Schema, with the components that it refers to. */
export function schemaOf(
  schema: AnySchema,
  io: 'input' | 'output',
): { schema: Schema; defs: Record<string, Schema> } {
  const generated = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: components,
    override: ({ zodSchema, jsonSchema }) => {
      const own = jsonSchema as Schema // no schema of the contract is a bare true or false
      asInteger(own)
      withoutDatePattern(own)
      withoutNumbers(own)
      Object.assign(own, keywords.get(zodSchema), io === 'input' && requestKeywords.get(zodSchema))
      Reflect.deleteProperty(own, 'id')
      Reflect.deleteProperty(own, 'propertyNames') // it only says that keys are texts
    },
  })
  const { $schema, $defs = {}, ...rest } = toComponentRefs(generated) as Record<string, unknown>
  if ($schema === undefined) throw new Error('zod wrote a schema without $schema')
  return { schema: rest, defs: $defs as Record<string, Schema> } // zod's output, unchanged
}
