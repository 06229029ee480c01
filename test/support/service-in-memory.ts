import {
  type BulkOperation,
  type BulkOptions,
  type LaneChanges,
  type NewLane,
  type NewSubtask,
  type NewTask,
  type OperationResult,
  type Project,
  type ResourceClient,
  type Subtask,
  type SubtaskChanges,
  type Task,
  type TaskAnswer,
  type TaskChanges,
  type TaskMove,
  TasksApiError,
} from '../../client/src/index.ts'
import { changeOf, withValues } from '../../web/src/changes/change.ts'
import { isBefore } from '../../web/src/data/columns.ts'
import { at, sampleTask } from '../harness/sample-task.ts'

/** What the service refuses. */
export const refused = { label: 'refused', lane: 'gone' }

/** What happens to the next write on its way. */
export type Fault = 'lost before' | 'lost after' | 'no time'
type Lane = Project['workflow_lanes'][number]
interface Stored {
  task: Task
  version: number
  isTrashed: boolean
}

const error = (
  code: 'network_error' | 'task_not_found' | 'subtask_not_found' | 'lane_not_found' | 'invalid_request',
  status: number,
) => new TasksApiError(code, code, status === 0 ? {} : { response: new Response(null, { status }) })

/** What it says of an operation that comes after its time. */
const noTime: OperationResult = {
  status: 503,
  error: { code: 'service_unavailable', message: 'There was no time left.', docs: '' },
}

/** What it says of a create whose key was that of another. */
const keyReused: OperationResult = {
  status: 422,
  error: { code: 'idempotency_key_reused', message: 'The key is that of another create.', docs: '' },
}

/** The service in memory, as far as the log of changes uses it, with versions, faults and slow answers. */
export function openService() {
  const stored = new Map<string, Stored>()
  let clock = Date.parse(at(2))
  let rank = 0
  const faults: Fault[] = []
  /** The creates, by their keys. */
  const keys = new Map<string, string>()
  const isReused = (key: string, operation: BulkOperation): boolean => {
    if (operation.op !== 'create') return false
    const body = JSON.stringify(operation)
    const known = keys.get(key) ?? body
    keys.set(key, known)
    return known !== body
  }
  const answerOf = ({ task, version }: Stored): TaskAnswer => ({ task, etag: `"${version}"` })
  const position = (number: number) => `p${number.toFixed(12).padStart(30, '0')}`
  const ranks = () =>
    [...stored.values()].map(({ task }) => Number(task.position.slice(1))).sort((one, other) => one - other)
  const write = (one: Stored, values: Partial<Task>) => {
    clock += 1
    one.version += 1
    one.task = { ...one.task, ...values, updated_at: new Date(clock).toISOString() }
    return answerOf(one)
  }
  const find = (id: string, isTrashed = false): Stored => {
    const one = stored.get(id)
    if (one?.isTrashed !== isTrashed) throw error('task_not_found', 404)
    return one
  }
  const check = (one: Stored, ifMatch?: string) => {
    if (ifMatch === undefined || ifMatch === answerOf(one).etag) return
    const { task, etag } = answerOf(one)
    const response = new Response(null, { status: 412, headers: { ETag: etag } })
    throw new TasksApiError('precondition_failed', 'changed', { task, response })
  }
  const placeFor = ({ afterTaskId, beforeTaskId, to }: TaskMove): string => {
    if (to === 'bottom') return position((rank += 1) + 1_000_000)
    const all = ranks()
    if (to === 'top') return position((all[0] ?? 0) - 1 + 500_000 - 500_000)
    const anchor = Number(find(afterTaskId ?? beforeTaskId ?? '').task.position.slice(1))
    const next =
      afterTaskId === undefined ? all.findLast((one) => one < anchor) : all.find((one) => one > anchor)
    return position((anchor + (next ?? (afterTaskId === undefined ? anchor - 1 : anchor + 1))) / 2)
  }
  /** Answers after a moment, with the fault that is next. */
  const call = async <A>(run: (hasTime: boolean) => A, isWrite = true): Promise<A> => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    const fault = isWrite ? faults.shift() : undefined
    if (fault === 'lost before') throw error('network_error', 0)
    const answer = run(fault !== 'no time')
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (fault === 'lost after') throw error('network_error', 0)
    return answer
  }
  const versionOf = ({ version }: Stored) => version
  const made = {
    create: ({ id = '', label, workflowLaneId = null }: NewTask & { id?: string }) => {
      const one = stored.get(id)
      if (one) return answerOf(one) // a repeat
      const position = placeFor({ to: 'bottom' })
      const task = sampleTask(id, { label, workflow_lane_id: workflowLaneId, position })
      const added: Stored = { task, version: 0, isTrashed: false }
      stored.set(id, added)
      return write(added, {})
    },
    update: (id: string, body: TaskChanges, ifMatch?: string) => {
      const one = find(id)
      check(one, ifMatch)
      if (body.label === refused.label) throw error('invalid_request', 400)
      return write(one, withValues(one.task, changeOf(one.task, body).after as object))
    },
    move: (id: string, { workflowLaneId, ...place }: TaskMove, ifMatch?: string) => {
      const one = find(id)
      check(one, ifMatch)
      if (workflowLaneId === refused.lane) throw error('invalid_request', 400)
      return write(one, {
        position: placeFor(place),
        ...(workflowLaneId !== undefined && { workflow_lane_id: workflowLaneId }),
        // entering a lane gives its status
        ...(workflowLaneId === 'm' && one.task.workflow_lane_id !== 'm' && { status: 1 }),
      })
    },
    delete: (id: string, ifMatch?: string) => {
      const one = find(id)
      check(one, ifMatch)
      write(one, {})
      one.isTrashed = true
    },
    restore: (id: string) => {
      const one = stored.get(id)
      if (one && !one.isTrashed) return answerOf(one)
      const found = find(id, true)
      found.isTrashed = false
      return write(found, {})
    },
  }
  const operate = (operation: BulkOperation) => {
    if (operation.op === 'create') return made.create({ ...operation, id: operation.id ?? '' })
    const { op, id, ifVersion, ...body } = operation
    const ifMatch = ifVersion === undefined ? undefined : `"${ifVersion}"`
    if (op === 'update') return made.update(id, body, ifMatch)
    if (op === 'move') return made.move(id, body, ifMatch)
    if (op === 'restore') return made.restore(id)
    made.delete(id, ifMatch)
    return undefined
  }
  const resultOf = (operation: BulkOperation): OperationResult => {
    const one = () => stored.get(operation.id ?? '')
    try {
      const answer = operate(operation)
      const now = one()
      return { status: 200, ...(answer && now && { task: answer.task, version: versionOf(now) }) }
    } catch (thrown) {
      if (!(thrown instanceof TasksApiError)) throw thrown
      const { code, message, task } = thrown
      const now = one()
      return {
        status: 400,
        ...(task && now && { version: versionOf(now) }),
        error: { code, message, docs: '', ...(task && { task }) } as OperationResult['error'] & object, // a code of the service
      }
    }
  }
  interface Condition {
    ifMatch?: string | undefined
  }
  const tasks = {
    get: (id: string) => call(() => answerOf(find(id)), false),
    create: (body: NewTask & { id?: string }) => call(() => made.create(body)),
    update: (id: string, body: TaskChanges, { ifMatch }: Condition = {}) =>
      call(() => made.update(id, body, ifMatch)),
    move: (id: string, body: TaskMove, { ifMatch }: Condition = {}) =>
      call(() => made.move(id, body, ifMatch)),
    delete: (id: string, { ifMatch }: Condition = {}) =>
      call(() => {
        made.delete(id, ifMatch)
      }),
    restore: (id: string) => call(() => made.restore(id)),
    bulk: (
      operations: readonly BulkOperation[],
      { idempotencyKey = crypto.randomUUID() }: BulkOptions = {},
    ) =>
      call((hasTime) => {
        const results = operations.map((operation, index) => {
          if (isReused(`${idempotencyKey}#${index}`, operation)) return keyReused
          return hasTime || index === 1 ? resultOf(operation) : noTime
        })
        const failed = results.filter(({ error }) => error).length
        return { results, succeeded: results.length - failed, failed }
      }),
  }
  /** Writes the subtasks of a task: the one with this id is given, and its index. */
  const writeSubtasks = (
    id: string,
    subtaskId: string,
    { ifMatch }: Condition,
    map: (all: readonly Subtask[], subtask: Subtask, index: number) => Subtask[],
  ) => {
    const one = find(id)
    check(one, ifMatch)
    const all = one.task.subtasks
    const index = all.findIndex((subtask) => subtask.id === subtaskId)
    const subtask = all[index]
    if (!subtask) throw error('subtask_not_found', 404)
    return write(one, { subtasks: map(all, subtask, index) })
  }
  const subtasks = {
    create: (id: string, body: NewSubtask, { ifMatch }: Condition = {}) =>
      call(() => {
        const one = find(id)
        check(one, ifMatch)
        const subtaskId = body.id ?? ''
        const { label, isCompleted } = body
        const all = one.task.subtasks
        if (all.some((subtask) => subtask.id === subtaskId)) return answerOf(one) // a repeat
        if (label === refused.label) throw error('invalid_request', 400)
        return write(one, {
          subtasks: [...all, { id: subtaskId, label, is_completed: isCompleted === true }],
        })
      }),
    update: (id: string, subtaskId: string, body: SubtaskChanges, condition: Condition = {}) =>
      call(() =>
        writeSubtasks(id, subtaskId, condition, (all, subtask, index) => {
          const { label = subtask.label, isCompleted = subtask.is_completed } = body
          const { afterSubtaskId, beforeSubtaskId } = body
          if (label === refused.label) throw error('invalid_request', 400)
          const others = all.toSpliced(index, 1)
          const beside = afterSubtaskId ?? beforeSubtaskId
          const at = others.findIndex((other) => other.id === beside)
          if (beside !== undefined && at === -1) throw error('subtask_not_found', 404)
          const to = beside === undefined ? index : at + (afterSubtaskId === undefined ? 0 : 1)
          return others.toSpliced(to, 0, { ...subtask, label, is_completed: isCompleted })
        }),
      ),
    delete: (id: string, subtaskId: string, condition: Condition = {}) =>
      call(() => writeSubtasks(id, subtaskId, condition, (all, _, index) => all.toSpliced(index, 1))),
  }
  let lanes: Lane[] = ['x', 'y', 'z'].map((id) => ({ id, label: id, task_status: null, task_count: 0 }))
  const project = (): Project => ({
    ...{ id: 'p', label: 'P', task_count: 0, task_quota: 9, created_at: at(0), updated_at: at(1) },
    workflow_lanes: lanes,
  })
  const laneAt = (laneId: string): number => {
    const index = lanes.findIndex((lane) => lane.id === laneId)
    if (index === -1) throw error('lane_not_found', 404)
    return index
  }
  const projects = { get: () => call(() => ({ project: project() }), false) }
  const ofLanes = {
    create: (_: string, { id = '', label, taskStatus = null }: NewLane) =>
      call(() => {
        if (label === refused.label) throw error('invalid_request', 400)
        if (!lanes.some((lane) => lane.id === id))
          lanes = [...lanes, { id: id ?? '', label, task_status: taskStatus, task_count: 0 }]
        return { project: project() }
      }),
    update: (_: string, laneId: string, body: LaneChanges) =>
      call(() => {
        const index = laneAt(laneId)
        if (body.label === refused.label) throw error('invalid_request', 400)
        const others = lanes.toSpliced(index, 1)
        const { afterLaneId, beforeLaneId } = body
        const beside = afterLaneId ?? beforeLaneId
        if (beside !== undefined) laneAt(beside)
        const at = others.findIndex(({ id }) => id === beside)
        const to = beside === undefined ? index : at + (afterLaneId === undefined ? 0 : 1)
        const [lane] = lanes.slice(index)
        if (!lane) throw error('lane_not_found', 404)
        const { label = lane.label, taskStatus = lane.task_status } = body
        lanes = others.toSpliced(to, 0, { ...lane, label, task_status: taskStatus })
        return { project: project() }
      }),
    delete: (_: string, laneId: string) =>
      call(() => {
        lanes = lanes.toSpliced(laneAt(laneId), 1)
      }),
  }
  return {
    project,
    /** Another client deletes the first lane, and changes the second. */
    changeLanes: () => {
      lanes = lanes.slice(1).map((lane, index) => (index === 0 ? { ...lane, label: 'theirs' } : lane))
    },
    client: { tasks, subtasks, projects, lanes: ofLanes } as unknown as ResourceClient, // the log uses nothing else of it
    faults,
    stored,
    write,
    add: (label: string) => {
      const task = sampleTask(label, { position: placeFor({ to: 'bottom' }), updated_at: at(1) })
      stored.set(label, { task, version: 1, isTrashed: false })
    },
    list: () =>
      [...stored.values()]
        .filter(({ isTrashed }) => !isTrashed)
        .map(({ task }) => task)
        .sort((one, other) => (isBefore(one, other) ? -1 : 1)),
  }
}
