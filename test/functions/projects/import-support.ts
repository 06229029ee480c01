import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { ImportReport } from '../../../lib/transfer/import-request.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { queryAll } from '../../../lib/table/read-items.ts'
import type { Reply } from '../../support/api.ts'
import type { TestTenant } from '../../support/tenant.ts'

const types: Record<string, string> = { csv: 'text/csv', todoist: 'text/csv' }

/** Sends a file to a tenant's project. */
export const sendFile = (
  { send, projectId }: TestTenant,
  format: string,
  file: string | Buffer,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Reply> =>
  send('POST', `/projects/${projectId}/import?format=${format}${query}`, {
    body: Buffer.from(file),
    headers: { 'Content-Type': types[format] ?? 'application/json', ...headers },
  })

/** Sends a file that can be read, and returns the report. */
export async function imported(...sending: Parameters<typeof sendFile>): Promise<ImportReport> {
  const { status, body } = await sendFile(...sending)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as ImportReport // the status shows that it is a report
}

/** The report of an import that did nothing. */
export const empty: ImportReport = {
  created: 0,
  duplicates: 0,
  failed: [],
  lanes_created: [],
  fields_created: [],
  fields_matched: [],
  warnings: [],
  next_row: null,
}

/** The tasks of a project in their order, with the labels of their lanes. */
export async function tasksOf({ send, projectId }: TestTenant) {
  const { project } = (await send('GET', `/projects/${projectId}`)).body as { project: Project } // as declared
  const lanes = new Map(project.workflow_lanes.map(({ id, label }) => [id, label]))
  const tasks: Task[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/projects/${projectId}/tasks?limit=100${cursor && `&cursor=${cursor}`}`
    const page = (await send('GET', path)).body as { tasks: Task[]; next_cursor: string | null } // as declared
    tasks.push(...page.tasks)
    cursor = page.next_cursor
  }
  return tasks.map(({ label, status, description, subtasks, workflow_lane_id, external_id }) => ({
    label,
    status,
    description,
    lane: workflow_lane_id === null ? null : lanes.get(workflow_lane_id),
    subtasks: subtasks.map((one) => `${one.is_completed ? 'x' : ' '} ${one.label}`),
    external_id,
  }))
}

/** Everything that the table holds of an account. */
export const itemsOf = (tenant: TestTenant): Promise<Item[]> =>
  queryAll(tenant, { condition: 'pk = :pk', values: { ':pk': accountPartition(tenant.accountId) } })

/** What `tasksOf` shows of a task that has nothing but a label. */
export const plain = { status: 0, description: null, lane: null, subtasks: [], external_id: undefined }

export const fixture = (name: string): Buffer => readFileSync(`test/fixtures/import/${name}`)

/** A table with so many tasks. */
export const rowsOf = (count: number): string =>
  `label\n${Array.from({ length: count }, (_, index) => `Task ${index + 1}\n`).join('')}`
