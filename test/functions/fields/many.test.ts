import { beforeAll, describe, expect, it } from 'vitest'
import { maxImportKib, maxImportRows } from '../../../lib/contract/limits.ts'
import { attributeOf, type FieldValues } from '../../../lib/fields/values.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { empty, imported } from '../projects/import-support.ts'
import { tap } from '../../support/api.ts'
import { storeTasks } from '../../support/stored-tasks.ts'
import { defineFields, ofEveryType } from '../../support/definitions.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

/** So many go out and in: more than one import takes, with every combination of values ten times. By night they are 10,000. */
const count = Number(process.env.TASKS ?? 2_560)
/** So many are filtered: more than one search reads. */
const filteredCount = 10_000
const definitions = ofEveryType([{ value: 'high', label: 'Very high' }, { value: 'mid' }, { value: 'low' }])

const texts = ['=Ada, "Countess"', 'true', '12', '2026-12-24', '+1', "'quoted'", '🎈 日本語 é', 'a;b\tc']
const tags = [['high'], ['low'], ['high', 'low'], ['high', 'mid', 'low']]
const at = <T>(list: readonly T[], number: number): T => list[number % list.length] as T // no list is empty

/** The values of the nth task: of every type, each in every combination with the others, and of some tasks none. */
function valuesOf(n: number): FieldValues {
  const day = new Date(Date.UTC(2026, 0, 1 + (n % 700), n % 24, n % 60, n % 59, n % 1_000)).toISOString()
  const all: FieldValues = {
    customer: `${at(texts, n >> 8)} ${n}`,
    estimate: at([0, -2.5, 1e15, 1e-7, 0.1], n >> 8) - (n % 3),
    billable: n % 3 === 0,
    due: day.slice(0, 10),
    meeting: day,
    priority: at(['high', 'mid', 'low'], n >> 8),
    tags: at(tags, n >> 8),
    link: `https://example.com/?a=${n},%20b#c`,
  }
  return Object.fromEntries(Object.entries(all).filter((_, index) => (n >> index) % 2 === 1))
}

/** A tenant with a project of many tasks with values. */
async function tenantWithTasks(count: number): Promise<TestTenant> {
  const tenant = await defineFields(await newTenant(), definitions)
  const laneId = await tenant.newLane(tenant.projectId, 'To do, now')
  const parts = Array.from({ length: count }, (_, n) => ({
    ...{ label: `Task ${n}`, status: at([0, 1, 2] as const, n) },
    ...(n % 2 === 0 && { workflow_lane_id: laneId }),
    ...Object.fromEntries(Object.entries(valuesOf(n)).map(([key, value]) => [attributeOf(key), value])),
  }))
  await storeTasks(tenant, parts)
  return tenant
}

/** The lines of an export of a project. */
async function exported({ send }: TestTenant, projectId: string, format: string): Promise<string[]> {
  let text = ''
  let path: string | undefined = `/projects/${projectId}/export?format=${format}`
  while (path !== undefined) {
    const { headers, body } = await send('GET', path)
    text += String(body)
    path = /^<\/v1(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
  }
  return text.split(/\r?\n/).filter((line) => line !== '')
}

/** What a task must have again after it has gone out and in. */
const partOf = ({ label, status, lane, fields }: Task & { lane: string | null }) => ({
  ...{ label, status, lane, fields },
})

const tasksIn = async (tenant: TestTenant, projectId: string) =>
  (await exported(tenant, projectId, 'ndjson')).map(
    (line) => partOf(JSON.parse(line) as Task & { lane: string | null }), // as declared
  )

/** Cuts lines into files that an import takes; each begins with `head`. */
function filesOf(head: string[], lines: readonly string[]): string[][] {
  const files: string[][] = []
  let bytes = Infinity
  for (const line of lines) {
    const file = files.at(-1)
    const more = Buffer.byteLength(line) + 2
    if (file && file.length < maxImportRows + head.length && bytes + more <= maxImportKib * 1024) {
      file.push(line)
      bytes += more
    } else {
      files.push([...head, line])
      bytes = Buffer.byteLength(head.join('')) + 2 + more
    }
  }
  return files
}

/**
 * Imports lines into a project, as many files as it takes. On a busy machine the table's answer may come too late: the rows
 * are sent again then, and count as duplicates of their own.
 */
async function importAll(tenant: TestTenant, format: string, files: readonly string[][]): Promise<void> {
  let rows = 0
  for (const file of files) {
    for (let from: number | null = 1; from !== null;) {
      const report = await imported(tenant, format, file.join('\n'), { query: `&fromRow=${from}` })
      const { created, duplicates, lanes_created, next_row } = report
      expect(report).toEqual({ ...empty, created, duplicates, lanes_created, next_row })
      rows += created + duplicates
      from = next_row
    }
  }
  expect(rows).toBe(count)
}

/** The labels of all tasks that a filter finds, and the units that each page read of the list. */
async function filtered({ send, projectId }: TestTenant, filter: Record<string, string>) {
  const labels: string[] = []
  const units: number[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ limit: '100', ...filter, ...(cursor !== null && { cursor }) })
    tap.exchanges.length = 0
    const { body } = await send('GET', `/projects/${projectId}/tasks?${query.toString()}`)
    const page = body as { tasks: Task[]; next_cursor: string | null } // as declared
    const queries = tap.exchanges.filter(({ operation }) => operation === 'Query')
    units.push(queries.reduce((sum, { units: own }) => sum + own, 0))
    labels.push(...page.tasks.map(({ label }) => label))
    cursor = page.next_cursor
  } while (cursor !== null)
  return { labels, units }
}

describe('tasks with values of every type', () => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await tenantWithTasks(count)
  })

  it.each(['csv', 'ndjson'])('go out and come in again as they were, as %s', async (format) => {
    const before = await tasksIn(tenant, tenant.projectId)
    expect(before.map(({ fields = {} }) => fields)).toEqual(
      Array.from({ length: count }, (_, n) => valuesOf(n)),
    )
    const lines = await exported(tenant, tenant.projectId, format)
    const projectId = await tenant.newProject()
    const head = format === 'csv' ? lines.splice(0, 1) : []
    await importAll({ ...tenant, projectId }, format === 'csv' ? 'csv' : 'json', filesOf(head, lines))
    expect(await tasksIn(tenant, projectId)).toEqual(before)
  })

  it('are filtered by a field at what a filter by text reads: a page at most 512 units', async () => {
    const many = await tenantWithTasks(filteredCount)
    const numbers = Array.from({ length: filteredCount }, (_, n) => n)
    const due = numbers.filter((n) => valuesOf(n).due === '2026-12-24')
    const byField = await filtered(many, { 'fields[due]': '2026-12-24' })
    expect(byField.labels).toEqual(due.map((n) => `Task ${n}`))
    const byText = await filtered(many, { q: 'no task has this' })
    expect(byText.labels).toEqual([])
    expect(byField.units).toEqual(byText.units)
    expect(byField.units.length).toBeGreaterThan(1)
    expect(Math.max(...byField.units)).toBeLessThanOrEqual(512)
    tap.reset()
  })
})
