import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../lib/contract/api-error.ts'
import { calendarKey } from '../../../lib/calendars/calendar-item.ts'
import { formKey } from '../../../lib/forms/form-item.ts'
import { memberKey } from '../../../lib/members/member-item.ts'
import { ruleKey } from '../../../lib/rules/rule-item.ts'
import { partsOf } from '../../../lib/table/in-parallel.ts'
import { accountPartition, type Item, type Key } from '../../../lib/table/item.ts'
import { rememberedMs } from '../../../lib/table/minute-cache.ts'
import { query, withPrefix } from '../../../lib/table/read-items.ts'
import { countUnits, isBusy, send } from '../../../lib/table/send.ts'
import { openStorage, type Storage, type Usage } from '../../../lib/table/storage.ts'
import { table } from '../../../lib/table/table.ts'
import { itemsPerBatch, removeMany } from '../../../lib/table/write-items.ts'
import { closedKey } from '../../../lib/tokens/account.ts'
import { sessionKey, tokenKey } from '../../../lib/tokens/token-item.ts'
import { webhookKey } from '../../../lib/webhooks/webhook-item.ts'
import { Progress } from '../progress.ts'

/** The longest that a function of the service may take. A test compares it: to load them all here would take 12 MiB. */
export const slowestFunctionSeconds = 60

/**
 * How long something that has begun before an account was closed may still write, in seconds: a function remembers a token or
 * a form's key for a minute, and then a request with it may take as long as the slowest function. Five more for clocks.
 */
export const settleSeconds = rememberedMs / 1000 + slowestFunctionSeconds + 5

/** How long one request to the table may take with all its tries, in ms. */
const stepTimeoutMs = 60_000
const mostTries = 10
const longestPauseMs = 30_000

/** Without a limit, the embedded engine reads the whole rest of the table for each page. */
const itemsPerScan = 1_000

/** Steps one after the other, which together use at most so many capacity units a second. */
class Steps {
  readonly #unitsPerSecond: number
  #freeAtMs = Date.now()

  constructor(unitsPerSecond: number) {
    this.#unitsPerSecond = unitsPerSecond
  }

  /** Runs a step that may be repeated. While the table is too busy or out of reach, it is tried again after a pause. */
  async run<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const storage = openStorage(Date.now() + stepTimeoutMs)
      try {
        return await work(storage)
      } catch (error) {
        if (!(error instanceof ApiError && isBusy(error)) || tries === mostTries) throw error
        await sleep(Math.min(100 * 2 ** tries, longestPauseMs))
      } finally {
        await this.#rest(storage.usage)
      }
    }
  }

  async #rest({ read_units, write_units }: Usage): Promise<void> {
    const costMs = (1_000 * (read_units + write_units)) / this.#unitsPerSecond
    this.#freeAtMs = Math.max(this.#freeAtMs, Date.now()) + costMs
    await sleep(this.#freeAtMs - Date.now())
  }
}

/** How many items of each kind an account has. */
export type Counts = Record<string, number>

/** What items are called, by the part of their keys that `kindOf` returns. Others are counted under that part itself. */
const kinds: Record<string, string> = {
  ...{ ACCOUNT: 'account', TOKEN: 'tokens', SESSION: 'sessions', MEMBER: 'members' },
  ...{ PROJECT: 'projects and their counts', TASK: 'tasks, trash and keys of creates' },
  ...{ COMMENT: 'comments', COMMENT_NAME: 'names of comments', COMMENTS: 'counts of comments' },
  ...{ FORM: 'forms', HELD: 'submissions', SUBMISSION: 'submissions', BODY: 'hashes of submissions' },
  ...{
    WEBHOOK: 'webhooks',
    EVENTS: 'events',
    HISTORY: 'steps of histories',
    PENDING: 'waiting deliveries',
    DELIVERY: 'deliveries',
  },
  ...{ CALENDAR: 'calendars' },
  ...{ RULE: 'rules', DUE: 'what waits for rules', RUN: 'runs of rules', MANUAL: 'runs of rules' },
  RULES: 'counts of rules',
  ...{
    RATE: 'counts of requests',
    DELIVERING: 'places of deliveries',
    FIELDS: 'fields',
    FEED: 'markers of the feeds',
  },
}

/** The kind of an item: what its partition is for, or what its sort key begins with. */
function kindOf({ pk, sk }: Key): string {
  const [, , part] = pk.split('#')
  const [head = ''] = sk.split('#')
  const hasKinds = part === undefined || ['FORM', 'WEBHOOK', 'RULE'].includes(part)
  const kind = hasKinds ? head : part
  return kinds[kind] ?? kind
}

function count(counts: Counts, keys: readonly Key[]): void {
  for (const key of keys) counts[kindOf(key)] = (counts[kindOf(key)] ?? 0) + 1
}

const keysOf = (items: readonly Item[]): Key[] =>
  items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))

/** About how many items the table has; Infinity where that is not told. */
async function itemCount(): Promise<number> {
  const { client, name } = table()
  const described = await client.send(new DescribeTableCommand({ TableName: name })).catch(() => undefined)
  return described?.Table?.ItemCount ?? Infinity
}

/**
 * Finds all items of an account by reading the whole table: partitions of forms and webhooks that are gone, and of counts, are
 * named nowhere. The account is part of the partition key, or, in a partition that accounts share, of the sort key. A sort
 * key of another account's partition may be anything.
 */
async function* findItems(accountId: string, steps: Steps, title: string): AsyncGenerator<Key[]> {
  const { client, name } = table()
  const progress = new Progress(await itemCount(), (done) => `${done.toLocaleString('en')} items ${title}`)
  let after: Item | undefined
  try {
    do {
      const command = new ScanCommand({
        ...{ TableName: name, ConsistentRead: true, Limit: itemsPerScan, ProjectionExpression: 'pk, sk' },
        FilterExpression: 'contains(pk, :id) OR (NOT begins_with(pk, :tenants) AND contains(sk, :id))',
        ExpressionAttributeValues: { ':id': accountId, ':tenants': accountPartition('') },
        ExclusiveStartKey: after,
        ...countUnits,
      })
      const page = await steps.run((storage) =>
        send(storage, 'read', (options) => client.send(command, options)),
      )
      yield keysOf(page.Items ?? [])
      progress.add(page.ScannedCount ?? 0)
      after = page.LastEvaluatedKey
    } while (after)
  } finally {
    progress.end()
  }
}

/** Counts what a deletion would delete. */
export async function countItems(accountId: string, unitsPerSecond: number): Promise<Counts> {
  const counts: Counts = {}
  for await (const keys of findItems(accountId, new Steps(unitsPerSecond), 'read')) count(counts, keys)
  return counts
}

async function removeAll(steps: Steps, keys: readonly Key[], counts: Counts): Promise<void> {
  for (const part of partsOf(keys, itemsPerBatch)) {
    await steps.run((storage) => removeMany(storage, part))
    count(counts, part)
  }
}

/**
 * Deletes what lets somebody in, sends something out or acts by itself: tokens, sessions, members, forms, webhooks and rules. So
 * nothing new is made with a token that a function remembers, and no delivery and no run of a rule begins any more.
 */
async function removeEntrances(accountId: string, steps: Steps, counts: Counts): Promise<void> {
  const tenant = { accountId }
  const prefixes = [
    tokenKey(accountId, ''),
    sessionKey(accountId, ''),
    ...[memberKey, formKey, webhookKey, ruleKey, calendarKey].map((keyOf) => keyOf(tenant, '')),
  ]
  for (const { pk, sk } of prefixes) {
    for (;;) {
      const page = await steps.run((storage) =>
        query(storage, { ...withPrefix(pk, sk), projection: 'pk, sk' }),
      )
      if (page.items.length === 0) break
      await removeAll(steps, keysOf(page.items), counts)
    }
  }
}

/** Waits until what has begun before the account was closed has ended. */
async function settle(seconds: number): Promise<void> {
  const told = (done: number) => `${seconds - done} s until no request of the account is under way`
  const progress = new Progress(seconds, told)
  for (let done = 0; done < seconds; done++) {
    progress.add(done === 0 ? 0 : 1)
    await sleep(1_000)
  }
  progress.end()
}

/** The options of a deletion. */
export interface Deleting {
  unitsPerSecond: number
  /** How long to wait for requests and functions under way; 0 if nobody else uses the table. */
  settleSeconds: number
}

/**
 * Deletes all items of an account that was closed. It can be interrupted at any point and begun again: the item of the closed
 * account goes last.
 * @returns how many items of each kind it has deleted
 * @throws ApiError service_unavailable, rate_limited
 */
export async function deleteItems(
  accountId: string,
  { unitsPerSecond, settleSeconds: seconds }: Deleting,
): Promise<Counts> {
  const counts: Counts = {}
  const steps = new Steps(unitsPerSecond)
  await removeEntrances(accountId, steps, counts)
  await settle(seconds)
  const last = closedKey(accountId)
  for await (const keys of findItems(accountId, steps, 'looked at')) {
    const others = keys.filter(({ pk, sk }) => pk !== last.pk || sk !== last.sk)
    await removeAll(steps, others, counts)
  }
  await steps.run((storage) => removeMany(storage, [last]))
  return counts
}
