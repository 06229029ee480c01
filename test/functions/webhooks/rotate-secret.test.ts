import { afterEach, describe, expect, it, vi } from 'vitest'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const hourMs = 60 * 60 * 1000

async function rotate(tenant: TestTenant, id: string, body: object = {}): Promise<string> {
  const reply = await tenant.send('POST', `/webhooks/${id}/rotate-secret`, { body })
  expect(reply).toMatchObject({ status: 200, body: { webhook: { id } } })
  return (reply.body as { secret: string }).secret
}

describe('POST /webhooks/{webhookId}/rotate-secret', () => {
  it('answers with a new secret; the old one signs beside it for the hours that were asked for', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const { id, secret: first, item } = await newWebhook(tenant)
    const second = await rotate(tenant, id, { oldValidHours: 2 })
    const secretsNow = async () =>
      ((await item())?.secrets ?? [])
        .filter(({ expires_at_ms = Infinity }) => expires_at_ms > Date.now())
        .map(({ secret }) => secret)
    expect(second).not.toBe(first)
    expect(await secretsNow()).toEqual([second, first])
    vi.advanceTimersByTime(2 * hourMs - 1)
    expect(await secretsNow()).toEqual([second, first])
    vi.advanceTimersByTime(1)
    expect(await secretsNow()).toEqual([second])
    const third = await rotate(tenant, id, { oldValidHours: 0 })
    expect((await item())?.secrets).toEqual([{ secret: third }])
  })

  it('keeps at most two old ones, and never makes one last longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const { id, item } = await newWebhook(tenant)
    const made = [await rotate(tenant, id, { oldValidHours: 1 })]
    for (let n = 0; n < 3; n++) made.unshift(await rotate(tenant, id))
    const atMs = Date.now() + 24 * hourMs
    expect((await item())?.secrets).toEqual([
      { secret: made[0] },
      { secret: made[1], expires_at_ms: atMs },
      { secret: made[2], expires_at_ms: atMs },
    ])
    await rotate(tenant, id, { oldValidHours: 168 })
    expect((await item())?.secrets.map(({ expires_at_ms }) => expires_at_ms)).toEqual([
      undefined,
      Date.now() + 168 * hourMs,
      atMs,
    ])
  })

  it('gives each of two that race a secret of its own, and both are kept', async () => {
    const tenant = await newTenant()
    const { id, secret, item } = await newWebhook(tenant)
    const made = await Promise.all([rotate(tenant, id), rotate(tenant, id)])
    const stored = (await item())?.secrets.map((one) => one.secret)
    expect(stored?.toSorted()).toEqual([...made, secret].toSorted())
  })

  it.each([-1, 169, 1.5, '24'])('refuses %j hours', async (oldValidHours) => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant)
    const reply = await tenant.send('POST', `/webhooks/${id}/rotate-secret`, { body: { oldValidHours } })
    expect(reply.status).toBe(400)
  })
})
