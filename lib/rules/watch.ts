import type { DynamoDBRecord } from 'aws-lambda'
import { ApiError } from '../contract/api-error.ts'
import { projectOf } from '../projects/project-item.ts'
import type { Item, Key } from '../table/item.ts'
import { isBusy } from '../table/send.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { putThenRemove } from '../table/write-items.ts'
import { meets } from '../tasks/filter.ts'
import { anyTask, taskPrefix, type TaskItem } from '../tasks/task-item.ts'
import type { TaskEvent } from '../webhooks/event.ts'
import { isOfFields } from '../webhooks/event-filter.ts'
import { handleRecords, imageOf, type Handled, type SetAside } from '../webhooks/stream-records.ts'
import { taskEventOf } from '../webhooks/task-event.ts'
import { fireMsOf, isAwaited, type RuleWith } from './dates.ts'
import { disableWithProject } from './project-gone.ts'
import { ruleItems, type RuleItem } from './rule-item.ts'
import { entryKey, newEntry, noteWaiting } from './waiting.ts'
import { filterAt, type RuleWhere } from './where.ts'

/** One write of a task. */
interface Write {
  before: TaskItem | undefined
  after: TaskItem
  event: TaskEvent | undefined
}

/** The deletion of a project. */
interface Deletion {
  projectId: string
  /** In ms since 1970. */
  atMs: number
}

type Work = Write | Deletion

/** What a record means for rules: the write of a task, or the deletion of a project. */
function workOf({ dynamodb, eventName }: DynamoDBRecord): { accountId: string; work: Work } | undefined {
  const { Keys = {}, NewImage, OldImage, ApproximateCreationDateTime } = dynamodb ?? {}
  const [kind, accountId, more] = (Keys.pk?.S ?? '').split('#')
  if (kind !== 'ACCOUNT' || !accountId || more !== undefined) return undefined
  const sk = Keys.sk?.S ?? ''
  if (eventName === 'REMOVE') {
    const projectId = projectOf(sk)
    const atMs = ApproximateCreationDateTime === undefined ? Date.now() : ApproximateCreationDateTime * 1_000
    return projectId === undefined ? undefined : { accountId, work: { projectId, atMs } }
  }
  const after = sk.startsWith(taskPrefix) ? anyTask(imageOf(NewImage)) : undefined
  if (!after) return undefined
  const before = anyTask(imageOf(OldImage))
  return { accountId, work: { before, after, event: taskEventOf(before, after) } }
}

/** What a batch of writes changes among the entries of an account's rules. */
interface Entries {
  put: Map<string, Item>
  remove: Map<string, Key>
  /** The earliest new time of each rule, in ms since 1970. */
  firstMs: Map<RuleItem, number>
}

function add({ put, remove, firstMs }: Entries, rule: RuleItem, item: Item & Key, atMs: number): void {
  const name = `${item.pk} ${item.sk}`
  remove.delete(name)
  put.set(name, item)
  firstMs.set(rule, Math.min(atMs, firstMs.get(rule) ?? Infinity))
}

/**
 * From when on a rule counts, in ms since 1970: the stream may tell late of what was before. If the clock was set back since,
 * nobody knows what was before.
 */
const countsFromMs = ({ since_ms }: RuleItem): number => (since_ms <= Date.now() ? since_ms : -Infinity)

function noteDate(tenant: Tenant, entries: Entries, rule: RuleWith<'date'>, { before, after }: Write): void {
  const oldMs = fireMsOf(rule, before)
  const newMs = fireMsOf(rule, after)
  if (oldMs === newMs) return
  if (oldMs !== undefined) {
    const key = entryKey(tenant, rule, oldMs, after.id)
    const name = `${key.pk} ${key.sk}`
    entries.put.delete(name)
    // one that is due may be under way: its rule drops it
    if (oldMs > Date.now()) entries.remove.set(name, key)
  }
  const setMs = Math.max(Date.parse(after.updated_at), countsFromMs(rule))
  if (newMs !== undefined && isAwaited(rule, newMs, setMs)) {
    const key = entryKey(tenant, rule, newMs, after.id)
    add(entries, rule, newEntry(key, { task_id: after.id }), newMs)
  }
}

/**
 * Whether a task meets the conditions of an event. What they refer to may have gone: then the run has the error, and its log
 * says so.
 */
async function mayMeet(tenant: Tenant, where: RuleWhere, atMs: number, task: TaskItem): Promise<boolean> {
  try {
    return meets(await filterAt(tenant, where, { atMs, timeZone: 'UTC' }), task)
  } catch (error) {
    if (error instanceof ApiError && !isBusy(error)) return true
    throw error
  }
}

async function noteEvent(
  tenant: Tenant,
  entries: Entries,
  rule: RuleWith<'event'>,
  { after, event }: Write,
): Promise<void> {
  // one level: what a rule writes triggers no rule
  if (!event || event.data.origin?.via === 'rule') return
  const { events, changed, where } = rule.trigger
  const atMs = Date.parse(event.timestamp)
  if (after.project_id !== rule.project_id || !events.includes(event.type)) return
  if (atMs < countsFromMs(rule)) return
  if (!isOfFields(changed, event)) return
  if (where && !(await mayMeet(tenant, where, atMs, after))) return
  const key = entryKey(tenant, rule, atMs, event.id)
  add(entries, rule, newEntry(key, { task_id: after.id, event_id: event.id }), atMs)
}

const isDateRule = (rule: RuleItem): rule is RuleWith<'date'> => rule.trigger.type === 'date'
const isEventRule = (rule: RuleItem): rule is RuleWith<'event'> => rule.trigger.type === 'event'

/**
 * Notes what the writes of an account's tasks mean for its rules, and disables those of projects that were deleted. An account
 * without rules costs one read.
 * @param isLate whether later writes were handled before: what these have put stays, and an entry that is out of date is dropped
 *   when it is due
 */
async function watchAccount(
  storage: Storage,
  accountId: string,
  works: readonly Work[],
  isLate: boolean,
): Promise<void> {
  const tenant = { ...storage, accountId, projectIds: null }
  const rules = await ruleItems(storage, accountId)
  const entries: Entries = { put: new Map(), remove: new Map(), firstMs: new Map() }
  for (const work of works) {
    if ('projectId' in work) {
      for (const rule of rules)
        if (rule.project_id === work.projectId && rule.status !== 'disabled')
          await disableWithProject(tenant, rule, work.atMs)
      continue
    }
    for (const rule of rules.filter(({ status }) => status === 'active')) {
      if (isDateRule(rule)) noteDate(tenant, entries, rule, work)
      else if (isEventRule(rule)) await noteEvent(tenant, entries, rule, work)
    }
  }
  await putThenRemove(tenant, [...entries.put.values()], isLate ? [] : [...entries.remove.values()])
  for (const [rule, atMs] of entries.firstMs) await noteWaiting(tenant, rule, atMs)
}

/**
 * Notes what the changes of the table mean for rules with the triggers date and event. A repeat of the same records writes the
 * same entries.
 * @param records in the order of the stream
 * @param isLate whether they were set aside before, and later ones were handled since
 */
export const watchRecords = (
  storage: Storage,
  records: readonly DynamoDBRecord[],
  { setAside, isLate = false }: { setAside?: SetAside | undefined; isLate?: boolean } = {},
): Promise<Handled> =>
  handleRecords<Work>(
    storage,
    records,
    {
      workOf,
      act: (within, accountId, works) => watchAccount(within, accountId, works, isLate),
    },
    setAside,
  )
