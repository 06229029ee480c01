import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow'
import { noLane } from './options.ts'
import { list, request, type Sending } from './request.ts'

/** One run of an operation for an item of the node's input. */
export interface Run {
  context: IExecuteFunctions
  itemIndex: number
  /** What this run of the node has read from the service: the types of the fields, by their keys. */
  memory: { types?: Map<string, string> }
}

/** A value of a field, as a person has entered it, or an expression has made it. */
type Value = string | number | boolean | string[] | null

/** A field and its value in a collection; `is` says how a filter compares. */
interface Entry {
  key: string
  value: Value
  is: string
}

type Operation = (run: Run) => Promise<IDataObject[]>

/** A parameter of the node. */
const given = ({ context, itemIndex }: Run, name: string, fallback?: unknown): unknown =>
  context.getNodeParameter(name, itemIndex, fallback)

const text = (run: Run, name: string): string => String(given(run, name, ''))

/** A collection of parameters, without those that were added and left empty. */
function collected(run: Run, name: string): IDataObject {
  const collection = given(run, name, {}) as IDataObject // collections of the node are objects
  return Object.fromEntries(Object.entries(collection).filter(([, value]) => value !== ''))
}

const without = (collection: IDataObject, ...names: string[]): IDataObject =>
  Object.fromEntries(Object.entries(collection).filter(([name]) => !names.includes(name)))

/** The fields in a collection. */
const entriesOf = (collection: IDataObject, entry: string): Entry[] =>
  (collection.fields as Record<string, Entry[]> | undefined)?.[entry] ?? [] // as n8n keeps a fixedCollection

const pathOf = (run: Run, name = 'taskId') => encodeURIComponent(text(run, name))

const sending = ({ itemIndex }: Run, more: Sending = {}): Sending => ({ itemIndex, ...more })

async function typesOf({ context, memory, itemIndex }: Run): Promise<Map<string, string>> {
  memory.types ??= new Map(
    ((await request(context, 'GET', '/fields', { itemIndex })).fields as IDataObject[]) // the service's own format
      .map(({ key, type }) => [String(key), String(type)]),
  )
  return memory.types
}

/** A value as the service takes it. What cannot be read stays: the service then says what it wants. */
function valueOf(value: Value, type: string | undefined): Value {
  if (typeof value !== 'string') return value
  if (value === '') return null
  if (type === 'number' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'checkbox' && /^(?:true|false)$/.test(value)) return value === 'true'
  if (type === 'multi_select') return value.split(',').map((one) => one.trim())
  return value
}

const laneOf = (value: unknown): string | null => (value === noLane ? null : String(value))

/** What a collection says of a task, as the body of a request has it. */
async function changesOf(run: Run, name: string): Promise<IDataObject> {
  const all = collected(run, name)
  const changes = without(all, 'fields', 'ifMatch', 'idempotencyKey', 'newProjectId')
  const values = entriesOf(all, 'field')
  if ((given(run, name, {}) as IDataObject).description === '') changes.description = null // as in `collected`
  if ('workflowLaneId' in all) changes.workflowLaneId = laneOf(all.workflowLaneId)
  if (all.newProjectId !== undefined) changes.projectId = all.newProjectId
  if (values.length === 0) return changes
  const types = await typesOf(run)
  const fields = values.map(({ key, value }) => [key, valueOf(value, types.get(key))])
  return { ...changes, fields: Object.fromEntries(fields) as Record<string, Value> }
}

const times = ['createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore']

/** The filters without those of fields. A time may be one of Luxon, which an expression makes. */
function filtersOf(run: Run): { plain: IDataObject; conditions: Entry[] } {
  const all = collected(run, 'filters')
  const plain = Object.entries(without(all, 'fields'))
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, times.includes(name) ? String(value) : value])
  return {
    plain: Object.fromEntries(plain) as IDataObject,
    conditions: entriesOf(all, 'condition'),
  }
}

/** The filters as the query of a list. */
function queryOf(run: Run): IDataObject {
  const { plain, conditions } = filtersOf(run)
  const fields = conditions.map(
    ({ key, is, value }) => [`fields[${key}${is === 'equals' ? '' : `.${is}`}]`, String(value)] as const,
  )
  return { ...plain, ...Object.fromEntries(fields) }
}

/** The filters as conditions in a body: those of one field come together. */
async function whereOf(run: Run): Promise<IDataObject> {
  const { plain, conditions } = filtersOf(run)
  if ('workflowLaneId' in plain) plain.workflowLaneId = laneOf(plain.workflowLaneId)
  if (conditions.length === 0) return plain
  const types = await typesOf(run)
  const fields: Record<string, Value | Record<string, Value>> = {}
  for (const { key, is, value } of conditions) {
    const type = types.get(key)
    const others = fields[key]
    // it is one value, also of a field with several
    if (is === 'equals') fields[key] = valueOf(value, type === 'multi_select' ? 'select' : type)
    else
      fields[key] = {
        ...(typeof others === 'object' && !Array.isArray(others) && others),
        [is]: valueOf(value, { min: 'number', max: 'number', exists: 'checkbox' }[is]),
      }
  }
  return { ...plain, fields }
}

/**
 * The key of a create: given, or the name of this step. When n8n tries a step again, its execution and its turn in a loop
 * stay the same, so nothing is made twice.
 */
function keyOf(run: Run, own: unknown): Record<string, string> {
  const { context, itemIndex } = run
  const turn = context.evaluateExpression('{{ $runIndex }}', itemIndex)
  const step = [context.getWorkflow().id, context.getExecutionId(), context.getNode().id, turn, itemIndex]
  return { 'Idempotency-Key': typeof own === 'string' && own !== '' ? own : step.map(String).join('-') }
}

const isDry = (run: Run): IDataObject =>
  (given(run, 'options', {}) as IDataObject).dryRun === true || given(run, 'dryRun', false) === true
    ? { dryRun: 'true' }
    : {}

const versionOf = (run: Run): Record<string, string> => {
  const { ifMatch } = collected(run, 'updateFields')
  return typeof ifMatch === 'string' ? { 'If-Match': ifMatch } : {}
}

const taskOf = async (answer: Promise<IDataObject>): Promise<IDataObject[]> => [
  (await answer).task as IDataObject, // the service's own format
]

const projectOf = async (answer: Promise<IDataObject>): Promise<IDataObject[]> => [
  (await answer).project as IDataObject, // the service's own format
]

/** Changes the task with an external id, or creates it. One in the trash comes back. */
async function upsert(run: Run): Promise<IDataObject[]> {
  const externalId = text(run, 'externalId')
  const path = `/tasks/${encodeURIComponent(`ext:${externalId}`)}`
  const body = {
    projectId: text(run, 'projectId'),
    label: text(run, 'label'),
    ...(await changesOf(run, 'additionalFields')),
  }
  const change = (...expected: string[]) =>
    request(run.context, 'PATCH', path, sending(run, { body }), expected)
  const changed = await change('task_not_found')
  if (!changed.error) return [changed.task as IDataObject] // the service's own format
  const creating = sending(run, { body: { ...body, externalId } })
  const created = await request(run.context, 'POST', '/tasks', creating, ['external_id_exists'])
  if (!created.error) return [created.task as IDataObject] // as above
  await request(run.context, 'POST', `${path}/restore`, sending(run), ['task_not_found'])
  return taskOf(change())
}

/** Changes all tasks that match, with as many requests as it takes. */
async function updateMatching(run: Run): Promise<IDataObject[]> {
  const path = `/projects/${pathOf(run, 'projectId')}/tasks`
  const change = { where: await whereOf(run), set: await changesOf(run, 'updateFields') }
  const sum = { matched: 0, updated: 0, skipped: 0 }
  let cursor: string | undefined
  do {
    const body = { ...change, ...(cursor !== undefined && { cursor }) }
    const answer = await request(run.context, 'PATCH', path, sending(run, { body, query: isDry(run) }))
    for (const name of ['matched', 'updated', 'skipped'] as const) sum[name] += Number(answer[name])
    cursor = typeof answer.next_cursor === 'string' ? answer.next_cursor : undefined
  } while (cursor !== undefined)
  return [{ ...sum, dryRun: 'dryRun' in isDry(run) }]
}

async function bulk(run: Run): Promise<IDataObject[]> {
  const operations = given(run, 'operations')
  let parsed = operations
  if (typeof operations === 'string') {
    try {
      parsed = JSON.parse(operations)
    } catch {
      throw new NodeOperationError(run.context.getNode(), 'Operations must be JSON: a list of operations.', {
        itemIndex: run.itemIndex,
      })
    }
  }
  const body = { operations: parsed as IDataObject[] } // the service checks it
  const headers = keyOf(run, undefined)
  return [
    await request(run.context, 'POST', '/tasks/bulk', sending(run, { body, headers, query: isDry(run) })),
  ]
}

const tasksOf = (run: Run, limit: number): Promise<IDataObject[]> => {
  const projectId = text(run, 'projectId')
  const query = queryOf(run)
  // only the list of a project knows lanes, and only that of the account is sorted by time
  return projectId === ''
    ? list(run.context, '/tasks', 'tasks', sending(run, { query }), limit)
    : list(
        run.context,
        `/projects/${pathOf(run, 'projectId')}/tasks`,
        'tasks',
        sending(run, { query }),
        limit,
      )
}

const limitOf = (run: Run): number =>
  given(run, 'returnAll', false) === true ? Infinity : Number(given(run, 'limit', 50))

/** What the node can do, by resource and operation. */
export const operations: Record<string, Operation> = {
  'task:create': async (run) => {
    const { idempotencyKey } = collected(run, 'additionalFields')
    const own = { projectId: text(run, 'projectId'), label: text(run, 'label') }
    const body = { ...own, ...(await changesOf(run, 'additionalFields')) }
    const headers = keyOf(run, idempotencyKey)
    return taskOf(request(run.context, 'POST', '/tasks', sending(run, { body, headers, query: isDry(run) })))
  },
  'task:upsert': upsert,
  'task:get': (run) => taskOf(request(run.context, 'GET', `/tasks/${pathOf(run)}`, sending(run))),
  'task:getAll': (run) => tasksOf(run, limitOf(run)),
  'task:update': async (run) => {
    const body = await changesOf(run, 'updateFields')
    const change = sending(run, { body, headers: versionOf(run), query: isDry(run) })
    return taskOf(request(run.context, 'PATCH', `/tasks/${pathOf(run)}`, change))
  },
  'task:complete': (run) =>
    taskOf(request(run.context, 'PATCH', `/tasks/${pathOf(run)}`, sending(run, { body: { status: 2 } }))),
  'task:move': (run) => {
    const place = text(run, 'place')
    const lane = text(run, 'workflowLaneId')
    const body = {
      ...(place.endsWith('TaskId') ? { [place]: text(run, 'otherTaskId') } : { to: place }),
      ...(lane !== '' && { workflowLaneId: laneOf(lane) }),
    }
    return taskOf(request(run.context, 'POST', `/tasks/${pathOf(run)}/move`, sending(run, { body })))
  },
  'task:delete': async (run) => [await request(run.context, 'DELETE', `/tasks/${pathOf(run)}`, sending(run))],
  'batch:bulk': bulk,
  'batch:updateMatching': updateMatching,
  'project:create': (run) =>
    projectOf(
      request(run.context, 'POST', '/projects', sending(run, { body: { label: text(run, 'label') } })),
    ),
  'project:get': (run) =>
    projectOf(request(run.context, 'GET', `/projects/${pathOf(run, 'projectId')}`, sending(run))),
  'project:getAll': (run) => list(run.context, '/projects', 'projects', sending(run), limitOf(run)),
  'project:update': (run) => {
    const body = { label: text(run, 'label') }
    return projectOf(
      request(run.context, 'PATCH', `/projects/${pathOf(run, 'projectId')}`, sending(run, { body })),
    )
  },
  'project:delete': async (run) => [
    await request(run.context, 'DELETE', `/projects/${pathOf(run, 'projectId')}`, sending(run)),
  ],
}
