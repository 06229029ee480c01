import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { time } from '../../../lib/contract/fields.ts'
import { createField } from '../../../lib/fields/definitions.ts'
import { fieldTypes, hasOptions, type FieldType } from '../../../lib/fields/kinds.ts'
import type { FieldValue } from '../../../lib/fields/types.ts'
import { get } from '../../../lib/table/read-items.ts'
import { conditionsOf, meets, type TaskFilter } from '../../../lib/tasks/filter.ts'
import { filterOf, readWhere } from '../../../lib/tasks/find-where.ts'
import { listAccountTasks } from '../../../lib/tasks/list.ts'
import { anyTask, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { whereOf } from '../../../lib/tasks/update-where-request.ts'
import { rounds } from '../../support/rounds.ts'
import { storeTasks } from '../../support/stored-tasks.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const runs = rounds(15)

/** `ä` as one code point and as two, a sign that is a letter in every normal form, and others. */
const texts = fc.constantFrom('Käse', 'Ka\u0308se', '\u212a', 'K', 'undefined', 'Brot 17')
const options = ['Käse', 'Brot', 'K']
const times = fc.constantFrom(...[1, 2, 3].map((day) => `2026-11-0${day}T00:00:00.000Z`))
const statuses = fc.constantFrom(0 as const, 1 as const, 2 as const)
const lanes = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

/** Values of each type as they are stored. A field has the name of its type. */
const stored: Record<FieldType, fc.Arbitrary<FieldValue>> = {
  text: texts,
  number: fc.constantFrom(-1.5, 0, 1e-9, 2, 1e15),
  checkbox: fc.boolean(),
  date: fc.constantFrom('2026-11-01', '2026-11-02', '2026-12-01'),
  datetime: times,
  select: fc.constantFrom(...options),
  multi_select: fc.subarray(options, { minLength: 1 }),
  url: fc.constantFrom('https://example.com/', 'https://example.com/?q=%C3%A4'),
  member: fc.constantFrom(...lanes.map((id) => ({ id, email: 'ada@example.com' }))),
}

/** Values of each type as conditions have them. */
const asked = { ...stored, select: texts, multi_select: texts, member: fc.constantFrom(...lanes) }

const exists = { exists: fc.boolean() }
const operators = (type: FieldType): Record<string, fc.Arbitrary<unknown>> => {
  const value = asked[type]
  if (type === 'number') return { ...exists, min: value, max: value }
  return type === 'date' || type === 'datetime' ? { ...exists, before: value, after: value } : exists
}

/** One or two members of an object, so that tasks meet most filters. */
function fewOf(members: Record<string, fc.Arbitrary<unknown>>) {
  const names = Object.keys(members)
  return fc
    .tuple(fc.record(members), fc.subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) }))
    .map(([all, few]) => Object.fromEntries(few.map((name) => [name, all[name]])))
}

const fields = fewOf(
  Object.fromEntries(fieldTypes.map((type) => [type, fc.oneof(asked[type], fewOf(operators(type)))])),
)

const others = fewOf({
  status: fc.oneof(statuses, fc.uniqueArray(statuses, { minLength: 1 })),
  workflowLaneId: fc.constantFrom(...lanes, null),
  updatedBefore: times,
  updatedAfter: times,
  createdBefore: times,
  createdAfter: times,
  q: fc.constantFrom('kase', 'BROT', '17', 'k', 'ext'),
  fields,
})

/** Half of the filters have conditions on fields alone: these have the most operators. */
const wheres = fc.oneof(others, fc.record({ fields }))

const tasks = fc.array(
  fc.record(
    {
      label: texts,
      status: statuses,
      workflow_lane_id: fc.constantFrom(...lanes),
      description: texts,
      external_id: fc.constant('ext'),
      subtasks: texts.map((label) => ({ one: { label, is_completed: false, rank: 'a' } })),
      created_at: times,
      updated_at: times,
      ...Object.fromEntries(fieldTypes.map((type) => [`f_${type}`, stored[type]])),
    },
    { requiredKeys: [] },
  ),
  { minLength: 5, maxLength: 20 },
)

let tenant: TestTenant

beforeAll(async () => {
  tenant = await newTenant()
  for (const type of fieldTypes) {
    const withOptions = hasOptions(type) && { options: options.map((value) => ({ value })) }
    await createField(tenant, { key: type, label: type, type, ...withOptions })
  }
})

const read = async (ids: readonly string[]): Promise<TaskItem[]> => {
  const found = await Promise.all(ids.map(async (id) => anyTask(await get(tenant, taskKey(tenant, id)))))
  return found.filter((task) => task !== undefined)
}

const sorted = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort()

describe('a task meets a filter', () => {
  it('exactly if a search with that filter finds it', async () => {
    let [found, missed] = [0, 0]
    await fc.assert(
      fc.asyncProperty(tasks, fc.array(wheres, { minLength: 10, maxLength: 10 }), async (parts, filters) => {
        const projectId = await tenant.newProject()
        // each part has attributes of an item
        const own = parts as Partial<TaskItem>[]
        const items = await read(
          await storeTasks(
            { ...tenant, projectId },
            own.map((part) => ({ ...part, project_id: projectId })),
          ),
        )
        for (const given of filters) {
          const filter = await filterOf(tenant, whereOf(time).parse(given))
          const page = { filter: conditionsOf(filter), limit: 100, after: undefined }
          const { tasks: expected } = await readWhere(tenant, projectId, page)
          expect(sorted(items.filter((item) => meets(filter, item))), JSON.stringify(given)).toEqual(
            sorted(expected),
          )
          found += expected.length
          missed += items.length - expected.length
        }
      }),
      { numRuns: runs },
    )
    expect(Math.min(found, missed)).toBeGreaterThan(runs)
  }, 120_000)

  it('by its project, and any task meets an empty one', async () => {
    const [one, other] = [await tenant.newProject(), await tenant.newProject()]
    const ids = await storeTasks(tenant, [{ project_id: one }, { project_id: other }])
    const items = await read(ids)
    for (const projectIds of [[one], [one, other]]) {
      const filter: TaskFilter = { projectIds, updatedAfter: '2026-01-01T00:00:00.000Z' }
      const { tasks: expected } = await listAccountTasks(tenant, { ...filter, limit: 100 })
      expect(sorted(items.filter((item) => meets(filter, item)))).toEqual(sorted(expected))
      expect(expected).toHaveLength(projectIds.length)
    }
    expect(items.every((item) => meets({}, item))).toBe(true)
  })
})
