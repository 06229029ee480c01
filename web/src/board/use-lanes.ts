import { useMutation, useQueryClient } from '@tanstack/preact-query'
import type { LaneChanges, Project, Task } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { noLane } from '../data/columns.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/toast.tsx'
import { noteStep, repeatable, showUndo } from '../ui/undo.ts'

/** A lane, or the column of tasks without one. */
export interface Lane {
  id: string
  label: string
  /** The status that tasks get that enter it. */
  task_status?: Task['status'] | null
}

/** The place of the tasks without a lane. */
export const loose: Lane = { id: noLane, label: 'No lane' }

/** A lane's new place, as the API takes it: behind the lane before it, or before the first one. */
export function besideLane(others: readonly Lane[], index: number): LaneChanges {
  const [before, behind] = [others[index - 1], others[index]]
  if (before) return { afterLaneId: before.id }
  return behind ? { beforeLaneId: behind.id } : {}
}

/** The project with a lane in another place. */
function withMoved(project: Project, laneId: string, index: number): Project {
  const lane = project.workflow_lanes.find(({ id }) => id === laneId)
  const others = project.workflow_lanes.filter(({ id }) => id !== laneId)
  return lane ? { ...project, workflow_lanes: others.toSpliced(index, 0, lane) } : project
}

/** The writes to the lanes of a project. */
export function useLaneWrites(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const attempt = `lanes of ${projectId}`
  const key = keys.project(projectId)
  const onMutate = () => {
    dismissAlerts(attempt)
  }
  const onError = (error: unknown) => {
    showAlert(explain(error), attempt)
    refresh(cache, key)
  }
  const onSuccess = ({ project }: { project: Project }) => {
    cache.setQueryData(key, project)
  }
  const mayDelete = useMay('delete')
  const add = useMutation({
    mutationFn: (label: string) => client.lanes.create(projectId, { label }),
    onSuccess: (answer, label) => {
      onSuccess(answer)
      const done = `Added the lane “${label}”.`
      let { laneId } = answer
      const undo = () => {
        const lane = cache.getQueryData<Project>(key)?.workflow_lanes.find(({ id }) => id === laneId)
        if (lane && (lane.label !== label || lane.task_count > 0))
          showAlert(`The lane “${label}” stays. It has changed since.`, attempt)
        else if (lane)
          client.lanes.delete(projectId, laneId).then(() => {
            refresh(cache, key)
          }, onError)
      }
      const redo = () => {
        client.lanes.create(projectId, { label }).then((made) => {
          onSuccess(made)
          laneId = made.laneId
        }, onError)
      }
      noteStep(done, mayDelete ? undo : undefined, repeatable(done, undo, redo))
    },
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
      noteStep('Deleted a lane.')
      // its tasks are in no lane now
      refresh(cache, key, keys.tasks(projectId))
    },
    onMutate,
    onError,
  })

  /** Moves a lane, at once in sight. */
  const place = (laneId: string, index: number, onDone?: () => void) => {
    const project = cache.getQueryData<Project>(key)
    if (!project) return
    const others = project.workflow_lanes.filter(({ id }) => id !== laneId)
    cache.setQueryData(key, withMoved(project, laneId, index))
    update.mutate({ laneId, ...besideLane(others, index) }, { ...(onDone && { onSuccess: onDone }) })
  }
  /** Moves a lane to an index among the others, and offers to undo that. */
  const move = ({ id, label }: Lane, index: number) => {
    const from = cache.getQueryData<Project>(key)?.workflow_lanes.findIndex((lane) => lane.id === id) ?? -1
    if (from === -1 || from === index) return
    place(id, index, () => {
      const done = `The lane “${label}” has moved.`
      const undo = () => {
        place(id, from, () => {
          showToast(`The lane “${label}” is back where it was.`)
        })
      }
      const redo = () => {
        place(id, index)
      }
      showUndo(done, undo, repeatable(done, undo, redo))
    })
  }
  /** Changes the name of a lane, or the status that it gives. It can be undone. */
  const change = ({ id: laneId, label, task_status: taskStatus = null }: Lane, changes: LaneChanges) => {
    update.mutate(
      { laneId, ...changes },
      {
        onSuccess: () => {
          const done =
            changes.label === undefined
              ? `Changed the lane “${label}”.`
              : `Renamed the lane “${label}” to “${changes.label}”.`
          const undo = () => {
            update.mutate({ laneId, ...(changes.label === undefined ? { taskStatus } : { label }) })
          }
          const redo = () => {
            update.mutate({ laneId, ...changes })
          }
          noteStep(done, undo, repeatable(done, undo, redo))
        },
      },
    )
  }
  return { add, change, remove, move }
}
