import { randomUUID } from 'node:crypto'
import { v7 as timeOrderedUuid } from 'uuid'
import { scopes } from '../../lib/contract/endpoint.ts'
import {
  defaultFormRateLimit,
  defaultHistoryDays,
  defaultRetentionDays,
  maxRateLimit,
} from '../../lib/contract/limits.ts'
import { calendarKey, type CalendarItem } from '../../lib/calendars/calendar-item.ts'
import { createComment } from '../../lib/comments/create.ts'
import { createField } from '../../lib/fields/definitions.ts'
import { createUrlKey } from '../../lib/shared/url-key.ts'
import { createAccount } from '../../lib/tokens/account.ts'
import type { TaskEvent } from '../../lib/webhooks/event.ts'
import { formKey, type FormItem } from '../../lib/forms/form-item.ts'
import { storeSubmission } from '../../lib/forms/store-submission.ts'
import { createMember } from '../../lib/members/members.ts'
import { chooseAccount, createTicket } from '../../lib/members/sessions.ts'
import { createLane } from '../../lib/projects/lanes.ts'
import { createProject } from '../../lib/projects/projects.ts'
import { openStorage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { action } from '../../lib/rules/action.ts'
import { ruleKey, type RuleItem } from '../../lib/rules/rule-item.ts'
import { trigger } from '../../lib/rules/trigger.ts'
import { createTask } from '../../lib/tasks/create.ts'
import { getTask } from '../../lib/tasks/gate.ts'
import { createSubtask } from '../../lib/tasks/subtask.ts'
import { trashTask } from '../../lib/tasks/trash.ts'
import { stepItem } from '../../lib/webhooks/history-item.ts'
import { createToken } from '../../lib/tokens/tokens.ts'
import {
  deliveryKey,
  eventExpiry,
  eventKey,
  webhookKey,
  type DeliveryItem,
  type EventItem,
  type WebhookItem,
} from '../../lib/webhooks/webhook-item.ts'
import { put } from '../../lib/table/write-items.ts'
import { createSecret } from '../../lib/webhooks/secret.ts'
import type { SampleIds } from './sample-requests.ts'

const taskQuota = 100

/** Makes a form with a held submission. It is written directly to the table, because creating a form needs a token. */
async function newForm(tenant: Tenant, projectId: string) {
  const formId = randomUUID()
  const { key, hash } = createUrlKey('hk', tenant.accountId, formId)
  const now = new Date()
  const form: FormItem = {
    ...{ id: formId, name: 'Sample', project_id: projectId, paused: false, keys: [{ hash }] },
    ...{ rate_limit: defaultFormRateLimit, retention_days: defaultRetentionDays, held_count: 0 },
    ...{ created_at: now.toISOString(), updated_at: now.toISOString() },
  }
  await put(tenant, { Item: { ...formKey(tenant, formId), ...form } })
  const request = { headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{"name": "Ada"}') }
  const held = { outcome: 'held', reason: 'It is a sample.' } as const
  const { id: submissionId } = await storeSubmission(tenant, form, request, held, now.getTime())
  return { formId, key, submissionId }
}

/** Stores the event of the first subtask of a task, as the dispatch of the table's stream does. */
async function newEvent(tenant: Tenant, taskId: string): Promise<EventItem> {
  const { task, version } = await getTask(tenant, taskId)
  const id = `evt_${task.id.replaceAll('-', '')}_${Date.parse(task.updated_at)}`
  const type = 'task.updated'
  const event: TaskEvent = {
    ...{ id, type, timestamp: task.updated_at },
    data: { task, version, changed: ['subtasks'], previous: { subtasks: [] }, origin: null },
  }
  const until = { expires_at: eventExpiry(Date.now()) }
  const item: EventItem = {
    ...{ id, type, body: JSON.stringify(event), history_until: until.expires_at },
    ...until,
  }
  await put(tenant, { Item: { ...eventKey(tenant, id), ...item } })
  const step = { taskId, at: task.updated_at, version, before: version - 1, isQuiet: false }
  await put(tenant, { Item: stepItem(tenant, step, defaultHistoryDays) })
  return item
}

/**
 * Makes a webhook with a delivery. It is paused, so that no request sends a wake-up, and its receiver is on this machine,
 * so that nothing leaves it: both are what only the table can hold.
 */
async function newWebhook(tenant: Tenant, taskId: string) {
  const [webhookId, deliveryId] = [timeOrderedUuid(), timeOrderedUuid()]
  const now = new Date().toISOString()
  const webhook: WebhookItem = {
    ...{ id: webhookId, url: 'https://127.0.0.1/', event_types: ['task.*'], status: 'paused' },
    ...{ secrets: [{ secret: createSecret() }], created_at: now, updated_at: now },
  }
  await put(tenant, { Item: { ...webhookKey(tenant, webhookId), ...webhook } })
  const event = await newEvent(tenant, taskId)
  const delivery: DeliveryItem = {
    ...{ id: deliveryId, event_id: event.id, event_type: event.type, attempt: 1, outcome: 'failed' },
    ...{ status: 500, duration_ms: 5, error: 'The receiver answered 500.', response: 'Oops' },
    ...{ attempted_at: now, expires_at: event.expires_at },
  }
  await put(tenant, { Item: { ...deliveryKey(tenant, webhookId, deliveryId), ...delivery } })
  return { webhookId, deliveryId }
}

/** Makes a rule. It is paused, so that no request sends a wake-up. */
async function newRule(tenant: Tenant, projectId: string): Promise<{ ruleId: string }> {
  const ruleId = timeOrderedUuid()
  const now = new Date()
  const rule: RuleItem = {
    ...{ id: ruleId, label: 'Sample', project_id: projectId, status: 'paused', failures: 0 },
    trigger: trigger.parse({ type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-30T09:00' }),
    action: action.parse({ type: 'create_task', task: { label: 'Sample' } }),
    ...{ trigger_id: randomUUID(), since_ms: now.getTime() },
    ...{ created_at: now.toISOString(), updated_at: now.toISOString() },
  }
  await put(tenant, { Item: { ...ruleKey(tenant, ruleId), ...rule } })
  return { ruleId }
}

/** Makes a calendar of a field. */
async function newCalendar(tenant: Tenant, field: string) {
  const calendarId = timeOrderedUuid()
  const { key, hash } = createUrlKey('ck', tenant.accountId, calendarId)
  const now = new Date().toISOString()
  const calendar: CalendarItem = {
    ...{ id: calendarId, label: 'Sample', field, keys: [{ hash }], created_at: now, updated_at: now },
  }
  await put(tenant, { Item: { ...calendarKey(tenant, calendarId), ...calendar } })
  return { calendarId, calendarKey: `${key}.ics` }
}

/** Makes everything that a request may name, inside and outside of a tenant's project. */
export async function fillSample(tenant: Tenant, projectId: string): Promise<SampleIds> {
  const newTask = async (label: string) =>
    (await createTask(tenant, { projectId, label, status: 0, subtasks: [] })).task.id
  const [id, trashedId] = [await newTask('Sample'), await newTask('Trashed')]
  await trashTask(tenant, trashedId)
  const { subtaskId } = await createSubtask(tenant, id, { label: 'Part', isCompleted: false })
  const author = { kind: 'token', id: randomUUID(), name: 'Sample' } as const
  const { comment } = await createComment(tenant, id, { text: 'Sample' }, author)
  const { laneId } = await createLane(tenant, projectId, { label: 'Lane' })
  const { id: emptyProjectId } = await createProject(tenant, { label: 'Empty', task_quota: taskQuota })
  const { id: tokenId } = await createToken(tenant, { name: 'Other', scopes: ['read'] })
  // keys are an account's own: another account must not have the same by chance
  const fieldKey = `sample_${randomUUID().slice(0, 8)}`
  await createField(tenant, { key: fieldKey, label: 'Sample', type: 'date' })
  const email = `${randomUUID()}@example.com`
  const { id: memberId } = await createMember(tenant, { email, role: 'viewer' })
  const ticket = await createTicket(tenant, email)
  const form = await newForm(tenant, projectId)
  const webhook = await newWebhook(tenant, id)
  const rule = await newRule(tenant, projectId)
  const calendar = await newCalendar(tenant, fieldKey)
  return {
    id,
    projectId,
    laneId,
    subtaskId,
    commentId: comment.id,
    fieldKey,
    tokenId,
    memberId,
    accountId: tenant.accountId,
    ticket,
    email,
    trashedId,
    emptyProjectId,
    ...form,
    ...webhook,
    ...rule,
    ...calendar,
    field: fieldKey,
  }
}

/** Makes a sample in a new account, and a token with every scope. */
export async function makeSample(): Promise<{ secret: string; ids: SampleIds }> {
  const storage = openStorage(Infinity) // many may be made at once, on a busy machine
  const { id: accountId } = await createAccount(storage, { name: 'Sample', rate_limit: maxRateLimit })
  const tenant = { ...storage, accountId, projectIds: null }
  const { secret } = await createToken(tenant, { name: 'Caller', scopes: [...scopes] })
  const { id } = await createProject(tenant, { label: 'Sample', task_quota: taskQuota })
  const ids = await fillSample(tenant, id)
  const session = await chooseAccount(tenant, await createTicket(tenant, ids.email), accountId)
  return { secret, ids: { ...ids, sessionSecret: session.secret } }
}
