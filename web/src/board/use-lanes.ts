import { useMutation, useQueryClient } from '@tanstack/preact-query'
import type { LaneChanges, Project } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert } from '../ui/toast.tsx'

/** A lane, or the column of tasks without one. */
export interface Lane {
  id: string
  label: string
}

/** The writes to the lanes of a project. */
export function useLaneWrites(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const attempt = `lanes of ${projectId}`
  const onMutate = () => {
    dismissAlerts(attempt)
  }
  const onError = (error: unknown) => {
    showAlert(explain(error), attempt)
    refresh(cache, keys.project(projectId))
  }
  const onSuccess = ({ project }: { project: Project }) => {
    cache.setQueryData(keys.project(projectId), project)
  }
  const add = useMutation({
    mutationFn: (label: string) => client.lanes.create(projectId, { label }),
    onSuccess,
    onMutate,
    onError,
  })
  const update = useMutation({
    mutationFn: ({ laneId, ...changes }: LaneChanges & { laneId: string }) =>
      client.lanes.update(projectId, laneId, changes),
    onSuccess,
    onMutate,
    onError,
  })
  const remove = useMutation({
    mutationFn: (laneId: string) => client.lanes.delete(projectId, laneId),
    onSuccess: () => {
      // its tasks are in no lane now
      refresh(cache, keys.project(projectId), keys.tasks(projectId))
    },
    onMutate,
    onError,
  })
  return { add, update, remove }
}
