import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../../infra/local/gateway.ts'

it('requests that test webhooks whose receivers are slow hold up no other requests', async () => {
  const hanging: (() => void)[] = []
  const invoke = async (id: string) => {
    if (id === 'webhooks.test') await new Promise<void>((resolve) => hanging.push(resolve))
    return { statusCode: 200, body: '{}' }
  }
  const server = createGateway({ invoke }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  const send = async (method: string, path: string) => {
    const headers = { Authorization: 'Bearer x' }
    return (await fetch(`http://127.0.0.1:${port}/v1${path}`, { method, headers })).status
  }
  const tests = Array.from({ length: 100 }, () => send('POST', `/webhooks/${crypto.randomUUID()}/test`))
  // one caller has half of the 16 turns of these tests
  await expect.poll(() => hanging.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(8)
  expect(await send('GET', '/projects')).toBe(200)
  expect(hanging).toHaveLength(8)
  // the others have their turn after them
  for (let ended = 0; ended < 100; ended++) {
    await expect.poll(() => hanging.length).toBeGreaterThan(ended)
    hanging[ended]?.()
  }
  expect(new Set(await Promise.all(tests))).toEqual(new Set([200]))
}, 20_000)
