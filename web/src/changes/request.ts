import {
  type BulkOperation,
  isTasksApiError,
  type NewTask,
  type ResourceClient,
  type Task,
  type TaskAnswer,
  type TaskChanges,
  type TaskMove,
} from '../../../client/src/index.ts'
import { sendBulk } from '../data/send-bulk.ts'
import { laneEnd } from '../data/columns.ts'
import { etagOf } from '../data/own-writes.ts'
import { bodyOf, isOfSubtasks, type Values, valuesOnTop, valuesToRestore } from './change.ts'
import type { Entry } from './entry.ts'
import { sendLanes } from './lanes.ts'
import { isProjectTask, type ProjectTask } from './project-task.ts'
import { overtakenBy } from './refusals.ts'
import { sendSubtasks } from './subtasks.ts'

/** The tasks that were not added after all. */
export const notAdded = new Set<string>()

/** A change on its way. */
export interface Request {
  entry: Entry
  /** The task that it is made of. */
  before: Task
  /** The version that the task must still have; undefined or empty: any. */
  etag?: string | undefined
}

/** What the service says of a change. */
export interface Result {
  answer?: TaskAnswer
  error?: unknown
  /** The version that others have left, which is why it was not made. */
  theirs?: TaskAnswer | undefined
}

/** What a request does, with the body that the endpoint for one task takes. */
type Act =
  | { op: 'create'; body: NewTask & { id: string } }
  | { op: 'update'; body: TaskChanges }
  | { op: 'move'; body: TaskMove }
  | { op: 'delete' | 'restore' }
  | { op: 'subtasks'; values: Values }
  | { op: 'lanes'; values: Values; project: ProjectTask }

interface Call extends Request {
  act: Act
}

/**
 * Sends changes once: one as such, several with one request.
 * @returns what became of each, in their order
 * @throws TasksApiError when the request for several fails
 */
export async function sendOnce(client: ResourceClient, requests: readonly Request[]): Promise<Result[]> {
  const results = await sendCalls(
    client,
    requests.map((request) => ({ ...request, act: actOf(request) })),
  )
  // what comes out of the trash gets the place and the status that it had
  const again = requests.flatMap((request, index): (Call & { index: number })[] => {
    const { answer } = results[index] ?? {}
    if (!answer || request.entry.change.before !== 'trash') return []
    const body = bodyOf(valuesToRestore(request.entry.change, answer.task))
    // it was deleted meanwhile
    if (body.workflowLaneId != null) delete body.workflowLaneId
    if (Object.keys(body).length === 0) return []
    return [{ ...request, index, etag: answer.etag, act: { op: 'update', body } }]
  })
  if (again.length === 0) return results
  const restored = await sendCalls(client, again)
  for (const [at, { index }] of again.entries()) results[index] = restored[at] ?? {}
  return results
}

async function sendCalls(client: ResourceClient, calls: readonly Call[]): Promise<Result[]> {
  const operations = calls.flatMap(operationOf)
  if (calls.length < 2 || operations.length < calls.length)
    return Promise.all(calls.map((call) => sendAlone(client, call)))
  // no key: those that are left to send again come at other places. Their own ids tell repeats
  const results = await sendBulk(client, operations)
  return Promise.all(
    calls.map(async (call, index): Promise<Result> => {
      const { taskId } = call.entry.change
      const { error, task, version } = results[index] ?? {}
      const etag = version === undefined ? '' : etagOf(version)
      // an answer about many large tasks leaves some out
      const isLeftOut = version !== undefined && !(error ? error.task : task)
      try {
        const read = isLeftOut ? await client.tasks.get(taskId) : undefined
        if (!error) return { answer: read ?? { task: task ?? call.before, etag } }
        const theirs = error.task && { task: error.task, etag }
        return failed(call, error, read ?? theirs)
      } catch (unread) {
        return { error: unread }
      }
    }),
  )
}

async function sendAlone(client: ResourceClient, call: Call): Promise<Result> {
  const { tasks } = client
  const { act, entry, etag, before } = call
  const id = entry.change.taskId
  const condition = { ifMatch: etag === '' ? undefined : etag }
  try {
    if (act.op === 'create') return { answer: await tasks.create(act.body, { idempotencyKey: entry.id }) }
    if (act.op === 'update') return { answer: await tasks.update(id, act.body, condition) }
    if (act.op === 'move') return { answer: await tasks.move(id, act.body, condition) }
    if (act.op === 'restore') return { answer: await tasks.restore(id) }
    if (act.op === 'subtasks') return { answer: await sendSubtasks(client, act.values, before, etag) }
    if (act.op === 'lanes') return { answer: await sendLanes(client, act.values, act.project) }
    await tasks.delete(id, condition)
    return { answer: { task: before, etag: '' } }
  } catch (error) {
    return failed(call, error, overtakenBy(error))
  }
}

/** The result of a change that the service has refused. Perhaps an earlier try has deleted it, and its answer was lost. */
const failed = ({ act, entry, before }: Call, error: unknown, theirs: TaskAnswer | undefined): Result =>
  act.op === 'delete' && entry.isLate === true && isTasksApiError(error, 'task_not_found')
    ? { answer: { task: before, etag: '' } }
    : { error, theirs }

/** The operation of a request for several; none for subtasks and lanes, which have requests of their own. */
function operationOf({ act, entry, etag }: Call): BulkOperation[] {
  if (act.op === 'subtasks' || act.op === 'lanes') return []
  if (act.op === 'create') return [{ op: act.op, ...act.body }]
  const version = etag === undefined ? '' : etag.replaceAll('"', '')
  const named = { id: entry.change.taskId, ...(version !== '' && { ifVersion: Number(version) }) }
  if (act.op === 'update') return [{ op: act.op, ...named, ...act.body }]
  if (act.op === 'move') return [{ op: act.op, ...named, ...act.body }]
  return [{ op: act.op, ...named }]
}

function actOf({ entry, before }: Request): Act {
  const { change } = entry
  const { move } = change
  if (change.before === 'none') return { op: 'create', body: newTaskOf(entry) }
  if (change.before === 'trash') return { op: 'restore' }
  if (change.after === 'trash') return { op: 'delete' }
  const values = valuesOnTop(change, before)
  if (isProjectTask(before)) return { op: 'lanes', values, project: before }
  if (isOfSubtasks(values)) return { op: 'subtasks', values }
  const body = bodyOf(values)
  const { workflowLaneId } = body
  const isElsewhere = workflowLaneId !== undefined && workflowLaneId !== before.workflow_lane_id
  if (move) return { op: 'move', body: { ...thereOf(move), ...(isElsewhere && { workflowLaneId }) } }
  // one that enters another lane comes to the lane's end
  return Object.keys(body).join() === 'workflowLaneId' && workflowLaneId !== undefined
    ? { op: 'move', body: { ...laneEnd, workflowLaneId } }
    : { op: 'update', body }
}

/** A place beside a new task that was not added after all is the end of the lane. */
const thereOf = (place: TaskMove): TaskMove =>
  notAdded.has(place.afterTaskId ?? place.beforeTaskId ?? '') ? laneEnd : place

/** A task that is added, as the service takes it. */
function newTaskOf({ change, task }: Entry) {
  const { label, project_id: projectId, workflow_lane_id: workflowLaneId } = task
  return { id: change.taskId, projectId, label, workflowLaneId }
}
