import { invalidField, notFound } from '../contract/api-error.ts'
import { changedAttributes } from '../table/attributes.ts'
import { timerKeys } from '../table/timers.ts'
import type { Caller } from '../tokens/caller.ts'
import { changeAsMaker } from '../tokens/maker-write.ts'
import { stateAttributes } from './delivery-state.ts'
import { limitedTo, projectsExist } from '../projects/exists.ts'
import { refuseBadSettings, refuseForTarget } from './settings.ts'
import { wakeIfActive } from './wake-up.ts'
import { toWebhook, webhookAttributes, webhookKey, type WebhookItem } from './webhook-item.ts'
import type { Webhook, WebhookChange } from './webhook.ts'
import { getWebhookItem } from './webhooks.ts'

/**
 * Returns what a change sets. It breaks the lease, so a running session stops at its next write, because it may not
 * know the new settings. An active webhook is put among those that are due, in case the wake-up is lost.
 */
function changesOf(maker: Caller, webhook: WebhookItem, change: WebhookChange) {
  const { status = webhook.status, url = webhook.url } = change
  const { format = 'standard' } = webhook
  const isOtherReceiver = url !== webhook.url || (change.format ?? format) !== format
  const startsAnew = change.status === 'active' || isOtherReceiver
  const nowMs = Date.now()
  const nextMs = startsAnew ? nowMs : Math.max(nowMs, webhook.next_attempt_at_ms ?? nowMs)
  return {
    ...changedAttributes(webhookAttributes, change),
    ...(maker.projectIds && { bound: true as const }),
    ...(startsAnew && { ...stateAttributes({}), all_due: true as const }),
    ...(change.status !== undefined && { disabled_reason: undefined }),
    ...(webhook.status === 'active' && status === 'paused' && { queued_until_ms: nowMs }),
    updated_at: new Date(nowMs).toISOString(),
    lease_id: undefined,
    lease_until_ms: undefined,
    ...timerKeys(maker, webhook.id, status === 'active' ? nextMs : undefined),
  }
}

/**
 * Refuses to send the headers of a webhook to another host: no answer shows their values, so a change of the URL must not
 * show them either.
 * @throws ApiError invalid_request
 */
function refuseToMoveHeaders({ url: from, headers: kept }: WebhookItem, { url: to, headers }: WebhookChange) {
  if (to === undefined || kept === undefined || headers !== undefined) return
  if (URL.parse(to)?.origin === URL.parse(from)?.origin) return
  throw invalidField(
    'headers',
    'must be given again, or be null, with a url of another host: they were meant for the old one',
  )
}

/**
 * Refuses to give a bound webhook all projects: it stays bound, and must name some.
 * @throws ApiError invalid_request
 */
function refuseToUnbind({ bound }: WebhookItem, { projectIds }: WebhookChange) {
  if (bound && projectIds === null) {
    throw invalidField('projectIds', 'must name projects: the webhook is bound to projects')
  }
}

/**
 * Changes the fields that are given. If a bound token changes a webhook, it is bound from then on. The status `active`,
 * another URL or another format clears the failures of the receiver.
 * @throws ApiError webhook_not_found, project_not_found, invalid_request; invalid_token when the token is revoked
 */
export async function updateWebhook(
  maker: Caller,
  webhookId: string,
  change: WebhookChange,
): Promise<Webhook> {
  refuseBadSettings(change)
  limitedTo(maker, change.projectIds) // a bound token can't give it all projects
  if (Object.keys(change).length === 0) return toWebhook(await getWebhookItem(maker, webhookId))
  const { after } = await changeAsMaker<WebhookItem>(maker, webhookKey(maker, webhookId), {
    read: () => getWebhookItem(maker, webhookId),
    changesOf: (webhook) => {
      refuseToMoveHeaders(webhook, change)
      refuseToUnbind(webhook, change)
      const { url = webhook.url, format = webhook.format, headers = webhook.headers } = change
      refuseForTarget(url, { format, headers })
      return changesOf(maker, webhook, change)
    },
    seen: 'status',
    checks: projectsExist(maker, change.projectIds),
    whenAbsent: () => notFound('webhook'),
  })
  await wakeIfActive(maker, after)
  return toWebhook(after)
}
