import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { maxHeldSubmissions } from '../../../lib/contract/limits.ts'
import { formKey } from '../../../lib/forms/form-item.ts'
import { put, update } from '../../../lib/table/write-items.ts'
import { indexKeys, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { createMember } from '../../../lib/members/members.ts'
import { chooseAccount, createTicket } from '../../../lib/members/sessions.ts'
import { clientId, redirectUri, startTestProvider } from '../../functions/sign-in/try.ts'
import type { Sending } from '../../support/api.ts'
import { codeOf } from '../../support/sign-in.ts'
import { pathOf, type Ids } from '../../harness/sample-requests.ts'
import { goodBody, type Served } from '../../support/requests.ts'
import type { TestTenant } from '../../support/tenant.ts'
import { changeStatus } from '../../support/webhooks.ts'
import { ofHistory } from './good-history-requests.ts'
import { heldComment, newForm, ofComments, submit } from './good-form-requests.ts'
import { ofRules } from './good-rule-requests.ts'
import { ofTransfers } from './good-transfer-requests.ts'
import type { Preparation } from './preparation.ts'
import { goodFor, toolNames } from '../../support/tool-arguments.ts'

const withBody =
  (body: object): Preparation =>
  () =>
    Promise.resolve({ body })

/** A call of an agent's tool. */
const toolCall =
  (name: string, argumentsOf: (ids: Ids) => object): Preparation =>
  (_, ids) =>
    Promise.resolve({
      body: Buffer.from(
        JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: argumentsOf(ids) },
        }),
      ),
    })

const inLane = async (tenant: TestTenant, body: object = {}) => {
  const laneId = await tenant.newLane()
  const { id } = await tenant.createTask({ workflowLaneId: laneId, ...body })
  return { id, laneId }
}

/** The webhook of the sample is paused; an active one is woken. */
const ofActiveWebhook: Preparation = async (tenant, { webhookId = '' }) => {
  await changeStatus(tenant, webhookId, 'active', Date.now())
  return {}
}

const trash = (tenant: TestTenant, id: string) => tenant.send('DELETE', `/tasks/${id}`)

/** Makes a field of texts. Returns its key. */
async function fieldOf(tenant: TestTenant): Promise<string> {
  await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
  return 'note'
}

/** Moves a task between two tasks of the same rank. There is no room between them, so the move must respace them. */
async function intoNoRoom(tenant: TestTenant, { id = '' }: Ids) {
  const now = new Date().toISOString()
  const places = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
  for (const crowded of places) {
    const task: TaskItem = {
      ...{ id: crowded, label: 'Crowded', status: 0, project_id: tenant.projectId, position: '0|100000:' },
      ...{ subtasks: {}, created_at: now, updated_at: now, version: 1, write_id: crowded },
    }
    await put(tenant, { Item: { ...taskKey(tenant, crowded), ...task, ...indexKeys(tenant, task) } })
  }
  return { ids: { id }, body: { afterTaskId: places[0] } }
}

/** A form with a held submission, which a replay makes a task. */
async function held(tenant: TestTenant) {
  const form = await newForm(tenant, { paused: true })
  const { submission_id } = await submit(tenant, form.key, { name: 'Ada' })
  return { ids: { ...form, submissionId: submission_id } }
}

/** A form whose submissions become tasks with an external id that a lost task has: its project is gone. */
async function ofLostTask(tenant: TestTenant, settings: object = {}) {
  const projectId = await tenant.newProject()
  const { id } = await tenant.createTask({ projectId, externalId: 'lost' })
  await trash(tenant, id)
  await tenant.send('DELETE', `/projects/${projectId}`)
  return newForm(tenant, { mapping: { label: '{{name}}', externalId: 'lost' }, ...settings })
}

/**
 * A form that has made a task with a key and an external id, which is lost since: the form's project of then is gone. The
 * same key with another external id then meets the item of that key.
 */
async function keyOfLostSubmission(tenant: TestTenant) {
  const projectId = await tenant.newProject()
  const mapping = { label: '{{name}}', externalId: '{{name}}' }
  const form = await newForm(tenant, { projectId, mapping, dedupeBy: 'id' })
  await submit(tenant, form.key, { id: 'a', name: 'lost-submission' })
  await trash(tenant, 'ext:lost-submission')
  const change = { projectId: tenant.projectId }
  await tenant.send('PATCH', `/forms/${form.formId}`, { body: change })
  await tenant.send('DELETE', `/projects/${projectId}`)
  return { form, again: { id: 'a', name: 'Ada' } }
}

async function heldOfLostKey(tenant: TestTenant) {
  const { form, again } = await keyOfLostSubmission(tenant)
  await tenant.send('PATCH', `/forms/${form.formId}`, { body: { paused: true } })
  vi.setSystemTime(Date.now() + 61_000) // by then every function has read the form anew
  const { submission_id } = await submit(tenant, form.key, again)
  return { ids: { ...form, submissionId: submission_id } }
}

async function heldOfLostTask(tenant: TestTenant) {
  const form = await ofLostTask(tenant, { paused: true })
  const { submission_id } = await submit(tenant, form.key, { name: 'Ada' })
  return { ids: { ...form, submissionId: submission_id } }
}

/** A create with the Idempotency-Key of a task that is lost with its project. */
async function keyOfLostTask(tenant: TestTenant, { projectId }: Ids) {
  const headers = { 'Idempotency-Key': 'key-of-lost' }
  const goneId = await tenant.newProject()
  const body = { projectId: goneId, label: 'Lost', externalId: 'lost-with-key' }
  await tenant.send('POST', '/tasks', { body, headers })
  await trash(tenant, 'ext:lost-with-key')
  await tenant.send('DELETE', `/projects/${goneId}`)
  return { body: { projectId, label: 'New' }, headers }
}

/** A form that seems to hold as many submissions as it may: what it holds is counted again. */
async function full(tenant: TestTenant) {
  const form = await newForm(tenant, { paused: true })
  await update(tenant, {
    Key: formKey(tenant, form.formId),
    UpdateExpression: 'SET held_count = :most',
    ExpressionAttributeValues: { ':most': maxHeldSubmissions },
  })
  return { ids: form }
}

/** A person who comes from the identity provider with a code. */
async function comesFromProvider(_: TestTenant, { email = '' }: Ids) {
  const provider = await startTestProvider()
  vi.stubEnv('OIDC_ISSUER', provider.issuer)
  const end = () => {
    vi.unstubAllEnvs()
    return provider.stop()
  }
  return { body: await codeOf(provider, { email, clientId, redirectUri }), end }
}

/** One of two administrators is signed in, and takes that role from themselves. */
async function fromThemselves(tenant: TestTenant) {
  const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  const { id } = await createMember(tenant, { email, role: 'admin' })
  await createMember(tenant, { email: other, role: 'admin' })
  const { secret } = await chooseAccount(tenant, await createTicket(tenant, email), tenant.accountId)
  return { ids: { memberId: id }, token: secret }
}

/** A task that is named by an external id with several forms in Unicode. */
async function byAccentedId(tenant: TestTenant) {
  const { subtasks } = await tenant.createTask({ externalId: 'caf\u00e9', subtasks: [{ label: 'One' }] })
  return { ids: { id: `ext:${encodeURIComponent('caf\u00e9')}`, subtaskId: String(subtasks[0]?.id) } }
}

/** A change that the cursor of the feed can only pass with a marker: lib/tasks/marker.ts. */
async function changedAWhileAgo(tenant: TestTenant) {
  await tenant.createTask()
  vi.setSystemTime(Date.now() + 11_000)
}

/** What the smallest good request of an endpoint needs. */
const smallest: Record<string, Preparation> = {
  // only a session can be ended
  'sessions.delete': async (tenant, { ticket = '' }) => ({
    token: (await chooseAccount(tenant, ticket, tenant.accountId)).secret,
  }),
}

/** Further requests to endpoints where the smallest request does not use every grant. */
const preparations: Record<string, Preparation[]> = {
  'deliveries.redeliver': [ofActiveWebhook],
  'webhooks.replay': [ofActiveWebhook],
  'webhooks.update': [withBody({ status: 'active' })],
  'tasks.create': [
    async (tenant, { projectId }) => ({
      body: { projectId, label: 'New', workflowLaneId: await tenant.newLane(), subtasks: [{ label: 'One' }] },
    }),
    (_, { projectId }) =>
      Promise.resolve({
        body: { projectId, label: 'New', externalId: 'some-id' },
        headers: { 'Idempotency-Key': 'some-key' },
      }),
    async (tenant, { projectId }) => {
      const goneId = await tenant.newProject()
      const { id } = await tenant.createTask({ projectId: goneId, externalId: 'lost' })
      await trash(tenant, id)
      await tenant.send('DELETE', `/projects/${goneId}`)
      return { body: { projectId, label: 'New', externalId: 'lost' } }
    },
    keyOfLostTask,
  ],
  'tasks.update': [
    withBody({}),
    async (tenant) => ({ body: { projectId: await tenant.newProject() } }),
    async (tenant) => ({ body: { workflowLaneId: await tenant.newLane() } }),
    (_, { projectId }) => Promise.resolve({ body: { projectId } }),
    () => Promise.resolve({ query: '?dryRun=true' }),
  ],
  'tasks.bulk': [
    (_, { id, projectId }) =>
      Promise.resolve({
        body: {
          operations: [
            { op: 'create', projectId, label: 'New' },
            { op: 'update', id, status: 1 },
            { op: 'move', id, to: 'top' },
            { op: 'delete', id },
            { op: 'restore', id },
          ],
        },
      }),
    async (tenant, { id }) => {
      const other = await tenant.createTask()
      return { body: { operations: [{ op: 'move', id, beforeTaskId: other.id }] } }
    },
    () => Promise.resolve({ query: '?dryRun=true' }),
  ],
  'mcp.call': [
    ...toolNames.map((name) =>
      toolCall(name, ({ projectId = '', id = '', trashedId = '' }) =>
        goodFor(name, { projectId, id, trashedId }),
      ),
    ),
    async (tenant, ids) => {
      await changedAWhileAgo(tenant)
      return toolCall('list_changes', () => ({}))(tenant, ids)
    },
    toolCall('create_tasks', ({ projectId }) => ({ tasks: [{ projectId, label: 'New' }], dryRun: true })),
    toolCall('move_tasks', ({ id, laneId }) => ({ moves: [{ id, to: 'top', workflowLaneId: laneId }] })),
    async (tenant, ids) => {
      const { id } = await tenant.createTask()
      return toolCall('move_tasks', () => ({ moves: [{ id: ids.id, beforeTaskId: id }] }))(tenant, ids)
    },
  ],
  'tasks.delete': [async (tenant) => ({ ids: await inLane(tenant) })],
  'tasks.move': [
    async (tenant) => {
      await tenant.createTask()
      return { body: { to: 'top' } }
    },
    async (tenant) => ({ body: { to: 'top', workflowLaneId: await tenant.newLane() } }),
    async (tenant) => ({ body: { beforeTaskId: (await tenant.createTask()).id } }),
    intoNoRoom,
  ],
  'tasks.restore': [
    async (tenant) => ({ ids: { id: (await tenant.createTask()).id } }),
    async (tenant) => {
      const { id, laneId } = await inLane(tenant)
      await trash(tenant, id)
      await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${laneId}`)
      return { ids: { id } }
    },
  ],
  'projects.list-tasks': [
    async (tenant) => ({ ids: { projectId: await tenant.newProject() } }),
    () => Promise.resolve({ query: '?status=0&workflowLaneId=none&limit=1' }),
  ],
  'projects.update-tasks': [
    async (tenant) => ({ ids: { projectId: await tenant.newProject() } }),
    async (tenant) => ({ body: { where: { status: 0 }, set: { workflowLaneId: await tenant.newLane() } } }),
    () => Promise.resolve({ query: '?dryRun=true' }),
    async (tenant) => ({
      body: { where: { status: 0 }, set: { fields: { [await fieldOf(tenant)]: 'New' } } },
    }),
  ],
  'tasks.list': [
    (_, { projectId }) => Promise.resolve({ query: `?projectId=${projectId}` }),
    async (tenant) => ({ query: `?fields[${await fieldOf(tenant)}]=New` }),
  ],
  ...ofHistory,
  ...ofTransfers,
  'projects.list-trash': [
    async (tenant, { id = '' }) => {
      await trash(tenant, id)
      return {}
    },
  ],
  'tasks.get': [() => Promise.resolve({ query: '?include=comments' })],
  'comments.changes': [
    (_, { projectId }) => {
      vi.setSystemTime(Date.now() + 11_000) // the sample's comment is old then
      return Promise.resolve({ query: `?projectId=${String(projectId)}` })
    },
  ],
  'changes.list': [
    async (tenant) => {
      await changedAWhileAgo(tenant)
      return {}
    },
  ],
  'projects.update': [withBody({})],
  'projects.delete': [async (tenant) => ({ ids: { projectId: await tenant.newProject() } })],
  'members.update': [fromThemselves],
  'members.delete': [fromThemselves],
  'subtasks.create': [byAccentedId],
  'subtasks.delete': [byAccentedId],
  'subtasks.update': [
    withBody({}),
    async (tenant, { id = '' }) => {
      const { headers } = await tenant.send('POST', `/tasks/${id}/subtasks`, { body: { label: 'Other' } })
      return { body: { afterSubtaskId: String(headers.location).split('/').at(-1) } }
    },
  ],
  'lanes.update': [withBody({}), async (tenant) => ({ body: { afterLaneId: await tenant.newLane() } })],
  'forms.update': [(_, { projectId }) => Promise.resolve({ body: { projectId } }), withBody({})],
  'calendars.create': [
    (_, { field, projectId }) => Promise.resolve({ body: { label: 'Due', field, projectIds: [projectId] } }),
  ],
  'calendars.update': [
    (_, { field, projectId }) => Promise.resolve({ body: { field, projectIds: [projectId] } }),
    withBody({}),
  ],
  'calendars.read': [
    async (tenant, { calendarId = '', projectId }) => {
      const body = { projectIds: [projectId] }
      await tenant.send('PATCH', `/calendars/${calendarId}`, { body })
      return {}
    },
  ],
  'hooks.receive': [
    full,
    async (tenant) => ({ ids: await ofLostTask(tenant), body: { name: 'Ada' } }),
    async (tenant) => ({ ids: await ofComments(tenant), body: { name: 'Ada' } }),
    async (tenant) => {
      const { form, again } = await keyOfLostSubmission(tenant)
      vi.setSystemTime(Date.now() + 61_000) // by then the function has read the form anew
      return { ids: form, body: again }
    },
  ],
  'submissions.replay': [held, heldOfLostTask, heldOfLostKey, heldComment],
  'forms.replay': [held, heldOfLostTask, heldOfLostKey, heldComment],
  ...ofRules,
  'sessions.create': [comesFromProvider],
  'lanes.delete': [async (tenant) => ({ ids: { laneId: (await inLane(tenant)).laneId } })],
}

/** A request that its endpoint answers with success. */
export interface GoodRequest {
  path: string
  body: unknown
  headers: Exclude<Sending['headers'], undefined>
  /** Undefined: any token of the account. */
  token: string | undefined
}

/** Good requests to an endpoint that together use all its table actions. Each is prepared when it is its turn. */
export async function* goodRequests(
  { endpoint, idsFor }: Pick<Served, 'endpoint' | 'idsFor'>,
  tenant: TestTenant,
): AsyncGenerator<GoodRequest> {
  const first: Preparation = smallest[endpoint.id] ?? (() => Promise.resolve({}))
  for (const prepare of [first, ...(preparations[endpoint.id] ?? [])]) {
    const ids = await idsFor(tenant)
    const prepared = await prepare(tenant, ids)
    const all = { ...ids, ...prepared.ids }
    const { body, headers } = goodBody(endpoint, all)
    yield {
      path: `${pathOf(endpoint, all)}${prepared.query ?? ''}`,
      body: prepared.body ?? body,
      headers: { ...headers, ...prepared.headers },
      token: prepared.token,
    }
    await prepared.end?.()
  }
}
