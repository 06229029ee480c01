import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { leaseMs } from '../../../lib/rules/lease.ts'
import { useTable } from '../../../lib/table/table.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { synthesize } from '../../infra/aws/synthesize.ts'
import { testTable } from '../../support/api.ts'
import { getRule, logOf, newRule } from '../../support/rules.ts'
import { openService, type SandboxService } from '../../support/sandbox-service.ts'
import { putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import type { QueuedMessage } from './queues.ts'

/** A receiver of webhooks, and the ids that it got. */
const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']))
  request.resume().on('end', () => response.writeHead(204).end())
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` // the address of a TCP server

const template = synthesize({ webhookAllowedNetworks: '127.0.0.0/8' })
const ids = ['rules.wake', 'rules.run', 'rules.watch', 'webhooks.deliver']

// the clock looks at the timers of all accounts, and other files have theirs in the shared table
const tableName = `rules-${randomUUID()}`
beforeAll(async () => {
  await createTableIfAbsent(testTable.client, tableName)
  useTable({ ...testTable, name: tableName })
})

const open = () => openService({ template, ids }, tableName)

/** What EventBridge does each minute. */
const minute = async (service: SandboxService) => {
  expect(await service.function('rules.wake').invoke({})).toMatchObject({ kind: 'answered' })
}

const handOut = (service: SandboxService) => service.queues.handOut(service.function)

/** A queue may deliver a message more than once: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues.html */
const again = (messages: readonly QueuedMessage[]): QueuedMessage[] =>
  messages.map((message) => ({ ...message, id: randomUUID() }))

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

const labelsOf = async (tenant: TestTenant): Promise<string[]> => {
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks.map(({ label }) => label) // checked on its way
}

/** How long until a rule is due, in seconds: long enough that all are made before. */
const aheadSeconds = 15

describe('on AWS’s shape, rules', () => {
  it('run by clock, queue and stream, each function with its own role', async () => {
    const service = await open()
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'datetime' } })
    await putWebhook(tenant, { url, event_types: ['rule.fired'] })
    const start = { type: 'update_task', set: { status: 1 } }
    const due = { type: 'date', field: 'due', offset: 'P0D', timeOfDay: '09:00', timeZone: 'UTC' }
    const onDate = await newRule(tenant, due, start)
    const onEvent = await newRule(tenant, { type: 'event', events: ['task.completed'] }, { type: 'notify' })
    // the clock finds the rule that is to be prepared
    await minute(service)
    await handOut(service)
    expect(await getRule(tenant, onDate)).toMatchObject({ preparing: false })
    const at = inSeconds(aheadSeconds)
    const once = await newRule(
      tenant,
      { type: 'schedule', at },
      { type: 'create_task', task: { label: 'Made' } },
    )
    const records = await recordsOf(tenant, async () => {
      await tenant.createTask({ label: 'Due', fields: { due: at } })
    })
    const done = await tenant.createTask({ label: 'Done' })
    records.push(
      ...(await recordsOf(tenant, () => tenant.send('PATCH', `/tasks/${done.id}`, { body: { status: 2 } }))),
    )
    const ofTask = records.find(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('TASK#'))
    const broken = structuredClone(ofTask) ?? {}
    Object.assign(broken.dynamodb?.NewImage ?? {}, { label: { X: 'odd' } }) // nobody can read it
    expect(await service.function('rules.watch').invoke({ Records: [broken, ...records] })).toMatchObject({
      payload: '{"batchItemFailures":[]}',
    })
    expect(service.queues.objects).toMatchObject([
      { bucket: expect.stringMatching(/^Queuesruleswatch/) as unknown },
    ])
    await minute(service)
    const begunMs = Date.now()
    await handOut(service)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
    expect(begunMs).toBeLessThan(Date.parse(at))
    expect((await labelsOf(tenant)).sort()).toEqual(['Done', 'Due', 'Made'])
    for (const rule of [onDate, onEvent, once])
      expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done' }])
    expect(received).toHaveLength(1)
    // each within two seconds of its time
    for (const rule of [onDate, once]) {
      const [run] = await logOf(tenant, rule)
      expect(Date.parse(run?.started_at ?? '') - Date.parse(at)).toBeLessThan(2_000)
    }
    expect(service.proxy.denied).toEqual([])
    expect([service.queues.waiting, service.queues.failed]).toEqual([[], []])
  })

  it('run once for each occurrence, although two clocks look at once, each message comes twice, and two processes take it', async () => {
    const [one, other] = [await open(), await open()]
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'datetime' } })
    await putWebhook(tenant, { url, event_types: ['rule.fired'] })
    const at = inSeconds(aheadSeconds)
    const labels = Array.from({ length: 10 }, (_, index) => `Task of rule ${index}`)
    const rules = await Promise.all(
      labels.map((label) =>
        newRule(tenant, { type: 'schedule', at }, { type: 'create_task', task: { label } }),
      ),
    )
    const tasks = await Promise.all(
      labels.map((label) => tenant.createTask({ label: `${label}, due`, fields: { due: at } })),
    )
    const due = { type: 'date', field: 'due', offset: 'P0D', timeOfDay: '09:00', timeZone: 'UTC' }
    const notifying = await newRule(tenant, due, { type: 'notify' })
    received.length = 0
    for (let time = 0; time < 2; time++) {
      await Promise.all([minute(one), minute(other)])
      for (const service of [one, other]) service.queues.waiting.push(...again(service.queues.waiting))
      await Promise.all([handOut(one), handOut(other)])
    }
    expect(Date.now()).toBeGreaterThan(Date.parse(at))
    // a wake-up that came while the other held the lease did nothing: the next minute would look again
    expect(Date.now() - Date.parse(at)).toBeLessThan(leaseMs)
    expect((await labelsOf(tenant)).sort()).toEqual(
      [...labels, ...labels.map((label) => `${label}, due`)].sort(),
    )
    for (const rule of rules)
      expect(await logOf(tenant, rule)).toMatchObject([{ due_at: at, outcome: 'done' }])
    const log = await logOf(tenant, notifying)
    expect(log.map(({ task_id, outcome }) => `${String(task_id)} ${String(outcome)}`).sort()).toEqual(
      tasks.map(({ id }) => `${id} done`).sort(),
    )
    expect(received.length).toBe(new Set(received).size)
    expect(received).toHaveLength(tasks.length)
    for (const { proxy, queues } of [one, other]) {
      expect(proxy.denied).toEqual([])
      expect([queues.waiting, queues.failed]).toEqual([[], []])
    }
  })
})
