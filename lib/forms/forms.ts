import { v7 as timeOrderedUuid } from 'uuid'
import { invalidFields, notFound } from '../contract/api-error.ts'
import { defaultFormRateLimit, defaultRetentionDays, maxForms } from '../contract/limits.ts'
import { projectExists } from '../projects/exists.ts'
import { changedAttributes, newAttributes, type Changed } from '../table/attributes.ts'
import { accountPartition, timeAfter } from '../table/item.ts'
import { get, queryAll, withPrefix } from '../table/read-items.ts'
import { createUrlKey, withNewKey } from '../shared/url-key.ts'
import { isWithin, whileWithin, type Tenant } from '../table/tenant.ts'
import type { CheckedWrite } from '../table/write-items.ts'
import type { Caller } from '../tokens/caller.ts'
import { createLimited } from '../tokens/limited-create.ts'
import { changeAsMaker, removeExisting } from '../tokens/maker-write.ts'
import { asForm, formAttributes, formKey, toForm, type FormItem } from './form-item.ts'
import type { Form, FormChange, NewForm } from './form.ts'
import { refuseBadFields } from './field-values.ts'
import { checkMapping } from './mapping.ts'
import { forgetForm } from './remembered.ts'

/** A form with its new key, which is shown only once. */
export interface FormWithKey {
  form: Form
  key: string
}

/** @throws ApiError invalid_request if a template is invalid, or is for a field that does not exist */
async function refuseBadMapping(tenant: Tenant, { mapping }: Pick<FormChange, 'mapping'>): Promise<void> {
  const details = (mapping ? checkMapping(mapping) : []).map(({ path, message }) => ({
    path: `mapping.${path}`,
    message,
  }))
  const [first, ...others] = details
  if (first) throw invalidFields(first, ...others)
  await refuseBadFields(tenant, mapping?.fields)
}

async function formItems(tenant: Tenant): Promise<FormItem[]> {
  const items = await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), 'FORM#'))
  return items.map(asForm)
}

/** Lists the forms of the projects that a request may see, oldest first: their ids increase with time. */
export const listForms = async (tenant: Tenant): Promise<Form[]> =>
  (await formItems(tenant)).filter(({ project_id }) => isWithin(tenant, project_id)).map(toForm)

/**
 * Creates a form with its first key.
 * @throws ApiError invalid_request, project_not_found; quota_exceeded when the account has 50 forms; invalid_token
 *   when the maker's token is revoked
 */
export async function createForm(maker: Caller, request: NewForm): Promise<FormWithKey> {
  await refuseBadMapping(maker, request)
  const id = timeOrderedUuid()
  const { key, hash } = createUrlKey('hk', maker.accountId, id)
  const now = new Date().toISOString()
  const form: FormItem = {
    // fields that are not given have defaults
    paused: false,
    rate_limit: defaultFormRateLimit,
    retention_days: defaultRetentionDays,
    ...newAttributes(formAttributes, request),
    id,
    held_count: 0,
    keys: [{ hash }],
    created_at: now,
    updated_at: now,
  }
  await createLimited(maker, {
    item: { ...formKey(maker, id), ...form },
    checks: [projectExists(maker, request.projectId)],
    counter: 'form_writes',
    most: maxForms,
    plural: 'forms',
    count: async () => (await formItems(maker)).length,
  })
  return { form: toForm(form), key }
}

const whenAbsent = () => notFound('form')

/** @throws ApiError form_not_found */
export async function getFormItem(tenant: Tenant, formId: string): Promise<FormItem> {
  const item = await get(tenant, formKey(tenant, formId))
  const form = item && asForm(item)
  if (!form || !isWithin(tenant, form.project_id)) throw whenAbsent()
  return form
}

/**
 * Changes a form as it was read, and returns what it is then.
 * @throws ApiError form_not_found; invalid_token when the maker's token is revoked; the error of a check that fails
 */
async function changeForm(
  maker: Caller,
  formId: string,
  changesOf: (form: FormItem) => Changed<FormItem>,
  checks: CheckedWrite[] = [],
): Promise<FormItem> {
  const { before, after } = await changeAsMaker<FormItem>(maker, formKey(maker, formId), {
    read: () => getFormItem(maker, formId),
    changesOf: (form) => {
      const changes = changesOf(form)
      if (Object.keys(changes).length === 0) return {}
      // it rises with each change, so it shows whether the form has changed since it was read
      return { ...changes, updated_at: timeAfter(form.updated_at, Date.now()) }
    },
    seen: 'updated_at',
    checks,
    whenAbsent,
  })
  if (after !== before) forgetForm(before)
  return after
}

/**
 * Changes the fields that are given.
 * @throws ApiError form_not_found, project_not_found, invalid_request; invalid_token when the token is revoked
 */
export async function updateForm(maker: Caller, formId: string, change: FormChange): Promise<Form> {
  await refuseBadMapping(maker, change)
  const attributes = changedAttributes(formAttributes, change)
  const checks = change.projectId === undefined ? [] : [projectExists(maker, change.projectId)]
  return toForm(await changeForm(maker, formId, () => attributes, checks))
}

/**
 * Gives a form a new key. The previous key stays valid for `oldValidHours`, so that no submission is lost while the
 * sender is being changed.
 * @throws ApiError form_not_found; invalid_token when the token is revoked
 */
export async function rotateKey(maker: Caller, formId: string, oldValidHours: number): Promise<FormWithKey> {
  const { key, hash } = createUrlKey('hk', maker.accountId, formId)
  const form = await changeForm(maker, formId, ({ keys }) => ({
    keys: withNewKey(keys, hash, oldValidHours),
  }))
  return { form: toForm(form), key }
}

/**
 * Deletes a form. Its submissions can no longer be read, and their TTL removes them later.
 * @throws ApiError form_not_found
 */
export async function deleteForm(tenant: Tenant, formId: string): Promise<void> {
  await removeExisting(tenant, formKey(tenant, formId), whenAbsent, whileWithin(tenant))
}
