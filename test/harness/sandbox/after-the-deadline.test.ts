import { beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Fault } from '../engine-tap.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { synthesize } from '../../infra/aws/synthesize.ts'
import { openService } from '../../support/sandbox-service.ts'

/** Long enough for one attempt of the SDK and the start of the next. Too short for the SDK to give up by itself. */
const timeoutMs = 2_500
const service = await openService({
  template: synthesize(),
  ids: ['tasks.create', 'tasks.update', 'tasks.get'],
  timeoutMs,
  graceMs: 1_500,
})
const { proxy } = service

const busy = {
  status: 503,
  headers: { 'retry-after': '1' },
  body: { error: { code: 'service_unavailable' } },
}

beforeEach(() => {
  proxy.reset()
})

const contended = { ...busy, status: 429, body: { error: { code: 'rate_limited' } } }

/** The labels of a project's tasks, not read through the sandbox. */
async function labelsOf({ send, projectId }: TestTenant): Promise<string[]> {
  const { body } = await send('GET', `/projects/${projectId}/tasks`)
  return (body as { tasks: Task[] }).tasks.map(({ label }) => label) // checked against its declaration
}

/** The number of writes with this text that have reached the proxy. */
const writesWith = (text: string) =>
  proxy.received.filter(
    ({ operation, request }) =>
      /^(?:Put|Update|Delete|Transact)/.test(operation) && JSON.stringify(request).includes(text),
  ).length

/** What happens to the last write of a request: the fault by attempt; and what the request is answered. */
const fates: [string, (elapsedMs: number) => Fault, object][] = [
  ['is never answered', () => 'timeout', busy],
  ['gets conflicts until the deadline', () => 'conflict', contended],
  [
    'gets conflicts, and then no answer',
    (elapsedMs) => (elapsedMs < timeoutMs / 2 ? 'conflict' : 'timeout'),
    busy,
  ],
]

describe('a write that was refused with 503 or 429', () => {
  it.each(fates)('and %s is not sent by the next invocation', async (_, fate, answer) => {
    const tenant = await newTenant()
    const create = (label: string) =>
      service.send('POST', '/tasks', { token: tenant.token, body: { projectId: tenant.projectId, label } })
    expect((await create('First')).status).toBe(201) // the token is cached from here on
    const startedMs = Date.now()
    proxy.tap.faults = (operation) =>
      operation === 'TransactWriteItems' ? fate(Date.now() - startedMs) : undefined
    expect(await create('Refused')).toMatchObject(answer)

    const sentBefore = writesWith('Refused')
    proxy.tap.reset()
    // each keeps the process thawed long enough to send pending requests and their follow-ups
    proxy.delayMs = () => 700
    expect((await create('Second')).status).toBe(201)
    expect((await create('Third')).status).toBe(201)
    expect(writesWith('Refused')).toBe(sentBefore)
    expect(await labelsOf(tenant)).toEqual(['First', 'Second', 'Third'])
  })

  it('to one item is not sent by the next invocation either', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'Old' })
    const rename = (label: string, taskId = id) =>
      service.send('PATCH', `/tasks/${taskId}`, { token: tenant.token, body: { label } })
    expect((await rename('Known')).status).toBe(200)
    proxy.tap.faults = (operation) => (operation === 'UpdateItem' ? 'timeout' : undefined)
    expect(await rename('Refused')).toMatchObject(busy)

    const sentBefore = writesWith('Refused')
    proxy.tap.reset()
    proxy.delayMs = () => 700
    const { id: otherId } = await tenant.createTask({ label: 'Other' })
    for (const label of ['Second', 'Third']) expect((await rename(label, otherId)).status).toBe(200)
    expect(writesWith('Refused')).toBe(sentBefore)
    expect(await labelsOf(tenant)).toEqual(['Known', 'Third'])
  })
})

describe('the look-up of a token', () => {
  it.each([
    ['never answers', () => (proxy.tap.faults = () => 'timeout')],
    [
      'repeatedly leaves all keys unprocessed',
      () =>
        (proxy.tap.answerInstead = (operation, request) =>
          operation === 'BatchGetItem'
            ? { Responses: {}, UnprocessedKeys: (request as { RequestItems: object }).RequestItems } // made by the SDK
            : undefined),
    ],
  ])('that %s ends in a 503 in time, after few calls', async (_, inject) => {
    const { token, createTask } = await newTenant()
    const { id } = await createTask()
    inject()
    const outcome = await service.send('GET', `/tasks/${id}`, { token })
    expect(outcome).toMatchObject(busy)
    // pauses start at 20 ms and double each time
    expect(proxy.received.length).toBeLessThanOrEqual(50)
  })
})
