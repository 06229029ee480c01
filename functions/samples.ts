import { calendarTexts, type Calendar } from '../lib/calendars/calendar.ts'
import { commentTexts, type Comment } from '../lib/comments/comment.ts'
import { exampleIds, exampleOf } from '../lib/contract/field-texts.ts'
import { fieldTexts, type Field } from '../lib/fields/field.ts'
import { formTexts, type Form } from '../lib/forms/form.ts'
import { submissionTexts, wholeSubmissionTexts, type Submission } from '../lib/forms/submission.ts'
import { historyEntryTexts, type HistoryEntry } from '../lib/history/entry.ts'
import { memberTexts, type Member } from '../lib/members/member.ts'
import { projectTexts, type Project } from '../lib/projects/project.ts'
import { runTexts, type Run } from '../lib/rules/run.ts'
import { ruleTexts, type Rule } from '../lib/rules/rule.ts'
import { taskTexts } from '../lib/tasks/fields.ts'
import { trashedTaskTexts, type Task } from '../lib/tasks/task.ts'
import { tokenTexts, type Token } from '../lib/tokens/token.ts'
import { deliveryTexts, wholeDeliveryTexts, type Delivery } from '../lib/webhooks/delivery.ts'
import { webhookTexts, type Webhook } from '../lib/webhooks/webhook.ts'

/** The ids of the document's examples. All examples use the same task and project. */
export const ids = exampleIds

export const cursor = 'q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw'

export const task = exampleOf<Task>(taskTexts())

export const trashedAt = exampleOf(trashedTaskTexts())

export const comment: Comment = exampleOf(commentTexts())

export const field = exampleOf<Field>(fieldTexts())

export const project = exampleOf<Project>(projectTexts())

export const form = exampleOf<Form>(formTexts())

export const listedSubmission = exampleOf<Submission>(submissionTexts())

const { id, received_at, outcome, reason, task_id, warnings } = listedSubmission
export const submission: Submission = { id, received_at, outcome, reason, task_id, warnings }

export const raw = exampleOf(wholeSubmissionTexts())

export const webhook = exampleOf<Webhook>(webhookTexts())

export const delivery = exampleOf<Delivery>(deliveryTexts())

export const sent = exampleOf(wholeDeliveryTexts())

export const rule = exampleOf<Rule>(ruleTexts())

export const run = exampleOf<Run>(runTexts())

export const historyEntry: HistoryEntry = exampleOf(historyEntryTexts())

export const calendar = exampleOf<Calendar>(calendarTexts())

export const member = exampleOf<Member>(memberTexts())

export const token = exampleOf<Token>(tokenTexts())
