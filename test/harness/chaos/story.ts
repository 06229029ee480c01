import { findProblems } from './check/check.ts'
import { History, type Answer, type Entry, type Operation, type Sight } from './history.ts'
import type { Survey } from './survey.ts'
import { sampleTask } from '../sample-task.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task, TrashedTask } from '../../../lib/tasks/task.ts'

const time = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}.000Z`

/** A task of the sample history. `second` is the time of its last write; `more` overrides fields. */
export const taskOf = (id: string, mark: string, second: number, more: Partial<Task> = {}): Task => ({
  ...sampleTask(id, { label: `Created ${mark}`, project_id: 'p1', workflow_lane_id: null }),
  ...{ position: `0|b:${id}`, description: `Made by ${mark}`, subtasks: [] },
  ...{ created_at: time(0), updated_at: time(second), ...more },
})

/** A create of a task in p1. */
export const created = (mark: string, more: Partial<Operation> = {}): Operation => ({
  ...{ kind: 'create', method: 'POST', path: '/tasks', mark },
  body: { projectId: 'p1', label: `Created ${mark}`, description: `Made by ${mark}` },
  writes: Object.entries({
    ...{ label: `Created ${mark}`, status: 0, project_id: 'p1', workflow_lane_id: null, deleted: false },
  }).map(([field, value]) => ({ of: mark, field, value })),
  ...more,
})

/** A request to a task that sets these fields. */
export const toTask = (
  kind: string,
  taskId: string,
  fields: object,
  more: Partial<Operation> = {},
): Operation => ({
  ...{ kind, method: 'PATCH', path: `/tasks/${taskId}`, taskId, body: fields },
  writes: Object.entries(fields).map(([field, value]: [string, unknown]) => ({ of: taskId, field, value })),
  ...more,
})

/** The answer of a successful request. */
export const ok = (task: Task, version: number, more: Partial<Answer> = {}): Answer => ({
  ...{ status: 200, task, version, ...more },
})

/** A consistent sample: the requests of a run by name, and the final state. Tests change one thing in it. */
export function tellStory() {
  const history = new History()
  const ask = (operation: Operation, answer?: Answer) => {
    const entry = history.begin(0, operation)
    if (answer) history.finish(entry, answer)
    return entry
  }
  const b = taskOf('b', '#2', 0)
  const entries = {
    // #4 and #8 are steady: they are never moved
    createD: ask(created('#4'), ok(taskOf('d', '#4', 0), 1, { status: 201 })),
    createH: ask(created('#8'), ok(taskOf('h', '#8', 0), 1, { status: 201 })),
    createL: ask(created('#12'), ok(taskOf('l', '#12', 0), 1, { status: 201 })),
    create: ask(created('#2'), ok({ ...b, position: '0|b:m' }, 1, { status: 201 })),
    replay: ask(created('#2'), ok({ ...b, position: '0|b:m' }, 1, { status: 201, replayed: true })),
    rename: ask(
      toTask('patch', 'b', { label: 'Renamed #5' }, { ifVersion: 1 }),
      ok(taskOf('b', '#2', 1, { label: 'Renamed #5', position: '0|b:m' }), 2),
    ),
    tooLate: ask(toTask('patch', 'b', { label: 'Renamed #6' }, { ifVersion: 1 }), {
      ...{ status: 412, code: 'precondition_failed', version: 2 },
      task: taskOf('b', '#2', 1, { label: 'Renamed #5', position: '0|b:m' }),
    }),
    move: ask(
      toTask('move', 'b', {}, { place: { side: 'before', anchorId: 'h' } }),
      ok(taskOf('b', '#2', 2, { label: 'Renamed #5', position: '0|b:g' }), 3),
    ),
    tick: ask(toTask('patch', 'b', { status: 2 })), // without an answer
    createE: ask(created('#3'), ok(taskOf('e', '#3', 0, { position: '0|b:x' }), 1, { status: 201 })),
    trash: ask(toTask('trash', 'e', { deleted: true }), { status: 200 }),
    refused: ask(created('#7'), { status: 404, code: 'lane_not_found' }),
  }
  history.settle()
  const final = taskOf('b', '#2', 2, { label: 'Renamed #5', position: '0|b:g' })
  const list = [taskOf('d', '#4', 0), final, taskOf('h', '#8', 0), taskOf('l', '#12', 0)]
  const trashed: TrashedTask = {
    ...taskOf('e', '#3', 1, { position: '0|b:x' }),
    ...{ deleted_at: time(1), purge_at: time(59) },
  }
  const sights: Sight[] = list.map((task) => ({
    ...{ taskId: task.id, task: structuredClone(task), version: task.id === 'b' ? 3 : 1 },
    ...{ start: history.tick(), end: history.tick() },
  }))
  const p1: Project = {
    ...{ id: 'p1', label: 'First', task_count: 4, task_quota: 10_000 },
    workflow_lanes: [{ id: 'lane', label: 'Lane', task_count: 0, task_status: null }],
    ...{ created_at: time(0), updated_at: time(0) },
  }
  const survey: Survey = {
    projects: [p1],
    lists: { p1: list },
    laneLists: { 'p1 none': ['d', 'b', 'h', 'l'], 'p1 lane': [] },
    trash: { p1: [trashed] },
    sights,
    foundInTrash: [],
    bounds: {},
    mirrors: { eager: structuredClone(list) },
    comments: {},
    mirroredComments: { eager: [] },
    stored: { comments: [], tasks: {}, counts: {} },
  }
  const before = [structuredClone(p1)]
  return { history, ask, entries, survey, final, trashed, before }
}
export type Story = ReturnType<typeof tellStory>

/** The problems that the check finds in a sample. */
export const problemsOf = ({ history, survey, before }: Story): string[] =>
  findProblems(history.entries, survey, before)

/** Changes the final state of the task b everywhere. */
export function makeFinal({ survey, final }: Story, change: object): void {
  Object.assign(final, change)
  for (const { taskId, task } of survey.sights) if (taskId === 'b') Object.assign(task, change)
  for (const task of survey.mirrors.eager ?? []) if (task.id === 'b') Object.assign(task, change)
}

/** Removes a task from the whole final state. */
export function forget({ survey }: Story, id: string): void {
  const others = <T extends { id: string }>(list: T[] = []) => list.filter((one) => one.id !== id)
  survey.lists.p1 = others(survey.lists.p1)
  survey.trash.p1 = others(survey.trash.p1)
  survey.mirrors.eager = others(survey.mirrors.eager)
  survey.sights = survey.sights.filter(({ taskId }) => taskId !== id)
  survey.laneLists['p1 none'] = survey.lists.p1.map((task) => task.id)
  for (const project of survey.projects) project.task_count = survey.lists.p1.length
}

/** Adds a request about the lane, or about another lane or project. */
export const asked = (story: Story, kind: string, of: string, fields: object, more: Partial<Entry>) => {
  const writes = Object.entries(fields).map(([field, value]: [string, unknown]) => ({ of, field, value }))
  return story.ask({ kind, method: 'PATCH', path: `/${of}`, writes, ...more }, { status: 200 })
}
