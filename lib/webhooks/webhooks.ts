import { v7 as timeOrderedUuid } from 'uuid'
import { notFound } from '../contract/api-error.ts'
import { maxWebhooks } from '../contract/limits.ts'
import type { NewWebhook, Webhook } from './webhook.ts'
import { createSecret } from './secret.ts'
import { newAttributes } from '../table/attributes.ts'
import type { Caller } from '../tokens/caller.ts'
import { createLimited } from '../tokens/limited-create.ts'
import { removeExisting, changeAsMaker } from '../tokens/maker-write.ts'
import { get } from '../table/read-items.ts'
import { areWithin, whileAllWithin, type Tenant } from '../table/tenant.ts'
import {
  asWebhook,
  toWebhook,
  webhookAttributes,
  webhookKey,
  type WebhookItem,
  webhookItems,
} from './webhook-item.ts'
import { refuseBadSettings, refuseForTarget } from './settings.ts'
import { limitedTo, projectsExist } from '../projects/exists.ts'
import { replaced } from '../shared/old-secrets.ts'

/** A webhook with its new secret, which is shown only once. */
export interface WebhookWithSecret {
  webhook: Webhook
  secret: string
}

/** Lists the webhooks that a request may see, oldest first. */
export const listWebhooks = async (tenant: Tenant): Promise<Webhook[]> =>
  (await webhookItems(tenant)).filter((webhook) => areWithin(tenant, webhook)).map(toWebhook)

/**
 * Creates a webhook with its first secret.
 * @throws ApiError invalid_request when nothing may be sent to its URL, or it may not set a header; project_not_found;
 *   quota_exceeded when the account has 50 webhooks; invalid_token when the maker's token is revoked
 */
export async function createWebhook(maker: Caller, request: NewWebhook): Promise<WebhookWithSecret> {
  refuseBadSettings(request)
  refuseForTarget(request.url, request)
  const projectIds = limitedTo(maker, request.projectIds)
  const id = timeOrderedUuid()
  const secret = createSecret()
  const now = new Date().toISOString()
  const webhook: WebhookItem = {
    event_types: ['task.*'],
    ...newAttributes(webhookAttributes, { ...request, projectIds: projectIds && [...projectIds] }),
    ...(maker.projectIds && { bound: true }),
    id,
    status: 'active',
    secrets: [{ secret }],
    created_at: now,
    updated_at: now,
  }
  await createLimited(maker, {
    item: { ...webhookKey(maker, id), ...webhook },
    checks: projectsExist(maker, request.projectIds),
    counter: 'webhook_writes',
    most: maxWebhooks,
    plural: 'webhooks',
    count: async () => (await webhookItems(maker)).length,
  })
  return { webhook: toWebhook(webhook), secret }
}

/** @throws ApiError webhook_not_found */
export async function getWebhookItem(tenant: Tenant, webhookId: string): Promise<WebhookItem> {
  const webhook = asWebhook(await get(tenant, webhookKey(tenant, webhookId)))
  if (!webhook || !areWithin(tenant, webhook)) throw notFound('webhook')
  return webhook
}

/**
 * Deletes a webhook. Its waiting events are never sent, and its log can no longer be read; the TTL removes both later.
 * @throws ApiError webhook_not_found
 */
export async function deleteWebhook(tenant: Tenant, webhookId: string): Promise<void> {
  await removeExisting(
    tenant,
    webhookKey(tenant, webhookId),
    () => notFound('webhook'),
    whileAllWithin(tenant),
  )
}

/** The most old secrets that sign beside the current one: each signature makes the header longer. */
const maxOldSecrets = 2

/**
 * Gives a webhook a new secret. Deliveries are also signed with the previous one for `oldValidHours`, so that none is
 * refused while the receiver is being changed.
 * @throws ApiError webhook_not_found; invalid_token when the token is revoked
 */
export async function rotateSecret(
  maker: Caller,
  webhookId: string,
  oldValidHours: number,
): Promise<WebhookWithSecret> {
  const secret = createSecret()
  const { after } = await changeAsMaker<WebhookItem>(maker, webhookKey(maker, webhookId), {
    read: () => getWebhookItem(maker, webhookId),
    changesOf: ({ secrets }) => {
      const nowMs = Date.now()
      const old = replaced(secrets, { validHours: oldValidHours, most: maxOldSecrets, nowMs })
      return { secrets: [{ secret }, ...old], updated_at: new Date(nowMs).toISOString() }
    },
    seen: 'secrets',
    whenAbsent: () => notFound('webhook'),
  })
  return { webhook: toWebhook(after), secret }
}
