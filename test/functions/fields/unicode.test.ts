import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { changeFieldsElsewhere, defineFields } from '../../support/definitions.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm } from '../forms/support.ts'
import { empty, imported } from '../projects/import-support.ts'

const apples = 'Äpfel'.normalize('NFC')
const decomposed = apples.normalize('NFD')

/** Both forms in one word: neither NFC nor NFD. */
const composed = 'Ä-ä'.normalize('NFC')
const mixed = `${'Ä'.normalize('NFC')}-${'ä'.normalize('NFD')}`

const definitions = [
  { key: 'fruit', type: 'select', options: [{ value: 'Apfel' }, { value: apples }] },
  { key: 'fruits', type: 'multi_select', options: [{ value: 'Apfel' }, { value: apples }] },
  { key: 'note', type: 'text' },
]

const tenantWithFields = async (): Promise<TestTenant> => defineFields(await newTenant(), definitions)

const tasksOf = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks // checked against its declaration

/** The labels of the tasks that meet a condition: in a list, in the list of all projects, and in a conditional change. */
async function found({ send, projectId }: TestTenant, key: string, value: string) {
  const query = `fields[${key}]=${encodeURIComponent(value)}`
  const body = { where: { fields: { [key]: value } }, set: { status: 2 } }
  const replies = await Promise.all([
    send('GET', `/projects/${projectId}/tasks?${query}`),
    send('GET', `/tasks?${query}`),
    send('PATCH', `/projects/${projectId}/tasks?dryRun=true`, { body }),
  ])
  const [list, all, change] = replies.map((reply) => reply.body as { tasks: Task[]; matched: number }) // as declared
  const labels = [list, all].map((one) => one?.tasks.map(({ label }) => label).sort())
  expect(labels[1]).toEqual(labels[0])
  expect(change?.matched).toBe(labels[0]?.length)
  return labels[0]
}

describe('the value of an option', () => {
  it('is found in each Unicode form, and stored as the option has it', async () => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ fields: { fruit: decomposed, fruits: [decomposed, 'Apfel'] } })
    const form = await newForm(tenant, {
      mapping: { label: 'x', fields: { fruit: '{{f}}', fruits: '{{f}}' } },
    })
    await form.submit({ f: decomposed })
    const report = await imported(tenant, 'csv', `label,fruit,fruits\nA,${decomposed},${decomposed}\n`)
    expect(report).toEqual({ ...empty, created: 1 })
    expect((await tasksOf(tenant)).map(({ fields }) => fields)).toEqual([
      { fruit: apples, fruits: ['Apfel', apples] },
      { fruit: apples, fruits: [apples] },
      { fruit: apples, fruits: [apples] },
    ])
  })

  it('may be named once in a list, whatever its form', async () => {
    const tenant = await tenantWithFields()
    const body = { projectId: tenant.projectId, label: 'A', fields: { fruits: [apples, decomposed] } }
    expect(await tenant.send('POST', '/tasks', { body })).toMatchObject({ status: 400 })
  })

  it('differs from those of the other options in each form', async () => {
    const tenant = await newTenant()
    const options = [{ value: apples }, { value: decomposed }]
    const body = { key: 'fruit', label: 'Fruit', type: 'select', options }
    expect(await tenant.send('POST', '/fields', { body })).toMatchObject({
      status: 400,
      body: errorBody('invalid_request', 'options must hold different values'),
    })
  })

  it('keeps its form in a change of the options', async () => {
    const tenant = await tenantWithFields()
    const options = [{ value: decomposed, label: 'Apples' }, { value: 'new' }]
    const { body } = await tenant.send('PATCH', '/fields/fruit', { body: { options } })
    expect(body).toMatchObject({
      field: {
        options: [
          { value: apples, label: 'Apples' },
          { value: 'new', label: 'new' },
        ],
      },
    })
  })

  it('is made once by an import that writes it in two forms', async () => {
    const tenant = await newTenant()
    const options = [{ value: 'x' }]
    await defineFields(tenant, [{ key: 'fruit', type: 'select', options }])
    const file = `label,fruit\nA,${decomposed}\nB,${apples}\n`
    await imported(tenant, 'csv', file, { query: '&createFields=true' })
    expect((await tasksOf(tenant)).map(({ fields }) => fields?.fruit)).toEqual([apples, apples])
    expect((await tenant.send('GET', '/fields')).body).toMatchObject({
      fields: [{ options: [{ value: 'x' }, { value: apples }] }],
    })
  })

  it('of an earlier release, which took two forms for two options, goes on being that option', async () => {
    const tenant = await tenantWithFields()
    await changeFieldsElsewhere(tenant, (fields) =>
      fields.map((field) => ({
        ...field,
        ...(field.options && { options: [apples, decomposed].map((value) => ({ value, label: value })) }),
      })),
    )
    await tenant.send('PATCH', '/fields/note', { body: { label: 'Note' } }) // forgets the cached definitions
    for (const form of [apples, decomposed]) {
      await tenant.createTask({ fields: { fruit: form, fruits: [form] } })
    }
    expect((await tasksOf(tenant)).map(({ fields }) => fields)).toEqual([
      { fruit: apples, fruits: [apples] },
      { fruit: decomposed, fruits: [decomposed] },
    ])
  })
})

describe('what a message quotes', () => {
  const families = (count: number) => '👨‍👩‍👧‍👦'.repeat(count)

  it('is cut between two characters as people see them: in words and warnings', async () => {
    const tenant = await tenantWithFields()
    const form = await newForm(tenant, { mapping: { label: 'x', fields: { fruit: '{{f}}' } } })
    await form.submit({ f: families(40) })
    const { body } = await tenant.send('GET', `/forms/${form.id}/submissions`)
    expect(body).toMatchObject({
      submissions: [
        {
          words: [`${families(11)}…`],
          warnings: [`The field fruit has no option “${families(8)}…”: it is left out.`],
        },
      ],
    })
    const report = await imported(tenant, 'csv', `label,${families(20)}\nA,x\n`)
    expect(report.warnings).toEqual([{ message: `The column ${families(5)}… is left out.`, count: 1 }])
  })
})

describe('a filter', () => {
  it.each([apples, decomposed])('by %j finds a value that is stored in the other form', async (asked) => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ label: 'now', fields: { fruit: apples, fruits: ['Apfel', apples] } })
    await changeFieldsElsewhere(tenant, (fields) =>
      fields.map((field) => ({
        ...field,
        ...(field.options && { options: [{ value: decomposed, label: 'x' }] }),
      })),
    )
    await tenant.send('PATCH', '/fields/note', { body: { label: 'Note' } }) // forgets the cached definitions
    await tenant.createTask({ label: 'then', fields: { fruit: decomposed, fruits: [decomposed] } })
    await tenant.createTask({ label: 'none' })
    expect(await found(tenant, 'fruit', asked)).toEqual(['now', 'then'])
    expect(await found(tenant, 'fruits', asked)).toEqual(['now', 'then'])
    expect(await found(tenant, 'fruit', 'Apfel')).toEqual([])
  })

  it('by a text finds it in each form, even in a mixed one', async () => {
    const tenant = await tenantWithFields()
    await tenant.createTask({ label: 'mixed', fields: { note: mixed } })
    await tenant.createTask({ label: 'composed', fields: { note: composed } })
    await tenant.createTask({ label: 'other', fields: { note: 'A-a' } })
    for (const form of [mixed, composed, composed.normalize('NFD')]) {
      expect(await found(tenant, 'note', form)).toEqual(['composed', 'mixed'])
    }
  })
})
