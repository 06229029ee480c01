import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serviceFunctions, timeoutOf } from '../../../functions/index.ts'
import { handler as run } from '../../../functions/rules/run.ts'
import { handler as watch } from '../../../functions/rules/watch.ts'
import { handler as deliver } from '../../../functions/webhooks/deliver.ts'
import { handler as dispatch } from '../../../functions/webhooks/dispatch.ts'
import {
  countItems,
  deleteItems,
  slowestFunctionSeconds,
  type Counts,
} from '../../../infra/admin/deletion/delete-account.ts'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { createField } from '../../../lib/fields/definitions.ts'
import { createMember } from '../../../lib/members/members.ts'
import { createTicket, signIn } from '../../../lib/members/sessions.ts'
import { manualKey } from '../../../lib/rules/runs.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { useTable } from '../../../lib/table/table.ts'
import { put } from '../../../lib/table/write-items.ts'
import { writeMarker } from '../../../lib/tasks/marker.ts'
import { markerName } from '../../../lib/tasks/page.ts'
import {
  closeAccount,
  findAccount,
  findClosedAccount,
  listClosedAccounts,
} from '../../../lib/tokens/account.ts'
import { enter } from '../../../lib/webhooks/places.ts'
import { newForm } from '../../functions/forms/support.ts'
import { send, tap, testTable } from '../../support/api.ts'
import { queued } from '../../support/queue.ts'
import { logOf, newRule, runNow } from '../../support/rules.ts'
import { recordOf, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { answered, deliverNow, putWebhook } from '../../support/webhooks.ts'

const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 }
const storage = () => openStorage(Date.now() + 60_000)
const atOnce = { unitsPerSecond: 1_000_000, settleSeconds: 0 }

// what is compared is the whole table, and other files write into the shared one
beforeEach(async () => {
  const name = `deletion-${randomUUID()}`
  await createTableIfAbsent(testTable.client, name)
  useTable({ ...testTable, name })
  here.name = name
})
const here = { name: '' }

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

it('waits for the slowest function of the service', () => {
  expect(slowestFunctionSeconds).toBe(Math.max(...serviceFunctions.map(timeoutOf)))
})

/** Everything in the table, by its keys. */
async function wholeTable(): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  let after: Item | undefined
  do {
    const page = await testTable.client.send(
      new ScanCommand({ TableName: here.name, ConsistentRead: true, ExclusiveStartKey: after }),
    )
    for (const item of page.Items ?? []) items.set(`${String(item.pk)} ${String(item.sk)}`, item)
    after = page.LastEvaluatedKey
  } while (after)
  return items
}

/** What in the table names an account anywhere, in its keys or values. */
const naming = (items: Map<string, Item>, accountId: string): string[] =>
  [...items].filter(([key, item]) => `${key} ${JSON.stringify(item)}`.includes(accountId)).map(([key]) => key)

const streamOf = (Records: DynamoDBStreamEvent['Records']): DynamoDBStreamEvent => ({ Records })

const wakeUpOf = ({ accountId }: TestTenant, webhook: string): SQSEvent =>
  ({
    Records: [{ messageId: '1', body: JSON.stringify({ account: accountId, webhook, crowd: true }) }],
  }) as SQSEvent // the function reads no more

const ruleWakeUpOf = ({ accountId }: TestTenant, rule: string): SQSEvent =>
  ({ Records: [{ messageId: '1', body: JSON.stringify({ account: accountId, rule }) }] }) as SQSEvent // as above

/** A rule that has run, that goes on with a run that a person has started, and for which a date waits. */
async function ruleAtWork(tenant: TestTenant): Promise<string> {
  const trigger = { type: 'date', field: 'due', offset: 'P0D', timeOfDay: '09:00', timeZone: 'UTC' }
  const rule = await newRule(tenant, trigger, { type: 'update_task', set: { status: 1 } })
  const { id: taskId } = await tenant.createTask({ fields: { due: '2100-01-01' } })
  await runNow(tenant, rule)
  await tenant.send('POST', `/rules/${rule.id}/runs`, { body: { taskId } })
  const [run] = await logOf(tenant, rule)
  await put(tenant, { Item: manualKey(tenant, rule.id, String(run?.id)) })
  return rule.id
}

/** An account with something of each kind, made in the ways in which the service makes it. */
async function fullAccount() {
  const tenant = await newTenant()
  await createField(tenant, { key: 'due', label: 'Due', type: 'date' })
  await createMember(tenant, { email: `${randomUUID()}@example.com`, role: 'admin' }).then(({ email }) =>
    signIn(tenant, email),
  )
  const { id: webhook } = await putWebhook(tenant)
  const form = await newForm(tenant)
  await form.submit({ name: 'Ada', message: 'Call me' })
  const paused = await newForm(tenant, { paused: true })
  await paused.submit({ name: 'Ada', message: 'Later' })
  const gone = await newForm(tenant)
  await gone.submit({ name: 'Grace', message: 'The form is deleted, its submissions stay' })
  await tenant.send('DELETE', `/forms/${gone.id}`)
  await tenant.send('POST', '/tasks', {
    body: { projectId: tenant.projectId, label: 'Named', externalId: 'x-1' },
    headers: { 'Idempotency-Key': 'k-1' },
  })
  const trashed = await tenant.createTask()
  await tenant.send('POST', `/tasks/${trashed.id}/comments`, { body: { text: 'A comment' } })
  await tenant.send('DELETE', `/tasks/${trashed.id}`)
  const records = await recordsOf(tenant, () => tenant.createTask())
  await dispatch(streamOf(records), context)
  const nowMs = () => Date.now() + 1
  await deliverNow(tenant, { id: webhook } as never, {
    send: () => Promise.resolve(answered(200)),
    nowMs,
    random: () => 0,
  })
  const later = await recordsOf(tenant, () => tenant.createTask())
  await dispatch(streamOf(later), context) // it waits
  await enter(tenant, { account: tenant.accountId, webhook, crowd: true }, Date.now)
  const rule = await ruleAtWork(tenant)
  const tasks = { marker: markerName, partition: accountPartition(tenant.accountId) }
  await writeMarker(tenant, tasks, Date.now(), '~')
  for (let request = 0; request < 12; request++) await tenant.send('GET', '/tokens/self')
  return { tenant, webhook, form, rule }
}

const close = ({ accountId }: TestTenant) => closeAccount(storage(), { id: accountId, name: 'Test' })

/** All names of kinds: an item of another kind would be counted under the beginning of its key. */
const everyKind = [
  ...['tokens', 'sessions', 'members', 'projects and their counts', 'tasks, trash and keys of creates'],
  ...['forms', 'submissions', 'hashes of submissions', 'webhooks', 'events', 'waiting deliveries'],
  'steps of histories',
  ...['deliveries', 'counts of requests', 'fields', 'places of deliveries', 'markers of the feeds'],
  ...['comments', 'names of comments', 'counts of comments'],
  ...['rules', 'what waits for rules', 'runs of rules', 'counts of rules'],
]

describe('account delete', () => {
  it('leaves nothing of the account in the table, and every other item as it was', async () => {
    const { tenant } = await fullAccount()
    const { tenant: other } = await fullAccount()
    await createTicket(storage(), 'somebody@example.com')
    await other.createTask({ label: `It quotes ${tenant.accountId}` })
    const before = await wholeTable()
    const own = naming(before, tenant.accountId).filter((key) => !key.includes(other.accountId))
    const rest = [...before].filter(([key]) => !own.includes(key))

    const counted = await countItems(tenant.accountId, 1_000_000)
    expect(await wholeTable()).toEqual(before)
    expect(Object.keys(counted).sort()).toEqual([...everyKind, 'account'].sort())

    await close(tenant)
    const deleted = await deleteItems(tenant.accountId, atOnce)
    const after = await wholeTable()
    expect([...after]).toEqual(rest)
    expect(naming(after, tenant.accountId)).toHaveLength(1) // the other's task
    const sum = (counts: Counts) => Object.values(counts).reduce((total, one) => total + one, 0)
    expect(sum(counted)).toBe(own.length)
    expect(sum(deleted)).toBe(own.length - 1) // the account's own item went when it was closed
  })

  it('goes on where it was interrupted, at whichever of its writes and reads', async () => {
    const { tenant } = await fullAccount()
    const { tenant: other } = await fullAccount()
    const rest = [...(await wholeTable())].filter(([key]) => key.includes(other.accountId))
    await close(tenant)
    let interrupted = 0
    for (let most = 0; ; most++) {
      let left = most
      tap.faults = (operation) =>
        ['BatchWriteItem', 'Scan', 'Query'].includes(operation) && left-- <= 0 ? 'invalid' : undefined
      const error = await deleteItems(tenant.accountId, atOnce).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      tap.reset()
      if (error === undefined) break
      interrupted++
      expect(await findAccount(storage(), tenant.accountId)).toBeUndefined()
      expect(await findClosedAccount(storage(), tenant.accountId)).toMatchObject({ name: 'Test' })
      expect(await listClosedAccounts(storage())).toMatchObject([{ id: tenant.accountId }])
    }
    expect(interrupted).toBeGreaterThan(5)
    expect([...(await wholeTable())]).toEqual(rest)
    expect(await findClosedAccount(storage(), tenant.accountId)).toBeUndefined()
  })

  it('goes on through throttles and lost answers', async () => {
    const { tenant } = await fullAccount()
    await close(tenant)
    let calls = 0
    tap.faults = () => (['throttle', 'lost-answer', undefined, undefined] as const)[calls++ % 4]
    await deleteItems(tenant.accountId, atOnce)
    tap.reset()
    expect((await wholeTable()).size).toBe(0)
  })

  it('uses no more units in a second than it may', async () => {
    const { tenant } = await fullAccount()
    await close(tenant)
    tap.reset()
    const begunMs = Date.now()
    await deleteItems(tenant.accountId, { unitsPerSecond: 100, settleSeconds: 0 })
    const units = tap.exchanges.reduce((sum, { units: one }) => sum + one, 0)
    expect(units).toBeGreaterThan(50)
    expect(Date.now() - begunMs).toBeGreaterThanOrEqual(Math.floor(units * 10) - 20)
  })

  it('ends tokens, sessions and forms: at once what is looked up, within a minute what is remembered', async () => {
    const { tenant, form } = await fullAccount()
    const unused = await tenant.newToken(['read', 'admin'])
    await close(tenant)
    expect(await send('GET', '/tokens', { token: unused })).toMatchObject({ status: 401 })
    const deletion = deleteItems(tenant.accountId, { ...atOnce, settleSeconds: 3 })
    // remembered: such requests are why the deletion waits, and what they write goes too
    expect(
      await tenant.send('POST', '/tasks', { body: { projectId: tenant.projectId, label: 'Late' } }),
    ).toMatchObject({ status: 201 })
    expect(await form.submit({ name: 'Ada', message: 'Late' })).toMatchObject({ status: 200 })
    await vi.waitFor(async () => {
      expect(
        await tenant.send('POST', '/tokens', { body: { name: 'Heir', scopes: ['read'] } }),
      ).toMatchObject({ status: 401 })
    })
    await deletion
    expect((await wholeTable()).size).toBe(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await tenant.send('GET', '/tokens/self')).toMatchObject({ status: 401 })
    expect(await form.submit({ name: 'Ada' })).toMatchObject({ status: 404 })
    expect((await wholeTable()).size).toBe(0)
  })

  it('is not undone by functions that run late: changes, removals and wake-ups of the account', async () => {
    const { tenant, webhook, rule } = await fullAccount()
    const changes = await recordsOf(tenant, async () => {
      const { id } = await tenant.createTask()
      await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Changed' } })
    })
    const before = await wholeTable()
    await close(tenant)
    await deleteItems(tenant.accountId, atOnce)
    queued.length = 0
    const removals = [...before.values()].map((item) => recordOf(item, undefined))
    await dispatch(streamOf([...changes, ...removals]), context)
    expect(queued).toEqual([])
    await watch(streamOf([...changes, ...removals]), context)
    for (const id of [webhook, randomUUID()]) await deliver(wakeUpOf(tenant, id), context)
    for (const id of [rule, randomUUID()]) await run(ruleWakeUpOf(tenant, id), context)
    expect([...(await wholeTable())]).toEqual([])
  })
})
