import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { shareEvery } from '../../../lib/http/rate-limit/limiter.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { queryAll } from '../../../lib/table/read-items.ts'
import { tableDefinition } from '../../../lib/table/table-definition.ts'
import { timerPartitions } from '../../../lib/table/timers.ts'
import { releaseLease, takeLease } from '../../../lib/webhooks/lease.ts'
import { tap } from '../../support/api.ts'
import { costs } from '../../support/costs.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { putWebhook } from '../../support/webhooks.ts'
import { isWrite, line, mix, pageUnits } from './monthly-costs.ts'

/**
 * What a partition takes a second, and what a new on-demand table and, by its quota, any table or index takes:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
export const ofPartition = { read: 3_000, write: 1_000 }
export const ofNewTable = { read: 12_000, write: 4_000 }
export const ofTable = { read: 40_000, write: 40_000 }

/** Capacity units by what they are taken from. */
type Units = Map<string, number>

const add = (units: Units, from: string, count: number) => units.set(from, (units.get(from) ?? 0) + count)

/** The names of partitions and items, without the ids in them. */
const nameOf = (key: unknown, { accountId, projectId }: TestTenant): string =>
  String(key).replace(accountId, 'a').replace(projectId, 'p').replace(/#\d+$/, '#n')

/** All items of an account, but for those in partitions of their own. */
async function itemsOf(tenant: TestTenant): Promise<Map<string, Item>> {
  const items = await queryAll(tenant, {
    condition: 'pk = :account',
    values: { ':account': accountPartition(tenant.accountId) },
  })
  return new Map(items.map((item) => [String(item.sk), item]))
}

/**
 * The write units that an act takes of each partition. DynamoDB counts a unit for an item of up to 1 KB, two in a
 * transaction, and one for each entry of an index that is put, changed or deleted.
 */
async function writesOf(tenant: TestTenant, act: () => Promise<unknown>): Promise<Units> {
  const before = await itemsOf(tenant)
  tap.reset()
  await act()
  const each = tap.exchanges.some(({ operation }) => operation === 'TransactWriteItems') ? 2 : 1
  const after = await itemsOf(tenant)
  const units: Units = new Map()
  for (const sk of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(sk), after.get(sk)]
    if (isDeepStrictEqual(old, now)) continue
    add(units, nameOf((now ?? old)?.pk, tenant), each)
    if (sk.endsWith('#COUNTS')) add(units, `${nameOf(sk, tenant)}, one item`, each)
    for (const { name, partitionKey, sortKey } of tableDefinition.indexes) {
      const entries = [old, now].filter((item) => item?.[partitionKey] !== undefined)
      const keys = entries.map((item) => `${String(item?.[partitionKey])} ${String(item?.[sortKey])}`)
      const changed = new Set(keys).size === 1 ? entries.slice(-1) : entries
      for (const item of changed) add(units, `${name}: ${nameOf(item?.[partitionKey], tenant)}`, 1)
    }
  }
  return units
}

/** The partitions that each operation of the mix reads. */
const readsFrom: Record<string, string> = {
  'changes.list': 'changes: ACCOUNT#a',
  'tasks.get': 'ACCOUNT#a',
  'projects.list-tasks': 'list: ACCOUNT#a#PROJECT#p',
  'tasks.delete': 'ACCOUNT#a',
}

/** One of each operation of the mix that writes. */
function operations(tenant: TestTenant): Record<string, () => Promise<unknown>> {
  const body = { label: 'A task', projectId: tenant.projectId }
  let path = ''
  const send =
    (method: string, more = '', content?: object) =>
    async () => {
      const { status } = await tenant.send(method, `${path}${more}`, { ...(content && { body: content }) })
      if (status >= 300) throw new Error(`${method} ${path}${more} answered ${status}.`)
    }
  return {
    'tasks.create': async () => {
      const task = await tenant.createTask(body)
      path = `/tasks/${task.id}`
    },
    'tasks.update': () => send('PATCH', '', { label: 'Renamed' })(),
    'tasks.move': () => send('POST', '/move', { to: 'bottom' })(),
    'tasks.delete': () => send('DELETE')(),
  }
}

/** What a session of a webhook, in which nothing fails, takes of the partition of its timers. */
async function timerWrites(tenant: TestTenant): Promise<number> {
  const { id } = await putWebhook(tenant)
  const nowMs = Date.now()
  let lease: Awaited<ReturnType<typeof takeLease>> = 'idle'
  const taking = await writesOf(tenant, async () => {
    lease = await takeLease(tenant, id, nowMs)
  })
  if (typeof lease === 'string') throw new Error(lease)
  const taken = lease
  const release = { state: {}, dueAtMs: undefined, evenIfWoken: false }
  const giving = await writesOf(tenant, () => releaseLease(tenant, taken, release))
  const name = 'list: TIMERS#n'
  return (taking.get(name) ?? 0) + (giving.get(name) ?? 0)
}

/** The units that the code takes, as it is. */
export interface Measured {
  /** Of each partition, by the operation. */
  writes: Record<string, Units>
  /** Of the timers, in one session of a webhook. */
  timers: number
  /** Of each partition, for a webhook, token, form or member that is made. */
  making: Units
  /** Of each partition, for each of 99 tasks that are made in one transaction. */
  bulk: Units
}

export async function measure(): Promise<Measured> {
  const tenant = await newTenant()
  const writes: Record<string, Units> = {}
  for (const [id, act] of Object.entries(operations(tenant))) writes[id] = await writesOf(tenant, act)
  const url = 'https://example.com/tasks'
  const creates = Array.from({ length: 99 }, () => ({
    ...{ op: 'create', label: 'A task', projectId: tenant.projectId },
  }))
  const bulk = await writesOf(tenant, () =>
    tenant.send('POST', '/tasks/bulk', { body: { operations: creates } }),
  )
  return {
    writes,
    timers: await timerWrites(tenant),
    making: await writesOf(tenant, () => tenant.send('POST', '/webhooks', { body: { url } })),
    bulk: new Map([...bulk].map(([from, units]) => [from, units / creates.length])),
  }
}

const shown = (value: number): string => Math.floor(value).toLocaleString('en')

/** What a request of the mix takes of each partition, on average. */
function ofRequest({ writes }: Measured): Record<'read' | 'write', Units> {
  const units = { read: new Map<string, number>(), write: new Map<string, number>() }
  for (const [id, percent] of Object.entries(mix)) {
    for (const [from, count] of writes[id] ?? []) add(units.write, from, (count * percent) / 100)
    const reads = (costs[id] ?? []).filter((one) => !isWrite(one))
    const count = pageUnits[id] ?? reads.reduce((sum, one) => sum + Number(one.split(' ')[1]), 0)
    if (count > 0) add(units.read, readsFrom[id] ?? 'unknown', (count * percent) / 100)
  }
  add(units.write, 'ACCOUNT#a#RATE#…, one item', 1 / shareEvery)
  return units
}

/** Whether DynamoDB can split a partition that is hot, and where. */
const splits: Record<string, string> = {
  'changes: ACCOUNT#a': 'not where it is written: its keys are times',
  'PROJECT#p#COUNTS, one item': 'no',
  'ACCOUNT#a#RATE#…, one item': 'no',
}

const table = (head: string[], rows: string[][]): string =>
  [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')

/** One account whose requests, of the mix, all go to one project. */
function ofOneAccount(measured: Measured): string {
  const units = ofRequest(measured)
  const rows = (['write', 'read'] as const).flatMap((kind) =>
    [...units[kind]].map(([from, each]) => ({ from, kind, each, full: ofPartition[kind] / each })),
  )
  rows.sort((one, other) => one.full - other.full)
  return table(
    ['partition or item', 'units a second at 1,000 requests/s', 'full at requests/s', 'DynamoDB splits it'],
    rows.map(({ from, kind, each, full }) => [
      `\`${from}\``,
      `${shown(each * 1_000)} ${kind}`,
      shown(full),
      splits[from] ?? 'yes',
    ]),
  )
}

/** One account that does nothing else, in one project. */
const ofOneOperation = ({ writes }: Measured): string =>
  table(
    ['one account, nothing but', 'full at requests/s', 'what is full'],
    Object.entries(writes).map(([id, units]) => {
      const most = Math.max(...units.values())
      const full = [...units].flatMap(([from, count]) => (count === most ? [`\`${from}\``] : []))
      return [`\`${id}\``, shown(ofPartition.write / most), full.join(', ')]
    }),
  )

const totalOf = (units: Units, isPart: (from: string) => boolean): number =>
  [...units].reduce((sum, [from, count]) => sum + (isPart(from) ? count : 0), 0)

/** What all accounts share. */
function ofAllAccounts(measured: Measured): string {
  const { read, write } = ofRequest(measured)
  const inIndex = (from: string) => /^(list|changes): /.test(from)
  const isTable = (from: string) => !inIndex(from) && !from.startsWith('PROJECT#')
  const most = Math.max(
    ...[
      isTable,
      ...tableDefinition.indexes.map(
        ({ name }) =>
          (from: string) =>
            from.startsWith(`${name}: `),
      ),
    ].map((isPart) => totalOf(write, isPart)),
  )
  const readMost = Math.max(...read.values())
  const writing = Object.keys(measured.writes).reduce((sum, id) => sum + (mix[id] ?? 0), 0) / 100
  const shards = timerPartitions().filter((one) => one.startsWith('TIMERS#')).length
  const sessions = ofPartition.write / measured.timers
  const rows: [what: string, requests: number][] = [
    ['a new table, before it has grown', Math.min(ofNewTable.write / most, ofNewTable.read / readMost)],
    ['the quota of a table or index', Math.min(ofTable.write / most, ofTable.read / readMost)],
    [
      `the timers of webhooks in ${shards} partitions, ${shown(sessions)} sessions/s in each, if each write has a session of its own`,
      (sessions * shards) / writing,
    ],
    ['the same in one partition, as up to release 0.2.0', sessions / writing],
  ]
  rows.sort(([, one], [, other]) => one - other)
  return table(
    ['what all accounts share', 'full at requests/s', 'with 10,000 accounts, of each in a minute'],
    rows.map(([what, requests]) => [what, shown(requests), shown((requests * 60) / 10_000)]),
  )
}

/** The most units that a search reads for one answer: lib/tasks asserts it in test/functions/fields/many.test.ts. */
const searchUnits = 512

/** A project of a million tasks. */
function ofManyTasks({ bulk }: Measured): string {
  const tasks = 1_000_000
  const unitsOfTask = (pageUnits['projects.list-tasks'] ?? NaN) / 50
  const all = tasks * unitsOfTask
  const base = bulk.get('ACCOUNT#a') ?? NaN
  const perSecond = Math.min(...[...bulk.values()].map((units) => ofPartition.write / units))
  return table(
    ['a million tasks of 700 bytes in one project', 'takes at least'],
    [
      [
        `make them, 99 in a transaction (${base.toFixed(2)} write units each of \`ACCOUNT#a\`)`,
        `${shown(perSecond)}/s: ${shown(tasks / perSecond / 60)} minutes`,
      ],
      [
        'read them all, by list, export or feed',
        `${shown(all)} read units: ${shown(all / ofPartition.read)} s`,
      ],
      [
        'search all of them for what none has',
        `${shown(Math.ceil(all / searchUnits))} answers of ${searchUnits} read units`,
      ],
      ['such answers a second until the list throttles', (ofPartition.read / searchUnits).toFixed(1)],
    ],
  )
}

export const performanceFile = resolve(import.meta.dirname, '../../../docs/performance.md')

/** The part of docs/performance.md between its marks. */
export const renderCeilings = (measured: Measured): string =>
  [ofAllAccounts, ofOneAccount, ofOneOperation, ofManyTasks].map((part) => part(measured)).join('\n\n')
