import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaseMs } from '../../../lib/rules/lease.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import { removeMany } from '../../../lib/table/write-items.ts'
import { deliveryPartition } from '../../../lib/webhooks/webhook-item.ts'
import { tap } from '../../support/api.ts'
import { killedBefore } from '../../support/kills.ts'
import { logOf, newRule, runAt, runNow } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook } from '../webhooks/support.ts'

const at = Date.parse('2026-11-27T16:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  tap.reset()
  vi.useRealTimers()
})

/** A first try of a run that ends early. Returns when the rule is due again, in ms since 1970. */
const ends: [how: string, run: (tenant: TestTenant, rule: Rule) => Promise<number>][] = [
  [
    'is killed before it writes the log',
    async (tenant, rule) => {
      // the lease, what waits, the event, the log
      expect(await killedBefore(4, () => runAt(tenant, rule, at))).toBe(true)
      return at + leaseMs + 1_000
    },
  ],
  [
    'cannot write the log because storage is busy',
    async (tenant, rule) => {
      let batches = 0
      tap.faults = (operation) =>
        operation === 'BatchWriteItem' && ++batches > 2 ? 'server-error' : undefined
      await expect(runAt(tenant, rule, at)).rejects.toThrow('busy')
      tap.reset()
      return at + 11_000
    },
  ],
]

describe('an event that is delivered', () => {
  it.each(ends)('is not queued again when its run %s', async (_how, runFirst) => {
    const tenant = await newTenant()
    const { id, pending } = await newWebhook(tenant, { eventTypes: ['rule.fired'] })
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'datetime' } })
    await tenant.createTask({ fields: { due: new Date(at).toISOString() } })
    const rule = await newRule(tenant, { type: 'date', field: 'due' }, { type: 'notify' })
    await runNow(tenant, rule)
    const againMs = await runFirst(tenant, rule)
    const waiting = await pending()
    expect(waiting).toHaveLength(1)
    expect(await logOf(tenant, rule)).toEqual([])
    await removeMany(
      tenant,
      waiting.map(({ sk }) => ({ pk: deliveryPartition(tenant, id), sk })),
    )
    await runAt(tenant, rule, againMs)
    expect(await pending()).toEqual([])
    expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done' }])
  })
})
