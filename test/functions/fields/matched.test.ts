import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { imported } from '../projects/import-support.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/import/${name}`)

const make = (tenant: TestTenant, body: object) => tenant.send('POST', '/fields', { body })

const fieldsOf = async ({ send, projectId }: TestTenant) => {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks.map(({ fields }) => fields) // checked against its declaration
}

it('fills fields that are there rather than others that mean the same, and says so before it does', async () => {
  const tenant = await newTenant()
  await make(tenant, { key: 'deadline', label: 'Deadline', type: 'date' })
  await make(tenant, { key: 'topics', label: 'Tags', type: 'multi_select', options: [{ value: 'Urgent' }] })
  const sending = ['trello', fixture('trello.json')] as const
  const matched = [
    { name: 'due', key: 'deadline' },
    { name: 'labels', key: 'topics' },
  ]
  const trial = await imported(tenant, ...sending, { query: '&createFields=true&dryRun=true' })
  expect(trial).toMatchObject({
    fields_created: ['assignee'],
    fields_matched: [...matched, { name: 'idMembers', key: 'assignee' }],
  })
  expect(await imported(tenant, ...sending)).toMatchObject({ fields_created: [], fields_matched: matched })
  expect((await fieldsOf(tenant)).filter((fields) => fields)).toEqual([
    { deadline: '2026-12-01', topics: ['Urgent'] },
  ])
})

it('keeps two dates apart where each has its field, and makes the one that is missing', async () => {
  const tenant = await newTenant()
  await make(tenant, { key: 'deadline', label: 'Deadline', type: 'date' })
  const report = await imported(tenant, 'todoist', fixture('todoist.csv'), { query: '&createFields=true' })
  expect(report.fields_created).toContain('due')
  expect(report.fields_created).not.toContain('deadline')
  expect((await fieldsOf(tenant)).map((fields) => [fields?.due, fields?.deadline])).toEqual([
    ['2026-10-05', undefined],
    [undefined, undefined],
    [undefined, '2026-10-09'],
  ])
})

it('of a table: a column goes to a field that means the same, and a value that it does not take is left out', async () => {
  const tenant = await newTenant()
  await make(tenant, { key: 'deadline', label: 'Deadline', type: 'date' })
  await make(tenant, {
    key: 'prio',
    label: 'Prio',
    type: 'select',
    options: [{ value: 'high', label: 'High' }],
  })
  const file = 'label,Due date,Priority,fields.due\nA,2026-10-05,High,x\nB,soon,,\n'
  const report = await imported(tenant, 'csv', file)
  expect(report).toMatchObject({
    ...{ created: 2, failed: [] },
    fields_matched: [
      { name: 'Due date', key: 'deadline' },
      { name: 'Priority', key: 'prio' },
    ],
  })
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'The column fields.due is left out.',
    'Some values of Due date are left out: the field deadline must be a date such as 2026-12-24.',
  ])
  expect(await fieldsOf(tenant)).toEqual([{ deadline: '2026-10-05', prio: 'high' }, undefined])
})

it('names no field to a token that may not read them', async () => {
  const tenant = await newTenant()
  await make(tenant, { key: 'deadline', label: 'Closing day', type: 'date' })
  await make(tenant, { key: 'topics', label: 'Tags', type: 'multi_select', options: [{ value: 'Urgent' }] })
  const token = await tenant.newToken(['write'])
  const writer: TestTenant = {
    ...tenant,
    send: (method, path, sending) => tenant.send(method, path, { ...sending, token }),
  }
  const file = 'label,Due date,Tags,Labels\nA,soon,Urgent,Other\nB,2026-10-05,Other,Urgent\n'
  const report = await imported(writer, 'csv', file)
  expect(report).toMatchObject({ created: 2, fields_matched: [] })
  expect(report.warnings.map(({ message }) => message).join()).toContain('the field Due date must be a date')
  expect(JSON.stringify(report)).not.toMatch(/deadline|topics/)
})
