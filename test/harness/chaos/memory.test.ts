import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import type { Answer } from './history.ts'
import { makeFinal, ok, problemsOf, taskOf, tellStory, toTask, type Story } from './story.ts'

const commentOf = (id: string, text: string): Comment => ({
  ...{ id, task_id: 'b', text, author: { kind: 'token', id: 't', name: 'Demo' } },
  ...{ created_at: '2026-11-21T10:00:05.000Z', updated_at: '2026-11-21T10:00:06.000Z' },
})

/** The sample with two comments: one was changed, the other deleted. */
function tellOfComments() {
  const story = tellStory()
  const { survey } = story
  const create = (mark: string, id: string, more: Partial<Answer> = {}) => {
    const text = `Comment ${mark}`
    const writes = [
      { of: mark, field: 'text', value: text },
      { of: mark, field: 'deleted', value: false },
    ]
    return story.ask(
      { kind: 'comment', method: 'POST', path: '/tasks/b/comments', mark, writes, body: { text } },
      { status: 201, version: 1, madeId: id, comment: commentOf(id, text), ...more },
    )
  }
  const write = (kind: string, commentId: string, field: string, value: unknown, version?: number) =>
    story.ask(
      {
        ...{ kind, method: 'PATCH', path: `/comments/${commentId}`, commentId },
        ...{ body: { text: value }, writes: [{ of: commentId, field, value }] },
      },
      { status: 200, ...(version !== undefined && { version }) },
    )
  create('#20', 'c1')
  create('#21', 'c2')
  write('change-comment', 'c1', 'text', 'Changed #22', 2)
  write('delete-comment', 'c2', 'deleted', true)
  const left = commentOf('c1', 'Changed #22')
  survey.comments.b = [left]
  survey.mirroredComments.eager = [structuredClone(left)]
  const { id, task_id, text, created_at } = left
  survey.stored = {
    comments: [{ id, task_id, text, created_at, project_id: 'p1', version: 2 }],
    tasks: { b: { project_id: 'p1', created_at: '2026-11-21T10:00:00.000Z' } },
    counts: { b: 1 },
  }
  return { ...story, create, write, left }
}
type Told = ReturnType<typeof tellOfComments>

/** Removes the comment from the final state. */
function forgetComment({ survey }: Told) {
  survey.comments.b = []
  survey.mirroredComments.eager = []
  survey.stored = { ...survey.stored, comments: [], counts: {} }
}

/** Gives the comment another text in the final state. */
function retell({ survey }: Told, text: string) {
  for (const one of [...(survey.comments.b ?? []), ...(survey.mirroredComments.eager ?? [])]) one.text = text
  for (const one of survey.stored.comments) one.text = text
}

describe('the check of comments', () => {
  it('agrees with what the answers say', () => {
    expect(problemsOf(tellOfComments())).toEqual([])
  })

  it('also agrees when a task was lost with its comments, and was made again', () => {
    const story = tellOfComments()
    forgetComment(story)
    expect(problemsOf(story)).not.toEqual([])
    Object.assign(story.survey.stored.tasks.b ?? {}, { created_at: '2026-11-21T10:00:09.000Z' })
    expect(problemsOf(story)).toEqual([])
  })

  it.each<[string, (story: Told) => void, RegExp]>([
    ['a comment that is lost', forgetComment, /^c1: deleted is true, the answers say false$/],
    [
      'a change that was undone',
      (story) => {
        retell(story, 'Comment #20')
      },
      /^c1: text is "Comment #20", the answers say "Changed #22"$/,
    ],
    [
      'a comment that is there although it was deleted',
      ({ survey }) => {
        const back = commentOf('c2', 'Comment #21')
        survey.comments.b?.push(back)
        survey.mirroredComments.eager?.push(back)
        survey.stored.comments.push({ ...back, project_id: 'p1', version: 1 })
        survey.stored.counts.b = 2
      },
      /^c2: deleted is false, the answers say true$/,
    ],
    [
      'a text that was refused',
      (story) => {
        story.write('change-comment', 'c1', 'text', 'Changed #23')
        Object.assign(story.history.entries.at(-1) ?? {}, { outcome: 'refused' })
        retell(story, 'Changed #23')
      },
      /^#23 was refused, but is there$/,
    ],
    [
      'a comment that outlives its task',
      ({ survey }) => {
        survey.stored.tasks = {}
      },
      /^comment c1 outlives its task$/,
    ],
    [
      'a comment that has not gone to the trash with its task',
      ({ survey }) => {
        Object.assign(survey.stored.tasks.b ?? {}, { deleted_at: '2026-11-21T10:00:09.000Z' })
      },
      /^comment c1 has not followed its task$/,
    ],
    [
      'a list that lacks a comment',
      ({ survey }) => {
        survey.comments.b = []
        survey.mirroredComments.eager = []
      },
      /^task b lists other comments than it has$/,
    ],
    [
      'a wrong count',
      ({ survey }) => {
        survey.stored.counts.b = 2
      },
      /^task b counts 2 comments, not 1$/,
    ],
    [
      'a mirror that lacks a comment',
      ({ survey }) => {
        survey.mirroredComments.eager = []
      },
      /^eager lacks comment c1$/,
    ],
    [
      'a mirror that has an old text',
      ({ survey }) => {
        survey.mirroredComments.eager = [commentOf('c1', 'Comment #20')]
      },
      /^eager has an old state of comment c1$/,
    ],
    [
      'a mirror that still has a deleted comment',
      ({ survey }) => {
        survey.mirroredComments.eager?.push(commentOf('c2', 'Comment #21'))
      },
      /^eager still has comment c2$/,
    ],
    [
      'a create that was done twice',
      ({ create }) => {
        create('#20', 'c1')
      },
      /^the comment #20 was made twice$/,
    ],
    [
      'two changes that made one version',
      ({ write }) => {
        write('change-comment', 'c1', 'text', 'Changed #22', 2)
      },
      /^two writes made comment c1 at version 2$/,
    ],
  ])('detects %s', (_, falsify, problem) => {
    const story = tellOfComments()
    falsify(story)
    expect(problemsOf(story)).toContainEqual(expect.stringMatching(problem))
  })
})

const first = { label: 'Created #2', position: '0|b:m', updated_at: '2026-11-21T10:00:08.000Z' }

/** Takes the task b back to its first version, with an answer or without. */
function takeBack({ ask }: Story, shown?: object): void {
  const operation = toTask('revert-task', 'b', {}, { toVersion: 1, writes: [] })
  ask(operation, shown && ok({ ...taskOf('b', '#2', 8), ...first, ...shown }, 4))
}

type Effects = RevertReport['tasks']

/** Takes back what a writer did, with an answer that names these tasks, or without one. */
function takeWriterBack({ ask, history }: Story, tasks?: Effects): void {
  const report: RevertReport = { matched: 1, reverted: 1, tasks: tasks ?? [], kept: [], next_cursor: null }
  ask(
    { kind: 'revert-writer', method: 'POST', path: '/reverts', takesBack: 'writer-0' },
    tasks && { status: 200, report },
  )
  history.settle()
}

const effectOnB = (fields: Effects[number]['fields'], effect: Effects[number]['effect'] = 'changed') => [
  { id: 'b', label: 'Renamed #5', effect, fields },
]

/** Makes a version of the task b the last one. */
function makeVersion({ survey }: Story, version: number) {
  for (const sight of survey.sights) if (sight.taskId === 'b') sight.version = version
}

/** Gives the task b its first label and place in the final state. */
function makeFirst(story: Story) {
  makeFinal(story, first)
  const tasks = story.survey.lists.p1?.sort((a, b) => (a.position < b.position ? -1 : 1))
  story.survey.laneLists['p1 none'] = tasks?.map(({ id }) => id) ?? []
}

describe('the check of what was taken back', () => {
  it.each<[string, (story: Story) => void]>([
    [
      'a task to a version',
      (story) => {
        takeBack(story, {})
      },
    ],
    ['perhaps a task to a version', takeBack],
    [
      'a writer’s work',
      (story) => {
        takeWriterBack(story, effectOnB(['label', 'position']))
      },
    ],
    ['perhaps a writer’s work', takeWriterBack],
  ])('agrees when somebody took back %s', (_, act) => {
    const story = tellStory()
    makeFirst(story)
    makeVersion(story, 4)
    expect(problemsOf(story)).not.toEqual([])
    act(story)
    story.history.settle()
    expect(problemsOf(story)).toEqual([])
  })

  it('agrees when it may not have happened', () => {
    const story = tellStory()
    takeBack(story)
    takeWriterBack(story)
    expect(problemsOf(story)).toEqual([])
  })

  it.each<[string, (story: Story) => void, RegExp]>([
    [
      'a task that is not what the answer showed',
      (story) => {
        takeBack(story, {})
        makeVersion(story, 5)
        makeFinal(story, { updated_at: '2026-11-21T10:00:09.000Z' })
      },
      /^b: label is "Renamed #5", the answers say "Created #2"$/,
    ],
    [
      'a task that has not got what its version had',
      (story) => {
        takeBack(story, { label: 'Renamed #5' })
      },
      /^task b was taken back to version 1, but is not the same$/,
    ],
    [
      'a field that is back although no answer names it',
      (story) => {
        takeWriterBack(story, effectOnB(['position']))
        makeFirst(story)
        makeVersion(story, 4)
      },
      /^b: label is "Created #2", the answers say "Renamed #5"$/,
    ],
    [
      'a task that is in the trash although its fields alone were taken back',
      (story) => {
        takeWriterBack(story, effectOnB(['label']))
        const { survey, final, trashed } = story
        survey.lists.p1 = (survey.lists.p1 ?? []).filter(({ id }) => id !== 'b')
        survey.trash.p1?.push({ ...trashed, ...final })
      },
      /^b: deleted is true, the answers say false$/,
    ],
    [
      'more versions than were written',
      (story) => {
        takeWriterBack(story, effectOnB(['label', 'position']))
        makeFirst(story)
        makeVersion(story, 6)
      },
      /^task b has 3 versions without a known write, 2 can be explained$/,
    ],
  ])('detects %s', (_, falsify, problem) => {
    const story = tellStory()
    falsify(story)
    expect(problemsOf(story)).toContainEqual(expect.stringMatching(problem))
  })
})
