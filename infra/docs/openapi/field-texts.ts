import { calendarBodyTexts, calendarTexts } from '../../../lib/calendars/calendar.ts'
import { commentBodyTexts, commentTexts } from '../../../lib/comments/comment.ts'
import type { Texts } from '../../../lib/contract/field-texts.ts'
import { fieldBodyTexts, fieldTexts } from '../../../lib/fields/field.ts'
import { formBodyTexts, formTexts } from '../../../lib/forms/form.ts'
import { submissionTexts, wholeSubmissionTexts } from '../../../lib/forms/submission.ts'
import { revertedVersionTexts, revertedWritesTexts } from '../../../lib/history/revert-request.ts'
import { historyEntryTexts, rareEntryTexts } from '../../../lib/history/entry.ts'
import { memberBodyTexts, memberTexts } from '../../../lib/members/member.ts'
import { sessionBodyTexts } from '../../../lib/members/session.ts'
import { laneBodyTexts } from '../../../lib/projects/lane.ts'
import { projectBodyTexts, projectTexts } from '../../../lib/projects/project.ts'
import {
  bulkBodyTexts,
  operationErrorTexts,
  operationResultTexts,
  targetTexts,
} from '../../../lib/tasks/bulk-request.ts'
import { runBodyTexts, runTexts } from '../../../lib/rules/run.ts'
import { ruleBodyTexts, ruleTexts } from '../../../lib/rules/rule.ts'
import { taskTexts } from '../../../lib/tasks/fields.ts'
import { subtaskBodyTexts, subtaskTexts } from '../../../lib/tasks/subtask-fields.ts'
import { taskBodyTexts, trashedTaskTexts } from '../../../lib/tasks/task.ts'
import { updateWhereTexts } from '../../../lib/tasks/update-where-request.ts'
import { tokenBodyTexts, tokenTexts } from '../../../lib/tokens/token.ts'
import { deliveryTexts, wholeDeliveryTexts } from '../../../lib/webhooks/delivery.ts'
import { webhookBodyTexts, webhookTexts } from '../../../lib/webhooks/webhook.ts'
import type { Schema } from './types.ts'

/** The texts of the components, by name. A component without fields of its own has none. */
const components: Record<string, Texts> = {
  Task: taskTexts(),
  TrashedTask: { ...taskTexts(), ...trashedTaskTexts() },
  Subtask: subtaskTexts(),
  Comment: commentTexts(),
  OperationResult: operationResultTexts(),
  OperationError: operationErrorTexts(),
  Project: projectTexts(),
  Form: formTexts(),
  Submission: submissionTexts(),
  WholeSubmission: { ...submissionTexts(), ...wholeSubmissionTexts() },
  Webhook: webhookTexts(),
  Delivery: deliveryTexts(),
  WholeDelivery: { ...deliveryTexts(), ...wholeDeliveryTexts() },
  Rule: ruleTexts(),
  Run: runTexts(),
  HistoryEntry: { ...historyEntryTexts(), ...rareEntryTexts() },
  Calendar: calendarTexts(),
  Token: tokenTexts(),
  Member: memberTexts(),
  Field: fieldTexts(),
}

/** The texts of bodies, by the resource that an endpoint's id begins with. */
const bodies: Record<string, Texts> = {
  tasks: { ...taskBodyTexts(), ...bulkBodyTexts(), ...revertedVersionTexts() },
  subtasks: subtaskBodyTexts(),
  comments: commentBodyTexts(),
  projects: { ...projectBodyTexts(), ...updateWhereTexts() },
  reverts: revertedWritesTexts(),
  lanes: laneBodyTexts(),
  forms: formBodyTexts(),
  webhooks: webhookBodyTexts(),
  rules: ruleBodyTexts(),
  runs: runBodyTexts(),
  calendars: calendarBodyTexts(),
  tokens: tokenBodyTexts(),
  members: memberBodyTexts(),
  sessions: sessionBodyTexts(),
  fields: fieldBodyTexts(),
}

/** Adds the meaning of each field to the schema of an object. */
export function describeFields(of: string, schema: Schema, texts: Texts): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const text = texts[name]
    if (text === undefined) throw new Error(`The field ${name} of ${of} has no text`)
    field.description = text.meaning
    // an array that may be null is one of two schemas
    const items = field.items ?? field.anyOf?.find((one) => one.items)?.items
    if (items && text.entry) describeFields(`${of}.${name}`, items, text.entry)
  }
}

/**
 * The same for an operation on a task. The id that a create chooses is optional; a required one names the task that there is.
 */
export function describeOperation(of: string, schema: Schema, texts: Texts): void {
  describeFields(of, schema, schema.required?.includes('id') ? { ...texts, ...targetTexts() } : texts)
}

/** Adds the meaning of each field to the schema of a component. */
export const describeComponent = (name: string, schema: Schema): void => {
  const texts = components[name]
  if (texts) describeFields(name, schema, texts)
}

/** The texts of the fields of an endpoint's body. */
export const bodyTextsOf = (id: string): Texts => bodies[id.split('.')[0] ?? ''] ?? {}
