import { answerHandshake } from './handshake.ts'
import type { IncomingRequest } from './read-body.ts'
import { signatureProblem } from './signature.ts'
import { isValidKey, parseUrlKey } from '../shared/url-key.ts'
import { getWithAccount } from '../tokens/account.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { asForm, formKey, type FormItem } from './form-item.ts'
import { rememberedForms, type FoundForm } from './remembered.ts'
import type { UrlCheckAnswer } from './url-check.ts'

/** The holder of a form's key: its account, and the form as read within the last minute. */
export interface FormHolder extends Tenant {
  form: FormItem
  /** Whether the account's plan includes the API. */
  isPro: boolean
  /** How many submissions the form takes per minute. */
  rateLimit: { key: string; limit: number }
  /** What is wrong with a request's signature, if anything; absent if the form has no secret. */
  signatureProblem?: ((request: IncomingRequest) => string | undefined) | undefined
  answerHandshake: (request: IncomingRequest & { rawQuery: string }) => UrlCheckAnswer | undefined
}

/**
 * Finds the holder of a form's key. Returns undefined if no form has the key. It takes one round trip, or none if the key
 * was looked up within the last minute.
 */
export async function findFormHolder(storage: Storage, key: string): Promise<FormHolder | undefined> {
  const parsed = parseUrlKey('hk', key)
  if (!parsed) return undefined
  const { accountId, id: formId, hash } = parsed
  const tenant: Tenant = { ...storage, accountId, projectIds: null }
  const found = await rememberedForms.get(hash, async (): Promise<FoundForm> => {
    const { account, item } = await getWithAccount(storage, accountId, formKey(tenant, formId))
    if (!account || !item) return undefined
    const { plan, time_zone } = account
    return { form: asForm(item), isPro: plan === 'pro', timeZone: time_zone ?? undefined }
  })
  if (!found || !isValidKey(found.form.keys, hash)) return undefined
  const { signature, rate_limit: limit } = found.form
  return {
    ...tenant,
    ...found,
    rateLimit: { key: formId, limit },
    answerHandshake: (request) => answerHandshake(request, signature),
    signatureProblem: signature && ((request) => signatureProblem(signature, request, Date.now())),
  }
}
