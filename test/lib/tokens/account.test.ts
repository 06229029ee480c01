import { describe, expect, it } from 'vitest'
import { createAccount, findAccount, listAccounts, updateAccount } from '../../../lib/tokens/account.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import '../../support/api.ts'

const storage = openStorage(Date.now() + 60_000)

describe('an account', () => {
  it('is on the Pro plan with a quota of 10,000 by default', async () => {
    const account = await createAccount(storage, { name: 'One' })
    expect(account).toMatchObject({ name: 'One', plan: 'pro', task_quota: 10_000 })
    expect(await findAccount(storage, account.id)).toEqual(account)
  })

  it('is listed in the order of creation', async () => {
    const first = await createAccount(storage, { name: 'First', plan: 'free', task_quota: 5 })
    const second = await createAccount(storage, { name: 'Second' })
    const ids = (await listAccounts(storage)).map(({ id }) => id)
    expect(ids.indexOf(first.id)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
  })

  it('changes only in the given fields', async () => {
    const account = await createAccount(storage, { name: 'Old' })
    const changed = await updateAccount(storage, account.id, { plan: 'free' })
    expect(changed).toEqual({ ...account, plan: 'free' })
    expect(await findAccount(storage, account.id)).toEqual(changed)
  })

  it('is not created by a change', async () => {
    const absent = crypto.randomUUID()
    expect(await updateAccount(storage, absent, { name: 'New' })).toBeUndefined()
    expect(await findAccount(storage, absent)).toBeUndefined()
  })
})
