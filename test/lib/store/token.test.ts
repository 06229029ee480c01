import { describe, expect, it } from 'vitest'
import { createToken, listTokens, revokeToken } from '../../../lib/store/token.ts'
import { newTenant } from '../../support/tenant.ts'

describe('tokens', () => {
  it('list without their secrets, oldest first', async () => {
    const tenant = await newTenant()
    const { secret, ...token } = await createToken(tenant, {
      name: 'Nightly',
      scopes: ['read', 'write'],
      expiresInSeconds: 3600,
    })
    const listed = await listTokens(tenant)
    expect(listed).toHaveLength(2)
    expect(listed[1]).toEqual(token)
    expect(token.expires_at).toMatch(/\.000Z$/)
    expect(JSON.stringify(listed)).not.toContain(secret)
  })

  it('that were revoked, are of another account, or never were cannot be revoked', async () => {
    const tenant = await newTenant()
    const foreign = await newTenant()
    const [token] = await listTokens(tenant)
    const id = String(token?.id)
    expect(await revokeToken(foreign, id)).toBe(false)
    expect(await revokeToken(tenant, id)).toBe(true)
    expect(await revokeToken(tenant, id)).toBe(false)
    expect(await revokeToken(tenant, crypto.randomUUID())).toBe(false)
  })
})
