import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiError } from '../../../lib/contract/api-error.ts'
import { createField } from '../../../lib/fields/definitions.ts'
import type { FieldType } from '../../../lib/fields/kinds.ts'
import { timeOrDistance } from '../../../lib/rules/distance.ts'
import {
  allFieldTypes,
  expandSet,
  expandTask,
  expandText,
  expandWhere,
  fieldTypesOf,
  setProblems,
  taskProblems,
  taskTemplate,
  textProblem,
  whereProblems,
  type FieldTypes,
  type Occurrence,
} from '../../../lib/rules/expand.ts'
import { createTask } from '../../../lib/tasks/create.ts'
import { conditionsOf } from '../../../lib/tasks/filter.ts'
import { filterOf, readWhere } from '../../../lib/tasks/find-where.ts'
import type { TaskItem } from '../../../lib/tasks/task-item.ts'
import { whereOf } from '../../../lib/tasks/update-where-request.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const task: TaskItem = {
  ...{ id: '11111111-1111-4111-8111-111111111111', label: 'Call\nAda', status: 1, position: 'a' },
  ...{ project_id: '22222222-2222-4222-8222-222222222222', subtasks: {}, version: 3, write_id: 'w' },
  ...{ created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-02T00:00:00.000Z' },
  ...{ f_due: '2026-12-24', f_tags: ['a', 'b'], f_count: 3, f_is_new: false },
}

/** Half past midnight in Berlin, on the day after that in UTC. */
const at: Occurrence = { atMs: Date.parse('2026-11-26T23:30:00Z'), timeZone: 'Europe/Berlin' }
const of: Occurrence = { ...at, task }

const keys = { note: 'text', due: 'date', reminder: 'datetime', link: 'url', count: 'number' } as const
const types: FieldTypes = new Map<string, FieldType>(Object.entries(keys))

const template = (body: object) => taskTemplate.parse({ label: 'A task', ...body })

describe('a text', () => {
  it.each<[text: string, expected: string, occurrence?: Occurrence]>([
    ['Plain { } text', 'Plain { } text'],
    ['{{date}} {{time}} {{week}}', '2026-11-27 00:30 2026-W48'],
    ['{{ date }}', '2026-11-27'],
    ['{{date}} {{time}}', '2026-11-26 12:30', { ...at, timeZone: 'Pacific/Pago_Pago' }],
    // 1 January 2027 is a Friday: its week is the last one of 2026
    ['{{week}}', '2026-W53', { ...at, atMs: Date.parse('2027-01-01T12:00:00Z') }],
    ['{{task.label}}: {{task.status}}', 'Call\nAda: 1', of],
    ['{{task.id}}', task.id, of],
    ['{{task.fields.due}} {{task.fields.tags}} {{task.fields.count}}', '2026-12-24 a, b 3', of],
    ['{{task.fields.is_new}}', 'false', of],
    ['[{{task.description}}{{task.external_id}}{{task.fields.gone}}]', '[]', of],
    ['{{task.description|default:none}}', 'none', of],
    ['{{task.label}}', ''],
    ['{{task.label}}', '{{date}}', { ...of, task: { ...task, label: '{{date}}' } }],
  ])('%s becomes %s', (text, expected, occurrence = at) => {
    expect(expandText(text, occurrence)).toBe(expected)
  })

  it.each([
    ['{{date}} {{task.label}} {{task.fields.due}} {{task.external_id|default:none}}', true, undefined],
    ['{{date}} {{time}} {{week}}', false, undefined],
    ['{{day}}', false, 'has {{day}}: there is no such placeholder (there are date, time, week)'],
    ['{{task.label}}', false, 'has {{task.label}}: no task triggers this rule (there are date, time, week)'],
    ['{{}}', true, 'has {{}} without a name: write what it stands for, such as {{date}}'],
    ['{{date', true, 'has {{ without its }}: a placeholder is {{key}}, with no braces within'],
    [
      '{{date|upper}}',
      true,
      'has {{date|upper}}: after the | only default: is possible, as in {{date|default:none}}',
    ],
  ])('%s (with a task: %s) is right, or it says: %s', (text, hasTask, problem) => {
    expect(textProblem(text, { hasTask, types })).toBe(problem)
  })

  it.each(['{{task.name}}', '{{task.fields.gone}}', '{{task.subtasks}}', '{{task}}'])(
    '%s is refused with the names that there are',
    (text) => {
      expect(textProblem(text, { hasTask: true, types })).toMatch(
        /there is no such placeholder \(there are date, time, week, task\.id, task\.label, .*task\.external_id.*, task\.fields\.note, /,
      )
    },
  )
})

describe('a task', () => {
  it('has its texts filled in and its dates counted from the run', () => {
    const given = template({
      label: 'Report {{week}}: {{task.label}}',
      description: 'On {{date}}\n{{task.label}}',
      status: 1,
      workflowLaneId: task.project_id,
      externalId: 'report-{{date}}',
      subtasks: [{ label: 'Check {{task.label}}', isCompleted: true }],
      fields: {
        ...{ note: 'By {{time}}', due: '+P2D', reminder: '-PT3H', count: 3, link: 'https://a.b/{{task.id}}' },
        ...{ gone: 'today' },
      },
    })
    expect(expandTask(given, of, types)).toEqual({
      label: 'Report 2026-W48: Call Ada',
      description: 'On 2026-11-27\nCall\nAda',
      status: 1,
      workflowLaneId: task.project_id,
      externalId: 'report-2026-11-27',
      subtasks: [{ label: 'Check Call Ada', isCompleted: true }],
      fields: {
        ...{ note: 'By 00:30', due: '2026-11-29', reminder: '2026-11-26T20:30:00.000Z', count: 3 },
        ...{ link: `https://a.b/${task.id}`, gone: 'today' },
      },
    })
  })

  it.each<[given: unknown, type: string, expected: unknown]>([
    ['today', 'due', '2026-11-27'],
    ['-P1D', 'due', '2026-11-26'],
    ['+P1M', 'due', '2026-12-27'],
    ['-PT1H', 'due', '2026-11-26'],
    ['{{date}}', 'due', '2026-11-27'],
    ['2026-12-24', 'due', '2026-12-24'],
    ['P2D', 'due', 'P2D'],
    ['today', 'reminder', '2026-11-26T23:00:00.000Z'],
    ['+P1D', 'reminder', '2026-11-27T23:30:00.000Z'],
    ['today', 'note', 'today'],
    ['+P1D', 'note', '+P1D'],
    ['{{task.description}}', 'note', null],
    [' {{date}} ', 'note', '2026-11-27'],
    [`${'x'.repeat(498)}{{date}}`, 'note', `${'x'.repeat(498)}2…`],
    [null, 'due', null],
    [['{{date}}'], 'tags', ['{{date}}']],
  ])('with the value %j of the field %s, gives it %j', (given, key, expected) => {
    const { fields } = expandTask(template({ fields: { [key]: given } }), of, types)
    expect(fields).toEqual({ [key]: expected })
    expect(expandSet({ fields: { [key]: given } }, of, types)).toEqual({ fields: { [key]: expected } })
  })

  it('counts days by the calendar, and hours as they are, when the clocks change', () => {
    // the day before the clocks of Berlin go forward
    const before = { atMs: Date.parse('2027-03-27T11:00:00Z'), timeZone: 'Europe/Berlin' }
    const after = (reminder: string) => expandSet({ fields: { reminder } }, before, types).fields
    expect(after('+P1D')).toEqual({ reminder: '2027-03-28T10:00:00.000Z' })
    expect(after('+PT24H')).toEqual({ reminder: '2027-03-28T11:00:00.000Z' })
  })

  it('has a label that is cut and in one line', () => {
    const long = { ...of, task: { ...task, label: 'a\n'.repeat(400) } }
    const { label, subtasks } = expandTask(
      template({ label: '{{task.label}}', subtasks: [{ label: '{{task.label}}' }] }),
      long,
      types,
    )
    const cut = `${'a '.repeat(250).slice(0, 499).trim()}…`
    expect([label, ...subtasks.map((one) => one.label)]).toEqual([cut, cut])
  })

  it.each([
    ['label', { label: '{{task.description}}' }],
    ['externalId', { externalId: '{{task.description}}' }],
    ['externalId', { externalId: `{{task.project_id}}${'x'.repeat(230)}` }],
    ['subtasks.0.label', { subtasks: [{ label: '{{task.external_id}}' }] }],
  ])('is refused for %s if its text becomes none that a task takes', (path, body) => {
    let refused: ApiError | undefined
    try {
      expandTask(template(body), of, types)
    } catch (error) {
      refused = error as ApiError // the next line checks it
    }
    expect(refused).toMatchObject({ code: 'invalid_request', extras: { details: [{ path }] } })
  })
})

describe('what is wrong with a rule', () => {
  const available = { hasTask: false, types }
  const distance = 'or a distance from the run such as -P30D, +PT2H or today'

  it('is said for each text and value of a task, or of what tasks become', () => {
    const fields = { note: '{{x}}', due: '+2D', reminder: '+P2X', link: '{{date', count: '{{y}}' }
    const given = template({
      ...{ label: '{{a}}', description: '{{b}}', externalId: '{{c}}', fields },
      subtasks: [{ label: 'Fine' }, { label: '{{d}}' }],
    })
    const problems = taskProblems(given, available)
    expect(problems.map(({ path }) => path)).toEqual([
      ...['label', 'description', 'externalId', 'subtasks.1.label'],
      ...['fields.note', 'fields.due', 'fields.reminder', 'fields.link', 'fields.count'],
    ])
    expect(problems.slice(5, 7)).toEqual([
      { path: 'fields.due', message: `must be a date such as 2026-12-24, ${distance}` },
      { path: 'fields.reminder', message: expect.stringContaining('ISO 8601 duration') as unknown },
    ])
    expect(
      setProblems({ description: '{{b}}', fields: { due: '+2D' } }, available).map(({ path }) => path),
    ).toEqual(['description', 'fields.due'])
    expect(
      taskProblems(template({ description: null, fields: { due: '+P2D', note: null } }), available),
    ).toEqual([])
    expect(setProblems({ status: 2 }, available)).toEqual([])
  })

  it('is said for each condition on a date or time', () => {
    const fields = { due: { before: 'tomorrow', after: 'today' }, reminder: '-P1X', note: '+P1X', gone: 'x' }
    expect(whereProblems({ fields }, available).map(({ path }) => path)).toEqual([
      'fields.due.before',
      'fields.reminder',
    ])
    expect(whereProblems({ status: [0] }, available)).toEqual([])
  })

  it.each([
    ['-P30D', '-P30D'],
    ['today', 'today'],
    ['2026-11-21T12:00:00+01:00', '2026-11-21T11:00:00.000Z'],
  ])('a time can be %s', (given, expected) => {
    expect(timeOrDistance.parse(given)).toBe(expected)
  })

  it.each([
    ['P30D', 'must have its sign: +P30D or -P30D'],
    ['P30X', `must be a time such as 2026-11-21T12:00:00Z, ${distance}`],
    ['yesterday', `must be a time such as 2026-11-21T12:00:00Z, ${distance}`],
    ['-P30X', 'must be an ISO 8601 duration such as -P1D, +P2DT3H or +PT90M'],
    ['+P400D', 'must be at most 366 days, before or after'],
    ['9999-12-31T23:59:59-00:01', `must be in the years 0000 to 9999 in UTC, ${distance}`],
  ])('a time cannot be %s', (given, message) => {
    expect(timeOrDistance.safeParse(given).error?.issues[0]?.message).toBe(message)
  })
})

describe('the tasks that a run means', () => {
  const ruleWhere = whereOf(timeOrDistance)

  it('are those before and after times and dates counted from it', () => {
    const where = ruleWhere.parse({
      ...{ status: 0, updatedBefore: '-P30D', createdAfter: 'today', createdBefore: '2026-11-21T12:00:00Z' },
      q: 'today',
      fields: {
        due: { before: 'today', after: '-P1D' },
        reminder: { exists: true },
        note: 'today',
        gone: 'today',
      },
    })
    expect(expandWhere(where, at, types)).toEqual({
      ...{ status: [0], updatedBefore: '2026-10-27T23:30:00.000Z', q: 'today' },
      ...{ createdAfter: '2026-11-26T23:00:00.000Z', createdBefore: '2026-11-21T12:00:00.000Z' },
      fields: {
        ...{ due: { before: '2026-11-27', after: '2026-11-26' }, reminder: { exists: true } },
        ...{ note: 'today', gone: 'today' },
      },
    })
  })

  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await newTenant()
    for (const [key, type] of Object.entries(keys)) await createField(tenant, { key, label: key, type })
  })

  it('are found, as a task with such values is made', async () => {
    const fields = { due: '-P1D', reminder: '+PT2H', note: '{{week}}' }
    const all = await allFieldTypes(tenant)
    expect(all).toEqual(types)
    const given = template({ label: 'On {{date}}', fields })
    expect(taskProblems(given, { hasTask: false, types: all })).toEqual([])
    const made = expandTask(given, at, await fieldTypesOf(tenant, given.fields))
    const { task: created } = await createTask(tenant, { ...made, projectId: tenant.projectId })
    expect(created).toMatchObject({
      label: 'On 2026-11-27',
      fields: { due: '2026-11-26', reminder: '2026-11-27T01:30:00.000Z', note: '2026-W48' },
    })
    const idsOf = async (conditions: object) => {
      const where = ruleWhere.parse({ fields: conditions })
      const expanded = expandWhere(where, at, await fieldTypesOf(tenant, where.fields))
      const page = { filter: conditionsOf(await filterOf(tenant, expanded)), limit: 10, after: undefined }
      return (await readWhere(tenant, tenant.projectId, page)).tasks.map(({ id }) => id)
    }
    expect(await idsOf({ due: { before: 'today' }, reminder: { after: 'today' } })).toEqual([created.id])
    expect(await idsOf({ due: '-P1D' })).toEqual([created.id])
    expect(await idsOf({ due: { before: '-P1D' } })).toEqual([])
  })

  it('may be known by a field that is new', async () => {
    await fieldTypesOf(tenant, { due: 'today' })
    const { body } = await tenant.send('POST', '/fields', {
      body: { key: 'new', label: 'New', type: 'date' },
    })
    expect(body).toMatchObject({ field: { key: 'new' } })
    expect((await fieldTypesOf(tenant, { new: 'today' })).get('new')).toBe('date')
  })
})
