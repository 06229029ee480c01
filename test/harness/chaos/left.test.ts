import { describe, expect, it } from 'vitest'
import { makeFinal, problemsOf, taskOf, tellStory, type Story } from './story.ts'

describe('the check of the final state and its order', () => {
  it.each<[string, (story: Story) => void, RegExp]>([
    [
      'a wrong count',
      ({ survey }) => {
        for (const project of survey.projects) project.task_count = 5
      },
      /^project p1 counts 5 tasks and lists 4$/,
    ],
    [
      'a wrong count of a lane',
      ({ survey }) => {
        Object.assign(survey.projects[0]?.workflow_lanes[0] ?? {}, { task_count: 1 })
      },
      /^project p1: lane lane miscounts its tasks$/,
    ],
    [
      'a task in a lane that is not listed',
      (story) => {
        makeFinal(story, { workflow_lane_id: 'gone' })
      },
      /^task b is in lane gone, which is not listed$/,
    ],
    [
      'a lane that lists other tasks',
      ({ survey }) => {
        survey.laneLists['p1 lane'] = ['b']
      },
      /^project p1: lane lane lists other tasks$/,
    ],
    [
      'a task of another project',
      (story) => {
        makeFinal(story, { project_id: 'p2' })
      },
      /^task b is listed by project p1, but belongs to p2$/,
    ],
    [
      'two tasks in one position',
      (story) => {
        makeFinal(story, { position: '0|b:h' })
      },
      /^project p1: the position of h is not above the one before$/,
    ],
    [
      'a move to the wrong side',
      ({ entries }) => {
        entries.move.place = { side: 'after', anchorId: 'h' }
      },
      /^move of b is not after h$/,
    ],
    [
      'a move that is not next to its anchor',
      ({ entries }) => {
        entries.move.place = { side: 'before', anchorId: 'l' }
      },
      /^move of b is not next to l: 1 are between them$/,
    ],
    [
      'a move to the top that is not there',
      ({ entries }) => {
        entries.move.place = 'top'
      },
      /^move of b to the top is beyond 1 tasks$/,
    ],
    [
      'a create that is not at the end',
      ({ entries }) => {
        Object.assign(entries.createE.answer?.task ?? {}, { position: '0|b:a' })
      },
      /^create of e to the bottom is beyond 3 tasks$/,
    ],
    [
      'a task that is listed twice',
      ({ survey, final }) => {
        survey.lists.p1?.push(final)
      },
      /^task b is listed more than once$/,
    ],
    [
      'a task that is in the trash and can be read',
      ({ survey }) => {
        survey.foundInTrash.push('e')
      },
      /^task e is in the trash and can be read$/,
    ],
    [
      'a trash without its times',
      ({ trashed }) => {
        trashed.purge_at = trashed.deleted_at
      },
      /^task e is in the trash without its times$/,
    ],
    [
      'a list that shows an old state',
      ({ survey }) => {
        Object.assign(survey.lists.p1?.[0] ?? {}, { status: 1 })
      },
      /^task d differs when it is read by its id$/,
    ],
    [
      'a mirror that lacks a task',
      ({ survey }) => {
        survey.mirrors.eager?.shift()
      },
      /^eager lacks task d$/,
    ],
    [
      'a mirror that keeps a task',
      ({ survey }) => {
        survey.mirrors.eager?.push(taskOf('e', '#3', 0))
      },
      /^eager still has task e$/,
    ],
    [
      'a mirror that missed a change',
      ({ survey }) => {
        Object.assign(survey.mirrors.eager?.[1] ?? {}, { label: 'Created #2' })
      },
      /^eager has an old state of task b$/,
    ],
    [
      'a bound mirror that sees another project',
      ({ survey }) => {
        survey.bounds.eager = ['p2']
      },
      /^eager still has task d$/,
    ],
    [
      'an answer that no request should get',
      ({ entries }) => {
        Object.assign(entries.refused, { answer: { status: 500, code: 'internal_error' } })
      },
      /^create \/tasks answered 500 internal_error$/,
    ],
    [
      'a good request that was refused as bad',
      ({ entries }) => {
        Object.assign(entries.refused, { answer: { status: 400, code: 'invalid_request' } })
      },
      /^create \/tasks answered 400 invalid_request$/,
    ],
  ])('reports %s', (_, doctor, problem) => {
    const story = tellStory()
    doctor(story)
    expect(problemsOf(story)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]))
  })
})
