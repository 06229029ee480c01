import { describe, expect, it } from 'vitest'
import type { Run } from '../../../../lib/rules/run.ts'
import type { Rule } from '../../../../lib/rules/rule.ts'
import { sampleTask } from '../../sample-task.ts'
import { checkRules, type RulesSurvey } from './check.ts'
import type { KnownRule, KnownTask, RuleChange } from './world.ts'

const startMs = Date.parse('2026-11-27T10:00:30Z')
const slackMs = 4 * 60_000
const endMs = Date.parse('2026-11-27T10:11:00Z')
const at = (minute: number) => `2026-11-27T10:${String(minute).padStart(2, '0')}:00.000Z`

const change = (what: RuleChange['what'], askedMs: number): RuleChange => ({
  ...{ what, askedMs, answeredMs: askedMs + 1_000, version: `${what}-version` },
})
const known = (id: string, type: KnownRule['type'], action: KnownRule['action']): KnownRule => ({
  ...{ id, type, action, mark: `#${id}`, minute: 0, isActive: true, isDeleted: false },
  changes: [change('created', startMs)],
})
const run = (id: string, due_at: string, more: Partial<Run> = {}): Run => ({
  ...{ id, due_at, task_id: null, started_at: due_at, ended_at: due_at, outcome: 'done', reason: null },
  ...{ matched: 0, updated: 0, created: [], error: null, ...more },
})
const task = (id: string, label: string) => ({ ...sampleTask(id, { label }), created_at: at(2) })

/** Four rules of an account, one client's task, and all that they have done. */
function tell() {
  const asked: KnownTask = {
    ...{ id: 't', mark: '#1', isCompleted: false },
    dues: [{ atMs: Date.parse(at(4)), setMs: Date.parse(at(2)) }],
  }
  const rules = [
    known('s', 'schedule', 'create_task'),
    known('n', 'schedule', 'notify'),
    known('d', 'date', 'notify'),
    known('e', 'event', 'create_task'),
  ]
  const logs = new Map<string, Run[]>([
    ['s', [run('1', at(5), { created: ['m1'] }), run('2', at(10), { created: ['m2'] })]],
    ['n', [run('3', at(5)), run('4', at(10), { outcome: 'skipped', reason: 'It was missed.' })]],
    ['d', [run('5', at(4), { task_id: 't' })]],
    ['e', [run('6', at(2), { task_id: 't', created: ['m3'] })]],
  ])
  const survey: RulesSurvey & { logs: typeof logs } = {
    ...{ known: rules, tasksAsked: [asked], logs, endMs, slackMs },
    rules: rules.map(({ id }) => ({ id }) as Rule), // only their ids are looked at
    tasks: [
      task('t', 'Task #1'),
      task('m1', 'Made #s at 2026-11-27 10:05'),
      task('m2', 'Made #s at 2026-11-27 10:10'),
      task('m3', 'Made #e of t at 2026-11-27 10:02'),
    ],
    fired: [
      { id: 'x', type: 'rule.fired', ruleId: 'n', at: at(5), taskId: undefined },
      { id: 'y', type: 'rule.fired', ruleId: 'd', at: at(4), taskId: 't' },
      { id: 'y', type: 'rule.fired', ruleId: 'd', at: at(4), taskId: 't' },
    ],
  }
  return { survey, rules, logs, asked }
}
type Story = ReturnType<typeof tell>

describe('the logs of rules, the tasks and what a receiver got', () => {
  it('agree', () => {
    expect(checkRules(tell().survey)).toMatchObject({ problems: [], dropped: 0 })
  })

  it.each<[string, (story: Story) => void]>([
    [
      'a rule was paused before it came to its occurrence',
      ({ rules, logs }) => {
        rules[0]?.changes.push(change('paused', Date.parse(at(10)) + slackMs - 1))
        logs.get('s')?.pop()
      },
    ],
    [
      'a task was completed before its date',
      ({ asked, logs, survey }) => {
        asked.isCompleted = true
        logs.set('d', [])
        survey.fired = survey.fired.slice(0, 1)
      },
    ],
    [
      'a rule that made tasks was deleted',
      ({ rules, logs }) => {
        Object.assign(rules[0] ?? {}, { isDeleted: true })
        logs.delete('s')
      },
    ],
  ])('also agree when %s', (_, change) => {
    const story = tell()
    change(story)
    if (story.rules[0]?.isDeleted) story.survey.rules = story.survey.rules.slice(1)
    const made = story.logs.get('s')?.length
    // what the occurrence that is left out would have made
    if (made === 1) story.survey.tasks = story.survey.tasks.filter(({ id }) => id !== 'm2')
    expect(checkRules(story.survey).problems).toEqual([])
  })

  it.each<[string, (story: Story) => void, RegExp]>([
    [
      'an occurrence is missing',
      ({ logs }) => logs.get('n')?.pop(),
      /#n: the occurrence .*10:10.* is not in the log/,
    ],
    [
      'an occurrence is there twice',
      ({ logs }) => logs.get('n')?.push(run('9', at(5))),
      /#n: .*10:05.* 2 times/,
    ],
    [
      'something is no occurrence',
      ({ logs }) => logs.get('s')?.push(run('9', at(7), { created: ['m1'] })),
      /#s: .*10:07.* is no occurrence/,
    ],
    [
      'a run has not ended',
      ({ logs }) => Object.assign(logs.get('n')?.[0] ?? {}, { outcome: null }),
      /#n: .* has not ended/,
    ],
    [
      'a run failed',
      ({ logs }) => Object.assign(logs.get('s')?.[0] ?? {}, { outcome: 'failed' }),
      /#s: .* failed/,
    ],
    [
      'a skip has no reason',
      ({ logs }) => Object.assign(logs.get('n')?.[1] ?? {}, { reason: null }),
      /without a reason/,
    ],
    [
      'a task was made twice',
      ({ survey }) => (survey.tasks = [...survey.tasks, task('m9', 'Made #s at 2026-11-27 10:05')]),
      /was made 2 times/,
    ],
    [
      'a made task is in no log',
      ({ survey }) => (survey.tasks = [...survey.tasks, task('m9', 'Made #s at 2026-11-27 10:06')]),
      /10:06.* is in no log/,
    ],
    [
      'a made task is lost',
      ({ survey }) => (survey.tasks = survey.tasks.filter(({ id }) => id !== 'm1')),
      /has made the task m1, which is not there/,
    ],
    [
      'an acknowledged task is lost',
      ({ survey }) => (survey.tasks = survey.tasks.filter(({ id }) => id !== 't')),
      /the task #1 is lost/,
    ],
    ['a date is missing', ({ logs }) => logs.set('d', []), /#d: the date .*10:04.* t is not in the log/],
    [
      'a date was never set',
      ({ logs }) => logs.set('d', [run('5', at(6), { task_id: 't' })]),
      /#d: .*10:06.* t was no date/,
    ],
    [
      'an event is missing',
      ({ logs }) => logs.set('e', []),
      /#e: the event of .*10:02.* t is not in the log/,
    ],
    [
      'an event is there twice',
      ({ logs }) => logs.get('e')?.push(run('9', at(3), { task_id: 't', created: ['m3'] })),
      /#e: the event of t is in the log 2 times/,
    ],
    [
      'a rule triggers a rule',
      ({ logs }) => logs.get('e')?.push(run('9', at(5), { task_id: 'm1', created: ['m3'] })),
      /#e: m1 was made by no client/,
    ],
    [
      'an event has not arrived',
      ({ survey }) => (survey.fired = survey.fired.slice(1)),
      /#n: rule.fired of n .* has not arrived/,
    ],
    [
      'an event has two ids',
      ({ survey }) =>
        (survey.fired = [
          ...survey.fired,
          { id: 'z', type: 'rule.fired', ruleId: 'd', at: at(4), taskId: 't' },
        ]),
      /has come under 2 ids/,
    ],
    [
      'an event is in no log',
      ({ survey }) =>
        (survey.fired = [
          ...survey.fired,
          { id: 'z', type: 'rule.fired', ruleId: 'd', at: at(8), taskId: 't' },
        ]),
      /#d: .*10:08.* is in no log/,
    ],
    [
      'a notice has come',
      ({ survey }) =>
        (survey.fired = [
          ...survey.fired,
          { id: 'z', type: 'rule.disabled', ruleId: 'd', at: '', taskId: undefined },
        ]),
      /rule.disabled of d has come/,
    ],
    ['a rule is lost', ({ logs }) => logs.delete('n'), /the rule #n is lost/],
    [
      'a task is there that nobody asked for',
      ({ survey }) => (survey.tasks = [...survey.tasks, task('u', 'Strange')]),
      /1 tasks were asked for by nobody/,
    ],
  ])('disagree when %s', (_, change, problem) => {
    const story = tell()
    change(story)
    expect(checkRules(story.survey).problems).toEqual(
      expect.arrayContaining([expect.stringMatching(problem)]),
    )
  })
})

describe('a rule that a client has changed', () => {
  /** Two events, of the minutes 2 and 3, for a rule that stays and for one that changes. */
  function tellChanges(...changes: RuleChange[]) {
    const log = () => ['t', 'u'].map((task_id, index) => run(task_id, at(2 + index), { task_id }))
    const stays = known('stays', 'event', 'update_task')
    const changing = known('changes', 'event', 'update_task')
    changing.changes.push(...changes)
    const logs = { stays: log(), changes: log() }
    const survey: RulesSurvey = {
      ...{ known: [stays, changing], endMs, slackMs, fired: [] },
      tasksAsked: ['t', 'u'].map((id) => ({ id, mark: `#${id}`, dues: [], isCompleted: false })),
      rules: ['stays', 'changes'].map((id) => ({ id }) as Rule), // only their ids are looked at
      logs: new Map(Object.entries(logs)),
      tasks: ['t', 'u'].map((id, index) => ({ ...task(id, `Task #${id}`), created_at: at(2 + index) })),
    }
    return { survey, logs }
  }
  /** The machine was so busy that the other rule had an event only at a time. */
  const delay = ({ logs }: ReturnType<typeof tellChanges>, minute: number) => {
    for (const one of logs.stays) one.ended_at = at(minute)
  }

  it('drops what it had not done, while the machine was busy', () => {
    const story = tellChanges(change('paused', Date.parse(at(9))))
    delay(story, 5)
    story.logs.changes.splice(0)
    expect(checkRules(story.survey)).toMatchObject({ problems: [], dropped: 2 })
  })

  it.each(['paused', 'trigger', 'deleted'] as const)(
    'has lost what it had time to do before it was changed: %s',
    (what) => {
      const story = tellChanges(change(what, Date.parse(at(9))))
      delay(story, 4)
      story.logs.changes.splice(0)
      const { problems } = checkRules(story.survey)
      expect(problems).toEqual([
        `#changes: the event of ${at(2)} t is not in the log; the rule changed at ${at(9)} (${what}, version ${what}-version); others had it by ${at(4)}`,
        expect.stringContaining(at(3)),
      ])
    },
  )

  it('has lost what lies before something that it has done', () => {
    const story = tellChanges(change('paused', Date.parse(at(4))))
    story.logs.changes.shift()
    expect(checkRules(story.survey).problems).toEqual([
      expect.stringMatching(/#changes: the event of .*10:02.* is not in the log; a later one is/),
    ])
  })

  it.each(['label', 'action'] as const)('goes on when another part of it is changed: %s', (what) => {
    const story = tellChanges(change(what, Date.parse(at(2)) + 1))
    story.logs.changes.pop()
    expect(checkRules(story.survey).problems).toEqual([expect.stringMatching(/10:03.* is not in the log/)])
  })

  it.each<[string, RuleChange[]]>([
    ['paused', [change('paused', startMs + 5_000)]],
    ['paused, with another trigger', [change('paused', startMs + 5_000), change('trigger', startMs + 9_000)]],
    [
      'paused, before it is resumed',
      [change('paused', startMs + 5_000), change('resumed', Date.parse(at(9)))],
    ],
  ])('does nothing while it is %s', (_, changes) => {
    const story = tellChanges(...changes)
    story.logs.changes.pop()
    expect(checkRules(story.survey).problems).toEqual([
      expect.stringMatching(/#changes: the run of .*10:02.* has come although the rule was not active/),
    ])
  })

  it('owes what comes after it is resumed', () => {
    const story = tellChanges(change('paused', startMs + 5_000), change('resumed', Date.parse(at(2)) + 9_000))
    story.logs.changes.splice(0)
    expect(checkRules(story.survey).problems).toEqual([expect.stringMatching(/10:03.* is not in the log/)])
  })
})
