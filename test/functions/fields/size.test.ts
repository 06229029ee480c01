import { describe, expect, it } from 'vitest'
import { copyDefinitions } from '../../../lib/fields/definitions.ts'
import type { Field } from '../../../lib/fields/field.ts'
import { imported } from '../projects/import-support.ts'
import { snapshot } from '../../support/requests.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

/** A text of so many characters of four bytes; texts of different numbers are different. */
const textOf = (characters: number, number = 0): string =>
  `${'🎈'.repeat(characters - 4)}${String(number).padStart(4, '0')}`

/** The definitions of an account have 200 KiB: so many lists of the longest options fit into them, and some texts. */
const [lists, texts] = [36, 10]
const chosen = Array.from({ length: 20 }, (_, number) => textOf(60, number))
const valuesOfLists = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`list_${number}`, chosen]))

/** The longest task without fields: about 250 KB. */
const longest = {
  description: textOf(10_000),
  subtasks: Array.from({ length: 99 }, (_, number) => ({ label: textOf(500, number) })),
}

/** An account whose fields can make a task larger than 400 KB. They are stored at once: one after another would be slow. */
async function tenantWithLongFields(): Promise<TestTenant> {
  const tenant = await newTenant()
  const now = new Date().toISOString()
  const options = chosen.map((value) => ({ value, label: 'x' }))
  const fieldsOf = (count: number, name: string, rest: Pick<Field, 'type' | 'options'>): Field[] =>
    Array.from({ length: count }, (_, number) => ({
      ...{ key: `${name}_${number}`, label: name, ...rest, created_at: now, updated_at: now },
    }))
  await copyDefinitions(tenant, {
    fields: [
      ...fieldsOf(lists, 'list', { type: 'multi_select', options }),
      ...fieldsOf(texts, 'text', { type: 'text' }),
    ],
    retired: [],
  })
  return tenant
}

const messageOf = (name: string) =>
  `${name} would have more than 400 KB, which is the most: shorten its description or its subtasks, or take off values of fields.`
const error = { code: 'invalid_request', message: messageOf('The task') }

describe('an answer about many wrong values', () => {
  it('stays below what a Lambda can answer, of a bulk request and of an import', async () => {
    const tenant = await tenantWithLongFields()
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`list_${number}`, 0]))
    const operations = Array.from({ length: 100 }, () => ({ op: 'update', id: crypto.randomUUID(), fields }))
    const { body } = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    expect(body).toMatchObject({ failed: 100 })
    const tasks = Array.from({ length: 2_000 }, (_, n) => ({ label: `${n}`, fields: { list_0: 0 } }))
    // a dry run reports the same, and its time does not run out on a busy machine
    const report = await imported(tenant, 'json', JSON.stringify(tasks), { query: '&dryRun=true' })
    expect(report).toMatchObject({ created: 2_000, failed: [] })
    for (const answer of [body, report]) {
      // as the text of an answer in JSON
      expect(Buffer.byteLength(JSON.stringify(JSON.stringify(answer)))).toBeLessThan(6_000_000)
    }
    expect(report.warnings[0]?.message).toMatch(
      /^“0” \(row 1\): fields\.list_0 must be a list of .* and \d+ more/u,
    )
  })
})

describe('a task that would have more than 400 KB', () => {
  it('is refused at every door that can write it, also by a dry run, and nothing is written', async () => {
    const tenant = await tenantWithLongFields()
    const { id } = await tenant.createTask(longest)
    const laneId = await tenant.newLane()
    const fields = valuesOfLists(lists)
    const path = `/tasks/${id}`
    const where = { status: 0 }
    const changes = `/projects/${tenant.projectId}/tasks`
    const before = await snapshot(tenant)
    const refused = { status: 400, body: { error } }
    expect(await tenant.send('PATCH', path, { body: { fields } })).toMatchObject(refused)
    expect(await tenant.send('PATCH', `${path}?dryRun=true`, { body: { fields } })).toMatchObject(refused)
    const withLane = { fields, workflowLaneId: laneId }
    expect(await tenant.send('PATCH', path, { body: withLane })).toMatchObject(refused)
    for (const set of [{ fields }, withLane])
      expect(await tenant.send('PATCH', changes, { body: { where, set } })).toMatchObject({
        status: 400,
        body: { error: { ...error, message: messageOf(`Task ${id}`) } },
      })
    const operations = [{ op: 'update', id, fields }]
    for (const bulk of ['/tasks/bulk', '/tasks/bulk?dryRun=true'])
      expect(await tenant.send('POST', bulk, { body: { operations } })).toMatchObject({
        body: { failed: 1, results: [{ status: 400, error }] },
      })
    expect(await snapshot(tenant)).toEqual(before)
  })

  it('fails its row of an import, and no other', async () => {
    const tenant = await tenantWithLongFields()
    const large = { label: 'Large', ...longest, fields: valuesOfLists(lists) }
    const tasks = [{ label: 'One' }, large, { label: 'Two' }, { label: 'Three' }]
    const file = JSON.stringify({ tasks })
    for (const query of ['&dryRun=true', ''])
      expect(await imported(tenant, 'json', file, { query })).toMatchObject({
        created: 3,
        failed: [{ row: 2, error }],
      })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
    expect(body).toMatchObject({ tasks: [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }] })
  })

  it('cannot get a subtask, but can lose values, go to the trash and come back', async () => {
    const tenant = await tenantWithLongFields()
    const { id } = await tenant.createTask(longest)
    const change = (fields: object) => tenant.send('PATCH', `/tasks/${id}`, { body: { fields } })
    let count = lists
    while ((await change(valuesOfLists(count))).status === 400) count--
    let text = 0
    while ((await change({ [`text_${text}`]: textOf(500) })).status === 200) text++
    expect(text).toBeLessThan(texts)
    const before = await snapshot(tenant)
    const subtask = () => tenant.send('POST', `/tasks/${id}/subtasks`, { body: { label: textOf(500) } })
    expect(await subtask()).toMatchObject({ status: 400, body: { error } })
    expect(await snapshot(tenant)).toEqual(before)
    expect((await tenant.send('DELETE', `/tasks/${id}`)).status).toBe(200)
    expect((await tenant.send('POST', `/tasks/${id}/restore`)).status).toBe(200)
    expect((await change({ list_0: null })).status).toBe(200)
    expect((await subtask()).status).toBe(201)
  })
})
