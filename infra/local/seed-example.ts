import type { Account } from '../../lib/tokens/account.ts'
import type { NewField } from '../../lib/fields/field.ts'
import { createField } from '../../lib/fields/definitions.ts'
import { addLanes } from '../../lib/projects/lanes.ts'
import { createProject } from '../../lib/projects/projects.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { createTasks } from '../../lib/tasks/create-many.ts'

// not `due` and `urgency`, which docs/fields.md makes
const fields: readonly NewField[] = [
  { key: 'deadline', label: 'Deadline', type: 'date' },
  {
    ...{ key: 'priority', label: 'Priority', type: 'select' },
    options: [
      { value: 'high', label: 'High', color: 'red' },
      { value: 'medium', label: 'Medium', color: 'yellow' },
      { value: 'low', label: 'Low', color: 'gray' },
    ],
  },
  {
    ...{ key: 'labels', label: 'Labels', type: 'multi_select' },
    options: [
      { value: 'customer', color: 'blue' },
      { value: 'website', color: 'teal' },
    ],
  },
]

const lanes = [
  { label: 'To do', taskStatus: 0 },
  { label: 'Doing', taskStatus: 1 },
  { label: 'Done', taskStatus: 2 },
] as const

/** The tasks, with the deadline in days from today. */
const tasks = [
  { label: 'Send the offer to Ada', lane: 'To do', days: -2, priority: 'high', labels: ['customer'] },
  { label: 'Write down the opening hours', lane: 'To do', days: 3, priority: 'medium', labels: ['website'] },
  { label: 'Order new cups', lane: 'To do', days: undefined, priority: 'low', labels: undefined },
  { label: 'Translate the home page', lane: 'Doing', days: 0, priority: 'high', labels: ['website'] },
  { label: 'Plan the summer party', lane: 'Doing', days: 30, priority: undefined, labels: undefined },
] as const

const dayMs = 24 * 60 * 60 * 1000

/**
 * Gives a new account fields, and a project whose tasks have values of them, so that a newcomer sees what they are for.
 * @returns the id of the project
 */
export async function seedExample(tenant: Tenant, { task_quota }: Account): Promise<string> {
  for (const field of fields) await createField(tenant, field)
  const { id: projectId } = await createProject(tenant, { label: 'Example', task_quota })
  const { added } = await addLanes(tenant, projectId, () => [...lanes])
  const requests = tasks.map(({ label, lane, days, priority, labels }) => ({
    request: {
      ...{ projectId, label, subtasks: [] },
      workflowLaneId: added.find((one) => one.label === lane)?.id ?? null,
      fields: {
        priority: priority ?? null,
        labels: labels ?? null,
        deadline: days === undefined ? null : new Date(Date.now() + days * dayMs).toISOString().slice(0, 10),
      },
    },
  }))
  for (const created of await createTasks(tenant, requests, task_quota))
    if (created instanceof Error) throw created
  return projectId
}
