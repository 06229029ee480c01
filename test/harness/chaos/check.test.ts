import { describe, expect, it } from 'vitest'
import { asked, forget, makeFinal, problemsOf, taskOf, tellStory, toTask, type Story } from './story.ts'

describe('the history and the final state', () => {
  it('agree', () => {
    expect(problemsOf(tellStory())).toEqual([])
  })

  it('also agree when a write without an answer happened', () => {
    const story = tellStory()
    makeFinal(story, { status: 2, updated_at: '2026-11-21T10:00:03.000Z' })
    for (const sight of story.survey.sights) if (sight.taskId === 'b') sight.version = 4
    expect(problemsOf(story)).toEqual([])
  })

  it('also agree when the only rename of a project from before the run had no answer', () => {
    const story = tellStory()
    const rename = asked(story, 'rename-project', 'p1', { label: 'Renamed #20' }, { body: { label: '#20' } })
    Object.assign(rename, { outcome: 'unknown', answer: undefined })
    expect(problemsOf(story)).toEqual([])
    for (const project of story.survey.projects) project.label = 'Renamed #20'
    expect(problemsOf(story)).toEqual([])
  })

  it('also agree when the deletion of a lane removed a task that no answer had shown there', () => {
    const story = tellStory()
    const { entries, survey } = story
    Object.assign(entries.createL, { outcome: 'unknown', answer: undefined })
    for (const write of entries.createL.writes ?? [])
      if (write.field === 'workflow_lane_id') write.value = 'x'
    expect(problemsOf(story)).not.toEqual([])
    asked(story, 'delete-lane', 'x', { deleted: true }, { deletedLaneId: 'x' })
    for (const sight of survey.sights) if (sight.taskId === 'l') sight.version = 2
    expect(problemsOf(story)).toEqual([])
  })

  it('also agree when a move has respaced its neighbours', () => {
    const story = tellStory()
    makeFinal(story, { position: '0|b:f', updated_at: '2026-11-21T10:00:09.000Z' })
    for (const sight of story.survey.sights) if (sight.taskId === 'b') sight.version = 5
    expect(problemsOf(story)).toEqual([])
  })

  it.each<[string, (story: Story) => void, RegExp]>([
    [
      'a write that was undone',
      (story) => {
        makeFinal(story, { label: 'Created #2' })
      },
      /^b: label is "Created #2", the answers say "Renamed #5"$/,
    ],
    [
      'a value that was undone',
      (story) => {
        const task = { ...story.final, fields: { owner: 'Value #5' }, updated_at: '2026-11-21T10:00:05.000Z' }
        story.ask(toTask('set-value', 'b', { 'fields.owner': 'Value #5' }), { status: 200, task, version: 5 })
        for (const sight of story.survey.sights) if (sight.taskId === 'b') sight.version = 6
        makeFinal(story, { updated_at: '2026-11-21T10:00:09.000Z' })
      },
      /^b: fields\.owner is null, the answers say "Value #5"$/,
    ],
    [
      'a value of a field that was refused, although its definition never changes',
      (story) => {
        story.ask(toTask('set-value', 'b', { 'fields.owner': 'Value #5' }), {
          status: 400,
          code: 'invalid_request',
        })
      },
      /^set-value \/tasks\/b answered 400 invalid_request$/,
    ],
    [
      'an option that no definition has ever had',
      (story) => {
        const sent = { 'fields.urgency': 'never' }
        const task = { ...story.final, fields: { urgency: 'never' }, updated_at: '2026-11-21T10:00:05.000Z' }
        story.ask(toTask('set-changing-value', 'b', sent), { status: 200, task, version: 5 })
        for (const sight of story.survey.sights) if (sight.taskId === 'b') sight.version = 5
        makeFinal(story, { fields: task.fields, updated_at: task.updated_at })
      },
      /^task b has the option never, which never was$/,
    ],
    [
      'an acknowledged task that is lost',
      (story) => {
        forget(story, 'd')
      },
      /^task d is lost$/,
    ],
    [
      'a task in the trash that is lost',
      (story) => {
        forget(story, 'e')
      },
      /^task e is lost$/,
    ],
    [
      'a deletion that did not happen',
      ({ survey, trashed }) => {
        const { deleted_at, purge_at, ...task } = trashed
        expect(deleted_at < purge_at).toBe(true)
        survey.trash.p1 = []
        survey.lists.p1?.push(task)
      },
      /^e: deleted is false, the answers say true$/,
    ],
    [
      'a task that nobody deleted in the trash',
      ({ survey, final, trashed }) => {
        survey.lists.p1 = survey.lists.p1?.filter(({ id }) => id !== 'b') ?? []
        const { deleted_at, purge_at } = trashed
        survey.trash.p1?.push({ ...final, deleted_at, purge_at })
      },
      /^b: deleted is true, the answers say false$/,
    ],
    [
      'a refused write that took effect',
      (story) => {
        makeFinal(story, { label: 'Renamed #6' })
      },
      /^#6 was refused, but is there$/,
    ],
    [
      'a refused create that took effect',
      ({ survey }) => {
        survey.lists.p1?.push(taskOf('z', '#7', 0))
      },
      /^#7 was refused, but is there$/,
    ],
    [
      'a task without a known create',
      ({ survey }) => {
        survey.lists.p1?.push(taskOf('z', '#99', 0))
      },
      /^#99 was never sent, but is there$/,
    ],
    [
      'a version without a known write',
      (story) => {
        makeFinal(story, { updated_at: '2026-11-21T10:00:09.000Z' })
        for (const sight of story.survey.sights) if (sight.taskId === 'b') sight.version = 5
      },
      /^task b has 2 versions without a known write, 1 can be explained$/,
    ],
    [
      'a version in two states',
      ({ survey }) => {
        for (const { taskId, task } of survey.sights) if (taskId === 'b') task.status = 1
      },
      /^task b at version 3 was seen in two states$/,
    ],
    [
      'a version without a later updated_at',
      ({ entries }) => {
        Object.assign(entries.move.answer?.task ?? {}, { updated_at: '2026-11-21T10:00:00.500Z' })
      },
      /^task b at version 3 has no later updated_at$/,
    ],
    [
      'a version that went back',
      ({ ask, entries }) => {
        ask({ kind: 'get', method: 'GET', path: '/tasks/b', taskId: 'b' }, entries.rename.answer)
      },
      /^task b at version 2 was seen after version 3$/,
    ],
    [
      'a write that undid another field',
      ({ ask, final }) => {
        const task = {
          ...final,
          status: 1 as const,
          position: '0|b:c',
          updated_at: '2026-11-21T10:00:04.000Z',
        }
        const writes = [{ of: 'b', field: 'status', value: 1 }]
        const body = { status: 1 }
        ask(
          { kind: 'patch', method: 'PATCH', path: '', taskId: 'b', body, writes },
          { status: 200, task, version: 4 },
        )
      },
      /^task b at version 4: position was changed by a patch$/,
    ],
    [
      'two writes with the same version',
      ({ ask, entries }) => {
        ask({ kind: 'patch', method: 'PATCH', path: '', taskId: 'b', writes: [] }, entries.rename.answer)
      },
      /^task b: two writes made version 2$/,
    ],
    [
      'an answer that does not show its write',
      ({ entries }) => {
        Object.assign(entries.rename.answer?.task ?? {}, { label: 'Created #2' })
      },
      /^patch of b: its own answer has a different label$/,
    ],
    [
      'an If-Match that was ignored',
      ({ entries }) => {
        entries.rename.ifVersion = 0
      },
      /^patch of b with If-Match 0 made version 2$/,
    ],
    [
      'an If-Match that was refused without a reason',
      ({ entries }) => {
        entries.tooLate.ifVersion = 2
      },
      /^patch of b was refused although its If-Match was the current version$/,
    ],
    [
      'a create that was done twice',
      ({ entries }) => {
        delete entries.replay.answer?.replayed
      },
      /^the create #2 was done twice$/,
    ],
    [
      'a create that made two tasks',
      ({ survey }) => {
        survey.lists.p1?.push(taskOf('z', '#2', 0))
      },
      /^the create #2 made two tasks$/,
    ],
    [
      'a replay that names another task',
      ({ entries }) => {
        Object.assign(entries.replay, { answer: { status: 409, existingId: 'z' }, outcome: 'refused' })
      },
      /^the create #2 made two tasks$/,
    ],
    [
      'a replay of a task that was deleted with its project',
      (story) => {
        story.ask(toTask('transfer', 'b', { project_id: 'p1' }), { status: 200 }) // it is there already
        asked(story, 'delete-project', 'p1', { deleted: true }, { deletedProjectId: 'p1' })
        const { answer, ...operation } = story.entries.replay
        story.ask(operation, answer)
      },
      /^the create #2 was replayed, though its project was deleted before$/,
    ],
    [
      'a project that came back',
      (story) => {
        asked(story, 'delete-project', 'p1', { deleted: true }, { deletedProjectId: 'p1' })
      },
      /^p1: deleted is false, the answers say true$/,
    ],
    [
      'a project whose name was undone',
      (story) => {
        asked(story, 'rename-project', 'p1', { label: 'Renamed #20' }, { body: { label: '#20' } })
      },
      /^p1: label is "First", the answers say "Renamed #20"$/,
    ],
    [
      'a project from before the run with another name',
      ({ survey }) => {
        for (const project of survey.projects) project.label = 'Second'
      },
      /^p1: label is "Second", the answers say "First"$/,
    ],
    [
      'a project from before the run that is lost',
      ({ survey }) => {
        survey.projects = []
      },
      /^p1: deleted is true, the answers say false$/,
    ],
    [
      'a lane that came back',
      (story) => {
        asked(story, 'delete-lane', 'lane', { deleted: true }, { deletedLaneId: 'lane' })
      },
      /^lane: deleted is false, the answers say true$/,
    ],
    [
      'a lane that is lost',
      (story) => {
        const { answer } = asked(story, 'add-lane', '#21', { deleted: false }, { mark: '#21' })
        Object.assign(answer ?? {}, { madeId: 'other', project: story.survey.projects[0] })
      },
      /^other: deleted is true, the answers say false$/,
    ],
    [
      'a subtask that is lost',
      (story) => {
        asked(story, 'add-subtask', 'b', { 'Subtask #22: deleted': false }, { taskId: 'b' })
      },
      /^b: Subtask #22: deleted is true, the answers say false$/,
    ],
  ])('disagree after %s', (_, doctor, problem) => {
    const story = tellStory()
    doctor(story)
    expect(problemsOf(story)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]))
  })
})
