import { afterEach, describe, expect, it } from 'vitest'
import { findRunningEngine } from '../../../infra/local/data-dir.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { findStream } from '../../../infra/local/stream.ts'
import type { Webhook } from '../../../lib/webhooks/webhook.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { create, headersOf, inDataDir, start, withDataDir } from './service-process.ts'
import { tableOf } from './triggered.ts'

withDataDir()

const receivers: Receiver[] = []

/** Starts a receiver, until the end of the test. */
async function receive(port?: number): Promise<Receiver> {
  const receiver = await startReceiver([], port)
  receivers.push(receiver)
  return receiver
}

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close().catch(() => undefined) // a test has closed it
})

/** Calls the service; fails unless it answers with a success. */
async function call(demo: Demo, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method,
    headers: headersOf(demo),
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

const webhookOf = (answer: unknown) => (answer as { webhook: Webhook }).webhook

const newWebhook = async (demo: Demo, { url }: Pick<Receiver, 'url'>): Promise<string> =>
  webhookOf(await call(demo, 'POST', '/webhooks', { url })).id

const failuresOf = async (demo: Demo, id: string): Promise<number> =>
  webhookOf(await call(demo, 'GET', `/webhooks/${id}`)).consecutive_failures

async function createAll(demo: Demo, labels: readonly string[]): Promise<void> {
  for (const label of labels) expect((await create(demo, label)).status).toBe(201)
}

/** The stream of the service's table. */
async function streamOfTable(): Promise<string | undefined> {
  const engine = await findRunningEngine(inDataDir())
  const { client, name } = tableOf({ endpoint: String(engine?.endpoint) })
  return findStream(client, name)
}

const labelsOf = (count: number) => Array.from({ length: count }, (_, number) => `Task ${number}`)

/** The labels of the tasks whose events have arrived, each once. */
const arrived = ({ received }: Receiver): string[] =>
  [...new Set(received.map(({ event }) => event.data.task.label))].sort()

/** Much more than the first wait, which is 5 seconds: the second is 5 minutes, and must be enough in any case. */
const waiting = { timeout: 400_000, interval: 20 }
const timeoutMs = 480_000

const arrive = (labels: readonly string[], receiver: Receiver) =>
  expect.poll(() => arrived(receiver), waiting).toEqual([...labels].sort())

describe('webhooks of the service', { timeout: timeoutMs }, () => {
  it('give the table its stream when the first one is made, where no history does', async () => {
    const demo = await start({ HISTORY_DAYS: '0' }).ready()
    await createAll(demo, ['Before'])
    expect(await streamOfTable()).toBeUndefined()
    const receiver = await receive()
    await newWebhook(demo, receiver)
    expect(await streamOfTable()).toContain('/stream/')
    await createAll(demo, ['After'])
    await arrive(['After'], receiver)
  })

  it('find a stream where an account keeps a history, and get what is written after they are made', async () => {
    const demo = await start().ready()
    expect(await streamOfTable()).toContain('/stream/')
    await createAll(demo, ['Before'])
    const newest = async () =>
      ((await call(demo, 'GET', '/history?limit=1')) as { entries: { label: string }[] }).entries[0]?.label
    await expect.poll(newest, waiting).toBe('Before')
    const receiver = await receive()
    await newWebhook(demo, receiver)
    await createAll(demo, ['After'])
    await arrive(['After'], receiver)
  })

  it('get all events while the attempts at a dead receiver beside them hang', async () => {
    const demo = await start().ready()
    const [live, dead] = [await receive(), await receive()]
    dead.answer = () => 'hang'
    const deadId = await newWebhook(demo, dead)
    await newWebhook(demo, live)
    const labels = labelsOf(30)
    await createAll(demo, labels)
    await arrive(labels, live)
    await expect.poll(() => dead.received.length, waiting).toBeGreaterThan(0)
    const delivered = await call(demo, 'GET', `/webhooks/${deadId}/deliveries?outcome=delivered`)
    expect(delivered).toMatchObject({ deliveries: [] })
  })

  it('bring the events that waited while the receiver was down', async () => {
    const demo = await start().ready()
    const down = await receive()
    const id = await newWebhook(demo, down)
    await down.close()
    const labels = labelsOf(3)
    await createAll(demo, labels)
    await expect.poll(() => failuresOf(demo, id), waiting).toBeGreaterThan(0)
    await arrive(labels, await receive(Number(new URL(down.url).port)))
    await expect.poll(() => failuresOf(demo, id), waiting).toBe(0)
  })

  it.each([503, 'hang'] as const)(
    'bring the events that waited when the service stopped, after an answer of %s',
    async (answer) => {
      const service = start()
      const demo = await service.ready()
      const receiver = await receive()
      receiver.answer = () => answer
      await newWebhook(demo, receiver)
      const labels = labelsOf(3)
      await createAll(demo, labels)
      await expect.poll(() => receiver.received.length, waiting).toBeGreaterThan(0)
      expect(await service.stop()).toEqual([0, null])
      receiver.received.length = 0
      receiver.answer = () => 204
      await start().ready()
      await arrive(labels, receiver)
    },
  )

  it('send nothing while paused, and a replay brings it all', async () => {
    const demo = await start().ready()
    const [paused, other] = [await receive(), await receive()]
    const id = await newWebhook(demo, paused)
    await newWebhook(demo, other)
    const from = new Date().toISOString()
    await call(demo, 'PATCH', `/webhooks/${id}`, { status: 'paused' })
    const labels = labelsOf(5)
    await createAll(demo, labels)
    await arrive(labels, other) // so they have been dispatched
    await call(demo, 'PATCH', `/webhooks/${id}`, { status: 'active' })
    await createAll(demo, ['Later'])
    await arrive(['Later'], paused)
    expect(await call(demo, 'POST', `/webhooks/${id}/replay`, { from })).toMatchObject({ has_more: false })
    await arrive([...labels, 'Later'], paused)
  })

  it('follow a change of their URL', async () => {
    const demo = await start().ready()
    const [first, second] = [await receive(), await receive()]
    const id = await newWebhook(demo, first)
    await createAll(demo, ['One'])
    await arrive(['One'], first)
    await call(demo, 'PATCH', `/webhooks/${id}`, { url: second.url })
    await createAll(demo, ['Two'])
    await arrive(['Two'], second)
    expect(arrived(first)).toEqual(['One'])
  })
})
