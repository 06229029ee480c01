import { v7 as timeOrderedUuid } from 'uuid'
import { ApiError, notFound } from '../../api-error.ts'
import { defaultFormRateLimit, defaultRetentionDays, maxForms } from '../../contract/limits.ts'
import type { Form, FormChange, NewForm } from '../../contract/form.ts'
import { createFormKey } from '../../form/key.ts'
import { checkMapping } from '../../form/mapping.ts'
import { changedAttributes, newAttributes } from '../attributes.ts'
import type { Caller } from '../caller.ts'
import { accountPartition, type Item } from '../item.ts'
import { createLimited } from '../limited-create.ts'
import { makerCheck, makerGone } from '../maker.ts'
import { projectExists } from '../project/exists.ts'
import { get, queryAll } from '../read-items.ts'
import { replaced } from '../rotate.ts'
import { serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { updateOf } from '../update-expression.ts'
import { transact } from '../write-items.ts'
import { asForm, formAttributes, formKey, toForm, type FormItem, type KeyHash } from './item.ts'

/** A form with its new key, which is shown only once. */
export interface FormWithKey {
  form: Form
  key: string
}

/** @throws ApiError invalid_request if a template is invalid */
function refuseBadMapping({ mapping }: Pick<FormChange, 'mapping'>): void {
  const details = (mapping ? checkMapping(mapping) : []).map(({ path, message }) => ({
    path: `mapping.${path}`,
    message,
  }))
  const [first] = details
  if (first) throw new ApiError('invalid_request', `${first.path} ${first.message}`, { details })
}

async function formItems(tenant: Tenant): Promise<FormItem[]> {
  const items = await queryAll(tenant, {
    condition: 'pk = :account AND begins_with(sk, :form)',
    values: { ':account': accountPartition(tenant.accountId), ':form': 'FORM#' },
  })
  return items.flatMap((item) => asForm(item) ?? [])
}

/** Lists the account's forms, oldest first: their ids increase with time. */
export const listForms = async (tenant: Tenant): Promise<Form[]> => (await formItems(tenant)).map(toForm)

/**
 * Creates a form with its first key.
 * @throws ApiError invalid_request, project_not_found; quota_exceeded when the account has 50 forms; invalid_token
 *   when the maker's token is revoked
 */
export async function createForm(maker: Caller, request: NewForm): Promise<FormWithKey> {
  refuseBadMapping(request)
  const id = timeOrderedUuid()
  const { key, hash } = createFormKey(maker.accountId, id)
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

/** @throws ApiError form_not_found */
export async function getFormItem(tenant: Tenant, formId: string): Promise<FormItem> {
  const form = asForm(await get(tenant, formKey(tenant, formId)))
  if (!form) throw notFound('form')
  return form
}

/**
 * Changes a form, on condition that the maker's token is still valid.
 * @param projectId the project that must exist
 * @param seen the keys that the form must still have
 * @returns whether it was changed; false when it has other keys than `seen`
 * @throws ApiError form_not_found, project_not_found, invalid_token
 */
async function writeForm(
  maker: Caller,
  formId: string,
  set: Item,
  { projectId, seen }: { projectId?: string | undefined; seen?: KeyHash[] } = {},
): Promise<boolean> {
  const { ExpressionAttributeValues, ...expression } = updateOf({
    updated_at: new Date().toISOString(),
    ...set,
  })
  const refusals = await transact(maker, [
    {
      Update: {
        Key: formKey(maker, formId),
        ...expression,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ...(seen && { ':seen': seen }) },
        ConditionExpression: `attribute_exists(pk)${seen ? ' AND #set_keys = :seen' : ''}`,
      },
    },
    makerCheck(maker),
    ...(projectId === undefined ? [] : [projectExists(maker, projectId).write]),
  ])
  if (!refusals) return true
  const [ofForm, ofMaker] = refusals
  if (ofMaker) throw makerGone(maker)
  if (!ofForm) throw notFound('project')
  if (!ofForm.found) throw notFound('form')
  return false
}

/**
 * Changes the fields that are given.
 * @throws ApiError form_not_found, project_not_found, invalid_request; invalid_token when the token is revoked
 */
export async function updateForm(maker: Caller, formId: string, change: FormChange): Promise<Form> {
  refuseBadMapping(change)
  const attributes = changedAttributes(formAttributes, change)
  if (Object.keys(attributes).length > 0) {
    await writeForm(maker, formId, attributes, { projectId: change.projectId })
  }
  return toForm(await getFormItem(maker, formId))
}

/** The most old keys that stay valid. */
const maxOldKeys = 5

/**
 * Gives a form a new key. The previous key stays valid for `oldValidHours`, so that no submission is lost while the
 * sender is being changed.
 * @throws ApiError form_not_found; invalid_token when the token is revoked
 */
export async function rotateKey(maker: Caller, formId: string, oldValidHours: number): Promise<FormWithKey> {
  const { key, hash } = createFormKey(maker.accountId, formId)
  while (Date.now() < maker.deadlineMs) {
    const form = await getFormItem(maker, formId)
    const nowMs = Date.now()
    const old = replaced(form.keys, { validHours: oldValidHours, most: maxOldKeys, nowMs })
    const change = { keys: [{ hash }, ...old], updated_at: new Date(nowMs).toISOString() }
    if (await writeForm(maker, formId, change, { seen: form.keys })) {
      return { form: toForm({ ...form, ...change }), key }
    }
  }
  throw serviceUnavailable()
}

/**
 * Deletes a form. Its submissions can no longer be read, and their TTL removes them later.
 * @throws ApiError form_not_found
 */
export async function deleteForm(tenant: Tenant, formId: string): Promise<void> {
  const refusals = await transact(tenant, [
    { Delete: { Key: formKey(tenant, formId), ConditionExpression: 'attribute_exists(pk)' } },
  ])
  if (refusals) throw notFound('form')
}
