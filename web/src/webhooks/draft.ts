import type { NewWebhook, Webhook, WebhookChanges } from '../../../client/src/index.ts'
import { suggestedFormat } from '../../../lib/contract/webhook-formats.ts'
import { changedFields, noticeEvents, taskEvents, type ChangedField, type EventType } from './words.ts'

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[] // its own

/** The settings of a webhook while they are edited. */
export interface WebhookDraft {
  url: string
  format: Webhook['format']
  description: string
  /** Null: every change of a task. */
  taskEvents: readonly EventType[] | null
  notices: readonly EventType[]
  /** Null: all. */
  projectIds: readonly string[] | null
  /** Null: any. */
  changedFields: readonly ChangedField[] | null
  /** One per line. */
  excludeOrigins: string
  /** The change of the headers. The service never shows their values. */
  headers: 'keep' | 'replace' | 'remove'
  /** One per line, as `Name: value`. */
  headerLines: string
}

/** The settings as the service has them; those of a new webhook without one. */
export const draftOf = (webhook?: Webhook): WebhookDraft => {
  const types = webhook?.event_types ?? ['task.*']
  return {
    url: webhook?.url ?? '',
    format: webhook?.format ?? 'standard',
    description: webhook?.description ?? '',
    taskEvents: types.includes('task.*') ? null : keysOf(taskEvents).filter((type) => types.includes(type)),
    notices: keysOf(noticeEvents).filter((type) => types.includes(type)),
    projectIds: webhook?.project_ids ?? null,
    changedFields: webhook?.changed_fields ?? null,
    excludeOrigins: (webhook?.exclude_origin_ids ?? []).join('\n'),
    headers: webhook?.header_names ? 'keep' : 'replace',
    headerLines: '',
  }
}

/** The edit of a URL. The format goes with it, unless the person has chosen another one than the host's. */
export const withUrl = ({ url: before, format }: WebhookDraft, url: string): Partial<WebhookDraft> => ({
  url,
  ...(format === suggestedFormat(before) && { format: suggestedFormat(url) }),
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const orNull = <T>(values: readonly T[]): T[] | null => (values.length === 0 ? null : [...values])

/** The headers of lines such as `Authorization: Bearer …`. A line without a colon has no value, which the API refuses. */
export const headersOf = (text: string): { name: string; value: string }[] =>
  linesOf(text).map((line) => {
    const [name = '', ...value] = line.split(':')
    return { name: name.trim(), value: value.join(':').trim() }
  })

/** What a draft sets, as the API takes it; without the headers. */
const settingsOf = (draft: WebhookDraft) => ({
  url: draft.url.trim(),
  format: draft.format,
  eventTypes: [...(draft.taskEvents ?? ['task.*' as const]), ...draft.notices],
  projectIds: draft.projectIds && [...draft.projectIds],
  changedFields: draft.changedFields && keysOf(changedFields).filter((f) => draft.changedFields?.includes(f)),
  excludeOriginIds: orNull(linesOf(draft.excludeOrigins)),
  description: draft.description.trim() === '' ? null : draft.description.trim(),
})

/** The headers that a draft sets; undefined if it leaves them as they are. */
function newHeaders({ headers, headerLines }: WebhookDraft): NewWebhook['headers'] | undefined {
  if (headers === 'remove') return null
  return headers === 'keep' ? undefined : (orNull(headersOf(headerLines)) ?? undefined)
}

/** The webhook that a draft makes. */
export function newWebhookOf(draft: WebhookDraft): NewWebhook {
  const headers = newHeaders(draft)
  return { ...settingsOf(draft), ...(headers && { headers }) }
}

/** The changes of a draft; empty when there are none. */
export function changesOf(webhook: Webhook, draft: WebhookDraft): WebhookChanges {
  const before = Object.entries(settingsOf(draftOf(webhook)))
  const after = Object.entries(settingsOf(draft))
  const changed = after.filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before.find(([other]) => other === name)?.[1]),
  )
  const headers = newHeaders(draft)
  return { ...Object.fromEntries(changed), ...(headers !== undefined && { headers }) }
}
