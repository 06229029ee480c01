import { deliveryTexts, wholeDeliveryTexts, type Delivery } from '../../../lib/contract/delivery.ts'
import { exampleIds } from '../../../lib/contract/field-texts.ts'
import { formTexts, type Form } from '../../../lib/contract/form.ts'
import { submissionTexts, wholeSubmissionTexts, type Submission } from '../../../lib/contract/submission.ts'
import { projectTexts, type Project } from '../../../lib/contract/project.ts'
import { taskTexts, trashedTaskTexts, type Task } from '../../../lib/contract/task.ts'
import { tokenTexts, type Token } from '../../../lib/contract/token.ts'
import { webhookTexts, type Webhook } from '../../../lib/contract/webhook.ts'
import { exampleOf } from './field-texts.ts'

/** The ids of the document's examples. All examples use the same task and project. */
export const ids = exampleIds

export const cursor = 'q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw'

export const task = exampleOf<Task>(taskTexts())

export const trashedAt = exampleOf(trashedTaskTexts())

export const project = exampleOf<Project>(projectTexts())

export const form = exampleOf<Form>(formTexts())

export const submission = exampleOf<Submission>(submissionTexts())

export const raw = exampleOf(wholeSubmissionTexts())

export const webhook = exampleOf<Webhook>(webhookTexts())

export const delivery = exampleOf<Delivery>(deliveryTexts())

export const sent = exampleOf(wholeDeliveryTexts())

export const token = exampleOf<Token>(tokenTexts())
