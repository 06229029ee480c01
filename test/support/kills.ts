import { expect } from 'vitest'
import type { Rule } from '../../lib/rules/rule.ts'
import { leaseMs } from '../../lib/rules/lease.ts'
import { tap } from './api.ts'
import { runAt } from './rules.ts'
import type { TestTenant } from './tenant.ts'

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']

/**
 * Acts in a process that is killed before a write: from then on, it reaches the engine no more.
 * @returns whether it was killed
 */
export async function killedBefore(write: number, act: () => Promise<unknown>): Promise<boolean> {
  let count = 0
  let isDead = false
  tap.faults = (operation) => {
    if (isDead) return 'invalid'
    if (!writes.includes(operation) || ++count < write) return undefined
    isDead = true
    return 'invalid'
  }
  try {
    await act()
  } catch (error) {
    expect(isDead, String(error)).toBe(true)
  } finally {
    tap.reset()
  }
  return isDead
}

/**
 * Runs a rule at a time in a process that is killed, and again when its lease has ended.
 * @returns whether there was a write to kill it at
 */
export async function runKilled(
  tenant: TestTenant,
  rule: Pick<Rule, 'id'>,
  at: string,
  beforeWrite: number,
): Promise<boolean> {
  const isKilled = await killedBefore(beforeWrite, () => runAt(tenant, rule, at))
  await runAt(tenant, rule, Date.parse(at) + leaseMs + 1_000)
  return isKilled
}
