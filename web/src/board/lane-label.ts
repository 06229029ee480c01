import type { QueryClient } from '@tanstack/preact-query'
import type { Project } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'

/** The label of a lane within a sentence; "no lane" for the column of tasks without one. */
export function laneLabel(cache: QueryClient, projectId: string, laneId: string): string {
  const lanes = cache.getQueryData<Project>(keys.project(projectId))?.workflow_lanes ?? []
  return lanes.find(({ id }) => id === laneId)?.label ?? 'no lane'
}
