import { v5 as nameBasedUuid } from 'uuid'
import type { LaneStatus, NewProject } from '../projects/project.ts'
import { newAttributes } from '../table/attributes.ts'
import { namedId } from '../tasks/task-item.ts'
import type { Tenant } from '../table/tenant.ts'
import { transact } from '../table/write-items.ts'
import {
  countsKey,
  laneAttributes,
  laneKey,
  projectAttributes,
  projectKey,
  type LaneItem,
  type StoredProject,
} from '../projects/project-item.ts'

/** A project of another account, or of another service. */
export interface ProjectCopy extends NewProject {
  id: string
  /** Files of earlier releases have no `task_status`. */
  workflow_lanes: readonly (Pick<LaneItem, 'id' | 'label'> & {
    task_status?: LaneStatus | null | undefined
  })[]
}

/** The ids that a copied project and its lanes have here. */
export interface CopiedIds {
  projectId: string
  /** By the id of the lane in the other account. */
  lanes: ReadonlyMap<string, string>
}

/** A UUID of version 7 begins with the time of its creation: RFC 9562, section 5.7. */
const timeOf = /^([0-9a-f]{8}-[0-9a-f]{4})-7/

/**
 * Computes the ids of a copy: the same project always gets the same ids in an account. The project's id keeps the time in
 * the other id, so that projects are listed in the order in which they were created.
 */
export function copiedIds(tenant: Tenant, { id, workflow_lanes }: ProjectCopy): CopiedIds {
  const named = namedId(tenant, 'copied-project', id)
  const [, time] = timeOf.exec(id) ?? []
  const projectId = time === undefined ? named : `${time}-7${named.slice(15)}`
  const laneId = (lane: Pick<LaneItem, 'id'>) => nameBasedUuid(lane.id, projectId)
  return { projectId, lanes: new Map(workflow_lanes.map((lane) => [lane.id, laneId(lane)])) }
}

/**
 * Creates a copy of a project with its lanes, unless an earlier call has created it.
 * @returns whether it was created
 */
export async function createProjectOnce(
  tenant: Tenant,
  copy: ProjectCopy,
  task_quota: number,
): Promise<boolean> {
  const { projectId, lanes } = copiedIds(tenant, copy)
  const now = new Date().toISOString()
  const workflow_lanes = copy.workflow_lanes.map((lane) => ({
    id: lanes.get(lane.id) ?? '', // it has one for each
    ...newAttributes(laneAttributes, { label: lane.label, taskStatus: lane.task_status }),
  }))
  const ofStatuses = workflow_lanes.some(({ task_status }) => task_status !== undefined) && {
    status_changes: 1,
  }
  const stored: StoredProject = {
    project: {
      id: projectId,
      ...newAttributes(projectAttributes, copy),
      ...{ workflow_lanes, created_at: now, updated_at: now, ...ofStatuses },
    },
    counts: {
      ...{ task_count: 0, task_quota },
      lanes: Object.fromEntries(workflow_lanes.map(({ id }) => [laneKey(id), 0])),
      ...ofStatuses,
    },
  }
  const ConditionExpression = 'attribute_not_exists(pk)'
  const refusals = await transact(tenant, [
    { Put: { Item: { ...projectKey(tenant, projectId), ...stored.project }, ConditionExpression } },
    { Put: { Item: { ...countsKey(tenant, projectId), ...stored.counts }, ConditionExpression } },
  ])
  return refusals === undefined
}
