import type { Form, FormChanges } from '../../../client/src/index.ts'
import { draftOf, mappingOf } from './mapping.ts'

type Signature = NonNullable<FormChanges['signature']>

/** The settings of a form while they are edited, as texts. */
export interface SettingsDraft {
  name: string
  projectId: string
  /** Empty: recognized by each submission. */
  source: string
  honeypot: string
  redirectUrl: string
  /** One per line. */
  allowedOrigins: string
  dedupeBy: string
  timeZone: string
  rateLimit: string
  retentionDays: string
  /** Empty: not signed. */
  scheme: string
  /** Empty: as it is. The service never shows it. */
  secret: string
  header: string
  encoding: 'hex' | 'base64'
  prefix: string
}

/** The settings as the service has them. */
export const settingsOf = (form: Form): SettingsDraft => ({
  name: form.name,
  projectId: form.project_id,
  source: form.source ?? '',
  honeypot: form.honeypot ?? '',
  redirectUrl: form.redirect_url ?? '',
  allowedOrigins: (form.allowed_origins ?? []).join('\n'),
  dedupeBy: form.dedupe_by ?? '',
  timeZone: form.time_zone ?? '',
  rateLimit: String(form.rate_limit),
  retentionDays: String(form.retention_days),
  scheme: form.signature ?? '',
  secret: '',
  header: '',
  encoding: 'hex',
  prefix: '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

function signatureOf({ scheme, secret, header, encoding, prefix }: SettingsDraft): Signature | null {
  if (scheme === '') return null
  if (scheme === 'header') return { scheme, secret, header }
  if (scheme === 'hmac') return { scheme, secret, header, encoding, ...(prefix !== '' && { prefix }) }
  return { scheme, secret } as Signature // the other options of the field
}

/** The changes of a draft; empty when there are none. A signature is sent when its scheme changed or has a secret. */
export function changesOf(form: Form, draft: SettingsDraft): FormChanges {
  const before = settingsOf(form)
  const origins = draft.allowedOrigins.split(/\s+/).filter((origin) => origin !== '')
  const all: FormChanges = {
    name: draft.name.trim(),
    projectId: draft.projectId,
    source: orNull(draft.source) as Form['source'], // an option of the field
    honeypot: orNull(draft.honeypot),
    redirectUrl: orNull(draft.redirectUrl),
    allowedOrigins: origins.length === 0 ? null : origins,
    dedupeBy: orNull(draft.dedupeBy),
    timeZone: orNull(draft.timeZone),
    rateLimit: Number(draft.rateLimit),
    retentionDays: Number(draft.retentionDays),
  }
  const names = Object.keys(all) as (keyof typeof all & keyof SettingsDraft)[] // its own, as they are above
  const changed = names.filter((name) => draft[name] !== before[name])
  // a lane belongs to its project
  const isStrayLane = form.mapping?.workflow_lane_id !== undefined && draft.projectId !== form.project_id
  return {
    ...Object.fromEntries(changed.map((name) => [name, all[name]])),
    ...(isStrayLane && { mapping: mappingOf({ ...draftOf(form), workflowLaneId: '' }) }),
    ...((draft.scheme !== before.scheme || draft.secret !== '') && { signature: signatureOf(draft) }),
  }
}
