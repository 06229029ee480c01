/*
 * Calls of what four generators make of docs/openapi.json, to a running service. `npm test` in this folder generates the
 * clients, checks their types together with these calls, and runs them. That of hey-api also checks requests and answers by
 * the schemas.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import createClient from 'openapi-fetch'
import { startServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { client as heyApi } from './dist/hey-api/client.gen.ts'
import * as hey from './dist/hey-api/index.ts'
import * as oazapfts from './dist/oazapfts.ts'
import type { paths } from './dist/openapi-typescript.ts'
import * as orval from './dist/orval.ts'

/** An answer, as all of them are compared here. */
interface Answer<T> {
  status: number
  data: T
}

/** A task as the calls look at it. */
interface Task {
  id: string
  label: string
  status: 0 | 1 | 2
  fields?: Record<string, unknown>
}

/** What each generated client does in the same story. An error is an answer, too. */
interface Calls {
  createProject: (label: string) => Promise<Answer<{ project: { id: string } }>>
  createField: (key: string, values: string[]) => Promise<number>
  createTask: (
    task: { projectId: string; label: string; fields: Record<string, string[]> },
    options: { key: string; dryRun?: true },
  ) => Promise<Answer<{ task: Task }>>
  /** Changes a task if it still has this version. */
  complete: (id: string, etag: string) => Promise<number>
  /** Lists with both kinds of parameters that clients write differently: a repeated one, and an object. */
  list: (projectId: string, status: (0 | 1 | 2)[], fields: Record<string, string>) => Promise<Task[]>
  bulk: (projectId: string, labels: string[]) => Promise<number>
  import: (projectId: string, tasks: { label: string }[]) => Promise<number>
  /** As CSV: the runtime of oazapfts reads NDJSON as one JSON text. */
  export: (projectId: string) => Promise<string>
  /** The code of the error of a task that is not there. */
  missing: (id: string) => Promise<string | undefined>
}

/** What only narrowing would show to be there. */
function known<T>(value: T | undefined): T {
  assert.ok(value !== undefined)
  return value
}

const dataDir = newTempFolder()
const service = startServiceProcess(dataDir)
let headers: { Authorization: string }
let baseUrl: string

before(async () => {
  const { base_url, token } = await service.ready()
  baseUrl = base_url
  headers = { Authorization: `Bearer ${token}` }
  process.env.TASKS_URL = baseUrl
  heyApi.setConfig({ baseUrl, headers })
  Object.assign(oazapfts.defaults, { baseUrl, headers })
})
after(() => service.stop())

const ofHeyApi: Calls = {
  createProject: async (label) => {
    const { data, response } = await hey.projectsCreate({ body: { label } })
    return { status: known(response).status, data: known(data) }
  },
  createField: async (key, values) => {
    const options = values.map((value) => ({ value }))
    return known(
      (await hey.fieldsCreate({ body: { key, label: key, type: 'multi_select', options } })).response,
    ).status
  },
  createTask: async (body, { key, dryRun }) => {
    const { data, response } = await hey.tasksCreate({
      body,
      headers: { 'Idempotency-Key': key },
      ...(dryRun && { query: { dryRun: 'true' } }),
    })
    return { status: known(response).status, data: known(data) }
  },
  complete: async (id, etag) =>
    known(
      (await hey.tasksUpdate({ path: { id }, body: { status: 2 }, headers: { 'If-Match': etag } })).response,
    ).status,
  list: async (projectId, status, fields) =>
    known((await hey.projectsListTasks({ path: { projectId }, query: { status, fields } })).data).tasks,
  bulk: async (projectId, labels) => {
    const operations = labels.map((label) => ({ op: 'create' as const, projectId, label }))
    return known((await hey.tasksBulk({ body: { operations } })).data).succeeded
  },
  import: async (projectId, body) =>
    known((await hey.projectsImport({ path: { projectId }, query: { format: 'json' }, body })).data).created,
  export: async (projectId) =>
    known((await hey.projectsExport({ path: { projectId }, query: { format: 'csv' } })).data),
  missing: async (id) => (await hey.tasksGet({ path: { id } })).error?.error.code,
}

const ofOrval: Calls = {
  createProject: async (label) => {
    const answer = await orval.projectsCreate({ label }, { headers })
    assert.ok(answer.status === 201)
    return answer
  },
  createField: async (key, values) => {
    const options = values.map((value) => ({ value }))
    return (await orval.fieldsCreate({ key, label: key, type: 'multi_select', options }, { headers })).status
  },
  createTask: async (body, { key, dryRun }) => {
    const answer = await orval.tasksCreate(body, dryRun && { dryRun: 'true' }, {
      headers: { ...headers, 'Idempotency-Key': key },
    })
    assert.ok(answer.status === 201 || answer.status === 200)
    return answer
  },
  complete: async (id, etag) =>
    (await orval.tasksUpdate(id, { status: 2 }, undefined, { headers: { ...headers, 'If-Match': etag } }))
      .status,
  list: async (projectId, status, fields) => {
    const answer = await orval.projectsListTasks(projectId, { status, fields }, { headers })
    assert.ok(answer.status === 200)
    return answer.data.tasks
  },
  bulk: async (projectId, labels) => {
    const operations = labels.map((label) => ({ op: 'create' as const, projectId, label }))
    const answer = await orval.tasksBulk({ operations }, undefined, { headers })
    assert.ok(answer.status === 200)
    return answer.data.succeeded
  },
  import: async (projectId, tasks) => {
    const answer = await orval.projectsImport(projectId, tasks, { format: 'json' }, { headers })
    assert.ok(answer.status === 200)
    return answer.data.created
  },
  export: async (projectId) => {
    const answer = await orval.projectsExport(projectId, { format: 'csv' }, { headers })
    assert.ok('stream' in answer)
    return answer.stream.text()
  },
  missing: async (id) => {
    const answer = await orval.tasksGet(id, undefined, { headers })
    return answer.status === 404 ? answer.data.error.code : undefined
  },
}

const ofOazapfts: Calls = {
  createProject: async (label) => {
    const answer = await oazapfts.projectsCreate({ label })
    assert.ok(answer.status === 201)
    return answer
  },
  createField: async (key, values) => {
    const options = values.map((value) => ({ value }))
    return (await oazapfts.fieldsCreate({ key, label: key, type: 'multi_select', options })).status
  },
  createTask: async (body, { key, dryRun }) => {
    const answer = await oazapfts.tasksCreate(body, {
      idempotencyKey: key,
      ...(dryRun && { dryRun: 'true' }),
    })
    assert.ok(answer.status === 201 || answer.status === 200)
    return answer
  },
  complete: async (id, etag) => (await oazapfts.tasksUpdate(id, { status: 2 }, { ifMatch: etag })).status,
  list: async (projectId, status, fields) => {
    const answer = await oazapfts.projectsListTasks(projectId, { status, fields })
    assert.ok(answer.status === 200)
    return answer.data.tasks
  },
  bulk: async (projectId, labels) => {
    const operations = labels.map((label) => ({ op: 'create' as const, projectId, label }))
    const answer = await oazapfts.tasksBulk({ operations })
    assert.ok(answer.status === 200)
    return answer.data.succeeded
  },
  import: async (projectId, tasks) => {
    const answer = await oazapfts.projectsImport(projectId, 'json', tasks)
    assert.ok(answer.status === 200)
    return answer.data.created
  },
  export: async (projectId) => {
    const answer = await oazapfts.projectsExport(projectId, { format: 'csv' })
    assert.ok(answer.status === 200)
    return answer.data
  },
  missing: async (id) => {
    const answer = await oazapfts.tasksGet(id)
    return answer.status === 404 ? answer.data.error.code : undefined
  },
}

const api = () => createClient<paths>({ baseUrl, headers })

const ofOpenapiTypescript: Calls = {
  createProject: async (label) => {
    const { data, response } = await api().POST('/projects', { body: { label } })
    return { status: response.status, data: known(data) }
  },
  createField: async (key, values) => {
    const options = values.map((value) => ({ value }))
    const body = { key, label: key, type: 'multi_select' as const, options }
    return (await api().POST('/fields', { body })).response.status
  },
  createTask: async (body, { key, dryRun }) => {
    const params = {
      header: { 'Idempotency-Key': key },
      ...(dryRun && { query: { dryRun: 'true' as const } }),
    }
    const { data, response } = await api().POST('/tasks', { params, body })
    return { status: response.status, data: known(data) }
  },
  complete: async (id, etag) => {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api().PATCH('/tasks/{id}', { params, body: { status: 2 } })).response.status
  },
  list: async (projectId, status, fields) => {
    const params = { path: { projectId }, query: { status, fields } }
    return known((await api().GET('/projects/{projectId}/tasks', { params })).data).tasks
  },
  bulk: async (projectId, labels) => {
    const operations = labels.map((label) => ({ op: 'create' as const, projectId, label }))
    return known((await api().POST('/tasks/bulk', { body: { operations } })).data).succeeded
  },
  import: async (projectId, body) => {
    const params = { path: { projectId }, query: { format: 'json' as const } }
    return known((await api().POST('/projects/{projectId}/import', { params, body })).data).created
  },
  export: async (projectId) => {
    const params = { path: { projectId }, query: { format: 'csv' as const } }
    return known((await api().GET('/projects/{projectId}/export', { params, parseAs: 'text' })).data)
  },
  missing: async (id) => (await api().GET('/tasks/{id}', { params: { path: { id } } })).error?.error.code,
}

const clients: [name: string, calls: Calls][] = [
  ['hey-api', ofHeyApi],
  ['orval', ofOrval],
  ['oazapfts', ofOazapfts],
  ['openapi-typescript', ofOpenapiTypescript],
]

describe('what is generated from the document', () => {
  for (const [name, calls] of clients) {
    it(`works with the service: ${name}`, async () => {
      const key = `tags_${name.replaceAll('-', '_')}`
      const made = await calls.createProject(name)
      assert.equal(made.status, 201)
      const projectId = made.data.project.id
      assert.equal(await calls.createField(key, ['a', 'b']), 201)

      const task = { projectId, label: 'Call Ada', fields: { [key]: ['a', 'b'] } }
      assert.equal((await calls.createTask(task, { key: name, dryRun: true })).status, 200)
      const first = await calls.createTask(task, { key: name })
      assert.equal(first.status, 201)
      const { id, fields } = first.data.task
      assert.deepEqual(fields, { [key]: ['a', 'b'] })
      assert.equal((await calls.createTask(task, { key: name })).data.task.id, id)
      assert.equal(await calls.complete(id, '"2"'), 412)
      assert.equal(await calls.complete(id, '"1"'), 200)

      assert.equal(await calls.bulk(projectId, ['Open']), 1)
      const labels = async (...filter: [status: (0 | 1 | 2)[], fields: Record<string, string>]) =>
        (await calls.list(projectId, ...filter)).map(({ label }) => label)
      assert.deepEqual(await labels([0, 2], { [key]: 'a' }), ['Call Ada'])
      assert.deepEqual(await labels([0, 1], { [`${key}.exists`]: 'false' }), ['Open'])

      assert.equal(await calls.import(projectId, [{ label: 'Imported' }]), 1)
      const file = await calls.export(projectId)
      for (const label of ['Call Ada', 'Open', 'Imported']) assert.ok(file.includes(`,${label},`), file)
      assert.equal(await calls.missing('ext:none'), 'task_not_found')
    })
  }
})
