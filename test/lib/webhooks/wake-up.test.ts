import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { table, useTable } from '../../../lib/table/table.ts'
import { wakeDueWebhooks } from '../../../lib/webhooks/wake-up.ts'
import { newTenant } from '../../support/tenant.ts'
import {
  deliverNow,
  dueMsOf,
  eventIdOf,
  findWebhook,
  keepWakeUps,
  pendingOf,
  putWebhook,
  queueEvents,
  unreachable,
} from '../../support/webhooks.ts'

const usual = table()
const wakeUps = keepWakeUps()

afterEach(() => {
  wakeUps.length = 0
  useTable(usual)
})

describe.each([
  ['on AWS', false],
  ['on one machine', true],
])('a webhook that release 0.2.0 has left in the partition of all accounts, %s,', (_where, isEmbedded) => {
  it('is woken, and stands in the partition of its account after that', async () => {
    useTable({ ...usual, isEmbedded })
    const tenant = await newTenant()
    const nowMs = Date.now()
    const dueAt = new Date(nowMs - 1000).toISOString()
    const id = randomUUID()
    const webhook = await putWebhook(tenant, {
      id,
      ...{
        failing_since: dueAt,
        down_since: dueAt,
        consecutive_failures: 1,
        next_attempt_at_ms: nowMs - 1000,
      },
      ...{ list_pk: 'WEBHOOKS#DUE', list_sk: `${dueAt}#${tenant.accountId}#${id}` },
    })
    await queueEvents(tenant, id, [eventIdOf(randomUUID(), nowMs - 60_000)])
    await wakeDueWebhooks(tenant, nowMs)
    expect(wakeUps).toContainEqual({ account: tenant.accountId, webhook: id })
    const tally = await deliverNow(tenant, webhook, {
      nowMs: () => nowMs,
      random: () => 0.5,
      send: () => Promise.resolve(unreachable),
    })
    expect(tally).toMatchObject({ failed: 1 })
    const after = await findWebhook(tenant, id)
    expect(after?.list_pk).toMatch(/^TIMERS#\d+$/)
    expect(await pendingOf(tenant, id)).toHaveLength(1)
    wakeUps.length = 0
    await wakeDueWebhooks(tenant, dueMsOf(after ?? webhook))
    expect(wakeUps).toContainEqual({ account: tenant.accountId, webhook: id })
  })
})
