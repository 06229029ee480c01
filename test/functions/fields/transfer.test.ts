import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Field } from '../../../lib/fields/field.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { empty, imported, sendFile } from '../projects/import-support.ts'
import { changeFieldsElsewhere, defineFields, ofEveryType, storedField } from '../../support/definitions.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const options = [{ value: 'high', label: 'Very high' }, { value: 'mid' }, { value: 'low' }]
const definitions = ofEveryType(options).map((one) =>
  one.key === 'due' ? { ...one, label: 'Due date' } : one,
)

const values = {
  customer: '=Ada, "Countess"\n',
  estimate: -2.5,
  billable: false,
  due: '2026-12-24',
  meeting: '2026-12-24T18:00:00.000Z',
  priority: 'high',
  tags: ['high', 'low'],
  link: 'https://example.com/?a=1,2',
}

const tenantWithFields = async (): Promise<TestTenant> => defineFields(await newTenant(), definitions)

const tasksOf = async ({ send, projectId }: TestTenant): Promise<Task[]> => {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks // checked against its declaration
}
const fieldsOf = async (tenant: TestTenant) => (await tasksOf(tenant)).map(({ fields }) => fields)
const definitionsOf = async (tenant: TestTenant) =>
  ((await tenant.send('GET', '/fields')).body as { fields: Field[] }).fields // checked against its declaration

describe('an export', () => {
  it.each([
    ['ndjson', 'json'],
    ['csv', 'csv'],
  ])('as %s comes in again with equal values', async (format, importFormat) => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ label: 'With', fields: values })
    await tenant.createTask({ label: 'Without' })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=${format}`)
    const other = await tenantWithFields()
    expect(await imported(other, importFormat, String(body))).toEqual({ ...empty, created: 2 })
    expect(await fieldsOf(other)).toEqual([{ ...values, customer: values.customer.trim() }, undefined])
  })

  it('as CSV has no value of a field that is called as what every object has', async () => {
    const tenant = await newTenant()
    for (const key of ['constructor', 'note']) {
      await tenant.send('POST', '/fields', { body: { key, label: key, type: 'text' } })
    }
    await tenant.createTask({ label: 'One', fields: { note: 'Text' } })
    await tenant.createTask({ label: 'Two', fields: { constructor: 'Own' } })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=csv`)
    const ends = String(body)
      .split('\r\n')
      .slice(0, 3)
      .map((line) => line.split(',').slice(-2))
    expect(ends).toEqual([
      ['fields.constructor', 'fields.note'],
      ['', 'Text'],
      ['Own', ''],
    ])
  })

  it('as CSV has a column for each field, also for a deleted one, on each page', async () => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ fields: values })
    await tenant.send('DELETE', '/fields/due')
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=csv`)
    const [header = ''] = String(body).split('\r\n')
    expect(header.split(',').filter((name) => name.startsWith('fields.'))).toEqual(
      ['customer', 'estimate', 'billable', 'meeting', 'priority', 'tags', 'link', 'due'].map(
        (key) => `fields.${key}`,
      ),
    )
    expect(String(body)).toContain('2026-12-24')
  })
})

describe('a CSV file', () => {
  it('has columns named by key, by fields.<key> or by label, read by the type of the field', async () => {
    const tenant = await tenantWithFields()
    const file = [
      'label,Due Date,fields.priority,TAGS,estimate,billable,meeting',
      'A,2026-12-24,Very HIGH,"low, very high","1.234,5",Yes,2026-12-24T19:00:00+01:00',
      'B,2026-12-24T10:00:00Z,MID,mid,"1,5",0,2026-12-24',
      'C,,,,"1 000",,',
    ].join('\n')
    const unset = 'UTC, because no time zone is set.'
    const warnings = [
      `Some values of the field due have no offset, or that of UTC: they are read in ${unset}`,
      `Some values of the field meeting have no time: they are read as 0:00 in ${unset}`,
    ].map((message) => ({ message, count: 1 }))
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, created: 3, warnings })
    expect(await fieldsOf(tenant)).toEqual([
      {
        ...{ due: '2026-12-24', priority: 'high', tags: ['high', 'low'], estimate: 1234.5, billable: true },
        meeting: '2026-12-24T18:00:00.000Z',
      },
      {
        ...{ due: '2026-12-24', priority: 'mid', tags: ['mid'], estimate: 1.5, billable: false },
        meeting: '2026-12-24T00:00:00.000Z',
      },
      { estimate: 1000 },
    ])
  })

  it('leaves out a wrong value, and an option that is not there, and names them', async () => {
    const tenant = await tenantWithFields()
    const file = 'label,due,priority,tags\nA,soon,,\nB,,urgent,"high, urgent"\nC,2026-02-30,,\n'
    const rule = 'due must be a date such as 2026-12-24'
    expect(await imported(tenant, 'csv', file)).toEqual({
      ...empty,
      created: 3,
      warnings: [
        { message: `“A” (row 1): ${rule}, so soon is left out.`, count: 1 },
        { message: 'The field priority has no option urgent: it is left out.', count: 1 },
        { message: 'The field tags has no option urgent: it is left out.', count: 1 },
        { message: `“C” (row 3): ${rule}, so 2026-02-30 is left out.`, count: 1 },
      ],
    })
    expect(await fieldsOf(tenant)).toEqual([undefined, { tags: ['high'] }, undefined])
  })

  it('reads the first of two columns of one field, and warns of the other', async () => {
    const tenant = await tenantWithFields()
    const file = 'label,due,fields.due\nA,2026-12-24,2027-01-01\nB,,2027-01-02\n'
    const warnings = [{ message: 'Several columns are for the field due: only the first is read.', count: 1 }]
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, created: 2, warnings })
    expect(await fieldsOf(tenant)).toEqual([{ due: '2026-12-24' }, { due: '2027-01-02' }])
  })

  it('makes fields that it asks for by fields.<key>, and options; a dry run only says so', async () => {
    const tenant = await tenantWithFields()
    const file = 'label,fields.note,priority,other,fields.Bad Key\nA,Text,urgent,left,out\n'
    const report = {
      ...empty,
      created: 1,
      fields_created: ['note'],
      warnings: [
        { message: 'The column other is left out.', count: 1 },
        { message: 'The column fields.Bad Key is left out.', count: 1 },
      ],
    }
    expect(await imported(tenant, 'csv', file, { query: '&createFields=true&dryRun=true' })).toEqual(report)
    expect(await definitionsOf(tenant)).toHaveLength(definitions.length)
    expect(await imported(tenant, 'csv', file, { query: '&createFields=true' })).toEqual(report)
    expect((await definitionsOf(tenant)).at(-1)).toMatchObject({ key: 'note', label: 'note', type: 'text' })
    expect(await fieldsOf(tenant)).toEqual([{ note: 'Text', priority: 'urgent' }])
    const again = await imported(tenant, 'csv', file, { query: '&createFields=true' })
    expect(again).toEqual({ ...report, created: 0, duplicates: 1, fields_created: [] })
  })

  it('leaves no fields behind when its project is not there', async () => {
    const tenant = await newTenant()
    const lost = { ...tenant, projectId: crypto.randomUUID() }
    const reply = await sendFile(lost, 'csv', 'label,fields.note\nA,Text\n', { query: '&createFields=true' })
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'project_not_found' } } })
    expect(await definitionsOf(tenant)).toEqual([])
  })

  it('tells fields apart whose keys differ only in underscores', async () => {
    const tenant = await newTenant()
    for (const key of ['a_b', 'ab']) {
      await tenant.send('POST', '/fields', { body: { key, label: 'Same', type: 'text' } })
    }
    await tenant.createTask({ fields: { a_b: 'one', ab: 'two' } })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=csv`)
    const other = await newTenant()
    await other.send('POST', '/fields', { body: { key: 'a_b', label: 'Same', type: 'text' } })
    expect((await imported(other, 'csv', String(body))).warnings).toEqual([
      { message: 'The column fields.ab is left out.', count: 1 },
    ])
    expect(await fieldsOf(other)).toEqual([{ a_b: 'one' }])
    const all = { ...tenant, projectId: await tenant.newProject() }
    await imported(all, 'csv', String(body))
    await imported(all, 'csv', 'label,ab,a_b\nB,two,one\n')
    expect(await fieldsOf(all)).toEqual([
      { a_b: 'one', ab: 'two' },
      { a_b: 'one', ab: 'two' },
    ])
  })

  it('makes an option of what no option can be called, and takes it at once', async () => {
    const tenant = await tenantWithFields()
    const long = 'é'.repeat(70)
    const file = `label,priority,tags\nA,"x;y","p;q, r"\nB,"u, v",${long}\n`
    const report = { ...empty, created: 2 }
    expect(await imported(tenant, 'csv', file, { query: '&createFields=true' })).toEqual(report)
    expect(await fieldsOf(tenant)).toEqual([
      { priority: 'x y', tags: ['p q', 'r'] },
      { priority: 'u v', tags: [long.slice(0, 60)] },
    ])
  })

  it('warns of the first names only, however many the file makes up', async () => {
    const tenant = await tenantWithFields()
    const names = Array.from({ length: 50_000 }, (_, n) => n.toString(36))
    const other = { message: 'Other options are left out.', count: 1 }
    const ofOptions = await imported(tenant, 'csv', `label,tags\nA,"${names.join(',')}"\n`)
    expect(ofOptions.warnings).toHaveLength(21)
    expect(ofOptions.warnings.at(-1)).toEqual(other)
    const fields = Object.fromEntries(names.map((name) => [`key_${name}`, 1]))
    const ofKeys = await imported(tenant, 'json', JSON.stringify([{ label: 'A', fields }]))
    expect(ofKeys.warnings).toHaveLength(21)
    expect(ofKeys.warnings.at(-1)).toEqual({ ...other, message: 'Other fields are left out.' })
  })

  it('names unknown columns beside those of many fields', async () => {
    const tenant = await newTenant()
    const keys = Array.from({ length: 25 }, (_, n) => `field_${n}`)
    await changeFieldsElsewhere(tenant, () => keys.map((key) => storedField({ key, type: 'number' })))
    const file = `label,${keys.join(',')},other\nA,${keys.map(() => '1').join(',')},x\n`
    expect((await imported(tenant, 'csv', file)).warnings).toEqual([
      { message: 'The column other is left out.', count: 1 },
    ])
  })

  it('compares the names of columns and fields as often for many rows as for one', async () => {
    const tenant = await newTenant()
    const labels = Array.from({ length: 49 }, (_, n) => `Élan vital of number ${n}`)
    const fields = labels.map((label, n) => storedField({ key: `field_${n}`, label, type: 'number' }))
    await changeFieldsElsewhere(tenant, () => fields)
    const normalize = vi.spyOn(String.prototype, 'normalize') // names are compared without case and accents
    onTestFinished(() => {
      normalize.mockRestore()
    })
    const comparedIn = async (rowCount: number) => {
      normalize.mockClear()
      const rows = Array.from({ length: rowCount }, (_, n) => `Task ${n},${labels.map(() => n).join(',')}`)
      const file = [['label', ...labels].join(','), ...rows].join('\n')
      const report = await imported(tenant, 'csv', file, { query: '&dryRun=true' })
      expect(report).toEqual({ ...empty, created: rowCount })
      return normalize.mock.contexts.filter((text) => labels.includes(String(text))).length
    }
    const once = await comparedIn(1)
    expect(once).toBeGreaterThanOrEqual(labels.length)
    expect(await comparedIn(50)).toBe(once)
  })

  it('makes no second task of a row when a field was made for one of its columns', async () => {
    const tenant = await newTenant()
    const file = 'label,due\nA,2026-12-24\n'
    expect((await imported(tenant, 'csv', file)).warnings).toEqual([
      { message: 'The column due is left out.', count: 1 },
    ])
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, duplicates: 1 })
  })
})

describe('a JSON file', () => {
  it('keeps options apart that differ only in blanks, and takes a label or another case', async () => {
    const tenant = await newTenant()
    const own = [{ value: 'a  b' }, { value: 'a b', label: 'Single' }]
    for (const type of ['select', 'multi_select']) {
      await tenant.send('POST', '/fields', { body: { key: type, label: type, type, options: own } })
    }
    const tasks = [
      { label: 'A', fields: { select: 'a  b', multi_select: ['a  b'] } },
      { label: 'B', fields: { select: 'a b', multi_select: ['a b', 'a  b'] } },
      { label: 'C', fields: { select: 'SINGLE', multi_select: ['single'] } },
    ]
    expect(await imported(tenant, 'json', JSON.stringify(tasks))).toEqual({ ...empty, created: 3 })
    expect(await fieldsOf(tenant)).toEqual([
      { select: 'a  b', multi_select: ['a  b'] },
      { select: 'a b', multi_select: ['a  b', 'a b'] },
      { select: 'a b', multi_select: ['a b'] },
    ])
  })

  it('warns of unknown keys, deleted fields options that are not there and wrong values', async () => {
    const tenant = await tenantWithFields()
    await tenant.send('DELETE', '/fields/link')
    const tasks = [
      { label: 'A', fields: { nope: 1, link: 'https://example.com', priority: 'gone', estimate: 3 } },
      { label: 'B', fields: { estimate: '3' } },
      { label: 'C', fields: { billable: 'perhaps' } },
      { label: 'D', fields: [] },
      { label: 'E', fields: { due: null } },
    ]
    expect(await imported(tenant, 'json', JSON.stringify(tasks))).toEqual({
      ...empty,
      created: 4,
      failed: [{ row: 4, error: { code: 'invalid_request', message: 'fields must be an object' } }],
      warnings: [
        { message: 'The field nope is left out.', count: 1 },
        { message: 'The field link is left out.', count: 1 },
        { message: 'The field priority has no option gone: it is left out.', count: 1 },
        {
          message: '“C” (row 3): fields.billable must be true or false, so perhaps is left out.',
          count: 1,
        },
      ],
    })
    expect(await fieldsOf(tenant)).toEqual([{ estimate: 3 }, { estimate: 3 }, undefined, undefined])
  })
})

describe('definitions that another container has changed within the minute', () => {
  it('are those by which a file is read', async () => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ fields: { priority: 'low' } }) // reads the definitions
    await changeFieldsElsewhere(tenant, (fields) => [
      ...fields.map((one) =>
        one.key === 'priority' ? { ...one, options: [{ value: 'new', label: 'new' }] } : one,
      ),
      storedField({ key: 'note', type: 'text' }),
    ])
    const file = 'label,priority\nA,new\n'
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, created: 1 })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?fields[priority]=new`)
    expect((body as { tasks: Task[] }).tasks).toHaveLength(1)
  })

  it('have columns in an export as CSV', async () => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ fields: { priority: 'low' } }) // reads the definitions
    await changeFieldsElsewhere(tenant, (fields) => [...fields, storedField({ key: 'note', type: 'text' })])
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=csv`)
    expect(String(body).split('\r\n')[0]).toContain('fields.link,fields.note')
  })
})

const fixture = (name: string) => readFileSync(`test/fixtures/import/${name}`)

describe('a file of another tool', () => {
  it('of Todoist brings dates, deadlines, priorities, labels and people, with the fields for them', async () => {
    const tenant = await newTenant()
    const report = await imported(tenant, 'todoist', fixture('todoist.csv'), { query: '&createFields=true' })
    expect(report.fields_created).toEqual(['due', 'priority', 'labels', 'assignee', 'deadline'])
    expect(report.warnings).toContainEqual({
      message: 'Some values of DATE are left out: the field due must be a date such as 2026-12-24.',
      count: 1,
    })
    expect(await fieldsOf(tenant)).toEqual([
      { due: '2026-10-05', labels: ['garden'], priority: 'p1' },
      { assignee: 'Mia (48151624)', priority: 'p2' },
      { deadline: '2026-10-09' },
    ])
    expect(
      (await definitionsOf(tenant)).map(({ key, type, options: own }) => [
        key,
        type,
        own?.map(({ value }) => value),
      ]),
    ).toEqual([
      ['due', 'date', undefined],
      ['priority', 'select', ['p1', 'p2', 'p3', 'p4']],
      ['labels', 'multi_select', ['garden']],
      ['assignee', 'text', undefined],
      ['deadline', 'date', undefined],
    ])
  })

  it('of Trello brings due times, labels and members', async () => {
    const tenant = await newTenant()
    const report = await imported(tenant, 'trello', fixture('trello.json'), { query: '&createFields=true' })
    expect(report.fields_created).toEqual(['due', 'labels', 'assignee'])
    expect((await fieldsOf(tenant)).filter((fields) => fields)).toEqual([
      { assignee: 'Kai', due: '2026-12-01T11:00:00.000Z', labels: ['Urgent'] },
    ])
  })

  it('fits fields that are there: a date for a time, a text for anything', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    await tenant.send('POST', '/fields', { body: { key: 'labels', label: 'Labels', type: 'text' } })
    const report = await imported(tenant, 'trello', fixture('trello.json'))
    expect(report.fields_created).toEqual([])
    expect(report.warnings).toContainEqual({ message: 'Members are left out.', count: 1 })
    expect((await fieldsOf(tenant)).filter((fields) => fields)).toEqual([
      { due: '2026-12-01', labels: 'Urgent' },
    ])
  })

  it('counts what does not fit below the limit of fields', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < 50; n++) {
      await tenant.send('POST', '/fields', { body: { key: `field_${n}`, label: 'F', type: 'text' } })
    }
    const report = await imported(tenant, 'trello', fixture('trello.json'), { query: '&createFields=true' })
    expect(report.fields_created).toEqual([])
    expect(report.warnings).toContainEqual({ message: 'Dates are left out.', count: 1 })
  })

  it('makes the fields once when two files come at once', async () => {
    const tenant = await newTenant()
    const send = () => sendFile(tenant, 'trello', fixture('trello.json'), { query: '&createFields=true' })
    const replies = await Promise.all([send(), send()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await definitionsOf(tenant)).map(({ key }) => key).sort()).toEqual(['assignee', 'due', 'labels'])
    expect((await fieldsOf(tenant)).filter((fields) => fields)).toEqual([
      { assignee: 'Kai', due: '2026-12-01T11:00:00.000Z', labels: ['Urgent'] },
    ])
  })
})
