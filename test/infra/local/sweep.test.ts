import { describe, expect, it } from 'vitest'
import { sweepExpired } from '../../../infra/local/sweep.ts'
import { get } from '../../../lib/store/read-items.ts'
import { put } from '../../../lib/store/write-items.ts'
import { taskKey } from '../../../lib/store/task/item.ts'
import { testTable } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'

describe('the sweep', () => {
  it('deletes only expired items', async () => {
    const tenant = await newTenant()
    const active = await tenant.createTask()
    const trashed = await tenant.createTask()
    await tenant.send('DELETE', `/tasks/${trashed.id}`)
    const expired = { ...taskKey(tenant, crypto.randomUUID()), expires_at: Math.floor(Date.now() / 1000) - 1 }
    await put(tenant, { Item: expired })
    expect(await sweepExpired(testTable.client, testTable.name)).toBeGreaterThanOrEqual(1)
    expect(await get(tenant, { pk: expired.pk, sk: expired.sk })).toBeUndefined()
    expect(await get(tenant, taskKey(tenant, trashed.id))).toMatchObject({ id: trashed.id })
    expect(await get(tenant, taskKey(tenant, active.id))).toMatchObject({ id: active.id })
    expect(await tenant.taskCount()).toBe(1)
  })
})
