import { randomUUID } from 'node:crypto'
import { projectKey } from '../../lib/projects/project-item.ts'
import type { OldProjectItem } from '../../lib/projects/old-item.ts'
import { put } from '../../lib/table/write-items.ts'
import type { Tenant } from '../../lib/table/tenant.ts'

/** Writes a project in the old format, with its counts in the same item. Returns its id. */
export async function oldProject(tenant: Tenant, item: Partial<OldProjectItem> = {}): Promise<string> {
  const now = new Date().toISOString()
  const project: OldProjectItem = {
    ...{ id: randomUUID(), label: 'Old', task_count: 0, task_quota: 10_000, lanes: {}, lane_order: [] },
    ...{ created_at: now, updated_at: now },
    ...item,
  }
  await put(tenant, { Item: { ...projectKey(tenant, project.id), ...project } })
  return project.id
}
