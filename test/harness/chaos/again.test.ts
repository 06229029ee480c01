import { describe, expect, it } from 'vitest'
import {
  asked,
  created,
  forget,
  makeFinal,
  ok,
  problemsOf,
  taskOf,
  tellStory,
  toTask,
  type Story,
} from './story.ts'

/** The sample, in which a task was also lost: its project was deleted while it was in the trash. */
function tellOfLoss() {
  const story = tellStory()
  const { ask } = story
  const first = taskOf('r', '#9', 0)
  const there = taskOf('r', '#9', 1, { project_id: 'p2', position: '0|b:s' })
  const renamed = { ...there, label: 'Renamed #30', updated_at: '2026-11-21T10:00:02.000Z' }
  const subtasks = [{ id: 's1', label: 'Subtask #31', is_completed: false }]
  const added = { ...renamed, subtasks, updated_at: '2026-11-21T10:00:03.000Z' }
  const subtaskFields = { 'Subtask #31: deleted': false, 'Subtask #31: is_completed': false }
  return {
    ...story,
    born: ask(created('#9'), ok(first, 1, { status: 201 })),
    transfer: ask(toTask('transfer', 'r', { project_id: 'p2' }), ok(there, 2)),
    rename: ask(toTask('patch', 'r', { label: 'Renamed #30' }), ok(renamed, 3)),
    add: ask(toTask('add-subtask', 'r', subtaskFields), ok(added, 4)),
    trash: ask(toTask('trash', 'r', { deleted: true }), { status: 200 }),
    deletion: asked(story, 'delete-project', 'p2', { deleted: true }, { deletedProjectId: 'p2' }),
  }
}

/** The same sample after a repeat of the create, which has made the task again in p1. */
function tellOfNewLife() {
  const story = tellOfLoss()
  const { ask, history, survey } = story
  const task = taskOf('r', '#9', 6, { created_at: '2026-11-21T10:00:06.000Z', position: '0|b:t' })
  const again = ask(created('#9'), ok(structuredClone(task), 6, { status: 201 }))
  const sight = { taskId: 'r', task, version: 6, start: history.tick(), end: history.tick() }
  survey.sights.push(sight)
  survey.lists.p1?.push(task)
  survey.laneLists['p1 none']?.push('r')
  survey.mirrors.eager?.push(task)
  for (const project of survey.projects) project.task_count += 1
  return { ...story, again, task }
}
type NewLife = ReturnType<typeof tellOfNewLife>

const unanswered = { outcome: 'unknown', answer: undefined } as const
const refused = { outcome: 'refused', answer: { status: 404, code: 'task_not_found' } } as const

describe('the history and the final state agree when a lost task', () => {
  it('stays lost', () => {
    expect(problemsOf(tellOfLoss())).toEqual([])
  })

  it.each<[string, (story: NewLife) => void]>([
    ['is made again', () => undefined],
    ['is made again by a request without an answer', ({ again }) => Object.assign(again, unanswered)],
    [
      'is made again by a request without an answer, which is then replayed',
      (story) => {
        const { answer, ...operation } = story.again
        story.ask(operation, { status: 201, ...answer, replayed: true })
        Object.assign(story.again, unanswered)
      },
    ],
    [
      'is not made again by a request without an answer',
      (story) => {
        Object.assign(story.again, unanswered)
        forget(story, 'r')
      },
    ],
    [
      'was lost by requests without answers',
      ({ trash, deletion }) => {
        Object.assign(trash, unanswered)
        Object.assign(deletion, unanswered)
      },
    ],
    [
      'is made again and lost again',
      (story) => {
        const { ask, task } = story
        const there = { ...task, project_id: 'p3', position: '0|b:u', updated_at: '2026-11-21T10:00:07.000Z' }
        ask(toTask('transfer', 'r', { project_id: 'p3' }), ok(there, 7))
        ask(toTask('trash', 'r', { deleted: true }), { status: 200 })
        asked(story, 'delete-project', 'p3', { deleted: true }, { deletedProjectId: 'p3' })
        forget(story, 'r')
      },
    ],
  ])('%s', (_, change) => {
    const story = tellOfNewLife()
    change(story)
    expect(problemsOf(story)).toEqual([])
  })
})

it('They also agree when a task has left its first project, which was then deleted, and its create is replayed', () => {
  const story = tellOfNewLife()
  const { born, transfer } = story
  // the same life, but it begins in p2 and goes on in p1
  const move = { p1: 'p2', p2: 'p1' } as Record<string, string>
  for (const entry of [born, transfer])
    for (const write of entry.writes ?? [])
      if (write.field === 'project_id') write.value = move[String(write.value)]
  const tasks = [born, transfer, story.rename, story.add].map(({ answer }) => answer?.task)
  for (const task of tasks) if (task) task.project_id = move[task.project_id] ?? ''
  Object.assign(story.trash, refused)
  Object.assign(story.again, { outcome: 'done', answer: { ...born.answer, replayed: true } })
  Object.assign(story.task, story.add.answer?.task)
  for (const sight of story.survey.sights) if (sight.taskId === 'r') sight.version = 4
  expect(problemsOf(story)).toEqual([])
})

describe('the history and the final state disagree when a task is made again', () => {
  const twice = /^the create #9 was done twice$/

  it.each<[string, (story: NewLife) => void, RegExp]>([
    ['that was not in the trash', ({ trash }) => Object.assign(trash, refused), twice],
    ['when another task was in the trash', ({ trash }) => (trash.taskId = 'e'), twice],
    ['whose project was not deleted', ({ deletion }) => Object.assign(deletion, refused), twice],
    ['when another project was deleted', ({ deletion }) => (deletion.deletedProjectId = 'p3'), twice],
    [
      'before its project was deleted',
      ({ deletion, history }) => Object.assign(deletion, { start: history.tick(), end: history.tick() }),
      twice,
    ],
    [
      'before it was in the trash',
      ({ trash, deletion, history }) => {
        Object.assign(trash, { start: history.tick(), end: history.tick() })
        Object.assign(deletion, { end: history.tick() })
      },
      twice,
    ],
    [
      'that was in the trash only after its project was deleted',
      ({ trash, deletion }) => {
        const { start, end } = trash
        Object.assign(trash, { start: deletion.start, end: deletion.end })
        Object.assign(deletion, { start, end })
      },
      twice,
    ],
    [
      'that came into the project only after its deletion',
      ({ transfer, history }) => Object.assign(transfer, { start: history.tick(), end: history.tick() }),
      twice,
    ],
    ['that never came into the project', ({ transfer }) => Object.assign(transfer, refused), twice],
    [
      'with the version of its deletion',
      ({ again }) => Object.assign(again.answer ?? {}, { version: 5 }),
      twice,
    ],
    ['with its first version', ({ again }) => Object.assign(again.answer ?? {}, { version: 1 }), twice],
    [
      'twice after one loss',
      ({ ask, again, task }) => {
        const { answer, ...operation } = again
        expect(answer?.version).toBe(6)
        ask(operation, ok({ ...task, updated_at: '2026-11-21T10:00:08.000Z' }, 8, { status: 201 }))
      },
      twice,
    ],
    [
      'with a field of its first life',
      ({ task }) => Object.assign(task, { label: 'Renamed #30' }),
      /^r: label is "Renamed #30", the answers say "Created #9"$/,
    ],
    [
      'in the project of its first life',
      ({ task }) => Object.assign(task, { project_id: 'p2' }),
      /^r: project_id is "p2", the answers say "p1"$/,
    ],
    [
      'with a subtask of its first life',
      ({ task, add }) => Object.assign(task, { subtasks: add.answer?.task?.subtasks }),
      /^r: Subtask #31: deleted is false, the answers say true$/,
    ],
    [
      'and another task has a version without a known write, although no move has respaced it',
      (story: Story) => {
        makeFinal(story, { updated_at: '2026-11-21T10:00:09.000Z' })
        for (const sight of story.survey.sights) if (sight.taskId === 'b') sight.version = 5
      },
      /^task b has 2 versions without a known write, 1 can be explained$/,
    ],
    [
      'and is lost again, though nobody deleted it',
      (story: Story) => {
        forget(story, 'r')
      },
      /^task r is lost$/,
    ],
  ])('%s', (_, doctor, problem) => {
    const story = tellOfNewLife()
    doctor(story)
    expect(problemsOf(story)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]))
  })
})
