import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Subtask, Task } from '../../../client/src/index.ts'
import type { Edit } from '../../../web/src/changes/history.ts'
import { type Change, changeOf, creation, deletion } from '../../../web/src/changes/change.ts'
import { forgetOutbox } from '../../../web/src/changes/outbox.ts'
import {
  subtaskAddition,
  subtaskChange,
  subtaskDeletion,
  subtaskMove,
} from '../../../web/src/changes/subtasks.ts'
import { laneAddition, laneChange, laneDeletion, laneMove } from '../../../web/src/changes/lanes.ts'
import type { ProjectTask } from '../../../web/src/changes/project-task.ts'
import { questions } from '../../../web/src/changes/questions.ts'
import { entriesOf, resume } from '../../../web/src/changes/resume.ts'
import { connection } from '../../../web/src/data/connection.ts'
import { forgetLingering } from '../../../web/src/data/lingering.ts'
import { draftTask, forgetWrites } from '../../../web/src/data/writes.ts'
import { forgetUndo, redoLast, undoLast } from '../../../web/src/ui/undo.ts'
import { openPage, type Page } from '../../support/page-in-memory.ts'
import { type Fault, openService, refused } from '../../support/service-in-memory.ts'

/** To run the same again: SEED=<the seed that a failure names>, FCPATH=<its path>. */
const seed = Number(process.env.SEED ?? 44)
const runs = Number(process.env.RUNS ?? 150)

const lanes = ['l', 'm', null] as const
const labels = ['A', 'B', 'C', 'D']

type ChangeOfSubtask = (task: Task, id: string) => Change | undefined
type Step = (page: Page, service: ReturnType<typeof openService>) => unknown

const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]
const index = fc.nat(6)

/** A step that says what it is when a property fails. */
const step = (name: string, run: Step): Step => Object.assign(run, { [fc.toStringMethod]: () => name })
/** What a person does with the nth task. */
const deed = (name: string, nthTask: number, run: (task: Task, page: Page) => unknown): Step =>
  step(`${name} of task ${nthTask}`, (page) => {
    const task = nth(page.shown(), nthTask)
    if (task) run(task, page)
  })

/** What a person does to the nth subtask of the nth task. */
const subtaskDeed = (name: string, at: number, nthSubtask: number, changeFor: ChangeOfSubtask): Step =>
  deed(`${name} of subtask ${nthSubtask}`, at, (task, page) => {
    const subtask = nth(task.subtasks, nthSubtask)
    const change = subtask && changeFor(task, subtask.id)
    if (change) page.make(task, change)
  })
const subtaskDeeds = [
  fc
    .tuple(index, fc.constantFrom(['s'], ['s', 't'], [refused.label]), fc.boolean())
    .map(([at, labels, isCompleted]) =>
      deed(`new subtasks ${labels.join()}`, at, (task, page) => {
        const added = labels.map((label) => ({
          ...{ id: crypto.randomUUID(), label, is_completed: isCompleted },
        }))
        page.make(task, subtaskAddition(task, added))
      }),
    ),
  fc
    .tuple(index, index, fc.constantFrom({ is_completed: true }, { label: 'sx' }, { label: refused.label }))
    .map(([at, nthSubtask, values]) =>
      subtaskDeed(JSON.stringify(values), at, nthSubtask, (task, id) => subtaskChange(task, id, values)),
    ),
  fc
    .tuple(index, index, fc.nat(2))
    .map(([at, nthSubtask, to]) =>
      subtaskDeed(`move to ${to}`, at, nthSubtask, (task, id) =>
        subtaskMove(task, id, Math.min(to, task.subtasks.length - 1)),
      ),
    ),
  fc.tuple(index, index).map(([at, nthSubtask]) => subtaskDeed('deletion', at, nthSubtask, subtaskDeletion)),
]

/** What a person does to the nth lane. */
const laneDeed = (
  name: string,
  nthLane: number,
  changeFor: (project: ProjectTask, id: string) => Change,
): Step =>
  step(`${name} of lane ${nthLane}`, (page) => {
    const lane = nth(page.lanes(), nthLane)
    if (lane) page.makeOfLanes((project) => changeFor(project, lane.id))
  })
const laneDeeds = [
  fc.constantFrom(['n'], ['n', 'o'], [refused.label]).map((labels) =>
    step(`new lanes ${labels.join()}`, (page) => {
      const added = labels.map((label) => ({ id: crypto.randomUUID(), label, task_status: 1 as const }))
      page.makeOfLanes((project) => laneAddition(project, added))
    }),
  ),
  fc
    .tuple(index, fc.constantFrom({ label: 'lx' }, { task_status: 2 as const }, { label: refused.label }))
    .map(([at, values]) => laneDeed(JSON.stringify(values), at, (task, id) => laneChange(task, id, values))),
  fc
    .tuple(index, fc.nat(2))
    .map(([at, to]) => laneDeed(`move to ${to}`, at, (task, id) => laneMove(task, id, to))),
  index.map((at) => laneDeed('deletion', at, laneDeletion)),
]

/** What a person does. */
const deeds: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(index, fc.constantFrom(0, 1, 2)).map(([at, status]) =>
    deed(`status ${status}`, at, (task, page) => {
      page.make(task, changeOf(task, { status: status }))
    }),
  ),
  fc.tuple(index, fc.constantFrom('x', 'y', refused.label)).map(([at, label]) =>
    deed(`label ${label}`, at, (task, page) => {
      page.make(task, changeOf(task, { label }))
    }),
  ),
  fc.tuple(index, fc.constantFrom(3, null)).map(([at, value]) =>
    deed(`estimate ${value}`, at, (task, page) => {
      page.make(task, changeOf(task, { fields: { estimate: value } }))
    }),
  ),
  fc.tuple(index, index, fc.constantFrom(...lanes, refused.lane)).map(([at, beside, laneId]) =>
    deed(`move to ${laneId}, after ${beside},`, at, (task, page) => {
      const other = nth(page.shown(), beside)
      const change = laneId === task.workflow_lane_id ? {} : { workflowLaneId: laneId }
      if (other && other.id !== task.id)
        page.make(task, changeOf(task, change, { afterTaskId: other.id }), { after: other.id })
      else page.make(task, changeOf(task, change, { to: 'bottom' }), 'end')
    }),
  ),
  ...subtaskDeeds,
  ...laneDeeds,
  index.map((at) =>
    deed('deletion', at, (task, page) => {
      page.make(task, deletion(task), 'gone')
    }),
  ),
  fc.constant(
    step('a new task', (page) => {
      const id = crypto.randomUUID()
      const task = draftTask(page.cache, { id, projectId: 'p', label: 'New', laneId: 'l' })
      page.make(task, creation(task), 'end')
    }),
  ),
)
/** What a person does with several tasks as one. */
const together = fc
  .tuple(
    fc.uniqueArray(index, { minLength: 2, maxLength: 5 }),
    fc.constantFrom('status', 'label', 'move', 'deletion', 'new'),
    fc.nat(2),
  )
  .map(([chosen, what, which]) =>
    step(`${what} ${which} of tasks ${chosen.join()}`, (page) => {
      const shown = page.shown()
      const tasks = new Set(chosen.flatMap((at) => nth(shown, at) ?? []))
      const laneId = lanes[which] ?? null
      const itemOf = (task: Task): Edit => {
        if (what === 'status') return { task, change: changeOf(task, { status: 2 }), place: 'same' }
        // one of them is refused
        const label = chosen[0] === which ? refused.label : 'z'
        if (what === 'label') return { task, change: changeOf(task, { label }), place: 'same' }
        if (what === 'deletion') return { task, change: deletion(task), place: 'gone' }
        const lane = task.workflow_lane_id === laneId ? {} : { workflowLaneId: laneId }
        return { task, change: changeOf(task, lane, { to: 'bottom' }), place: 'end' }
      }
      const newOf = (label: string): Edit => {
        const id = crypto.randomUUID()
        const task = draftTask(page.cache, { id, projectId: 'p', label, laneId })
        return { task, change: creation(task), place: 'end', kept: { id } }
      }
      page.makeAll(what === 'new' ? chosen.map((at) => newOf(`New ${at}`)) : [...tasks].map(itemOf))
    }),
  )
const undoing = fc.constantFrom(step('undo', undoLast), step('redo', redoLast))
const waiting = fc
  .constantFrom(5, 15, 100, 5_000)
  .map((ms) => step(`${ms} ms`, () => vi.advanceTimersByTimeAsync(ms)))
const losing = fc
  .constantFrom<Fault>('lost before', 'lost after', 'no time')
  .map((fault) => step(fault, (_, { faults }) => faults.push(fault)))
/** The subtasks after another client has deleted the first, changed the second, and added one. */
const theirSubtasks = ([, second, ...others]: readonly Subtask[]): Subtask[] => [
  ...others,
  ...(second ? [{ ...second, label: 'theirs' }] : []),
  { id: crypto.randomUUID(), label: 'theirs', is_completed: false },
]
/** What another client does. */
const others = fc
  .tuple(index, fc.constantFrom('label', 'status', 'place', 'subtasks', 'lanes', 'trash' as const))
  .map(([at, what]) =>
    step(`another client: ${what} of ${at}`, (_, { stored, write, changeLanes }) => {
      if (what === 'lanes') {
        changeLanes()
        return
      }
      const one = nth([...stored.values()], at)
      if (!one || one.isTrashed) return
      const values = {
        label: { label: 'theirs' },
        status: { status: 2 },
        place: { workflow_lane_id: 'm' },
        subtasks: { subtasks: theirSubtasks(one.task.subtasks) },
        trash: {},
      } as const
      write(one, values[what])
      one.isTrashed = what === 'trash'
    }),
  )
const reloading = fc.constant(
  step('reload', (page) => {
    page.reload()
  }),
)

const stateOf = (tasks: readonly Task[]) =>
  tasks.map(({ id, label, status, workflow_lane_id, position, subtasks, fields }) => ({
    ...{ id, label, status, workflow_lane_id, position, subtasks, fields: JSON.stringify(fields ?? {}) },
  }))

async function play(
  steps: readonly Step[],
  end: (page: Page, service: ReturnType<typeof openService>) => unknown,
) {
  const service = openService()
  for (const label of labels) service.add(label)
  const page = openPage(service)
  try {
    for (const step of steps) await step(page, service)
    await page.settle()
    await end(page, service)
  } finally {
    forgetOutbox()
    forgetWrites()
    forgetUndo()
    forgetLingering()
    await vi.advanceTimersByTimeAsync(60_000)
  }
}

let isMine = true
beforeEach(() => {
  vi.stubGlobal('location', { hash: '#/projects/p' })
  vi.useFakeTimers()
  connection.value = 'there'
  questions.subscribe(([question]) => {
    if (!question) return
    isMine = !isMine
    question.answer(isMine ? [] : ['label', 'status', 'workflow_lane_id'])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a page of release 0.3.0 has kept is sent once, in its order', async () => {
  await play([], async ({ cache, settle, shown }, { list }) => {
    const [a, b] = list()
    if (!a || !b) throw new Error('The service has tasks.')
    const id = crypto.randomUUID()
    const added = {
      ...draftTask(cache, { id, projectId: 'p', label: 'N', laneId: 'l' }),
      id: `waiting new ${id}`,
    }
    const earlier = (task: Task, act: unknown) => ({
      id: crypto.randomUUID(),
      task,
      shown: { task, place: 'same' },
      act,
    })
    const kept = [
      earlier(added, { kind: 'add', body: {}, key: 'k' }),
      earlier(a, { kind: 'move', body: { afterTaskId: added.id, workflowLaneId: 'm' } }),
      earlier(added, { kind: 'change', changes: { label: 'New' } }),
      earlier(b, { kind: 'delete' }),
    ]
    resume(cache, entriesOf({ entries: kept }))
    await settle()
    expect(list().map(({ label, workflow_lane_id }) => [label, workflow_lane_id])).toEqual([
      ...[
        ['C', 'l'],
        ['D', 'l'],
        ['New', 'l'],
        ['A', 'm'],
      ],
    ])
    expect(stateOf(shown())).toEqual(stateOf(list()))
  })
})

test('a late drop that the person insists on goes to its place', async () => {
  await play([], async ({ make, settle, shown }, service) => {
    const [a, b] = shown()
    if (!a || !b) throw new Error('The service has tasks.')
    make(b, changeOf(b, { workflowLaneId: 'm' }, { to: 'bottom' }), 'end')
    await settle()
    service.faults.push('lost before')
    make(a, changeOf(a, { workflowLaneId: 'm' }, { beforeTaskId: b.id }), { after: null })
    const one = service.stored.get(a.id)
    if (one) service.write(one, { workflow_lane_id: null })
    isMine = false // the answer to the next question is the opposite
    await settle()
    const inLane = service.list().filter(({ workflow_lane_id }) => workflow_lane_id === 'm')
    expect(inLane.map(({ label }) => label)).toEqual(['A', 'B'])
  })
})

test('what is shown at the end is what is stored, whatever is lost, refused, loaded again, or done by others', async () => {
  const steps = fc.array(fc.oneof(...[deeds, deeds, together, undoing, waiting, losing, others, reloading]), {
    maxLength: 25,
  })
  await fc.assert(
    fc.asyncProperty(steps, (all) =>
      play(all, (page, service) => {
        page.hear()
        expect(stateOf(page.shown())).toEqual(stateOf(service.list()))
        expect(page.lanes()).toEqual(service.project().workflow_lanes)
      }),
    ),
    { seed, numRuns: runs, ...(process.env.FCPATH && { path: process.env.FCPATH, endOnFailure: true }) },
  )
}, 120_000)

test('undoing all gives the start, and doing all again the end, whatever is lost or refused', async () => {
  const steps = fc.array(fc.oneof(...[deeds, deeds, together, undoing, waiting, losing]), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(steps, (all) => {
      const start: unknown[] = []
      const first: Step = (_, service) =>
        start.push(...stateOf(service.list()), ...service.project().workflow_lanes)
      return play([first, ...all], async (page, service) => {
        service.faults.length = 0
        all.forEach(undoLast)
        await page.settle()
        expect([...stateOf(service.list()), ...service.project().workflow_lanes]).toEqual(start)
        expect([...stateOf(page.shown()), ...page.lanes()]).toEqual(start)
        all.forEach(redoLast)
        await page.settle()
        expect(stateOf(page.shown())).toEqual(stateOf(service.list()))
        expect(page.lanes()).toEqual(service.project().workflow_lanes)
      })
    }),
    { seed, numRuns: runs, ...(process.env.FCPATH && { path: process.env.FCPATH, endOnFailure: true }) },
  )
}, 120_000)
