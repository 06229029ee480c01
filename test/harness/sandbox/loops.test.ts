import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { synthesize } from '../../infra/aws/synthesize.ts'
import { openService } from '../../support/sandbox-service.ts'
import { newTenant } from '../../support/tenant.ts'
import { eventIdOf, eventIdsAt, putWebhook, queueEvents } from '../../support/webhooks.ts'
import { mostInvocations, nextTrace } from './trace.ts'

/** How long the receiver takes for an event. */
const answerMs = 400

/** A receiver that takes one event after the other. */
const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']))
  setTimeout(() => response.writeHead(204).end(), answerMs)
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => receiver.close())
const { port } = receiver.address() as AddressInfo // the address of a TCP server

const template = synthesize({ webhookAllowedNetworks: '127.0.0.0/8' })

/**
 * A delivery sends nothing in its last 20 s, and keeps 250 ms for its answer. What is left is less than the receiver takes: a
 * session sends one event, or none on a busy machine.
 */
const timeoutMs = 20_250 + answerMs - 50

/** A webhook with a backlog for more sessions than Lambda lets a chain of requests have, and its first wake-up. */
async function deliverBacklog(loop: 'as it is deployed' | 'Terminate') {
  const own = Object.entries(template.functions).map(([name, one]) => {
    const { RecursiveLoop, ...others } = one.Properties
    const Properties = loop === 'Terminate' ? others : { ...others, RecursiveLoop }
    return [name, { ...one, Properties }] as const
  })
  const service = await openService({
    template: { ...template, functions: Object.fromEntries(own) },
    ids: ['webhooks.deliver'],
    timeoutMs,
    graceMs: 10_000,
  })
  const tenant = await newTenant()
  const webhook = await putWebhook(tenant, { url: `http://127.0.0.1:${port}/` })
  // of one task, so that they are sent one after the other
  const [first = ''] = eventIdsAt(Date.now() - 60_000, 1)
  const task = first.split('_')[1] ?? ''
  const events = Array.from({ length: mostInvocations + 4 }, (_, index) =>
    eventIdOf(task, Date.now() - 60_000 + index),
  )
  await queueEvents(tenant, webhook.id, events)
  service.queues.put('webhooks.deliver', { account: tenant.accountId, webhook: webhook.id })
  await service.queues.handOut(service.function)
  const sessions = service.function('webhooks.deliver').log.filter((line) => line.includes('"invocation"'))
  return { service, events, sessions, delivered: received.filter((id) => events.includes(id)) }
}

describe('a backlog of a webhook, which needs more sessions than Lambda lets a chain of requests have,', () => {
  it('is delivered to its end', async () => {
    const { service, events, sessions, delivered } = await deliverBacklog('as it is deployed')
    expect(new Set(delivered)).toEqual(new Set(events))
    expect(sessions.length).toBeGreaterThan(mostInvocations)
    expect([service.queues.waiting, service.queues.failed]).toEqual([[], []])
  })

  it('would stand still without the setting: Lambda ends the chain, and the wake-up is in the failure queue', async () => {
    const { service, events, delivered } = await deliverBacklog('Terminate')
    expect(delivered.length).toBeLessThan(events.length)
    expect(service.queues.failed).toHaveLength(1)
    expect(service.queues.failed[0]?.trace).toMatch(new RegExp(`Lineage=[0-9a-f]{8}:${mostInvocations}$`))
  })
})

describe('the trace of a chain', () => {
  it('counts each function for itself, and begins anew without a cause', () => {
    const first = nextTrace('A')
    const other = nextTrace('B', first.header)
    const second = nextTrace('A', other.header)
    expect([first, other, second, nextTrace('A')].map(({ invocations }) => invocations)).toEqual([1, 1, 2, 1])
    expect(second.header.split(';')[0]).toBe(first.header.split(';')[0])
  })
})
