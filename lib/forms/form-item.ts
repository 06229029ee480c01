import { newAttributes, type AttributeNames } from '../table/attributes.ts'
import { oldUrlUntil, type KeyHash } from '../shared/url-key.ts'
import { accountPartition, type Item, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { taskAttributes } from '../tasks/fields.ts'
import type { Form, FormChange, NewForm } from './form.ts'
import type { FormRules } from './receive.ts'
import type { Mapping, Signature, Source } from './settings.ts'

/** The attributes of a form in the table, without the item's key. */
export interface FormItem {
  id: string
  name: string
  project_id: string
  source?: Source
  mapping?: Mapping
  signature?: Signature
  honeypot?: string
  redirect_url?: string
  allowed_origins?: string[]
  dedupe_by?: string
  time_zone?: string
  paused: boolean
  /** Submissions per minute. */
  rate_limit: number
  retention_days: number
  /** May be more than are held: submissions that the TTL removed are subtracted only when the limit is reached. */
  held_count: number
  /** When they were last recounted, in ms since 1970. */
  held_counted_at_ms?: number
  /** The current key first. */
  keys: KeyHash[]
  created_at: string
  updated_at: string
}

/** The attribute that stores each field of a form's bodies. */
export const formAttributes = {
  name: 'name',
  projectId: 'project_id',
  source: 'source',
  mapping: 'mapping',
  signature: 'signature',
  honeypot: 'honeypot',
  redirectUrl: 'redirect_url',
  allowedOrigins: 'allowed_origins',
  dedupeBy: 'dedupe_by',
  timeZone: 'time_zone',
  paused: 'paused',
  rateLimit: 'rate_limit',
  retentionDays: 'retention_days',
} as const satisfies AttributeNames<NewForm, FormItem> & AttributeNames<FormChange, FormItem>

export const formKey = ({ accountId }: Pick<Tenant, 'accountId'>, formId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `FORM#${formId}`,
})

/** Returns the form of an item that was read by `formKey`. Only this folder writes such items. */
export const asForm = (item: Item): FormItem => item as unknown as FormItem

/** Returns a form as answers show it. */
export const toForm = (item: FormItem): Form => ({
  id: item.id,
  name: item.name,
  project_id: item.project_id,
  source: item.source ?? null,
  mapping: item.mapping
    ? {
        ...newAttributes(taskAttributes, item.mapping),
        ...(item.mapping.fields && { fields: item.mapping.fields }),
        ...(item.mapping.commentOn !== undefined && { comment_on: item.mapping.commentOn }),
      }
    : null,
  signature: item.signature?.scheme ?? null,
  honeypot: item.honeypot ?? null,
  redirect_url: item.redirect_url ?? null,
  allowed_origins: item.allowed_origins ?? null,
  dedupe_by: item.dedupe_by ?? null,
  time_zone: item.time_zone ?? null,
  paused: item.paused,
  rate_limit: item.rate_limit,
  retention_days: item.retention_days,
  held_count: item.held_count,
  old_url_until: oldUrlUntil(item.keys),
  created_at: item.created_at,
  updated_at: item.updated_at,
})

/** Returns the settings of a form that determine how its submissions are read. */
export const rulesOf = (item: FormItem): FormRules => ({
  name: item.name,
  source: item.source,
  mapping: item.mapping,
  honeypot: item.honeypot,
  allowedOrigins: item.allowed_origins,
  dedupeBy: item.dedupe_by,
  timeZone: item.time_zone,
  paused: item.paused,
})
