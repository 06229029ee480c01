import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { defineFields } from '../../support/definitions.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm } from '../forms/support.ts'
import { empty, imported, sendFile } from '../projects/import-support.ts'

const definitions = [
  { key: 'at', type: 'datetime' },
  { key: 'due', type: 'date' },
]
const mapping = { label: '{{n}}', fields: { due: '{{d}}', at: '{{t}}' } }

const tenantIn = async (timeZone: string | null): Promise<TestTenant> =>
  defineFields(await newTenant({ timeZone }), definitions)

const fieldsOf = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks.map(
    ({ fields }) => fields,
  ) // as declared

describe('a submission', () => {
  it.each([
    [{ d: '2026-10-05T00:00:00.000+02:00', t: '2026-10-05T14:30' }, '2026-10-05', '2026-10-05T12:30:00.000Z'],
    [
      { d: '2026-10-24T22:00:00.000Z', t: '2026-10-05T14:30:00+0200' },
      '2026-10-25',
      '2026-10-05T12:30:00.000Z',
    ],
    [{ d: '2026-10-05T14:30', t: '2026-10-25T02:30' }, '2026-10-05', '2026-10-25T00:30:00.000Z'],
  ])('%j has the date and the time of its form’s time zone', async (sample, due, at) => {
    const tenant = await tenantIn('America/New_York')
    const form = await newForm(tenant, { mapping, timeZone: 'Europe/Berlin' })
    const body = { contentType: 'application/json', body: JSON.stringify({ n: 'x', ...sample }) }
    const preview = await tenant.send('POST', `/forms/${form.id}/preview`, { body })
    expect(preview.body).toMatchObject({ task: { fields: { due, at } } })
    await form.submit({ n: 'x', ...sample })
    expect(await fieldsOf(tenant)).toEqual([{ due, at }])
    expect(await form.submissions()).toMatchObject([{ outcome: 'created', warnings: [] }])
  })

  it('has those of the account’s time zone where the form has none, also when it is replayed', async () => {
    const tenant = await tenantIn('America/New_York')
    const form = await newForm(tenant, { mapping })
    await form.submit({ n: 'x', d: '2026-10-05T03:00:00Z', t: '2026-10-05T14:30' })
    await tenant.send('PATCH', `/forms/${form.id}`, { body: { paused: true } })
    await form.submit({ n: 'y', d: '2026-10-05T03:00:00Z', t: '2026-10-05T14:30' })
    await tenant.send('POST', `/forms/${form.id}/replay`)
    const values = { due: '2026-10-04', at: '2026-10-05T18:30:00.000Z' }
    expect(await fieldsOf(tenant)).toEqual([values, values])
  })

  it('says that its date is midnight, and what is UTC because no time zone is set', async () => {
    const tenant = await tenantIn(null)
    const form = await newForm(tenant, { mapping })
    await form.submit({ n: 'x', d: '2026-10-24T22:00:00.000Z', t: '2026-10-25' })
    await form.submit({ n: 'y', d: '2026-10-25', t: '2026-10-25T14:30' })
    expect(await fieldsOf(tenant)).toEqual([
      { due: '2026-10-24', at: '2026-10-25T00:00:00.000Z' },
      { due: '2026-10-25', at: '2026-10-25T14:30:00.000Z' },
    ])
    const unset = 'UTC, because no time zone is set.'
    expect(await form.submissions()).toMatchObject([
      {
        warnings: [`The field at: “2026-10-25T14:30” has no offset, or that of UTC: it is read in ${unset}`],
      },
      {
        warnings: [
          `The field at: “2026-10-25” has no time: it is read as 0:00 in ${unset}`,
          `The field due: “2026-10-24T22:00:00.000Z” has no offset, or that of UTC: it is read in ${unset}`,
        ],
      },
    ])
  })
})

describe('a file', () => {
  const file = 'label,due,at\nA,2026-10-24T22:00:00Z,2026-10-05T14:30\nB,2026-10-05T00:00+0200,2026-10-25\n'

  it('has the dates and times of the time zone that the request names, else of the account’s', async () => {
    const tenant = await tenantIn('America/New_York')
    const other = { ...tenant, projectId: await tenant.newProject() }
    const warningsIn = (zone: string) => [
      { message: `Some values of the field at have no time: they are read as 0:00 in ${zone}.`, count: 1 },
    ]
    expect(await imported(tenant, 'csv', file, { query: '&timeZone=Europe/Berlin' })).toEqual({
      ...{ ...empty, created: 2, warnings: warningsIn('Europe/Berlin') },
    })
    expect(await fieldsOf(tenant)).toEqual([
      { due: '2026-10-25', at: '2026-10-05T12:30:00.000Z' },
      { due: '2026-10-05', at: '2026-10-24T22:00:00.000Z' },
    ])
    expect(await imported(other, 'csv', file)).toEqual({
      ...{ ...empty, created: 2, warnings: warningsIn('America/New_York') },
    })
    expect(await fieldsOf(other)).toEqual([
      { due: '2026-10-24', at: '2026-10-05T18:30:00.000Z' },
      { due: '2026-10-05', at: '2026-10-25T04:00:00.000Z' },
    ])
  })

  it('of Todoist has the times of the zone that its rows name', async () => {
    const tenant = await newTenant({ timeZone: 'America/New_York' })
    await defineFields(tenant, [{ key: 'due', type: 'datetime' }])
    const rows = 'task,A,1,2026-10-05T14:30,Europe/Berlin\ntask,B,1,2026-10-05T14:30,Nowhere\n'
    await imported(tenant, 'todoist', `TYPE,CONTENT,INDENT,DATE,TIMEZONE\n${rows}`)
    expect(await fieldsOf(tenant)).toEqual([
      { due: '2026-10-05T12:30:00.000Z' },
      { due: '2026-10-05T18:30:00.000Z' },
    ])
  })
})

describe('a time zone', () => {
  const message = 'must be the name of a time zone, such as Europe/Berlin'
  const refusal = { error: { code: 'invalid_request', details: [{ path: 'timeZone', message }] } }

  it.each(['Berlin', '+02:00', ''])('%j is refused', async (timeZone) => {
    const tenant = await newTenant()
    const body = { projectId: tenant.projectId, name: 'Contact', timeZone }
    expect(await tenant.send('POST', '/forms', { body })).toMatchObject({ status: 400, body: refusal })
    const query = `&timeZone=${encodeURIComponent(timeZone)}`
    expect(await sendFile(tenant, 'csv', 'label\nA\n', { query })).toMatchObject({
      status: 400,
      body: refusal,
    })
  })

  it('of the account is shown by GET /tokens/self', async () => {
    const tenant = await newTenant({ timeZone: 'Europe/Berlin' })
    expect((await tenant.send('GET', '/tokens/self')).body).toMatchObject({
      account: { time_zone: 'Europe/Berlin' },
    })
  })
})
