import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { table, useTable } from '../../../lib/table/table.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { webhookKey, type WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import {
  disableByLease,
  dropLease,
  keepLease,
  markWoken,
  releaseLease,
  takeLease,
} from '../../../lib/webhooks/lease.ts'
import { leaseMs, type Lease } from '../../../lib/webhooks/lease.ts'
import { forgetDue } from '../../../lib/webhooks/lease.ts'
import { removeMany } from '../../../lib/table/write-items.ts'
import type { DeliveryState } from '../../../lib/webhooks/delivery-state.ts'
import { newTenant } from '../../support/tenant.ts'
import { changeStatus, findWebhook, putWebhook } from '../../support/webhooks.ts'

const nowMs = Date.now()

/** What a holder would write: nothing of it may be seen when it has lost its lease. */
const state: DeliveryState = { failing_since: new Date(nowMs).toISOString(), consecutive_failures: 7 }

async function leased(tenant: Tenant, attributes: Partial<WebhookItem> = {}): Promise<Lease> {
  const { id } = await putWebhook(tenant, attributes)
  const lease = await takeLease(tenant, id, nowMs)
  if (typeof lease === 'string') throw new Error(lease)
  return lease
}

/** The item of a webhook whose lease was given back. */
const expectedAfter = (webhook: WebhookItem) =>
  Object.fromEntries(Object.entries(webhook).filter(([name]) => !/^(lease|list)_/.test(name)))

type Loss = [how: string, lose: (tenant: Tenant, lease: Lease) => Promise<unknown>]

const takenOver: Loss = [
  'another has taken it over after its end',
  (tenant, { webhook }) => takeLease(tenant, webhook.id, nowMs + leaseMs),
]

const losses: Loss[] = [
  ['a person has broken it', (tenant, { webhook }) => changeStatus(tenant, webhook.id, 'active', nowMs)],
  [
    'a person has paused the webhook',
    (tenant, { webhook }) => changeStatus(tenant, webhook.id, 'paused', nowMs),
  ],
  ['the webhook is deleted', (tenant, { webhook }) => removeMany(tenant, [webhookKey(tenant, webhook.id)])],
]

type Act = [what: string, lost: unknown, act: (tenant: Tenant, lease: Lease) => Promise<unknown>]

const acts: Act[] = [
  ['keepLease', undefined, (tenant, lease) => keepLease(tenant, lease, state)],
  ['keepLease with nothing to save', undefined, (tenant, lease) => keepLease(tenant, lease, {})],
  [
    'releaseLease',
    'lost',
    (tenant, lease) => releaseLease(tenant, lease, { state, dueAtMs: nowMs + 1, evenIfWoken: false }),
  ],
  [
    'releaseLease, even if woken',
    'lost',
    (tenant, lease) => releaseLease(tenant, lease, { state, dueAtMs: undefined, evenIfWoken: true }),
  ],
  [
    'disableByLease',
    false,
    (tenant, lease) => disableByLease(tenant, lease, state, { reason: 'It is gone.', nowMs }),
  ],
]

describe.each([
  ['in the table', false, [takenOver, ...losses]],
  ['in memory', true, losses],
])('the holder of a lease %s', (_where, isEmbedded, ways) => {
  const usual = table()

  beforeEach(() => {
    useTable({ ...usual, isEmbedded })
  })

  afterEach(() => {
    useTable(usual)
  })

  it.each(ways.flatMap(([how, lose]) => acts.map((act) => [act[0], how, lose, act] as const)))(
    'changes nothing by %s when %s',
    async (_what, _how, lose, [, lost, act]) => {
      const tenant = await newTenant()
      const lease = await leased(tenant)
      await lose(tenant, lease)
      const before = await findWebhook(tenant, lease.webhook.id)
      expect(await act(tenant, lease)).toEqual(lost)
      expect(await findWebhook(tenant, lease.webhook.id)).toEqual(before)
    },
  )

  it('must look again before it goes when it was woken, unless it will be woken in any case', async () => {
    const tenant = await newTenant()
    const lease = await leased(tenant)
    expect(await markWoken(tenant, lease.webhook.id, nowMs)).toBe(true)
    const release = { state, dueAtMs: nowMs + 1, evenIfWoken: false }
    expect(await releaseLease(tenant, lease, release)).toBe('woken')
    const kept = await keepLease(tenant, lease, state)
    expect(kept?.webhook).toMatchObject({ ...state, ...(!isEmbedded && { lease_id: lease.id }) })
    expect(kept?.webhook).not.toHaveProperty('woken_at_ms')
    await markWoken(tenant, lease.webhook.id, nowMs)
    expect(await releaseLease(tenant, lease, { ...release, evenIfWoken: true })).toBe('released')
    const after = await findWebhook(tenant, lease.webhook.id)
    for (const name of ['lease_id', 'lease_until_ms', 'woken_at_ms']) expect(after).not.toHaveProperty(name)
  })

  it('is the only one until it goes', async () => {
    const tenant = await newTenant()
    const lease = await leased(tenant)
    const { id } = lease.webhook
    const take = () => takeLease(tenant, id, nowMs)
    expect(await Promise.all([take(), take()])).toEqual(['held', 'held'])
    expect(await releaseLease(tenant, lease, { state: {}, dueAtMs: undefined, evenIfWoken: false })).toBe(
      'released',
    )
    expect(await findWebhook(tenant, id)).toEqual(expectedAfter(lease.webhook))
    expect(await markWoken(tenant, id, nowMs)).toBe(false)
    expect((await Promise.all([take(), take()])).filter((taken) => taken === 'held')).toHaveLength(1)
  })
})

describe('a lease in memory', () => {
  const usual = table()

  beforeEach(() => {
    useTable({ ...usual, isEmbedded: true })
  })

  afterEach(() => {
    useTable(usual)
  })

  it('writes nothing while nothing has failed', async () => {
    const tenant = await newTenant()
    const { id } = await putWebhook(tenant)
    const before = tenant.usage.write_units
    const lease = await takeLease(tenant, id, nowMs)
    if (typeof lease === 'string') throw new Error(lease)
    const kept = await keepLease(tenant, lease, {})
    expect(kept).toEqual(lease)
    await releaseLease(tenant, lease, { state: {}, dueAtMs: undefined, evenIfWoken: false })
    expect(tenant.usage.write_units).toBe(before)
  })

  it('lasts until its holder gives it back, also when the machine slept meanwhile', async () => {
    const tenant = await newTenant()
    const lease = await leased(tenant)
    const laterMs = nowMs + 10 * leaseMs
    expect(await takeLease(tenant, lease.webhook.id, laterMs)).toBe('held')
    expect(await markWoken(tenant, lease.webhook.id, laterMs)).toBe(true)
    const release = { state, dueAtMs: laterMs, evenIfWoken: false }
    expect(await releaseLease(tenant, lease, release)).toBe('woken')
    const kept = await keepLease(tenant, lease, state)
    expect(kept && (await releaseLease(tenant, kept, release))).toBe('released')
  })

  it('is free for another once its holder has dropped it, and no longer its holder’s', async () => {
    const tenant = await newTenant()
    const lease = await leased(tenant)
    dropLease(tenant, lease)
    expect(await keepLease(tenant, lease, state)).toBeUndefined()
    expect(await takeLease(tenant, lease.webhook.id, nowMs)).toMatchObject({ webhook: { status: 'active' } })
  })

  it('is not left behind by a read that fails', async () => {
    const tenant = await newTenant()
    const { id } = await putWebhook(tenant)
    await expect(takeLease({ ...tenant, deadlineMs: 0 }, id, nowMs)).rejects.toThrow()
    expect(await takeLease(tenant, id, nowMs)).toMatchObject({ webhook: { id } })
  })

  it('does not wait for one that an earlier release has left in the item, and removes it', async () => {
    const tenant = await newTenant()
    const left = { lease_id: 'gone', lease_until_ms: nowMs + leaseMs, list_pk: 'WEBHOOKS', list_sk: 'x' }
    const lease = await leased(tenant, left)
    await releaseLease(tenant, lease, { state: {}, dueAtMs: undefined, evenIfWoken: false })
    const after = await findWebhook(tenant, lease.webhook.id)
    for (const name of Object.keys(left)) expect(after).not.toHaveProperty(name)
  })
})

describe('a webhook that was deleted', () => {
  it('is not written anew by whoever still knows it', async () => {
    const tenant = await newTenant()
    const { webhook } = await leased(tenant)
    await removeMany(tenant, [webhookKey(tenant, webhook.id)])
    expect(await takeLease(tenant, webhook.id, nowMs)).toBe('gone')
    expect(await markWoken(tenant, webhook.id, nowMs)).toBe(false)
    await forgetDue(tenant, webhook.id)
    expect(await findWebhook(tenant, webhook.id)).toBeUndefined()
  })

  it('stays deleted when a change or a rotation races with its deletion', async () => {
    const tenant = await newTenant()
    for (let round = 0; round < 5; round++) {
      const { id } = await putWebhook(tenant)
      const path = `/webhooks/${id}`
      const replies = await Promise.all([
        tenant.send('PATCH', path, { body: { status: 'paused' } }),
        tenant.send('POST', `${path}/rotate-secret`, { body: {} }),
        tenant.send('DELETE', path),
        tenant.send('PATCH', path, { body: { description: 'x' } }),
      ])
      expect(replies[2].status).toBe(200)
      for (const { status } of replies) expect([200, 404]).toContain(status)
      expect(await findWebhook(tenant, id)).toBeUndefined()
    }
  })
})
