import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Change } from '../lib/tasks/change.ts'
import type { Project } from '../lib/projects/project.ts'
import { rankBetween } from '../lib/tasks/position/between.ts'
import type { Task } from '../lib/tasks/task.ts'
import type { Reply } from './support/api.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'
import { rounds } from './support/rounds.ts'

const runs = rounds(6)

/** One request of one client. The numbers pick one of the projects, tasks, lanes or subtasks that exist. */
const actions = fc.record({
  kind: fc.constantFrom(
    ...(['create', 'create', 'create', 'update', 'move', 'move', 'transfer', 'trash', 'restore'] as const),
    ...(['createWithId', 'createWithId', 'place', 'place'] as const),
    ...(['addSubtask', 'tickSubtask', 'removeSubtask', 'enterLane', 'addLane', 'removeLane'] as const),
  ),
  pick: fc.nat(1_000),
  other: fc.nat(1_000),
  conditional: fc.boolean(),
})
type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never

const from = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(list.length, 1)]

/** A task with its ETag, as a client last saw it. */
interface Seen {
  task: Task
  etag: string
}

/** What an account holds, read through the API. */
interface Truth {
  projects: Project[]
  order: Map<string, string[]>
  tasks: Map<string, Seen>
}

async function readTruth(tenant: TestTenant): Promise<Truth> {
  const body = async (path: string) => (await tenant.send('GET', path)).body
  const { projects } = (await body('/projects')) as { projects: Project[] } // `send` has checked it against the contract
  const order = new Map<string, string[]>()
  const tasks = new Map<string, Seen>()
  for (const { id } of projects) {
    const page = (await body(`/projects/${id}/tasks?limit=100`)) as { tasks: Task[] }
    order.set(
      id,
      page.tasks.map((task) => task.id),
    )
    for (const task of page.tasks) {
      const { headers } = await tenant.send('GET', `/tasks/${task.id}`)
      tasks.set(task.id, { task, etag: String(headers.etag) })
    }
  }
  return { projects, order, tasks }
}

/** Checks what must be true of every account when no write is in progress. */
function expectConsistent({ projects, order, tasks }: Truth): void {
  for (const { id, task_count, workflow_lanes } of projects) {
    const ids = order.get(id) ?? []
    expect(task_count).toBe(ids.length)
    expect(new Set(ids).size).toBe(ids.length)
    const lanes = [null, ...workflow_lanes.map((lane) => lane.id)]
    for (const lane of workflow_lanes) {
      const inLane = ids.filter((taskId) => tasks.get(taskId)?.task.workflow_lane_id === lane.id)
      expect(lane.task_count).toBe(inLane.length)
    }
    for (const taskId of ids) {
      expect(tasks.get(taskId)?.task.project_id).toBe(id)
      expect(lanes).toContain(tasks.get(taskId)?.task.workflow_lane_id)
    }
  }
}

/** The body of a move: to an end, or beside one of the other tasks. */
function moveBody(siblings: readonly string[], other: number) {
  const anchor = from(siblings, other)
  if (other % 5 === 0 || anchor === undefined) return { to: other % 2 === 0 ? 'top' : 'bottom' } as const
  return other % 2 === 0 ? { beforeTaskId: anchor } : { afterTaskId: anchor }
}

/** The index at which the moved task is inserted among the others. */
function indexAfter(move: ReturnType<typeof moveBody>, siblings: readonly string[]): number {
  if ('to' in move) return move.to === 'top' ? 0 : siblings.length
  return 'beforeTaskId' in move ? siblings.indexOf(move.beforeTaskId) : siblings.indexOf(move.afterTaskId) + 1
}

/** One of a few ids that clients choose, so that they often choose the same. */
const ownId = (pick: number) => `00000000-0000-4000-8000-00000000000${pick % 6}`

/** A position between a task and the one behind it, as a client computes it. */
function positionAfter({ order, tasks }: Truth, anchorId: string | undefined, movingId: string) {
  const anchor = tasks.get(anchorId ?? '')?.task
  if (!anchor) return undefined
  const siblings = (order.get(anchor.project_id) ?? []).filter((id) => id !== movingId)
  const next = tasks.get(siblings[siblings.indexOf(anchor.id) + 1] ?? '')?.task
  return rankBetween(anchor.position, next?.position)
}

/** Sends the request of an action; undefined when there is nothing to act on. */
function request(tenant: TestTenant, truth: Truth, trash: string[], action: Action) {
  const { kind, pick, other, conditional } = action
  const project = from(truth.projects, other)
  const seen = from([...truth.tasks.values()], pick)
  const send = (method: string, path: string, body?: object) =>
    tenant.send(method, path, {
      ...(body && { body }),
      ...(conditional && seen && path.includes(seen.task.id) && { headers: { 'If-Match': seen.etag } }),
    })
  if (!project) return undefined
  if (kind === 'create') return send('POST', '/tasks', { projectId: project.id, label: `Task ${pick}` })
  if (kind === 'createWithId') {
    const [first] = truth.projects
    const body = { id: ownId(pick), projectId: String(first?.id), label: `Task ${pick % 6}` }
    return send('POST', '/tasks', body)
  }
  if (kind === 'addLane') {
    return project.workflow_lanes.length < 4
      ? send('POST', `/projects/${project.id}/lanes`, { label: `Lane ${pick}` })
      : undefined
  }
  if (kind === 'removeLane') {
    const lane = from(project.workflow_lanes, pick)
    return lane && send('DELETE', `/projects/${project.id}/lanes/${lane.id}`)
  }
  if (kind === 'restore') {
    const id = from(trash, pick)
    return id === undefined ? undefined : tenant.send('POST', `/tasks/${id}/restore`)
  }
  if (!seen) return undefined
  const path = `/tasks/${seen.task.id}`
  const subtask = from(seen.task.subtasks, other)
  switch (kind) {
    case 'update':
      return send('PATCH', path, { label: `Label ${other}`, status: other % 3 })
    case 'transfer':
      return send('PATCH', path, { projectId: project.id })
    case 'trash':
      return send('DELETE', path)
    case 'enterLane': {
      const home = truth.projects.find(({ id }) => id === seen.task.project_id)
      return send('PATCH', path, {
        workflowLaneId: from([null, ...(home?.workflow_lanes ?? [])], other)?.id ?? null,
      })
    }
    case 'move': {
      const siblings = (truth.order.get(seen.task.project_id) ?? []).filter((id) => id !== seen.task.id)
      return send('POST', `${path}/move`, moveBody(siblings, other))
    }
    case 'place': {
      const siblings = (truth.order.get(seen.task.project_id) ?? []).filter((id) => id !== seen.task.id)
      const position = positionAfter(truth, from(siblings, other), seen.task.id)
      return position === undefined ? undefined : send('PATCH', path, { position })
    }
    case 'addSubtask':
      return send('POST', `${path}/subtasks`, { label: `Subtask ${other}` })
    case 'tickSubtask':
      return (
        subtask && send('PATCH', `${path}/subtasks/${subtask.id}`, { isCompleted: !subtask.is_completed })
      )
    case 'removeSubtask':
      return subtask && send('DELETE', `${path}/subtasks/${subtask.id}`)
  }
}

const isReplay = ({ headers }: Reply): boolean => headers['idempotency-replayed'] === 'true'

/** The order that a plain array would have after an acknowledged action. */
function modelOrder(truth: Truth, action: Action, reply: Reply): Map<string, string[]> {
  const order = new Map([...truth.order].map(([id, ids]) => [id, [...ids]]))
  const project = from(truth.projects, action.other)
  const seen = from([...truth.tasks.values()], action.pick)
  const task = (reply.body as { task?: Task } | undefined)?.task
  const home = order.get(task?.project_id ?? seen?.task.project_id ?? '') ?? []
  const leave = (id: string) => {
    for (const ids of order.values()) if (ids.includes(id)) ids.splice(ids.indexOf(id), 1)
  }
  if (action.kind === 'create' && task) home.push(task.id)
  if (action.kind === 'createWithId' && task && !isReplay(reply)) home.push(task.id)
  if (action.kind === 'place' && task) {
    const siblings = home.filter((id) => id !== task.id)
    leave(task.id)
    home.splice(siblings.indexOf(from(siblings, action.other) ?? '') + 1, 0, task.id)
  }
  if (action.kind === 'trash' && seen) leave(seen.task.id)
  if (action.kind === 'transfer' && task && project && seen?.task.project_id !== project.id) {
    leave(task.id)
    home.push(task.id)
  }
  if (action.kind === 'move' && task) {
    const siblings = home.filter((id) => id !== task.id)
    leave(task.id)
    home.splice(indexAfter(moveBody(siblings, action.other), siblings), 0, task.id)
  }
  return order
}

/** Reads the change feed to its end, then reads a second round from its settled time. */
async function mirrorOf(tenant: TestTenant): Promise<Map<string, Task>> {
  const mirror = new Map<string, Task>()
  let cursor = ''
  for (let rounds = 0; rounds < 2;) {
    const { body } = await tenant.send('GET', `/changes?limit=7${cursor}`)
    const feed = body as { changes: Change[]; next_cursor: string; has_more: boolean }
    for (const { type, task } of feed.changes) {
      if (type === 'updated') mirror.set(task.id, task)
      else mirror.delete(task.id)
    }
    cursor = `&cursor=${feed.next_cursor}`
    if (!feed.has_more) rounds += 1
  }
  return mirror
}

const mirrored = (truth: Truth) => new Map([...truth.tasks].map(([id, { task }]) => [id, task]))

async function newModel() {
  const tenant = await newTenant()
  await tenant.newProject()
  return tenant
}

async function trashed(tenant: TestTenant, projects: Project[]): Promise<string[]> {
  const pages = await Promise.all(
    projects.map(({ id }) => tenant.send('GET', `/projects/${id}/trash?limit=100`)),
  )
  return pages.flatMap(({ body }) => (body as { tasks: Task[] }).tasks.map(({ id }) => id))
}

/** Checks that an ETag changes exactly when its task changes. */
function expectExactEtags(before: Truth, after: Truth): void {
  for (const [id, { task, etag }] of after.tasks) {
    const earlier = before.tasks.get(id)
    if (!earlier) continue
    expect({ id, changed: etag !== earlier.etag }).toEqual({
      id,
      changed: JSON.stringify(task) !== JSON.stringify(earlier.task),
    })
  }
}

/** A move may be refused with 400 only if another client moves the task, or its anchor, to another project. */
function expectOtherProject(clients: Action[], action: Action | undefined, { body }: Reply): void {
  expect(action?.kind).toBe('move')
  expect(clients.some(({ kind }) => kind === 'transfer')).toBe(true)
  expect((body as { error: { message: string } }).error.message).toMatch(
    /^(?:before|after)TaskId must name a task of the same project$/,
  )
}

describe('random requests', () => {
  it('give the same answers, order and counts as a plain array when sent one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { minLength: 20, maxLength: 40 }), async (steps) => {
        const tenant = await newModel()
        let truth = await readTruth(tenant)
        for (const step of steps) {
          const reply = await request(tenant, truth, await trashed(tenant, truth.projects), step)
          if (!reply) continue
          expect([200, 201]).toContain(reply.status)
          const after = await readTruth(tenant)
          if (step.kind !== 'restore') expect(after.order).toEqual(modelOrder(truth, step, reply))
          const { task } = (reply.body ?? {}) as { task?: Task }
          // a repeat gets the first answer, whatever has become of the task
          if (task && !isReplay(reply))
            expect(after.tasks.get(task.id)).toEqual({ task, etag: reply.headers.etag })
          expectConsistent(after)
          expectExactEtags(truth, after)
          truth = after
        }
        expect(await mirrorOf(tenant)).toEqual(mirrored(truth))
      }),
      { numRuns: runs },
    )
  }, 3_600_000)

  it('lose and duplicate nothing, and keep counts, ETags and the feed exact when sent concurrently', async () => {
    const round = fc.array(actions, { minLength: 4, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 6, maxLength: 12 }), async (rounds) => {
        vi.useRealTimers()
        const tenant = await newModel()
        let truth = await readTruth(tenant)
        for (const clients of rounds) {
          const trash = await trashed(tenant, truth.projects)
          const replies = await Promise.all(
            clients.map(async (action) => request(tenant, truth, trash, action)),
          )
          for (const [index, reply] of replies.entries()) {
            if (reply?.status === 400) expectOtherProject(clients, clients[index], reply)
            else expect([200, 201, 404, 412, undefined]).toContain(reply?.status)
          }
          const after = await readTruth(tenant)
          const inTrash = await trashed(tenant, after.projects)
          // every acknowledged task exists exactly once
          const known = [...truth.tasks.keys(), ...trash]
          for (const [index, reply] of replies.entries()) {
            const { kind = '' } = clients[index] ?? {}
            if (kind.startsWith('create') && reply && !isReplay(reply))
              known.push((reply.body as { task: Task }).task.id)
          }
          expect([...after.tasks.keys(), ...inTrash].sort()).toEqual(known.sort())
          expectConsistent(after)
          expectExactEtags(truth, after)
          truth = after
        }
        expect(await mirrorOf(tenant)).toEqual(mirrored(truth))
      }),
      { numRuns: runs },
    )
  }, 3_600_000)
})
