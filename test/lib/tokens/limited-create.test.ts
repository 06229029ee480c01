import { describe, expect, it } from 'vitest'
import { maxMembers } from '../../../lib/contract/limits.ts'
import { createMember, listMembers } from '../../../lib/members/members.ts'
import { partsOf } from '../../../lib/table/in-parallel.ts'
import { retried } from '../../../lib/table/retried.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { putMany } from '../../../lib/table/write-items.ts'
import { memberIdOf, memberKey } from '../../../lib/members/member-item.ts'
import { tap } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'

/** Members that were there before, without their sessions. */
async function putMembers(tenant: Tenant, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, number) => {
    const email = `before-${number}@example.com`
    const id = memberIdOf(tenant.accountId, email)
    const item = { id, email, role: 'viewer', version: 1, grant: 1, sessions: [] }
    return { ...memberKey(tenant, id), ...item, created_at: new Date().toISOString() }
  })
  for (const some of partsOf(items, 25)) await putMany(tenant, some)
}

/** Adds members, by several callers at once. Returns what became of each. */
async function addMembers(tenant: Tenant, callers: number, each: number): Promise<string[]> {
  const ends = await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const ended: string[] = []
      for (let number = 0; number < each; number++) {
        const email = `new-${caller}-${number}@example.com`
        ended.push(
          await createMember(tenant, { email, role: 'viewer' }).then(
            () => 'created',
            (error: unknown) => (error as { code?: string }).code ?? String(error),
          ),
        )
      }
      return ended
    }),
  )
  return ends.flat()
}

describe('creates of what an account has a limited number of', () => {
  it('do not get in each other’s way while there is room: each takes one write', async () => {
    const tenant = await newTenant()
    await putMembers(tenant, 100)
    const before = tap.exchanges.length
    const ended = await addMembers(tenant, 8, 5)
    expect(new Set(ended)).toEqual(new Set(['created']))
    const writes = tap.exchanges.slice(before).filter(({ operation }) => operation === 'TransactWriteItems')
    expect(writes).toHaveLength(ended.length)
  })

  it('fill the last places together, and no more', async () => {
    const tenant = await newTenant()
    await putMembers(tenant, maxMembers - 11)
    const ended = await addMembers(tenant, 8, 2)
    expect(ended.filter((end) => end === 'created')).toHaveLength(11)
    expect(ended.filter((end) => end === 'quota_exceeded')).toHaveLength(5)
    expect(await listMembers(tenant)).toHaveLength(maxMembers)
  })
})

describe('what is tried again', () => {
  it('waits between two tries, longer and longer, and ends at its deadline', async () => {
    const tenant = await newTenant()
    let tries = 0
    const startMs = Date.now()
    const tried = retried({ ...tenant, deadlineMs: startMs + 1_000 }, () => {
      tries++
      return Promise.resolve(undefined)
    })
    await expect(tried).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(tries).toBeGreaterThan(3)
    expect(tries).toBeLessThan(40)
    expect(Date.now() - startMs).toBeLessThan(1_100)
  })
})
