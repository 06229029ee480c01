import type { Mapping, Signature, Source } from '../../contract/form-settings.ts'
import type { Form } from '../../contract/form.ts'
import type { FormRules } from '../../form/receive.ts'
import { accountPartition, type Item, type Key } from '../item.ts'
import type { Tenant } from '../tenant.ts'

/** A key of a form: only its SHA-256 is kept. */
export interface KeyHash {
  hash: string
  /** When a key that was replaced ends, in ms since 1970; absent: the current one. */
  expires_at_ms?: number
}

/** What the table keeps of a form, beside the keys of the item. */
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
  paused: boolean
  /** Submissions a minute. */
  rate_limit: number
  retention_days: number
  /** At least as many as are held: those that the TTL purged are taken off when the limit is met. */
  held_count: number
  /** When they were last counted anew, in ms since 1970. */
  held_counted_at_ms?: number
  /** The current key first. */
  keys: KeyHash[]
  created_at: string
  updated_at: string
}

export const formKey = ({ accountId }: Tenant, formId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `FORM#${formId}`,
})

/** The form in an item under such a key: only this folder writes there. */
export const asForm = (item: Item | undefined): FormItem | undefined =>
  item as unknown as FormItem | undefined

const shownMapping = ({ externalId, workflowLaneId, ...same }: Mapping): Form['mapping'] => ({
  ...same,
  ...(externalId !== undefined && { external_id: externalId }),
  ...(workflowLaneId !== undefined && { workflow_lane_id: workflowLaneId }),
})

/** A form as answers show it. */
export const toForm = (item: FormItem): Form => ({
  id: item.id,
  name: item.name,
  project_id: item.project_id,
  source: item.source ?? null,
  mapping: item.mapping ? shownMapping(item.mapping) : null,
  signature: item.signature?.scheme ?? null,
  honeypot: item.honeypot ?? null,
  redirect_url: item.redirect_url ?? null,
  allowed_origins: item.allowed_origins ?? null,
  dedupe_by: item.dedupe_by ?? null,
  paused: item.paused,
  rate_limit: item.rate_limit,
  retention_days: item.retention_days,
  held_count: item.held_count,
  created_at: item.created_at,
  updated_at: item.updated_at,
})

/** What of a form says how its submissions are read. */
export const rulesOf = (item: FormItem): FormRules => ({
  name: item.name,
  source: item.source,
  mapping: item.mapping,
  signature: item.signature,
  honeypot: item.honeypot,
  allowedOrigins: item.allowed_origins,
  dedupeBy: item.dedupe_by,
  paused: item.paused,
})
