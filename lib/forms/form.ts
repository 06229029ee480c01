import * as z from 'zod/mini'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { anyTextOf, label, rotation, textOf, timestamp, uuid } from '../contract/fields.ts'
import {
  defaultFormRateLimit,
  defaultRetentionDays,
  maxFormRateLimit,
  maxHeldSubmissions,
  maxRetentionDays,
  maxSubmissionKib,
} from '../contract/limits.ts'
import { mappedTaskShape, shownMappingShape } from '../tasks/fields.ts'
import { mapping, settings, signatureSchemes, sources } from './settings.ts'

/** A mapping in answers. */
const shownMapping = z.object({ ...shownMappingShape(z.string()), comment_on: z.optional(z.string()) })

/** A form in answers, without its secrets and its key. */
export const form = z.object({
  id: uuid,
  name: z.string(),
  project_id: uuid,
  source: z.nullable(z.literal(sources)),
  mapping: z.nullable(shownMapping),
  signature: z.nullable(z.literal(signatureSchemes)),
  honeypot: z.nullable(z.string()),
  redirect_url: z.nullable(z.string()),
  allowed_origins: z.nullable(z.array(z.string())),
  dedupe_by: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  paused: z.boolean(),
  rate_limit: z.int(),
  retention_days: z.int(),
  held_count: z.int(),
  old_url_until: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Form = z.output<typeof form>

const timeZoneText = () => ({
  meaning:
    'The time zone of times that submissions have without an offset, such as Europe/Berlin; with null, that of the account, else UTC',
  example: null,
})

/** The texts of a form. */
export const formTexts = (): FieldTexts<Form> => ({
  id: { meaning: 'The id of the form', example: ids.formId },
  name: { meaning: `The name of the form, ${labelLimit()}`, example: 'Contact' },
  project_id: { meaning: 'The project that its tasks are created in', example: ids.projectId },
  source: {
    meaning: 'The form service that sends the submissions; null if it is detected from each submission',
    example: null,
  },
  mapping: {
    meaning:
      'How a submission becomes a task; with null, a subject, a message or the first text that a person wrote is the label, and all fields are the description',
    example: null,
  },
  signature: {
    meaning: 'The signature scheme of submissions; null if signatures are not checked',
    example: null,
  },
  honeypot: { meaning: 'The key of a hidden field against spam; null if there is none', example: null },
  redirect_url: {
    meaning:
      'The URL that a browser is redirected to after it has sent the form; with null it gets a page of this service',
    example: null,
  },
  allowed_origins: { meaning: 'The websites that can send submissions; null if all can', example: null },
  dedupe_by: {
    meaning:
      'The field that identifies duplicate submissions; with null, the id that the form service sends identifies them',
    example: null,
  },
  time_zone: timeZoneText(),
  paused: { meaning: 'Whether submissions are held and create no tasks', example: false },
  rate_limit: { meaning: 'The most submissions that it accepts per minute', example: defaultFormRateLimit },
  retention_days: { meaning: 'The number of days that a submission is kept', example: defaultRetentionDays },
  held_count: {
    meaning: `The number of submissions that wait for a replay, at most ${maxHeldSubmissions}`,
    example: 0,
  },
  old_url_until: {
    meaning: 'Until when a URL that was replaced still works; null if none does',
    example: null,
  },
  created_at: { meaning: 'When the form was created', example: '2026-11-20T09:00:00.000Z' },
  updated_at: { meaning: 'When the form last changed', example: '2026-11-20T09:00:00.000Z' },
})

export const formAnswer = z.object({ form })
/** A form with its URL, which holds the key. Only creation and rotation return it. */
export const formWithUrl = z.object({ form: z.extend(form, { url: z.string() }) })

export const newForm = z.strictObject({ projectId: uuid, name: label, ...settings })
export type NewForm = z.output<typeof newForm>

export const formChange = z.strictObject({
  projectId: z.optional(uuid),
  name: z.optional(label),
  ...settings,
})
export type FormChange = z.output<typeof formChange>

const field = z.object({ key: z.string(), label: z.string(), value: z.string() })

export const previewFormBody = z.strictObject({
  contentType: textOf(500),
  body: anyTextOf(maxSubmissionKib * 1024),
  mapping: z.optional(z.nullable(mapping)),
})

export const previewFormAnswer = z.object({
  fields: z.array(field),
  /** Null if the submission would create no task; `warnings` say why. */
  task: z.nullable(z.object(mappedTaskShape)),
  /** The task that it is a comment on, if that exists. Absent if the mapping names none. */
  comment_on: z.optional(z.string()),
  dedupe_key: z.nullable(z.string()),
  warnings: z.array(z.string()),
})

type Bodies = z.input<typeof newForm> & z.input<typeof rotation> & z.input<typeof previewFormBody>

/** The texts of the bodies of forms. */
export const formBodyTexts = (): FieldTexts<Bodies> => ({
  projectId: { meaning: 'The project that tasks are created in', example: ids.projectId },
  name: { meaning: `The name of the form, ${labelRule()}`, example: 'Contact' },
  source: {
    meaning: 'The form service that sends the submissions; with null, it is detected from each submission',
    example: null,
  },
  mapping: {
    meaning:
      "Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}` or `{{name|default:nobody}}`, and a fixed `status` and `workflowLaneId`. `fields` has templates for the account's own fields, by their keys. `commentOn` names a task by its id, or by `ext:` and its external id, such as `ext:{{ticket}}`: if the form's project has this task, the submission becomes a comment on it. With null, a subject, a message or the first text that a person wrote is the label, and all fields are the description",
    example: { label: 'Call {{name}}', description: '{{all}}' },
  },
  signature: {
    meaning:
      'How each submission is signed, and the secret for it, which no answer shows. A submission without a valid signature is refused. With null, signatures are not checked',
    example: null,
  },
  honeypot: {
    meaning:
      'The key of a hidden field against spam. People do not see it, so a submission that fills it in is spam. Null if there is none',
    example: null,
  },
  redirectUrl: {
    meaning:
      'The URL that a browser is redirected to after it has sent the form; with null it gets a page of this service',
    example: null,
  },
  allowedOrigins: {
    meaning: 'The websites that can send submissions, at most 20; null if all can',
    example: null,
  },
  dedupeBy: {
    meaning:
      'A field or a JSON Pointer. Submissions with the same value there are duplicates. With null, submissions with the same id from the form service are duplicates',
    example: null,
  },
  timeZone: timeZoneText(),
  paused: { meaning: 'Whether submissions are held and create no tasks', example: false },
  rateLimit: {
    meaning: `The most submissions that it accepts per minute, 1 to ${maxFormRateLimit}; ${defaultFormRateLimit} by default`,
    example: defaultFormRateLimit,
  },
  retentionDays: {
    meaning: `The number of days that a submission is kept, 1 to ${maxRetentionDays}; ${defaultRetentionDays} by default`,
    example: defaultRetentionDays,
  },
  oldValidHours: { meaning: 'The number of hours that the old URL stays valid, 0 to 168', example: 24 },
  contentType: { meaning: 'The `Content-Type` of the sample', example: 'application/json' },
  body: {
    meaning: 'The body of the sample, as text',
    example: '{"name": "Ada", "message": "Please call me"}',
  },
})
