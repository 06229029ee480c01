import { afterEach, expect, it, vi } from 'vitest'
import { captureLog } from '../../support/log.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

it('says in its log line whose webhook was disabled, once for each account', async () => {
  const lines = captureLog()
  const { newTenant } = await import('../../support/tenant.ts')
  const { putWebhook, recordsOf } = await import('../../support/stream.ts')
  const { useQueue } = await import('../../../lib/table/queue/queue.ts')
  const { put } = await import('../../../lib/table/write-items.ts')
  const { webhookKey } = await import('../../../lib/webhooks/webhook-item.ts')
  const { handler } = await import('../../../functions/webhooks/dispatch.ts')
  useQueue({ sendMessages: () => Promise.resolve() })
  const context = { awsRequestId: 'c6af9ac6', getRemainingTimeInMillis: () => 60_000 }
  const tenant = await newTenant()
  const disable = async () => {
    const webhook = await putWebhook(tenant)
    const notice = { type: 'webhook.disabled', at: new Date().toISOString() }
    await put(tenant, { Item: { ...webhookKey(tenant, webhook.id), ...webhook, status: 'disabled', notice } })
  }

  await handler({ Records: await recordsOf(tenant, () => tenant.createTask()) }, context)
  await handler(
    { Records: [...(await recordsOf(tenant, disable)), ...(await recordsOf(tenant, disable))] },
    context,
  )

  const runs = lines()
    .filter((line) => line.includes('"function":"webhooks.dispatch"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(runs.map(({ disabled_webhooks, account_ids }) => ({ disabled_webhooks, account_ids }))).toEqual([
    { disabled_webhooks: 0, account_ids: undefined },
    { disabled_webhooks: 2, account_ids: [tenant.accountId] },
  ])
})
