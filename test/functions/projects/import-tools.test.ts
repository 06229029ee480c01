import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../../lib/fields/field.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { defineFields } from '../../support/definitions.ts'
import { newForm } from '../forms/support.ts'
import { empty, imported } from './import-support.ts'

const tasksOf = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks // as declared
const fieldsOf = async ({ send }: TestTenant) =>
  ((await send('GET', '/fields')).body as { fields: Field[] }).fields // as declared
const createFields = { query: '&createFields=true&timeZone=Europe/Berlin' }

describe('a card with more labels than a task holds', () => {
  const labels = Array.from({ length: 22 }, (_, n) => ({ name: `Label ${n}`, color: 'black' }))
  const board = {
    lists: [{ id: 'l', name: 'To do' }],
    cards: [{ id: 'c', name: 'twenty two', idList: 'l', labels }],
    labels: [...labels, { name: 'Unused', color: 'red' }],
  }

  it('keeps the first 20, which are the options that are made', async () => {
    const tenant = await newTenant()
    const report = await imported(tenant, 'trello', JSON.stringify(board), createFields)
    const first = labels.slice(0, 20).map(({ name }) => name)
    expect(report).toEqual({
      ...{ ...empty, created: 1, lanes_created: ['To do'], fields_created: ['labels'] },
      warnings: [
        { message: 'The field labels has no option Label 20: it is left out.', count: 1 },
        { message: 'The field labels has no option Label 21: it is left out.', count: 1 },
      ],
    })
    expect((await tasksOf(tenant)).map(({ fields }) => fields?.labels)).toEqual([first])
    expect((await fieldsOf(tenant))[0]?.options?.map(({ value }) => value)).toEqual(first)
  })

  it('says which card lost some of the options that are there', async () => {
    const tenant = await newTenant()
    const options = labels.map(({ name }) => ({ value: name }))
    await defineFields(tenant, [{ key: 'labels', type: 'multi_select', options }])
    const report = await imported(tenant, 'trello', JSON.stringify(board))
    expect(report.warnings).toEqual([
      { message: '“twenty two” (row 1): the field labels has the first 20 of 22 values.', count: 1 },
    ])
    expect((await tasksOf(tenant))[0]?.fields?.labels).toHaveLength(20)
    const form = await newForm(tenant, { mapping: { label: 'x', fields: { labels: '{{l}}' } } })
    await form.submit({ l: labels.map(({ name }) => name) })
    expect((await tasksOf(tenant))[1]?.fields?.labels).toHaveLength(20)
    expect(await form.submissions()).toMatchObject([
      { warnings: [expect.stringMatching(/^The field labels has the first 20 of 22 values: “Label 0, /)] },
    ])
  })
})

describe('a text that a field has no room for', () => {
  it('is cut between two characters', async () => {
    const tenant = await defineFields(await newTenant(), [{ key: 'note', type: 'text' }])
    const families = '👨‍👩‍👧‍👦'.repeat(80)
    const report = await imported(tenant, 'csv', `label,note\nA,${families}\n`)
    expect(report.warnings).toEqual([
      { message: '“A” (row 1): the field note is cut at 500 characters.', count: 1 },
    ])
    expect((await tasksOf(tenant))[0]?.fields?.note).toBe(`${'👨‍👩‍👧‍👦'.repeat(71)}…`)
  })
})

describe('a table of another tool', () => {
  it('of Asana brings dates, labels and people, with the fields for them', async () => {
    const tenant = await newTenant()
    const file = readFileSync('test/fixtures/import/asana.csv')
    const report = await imported(tenant, 'csv', file, createFields)
    expect(report).toMatchObject({ created: 2, failed: [], lanes_created: ['Doing'] })
    expect((await tasksOf(tenant)).map(({ label, status, fields }) => ({ label, status, fields }))).toEqual([
      {
        ...{ label: 'Design logo', status: 2 },
        fields: { assignee: 'Ada', due: '2026-02-05', labels: ['brand', 'logo'], start: '2026-01-01' },
      },
      { label: 'Lost part', status: 0, fields: undefined },
    ])
    expect((await tasksOf(tenant))[0]?.subtasks.map(({ label }) => label)).toEqual(['Sub of logo'])
    expect(report.warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Sub-tasks whose task is not in the file became tasks.',
        'The column Assignee Email is left out.',
        'The column Projects is left out.',
      ]),
    )
  })

  it.each([
    ['csv', 'Task Name,Bucket Name,Progress,Due date\nA,B,Not started,11/30/2026\n'],
    ['csv', 'title,Due date\nA,30/11/2026\n'],
    ['csv', 'title,Due date\nA,30.11.2026\n'],
    ['csv', 'title,fields.due\nA,2026/11/30\n'],
    ['csv', 'title,fields.due\nA,"November 30, 2026"\n'],
    ['todoist', 'TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\ntask,A,1,1,30 Nov 2026,en\n'],
  ] as const)('brings dates as people write them: %s %j', async (format, file) => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    await imported(tenant, format, file, createFields)
    expect((await tasksOf(tenant)).map(({ fields }) => fields?.due)).toEqual(['2026-11-30'])
  })

  it('leaves out a date that may be of one month or another, and names its row', async () => {
    const tenant = await newTenant()
    const report = await imported(tenant, 'csv', 'title,Due date\nA,05/06/2026\n', createFields)
    expect((await tasksOf(tenant)).map(({ fields }) => fields)).toEqual([undefined])
    expect(JSON.stringify(report.warnings)).toContain('05/06/2026')
  })

  it('of Jira brings dates of its own form, and the labels of several columns', async () => {
    const tenant = await newTenant()
    const file =
      'Summary,Issue key,Status,Priority,Due date,Labels,Labels\nA,P-1,Done,High,15/Jul/25 2:30 PM,x,y\n'
    await imported(tenant, 'csv', file, createFields)
    expect((await tasksOf(tenant)).map(({ status, fields }) => ({ status, fields }))).toEqual([
      { status: 2, fields: { priority: 'High', due: '2025-07-15', labels: ['x', 'y'] } },
    ])
  })

  it('of Planner brings labels, and of TickTick times in the zones of its rows and priorities', async () => {
    const planner = await newTenant()
    const plan = 'Task Name,Bucket Name,Progress,Labels,Assigned To\nA,B,Completed,Red;Blue,Mia\n'
    await imported(planner, 'csv', plan, createFields)
    expect((await tasksOf(planner)).map(({ status, fields }) => ({ status, fields }))).toEqual([
      { status: 2, fields: { labels: ['Red', 'Blue'], assignee: 'Mia' } },
    ])
    const tick = await defineFields(await newTenant(), [{ key: 'due', type: 'date' }])
    const file =
      'List Name,Title,Priority,Due Date,Timezone,taskId,parentId\n' +
      'L,A,5,2026-11-02T08:00:00+0000,America/Los_Angeles,1,\nL,B,0,2026-11-02T07:59:00+0000,America/Los_Angeles,2,\n'
    await imported(tick, 'csv', file, createFields)
    expect((await tasksOf(tick)).map(({ fields }) => fields)).toEqual([
      { priority: 'high', due: '2026-11-02' },
      { due: '2026-11-01' },
    ])
  })

  it('goes into the field that has the name of the column, before the usual one', async () => {
    const tenant = await defineFields(await newTenant(), [
      { key: 'due', type: 'date' },
      { key: 'deadline', label: 'Due Date', type: 'date' },
    ])
    await imported(tenant, 'csv', 'title,Due Date\nA,2026-12-24\n')
    expect((await tasksOf(tenant)).map(({ fields }) => fields)).toEqual([{ deadline: '2026-12-24' }])
  })
})
