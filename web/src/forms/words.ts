import type { Form, Submission } from '../../../client/src/index.ts'
import { isTasksApiError } from '../../../client/src/index.ts'
import { explain } from '../ui/explain.ts'

/** The senders whose submissions a form can read, by the value that the service has for them. */
export const sourceNames: Record<NonNullable<Form['source']>, string> = {
  typeform: 'Typeform',
  tally: 'Tally',
  jotform: 'Jotform',
  formbricks: 'Formbricks',
  google: 'Google Forms',
  github: 'GitHub',
  generic: 'HTML form or any JSON',
}

/** A sender in words. */
export const sourceName = (source: Form['source']): string =>
  source === null ? 'Any sender' : sourceNames[source]

/** How long the service remembers a form as it was, in ms. */
const rememberedMs = 60_000

/** What is said of a paused form: one that was changed just now may make tasks for a moment. */
export const pausedText = ({ created_at, updated_at }: Form, nowMs: number): string =>
  updated_at !== created_at && nowMs < Date.parse(updated_at) + rememberedMs
    ? 'Paused: within a minute, submissions wait'
    : 'Paused: submissions wait'

/** The outcomes of submissions, in words. */
export const outcomeNames: Record<Submission['outcome'], string> = {
  created: 'Created',
  duplicate: 'Duplicate',
  held: 'Waiting',
  spam: 'Spam',
  ignored: 'Ignored',
}

/** What became of a submission, in words. */
export function outcomeOf({ outcome, comment_id }: Pick<Submission, 'outcome' | 'comment_id'>): string {
  if (outcome !== 'created') return outcomeNames[outcome]
  return comment_id === undefined ? 'Task created' : 'Comment added'
}

/** The names of fields, by their paths in the API. */
const fieldNames: Record<string, string> = {
  name: 'Name',
  honeypot: 'Honeypot field',
  redirectUrl: 'Redirect URL',
  dedupeBy: 'Duplicates are known by',
  timeZone: 'Time zone',
  rateLimit: 'Submissions a minute',
  retentionDays: 'Days kept',
  'signature.secret': 'Secret',
  'signature.header': 'Header',
  'signature.prefix': 'Prefix',
  'mapping.label': 'Label',
  'mapping.description': 'Description',
  'mapping.externalId': 'External id',
  'mapping.commentOn': 'Comment on',
}

const nameOf = (path: string) =>
  path.startsWith('allowedOrigins') ? 'Allowed websites' : (fieldNames[path] ?? path)

/** An error as a message for people; fields have the names that they have on the page. */
export function explainForm(error: unknown): string {
  if (!isTasksApiError(error, 'invalid_request') || error.details.length === 0) return explain(error)
  return error.details.map(({ path, message }) => `${nameOf(path)}: ${message}.`).join(' ')
}
