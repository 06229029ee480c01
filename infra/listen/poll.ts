import { setTimeout as sleep } from 'node:timers/promises'
import {
  isTasksApiError,
  type Delivery,
  type NewWebhook,
  type TasksClient,
  type WebhookEvent,
} from '../../client/src/index.ts'
import { fixedHeaders } from '../../lib/webhooks/sending/headers.ts'
import { signatureHeaders } from '../../lib/webhooks/sending/sign.ts'
import { called } from '../called.ts'
import { createWebhook } from './create-webhook.ts'
import type { OnDelivery } from './forward.ts'
import type { Listener } from './listener.ts'

const pollMs = 1_000

const advice =
  'Put https in front of it, or start it with WEBHOOK_ALLOWED_NETWORKS set to the network of its own address.'

/** A delivery is logged when it ends, so the log is not quite in order. An attempt and its batch take less than this. */
const overlapMs = 60_000

/** Calls `handle` with the deliveries that are new since the last call, the oldest first; again with one that failed. */
function newDeliveries(client: TasksClient, webhookId: string, handle: (one: Delivery) => Promise<void>) {
  const handled = new Set<string>()
  let newestMs = 0
  return async (): Promise<void> => {
    const fresh: Delivery[] = []
    for await (const delivery of client.webhooks.deliveries.list(webhookId, { limit: 100 })) {
      if (Date.parse(delivery.attempted_at) < newestMs - overlapMs) break
      if (!handled.has(delivery.id)) fresh.push(delivery)
    }
    for (const delivery of fresh.reverse()) {
      await handle(delivery)
      handled.add(delivery.id)
      newestMs = Math.max(newestMs, Date.parse(delivery.attempted_at))
    }
  }
}

/**
 * A form of the service that answers every event with 200 and makes no task of it: `type` is its honeypot, so all
 * events are spam, and are deleted after a day.
 */
async function createSink(client: TasksClient, projectId: string | undefined) {
  let project = projectId
  for await (const { id } of client.projects.list({ limit: 1 })) {
    project ??= id
    break
  }
  if (project === undefined)
    throw new Error('The account has no project yet, so there is nothing to listen to.')
  const { form } = await client.forms.create({
    projectId: project,
    name: called.listen,
    honeypot: 'type',
    rateLimit: 6_000,
    retentionDays: 1,
  })
  return form
}

/**
 * Makes a webhook, and reads its deliveries from the service's log. For a service that cannot reach this machine. The
 * webhook needs a receiver that accepts everything, and the service itself is that receiver. Each event is signed
 * again, because a receiver refuses old signatures.
 */
export async function pollDeliveries(
  client: TasksClient,
  settings: Omit<NewWebhook, 'url'>,
  onDelivery: OnDelivery,
): Promise<Listener> {
  const form = await createSink(client, settings.projectIds?.[0])
  const made = await createWebhook(client, { ...settings, url: form.url }, advice).catch(
    async (error: unknown) => {
      await client.forms.delete(form.id)
      throw error
    },
  )
  const { webhook, secret } = made
  const stopping = new AbortController()

  const deliver = async ({ id }: Delivery) => {
    const { body } = (await client.webhooks.deliveries.get(webhook.id, id)).delivery
    if (body === null) return
    const event = JSON.parse(body) as WebhookEvent // the service made it
    const signature = signatureHeaders({ id: event.id, body, secrets: [secret], nowMs: Date.now() })
    await onDelivery({ event, body: Buffer.from(body), headers: { ...fixedHeaders, ...signature } })
  }
  const forwardNew = newDeliveries(client, webhook.id, deliver)
  const poll = async (): Promise<never> => {
    for (;;) {
      try {
        await forwardNew()
      } catch (error) {
        if (!isTasksApiError(error, 'network_error', 'service_unavailable', 'rate_limited')) throw error
      }
      await sleep(pollMs, undefined, { signal: stopping.signal })
    }
  }
  const ended = poll()
  ended.catch(() => undefined) // whoever waits for it gets it
  const stop = async () => {
    stopping.abort()
    await Promise.all([client.webhooks.delete(webhook.id), client.forms.delete(form.id)])
  }
  return { secret, ended, stop }
}
