import { describe, expect, it } from 'vitest'
import type { Submission } from '../../../lib/forms/submission.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { newForm } from '../forms/support.ts'
import { defineFields } from '../../support/definitions.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const options = [
  { value: 'high', label: 'Very urgent' },
  { value: 'low', label: 'Not urgent' },
]
const definitions = [
  { key: 'customer', type: 'text' },
  { key: 'estimate', type: 'number' },
  { key: 'billable', type: 'checkbox' },
  { key: 'due', type: 'date' },
  { key: 'meeting', type: 'datetime' },
  { key: 'urgency', type: 'select', options },
  { key: 'tags', type: 'multi_select', options },
]

const fields = {
  customer: '{{name}} ({{firm|default:no firm}})',
  estimate: '{{hours}}',
  billable: '{{billable}}',
  due: '{{when}}',
  meeting: '{{at}}',
  urgency: '{{urgency}}',
  tags: '{{tags}}',
}
const mapping = { label: 'Call {{name}}', fields }

const tenantWithFields = async (): Promise<TestTenant> => defineFields(await newTenant(), definitions)

const tasksOf = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks // checked against its declaration
const submissionsOf = async ({ send }: TestTenant, formId: string) =>
  ((await send('GET', `/forms/${formId}/submissions`)).body as { submissions: Submission[] }).submissions // as above

const good = {
  ...{ name: 'Ada', hours: '1.234,5', billable: 'Yes', when: '2026-12-24', at: '2026-12-24T19:00:00+01:00' },
  ...{ urgency: 'very URGENT', tags: ['Not urgent', 'high'] },
}
const values = {
  ...{ customer: 'Ada (no firm)', estimate: 1234.5, billable: true, due: '2026-12-24' },
  ...{ meeting: '2026-12-24T18:00:00.000Z', urgency: 'high', tags: ['high', 'low'] },
}

describe('a form whose mapping has fields', () => {
  it('makes tasks with values, read by the types of the fields', async () => {
    const tenant = await tenantWithFields()
    const form = await newForm(tenant, { mapping })
    await form.submit(good)
    expect((await tasksOf(tenant)).map(({ label, fields: own }) => [label, own])).toEqual([
      ['Call Ada', values],
    ])
    const { body } = await tenant.send('GET', `/forms/${form.id}`)
    expect(body).toMatchObject({ form: { mapping } })
  })

  it('leaves out what a field does not take, with a warning, and makes the task all the same', async () => {
    const tenant = await tenantWithFields()
    const form = await newForm(tenant, { mapping })
    await tenant.send('DELETE', '/fields/billable')
    const sample = {
      name: 'Ada',
      hours: 'many',
      billable: 'yes',
      when: 'tomorrow',
      at: '',
      tags: 'high, gone',
    }
    const warnings = [
      'The field billable is deleted: “yes” is left out.',
      'The field due must be a date such as 2026-12-24: “tomorrow” is left out.',
      'The field estimate must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000: “many” is left out.',
      'The field tags has no option “gone”: it is left out.',
    ]
    const preview = { contentType: 'application/json', body: JSON.stringify(sample) }
    const shown = await tenant.send('POST', `/forms/${form.id}/preview`, { body: preview })
    const taken = { customer: 'Ada (no firm)', tags: ['high'] }
    expect(shown.body).toMatchObject({
      task: { label: 'Call Ada', fields: taken },
      warnings: expect.arrayContaining(warnings) as unknown,
    })
    await form.submit(sample)
    expect((await tasksOf(tenant)).map(({ fields: own }) => own)).toEqual([taken])
    expect(await submissionsOf(tenant, form.id)).toMatchObject([{ outcome: 'created', warnings }])
  })

  it.each([
    ['2026-12-24T23:30', '2026-12-24'],
    ['2026-12-24 11:30 PM', '2026-12-24'],
    ['2026-12-24T23:30:00-05:00', '2026-12-24'],
    ['2026-02-30T10:00', undefined],
    ['2026-12-24 in the evening', undefined],
  ])('takes of the time %s the date %s', async (when, due) => {
    const tenant = await tenantWithFields()
    const form = await newForm(tenant, { mapping })
    await form.submit({ name: 'Ada', when })
    expect((await tasksOf(tenant)).map(({ fields: own }) => own?.due)).toEqual([due])
  })

  it('names what a submission lacks by the order of the keys, and no empty list of options', async () => {
    const tenant = await tenantWithFields()
    const form = await newForm(tenant, { mapping })
    const sample = { name: 'Ada', firm: 'B', billable: '', tags: ',' }
    const preview = { contentType: 'application/json', body: JSON.stringify(sample) }
    const { body } = await tenant.send('POST', `/forms/${form.id}/preview`, { body: preview })
    expect((body as { warnings: string[] }).warnings.filter((text) => text.includes('field'))).toEqual([
      "The mapping's fields.due names {{when}}, which this submission lacks.",
      "The mapping's fields.estimate names {{hours}}, which this submission lacks.",
      "The mapping's fields.meeting names {{at}}, which this submission lacks.",
      "The mapping's fields.urgency names {{urgency}}, which this submission lacks.",
      'The field tags must be a list of at most 20 different values of its options: “,” is left out.',
    ])
  })

  it('reads a held submission again at its replay, by the fields of then', async () => {
    const tenant = await tenantWithFields()
    const form = await newForm(tenant, { mapping, paused: true })
    await form.submit({ name: 'Ada', tags: 'new' })
    const added = [...options, { value: 'new' }]
    await tenant.send('PATCH', '/fields/tags', { body: { options: added } })
    expect((await tenant.send('POST', `/forms/${form.id}/replay`)).status).toBe(200)
    expect((await tasksOf(tenant)).map(({ fields: own }) => own?.tags)).toEqual([['new']])
    expect(await submissionsOf(tenant, form.id)).toMatchObject([{ outcome: 'created', warnings: [] }])
  })

  it.each([
    [{ nope: '{{x}}' }, 'mapping.fields.nope', 'is not a field of the account'],
    [{ due: '{{' }, 'mapping.fields.due', 'has {{ without its }}'],
    [{ due: 5 }, 'mapping.fields', 'must be an object: keys of fields with their templates'],
    [[], 'mapping.fields', 'must be an object: keys of fields with their templates'],
    [
      Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`field_${n}`, '{{x}}'])),
      'mapping.fields',
      'must have at most 30 templates',
    ],
  ])('is refused with %j', async (wrong, path, message) => {
    const tenant = await tenantWithFields()
    const details = [{ path, message: expect.stringContaining(message) as unknown }]
    const error = { status: 400, body: { error: { code: 'invalid_request', details } } }
    const body = { projectId: tenant.projectId, name: 'Contact', mapping: { fields: wrong } }
    expect(await tenant.send('POST', '/forms', { body })).toMatchObject(error)
    const form = await newForm(tenant, { mapping })
    const change = { mapping: { fields: wrong } }
    expect(await tenant.send('PATCH', `/forms/${form.id}`, { body: change })).toMatchObject(error)
  })
})
