import { useMutation, useQueryClient } from '@tanstack/preact-query'
import type { LaneChanges, Project, Task } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { putAnswer, refresh } from '../data/cache.ts'
import { noLane } from '../data/columns.ts'
import { heirOf, noteHeir } from '../data/heirs.ts'
import { lingerWithoutLane } from '../data/lingering.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteWrite, showWrite } from '../ui/undo.ts'

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
  const onSuccess = ({ project }: { project: Project }) => putAnswer(cache, key, project)
  /** Shows a lane in another place. Returns that place. */
  const showPlaced = (laneId: string, index: number): LaneChanges => {
    const project = cache.getQueryData<Project>(key)
    if (project) cache.setQueryData(key, withMoved(project, laneId, index))
    return besideLane(project?.workflow_lanes.filter(({ id }) => id !== laneId) ?? [], index)
  }
  const mayDelete = useMay('delete')
  // one after the other: a place is told by the lanes beside it, so it is found when the writes before it are answered
  const inTurn = { scope: { id: attempt }, onMutate, onError }
  const create = useMutation({
    ...inTurn,
    /** @param standsFor the id of the lane that it is made for anew */
    mutationFn: async ({ label, standsFor }: { label: string; standsFor?: string }) => {
      const answer = await client.lanes.create(projectId, { label })
      if (standsFor !== undefined) noteHeir(standsFor, answer.laneId)
      return answer
    },
    onSuccess,
  })
  const update = useMutation({
    ...inTurn,
    mutationFn: ({ laneId, ...changes }: LaneChanges & { laneId: string }) =>
      client.lanes.update(projectId, heirOf(laneId), changes),
    onSuccess,
  })
  const placing = useMutation({
    ...inTurn,
    mutationFn: ({ laneId, index }: { laneId: string; index: number }) =>
      client.lanes.update(projectId, heirOf(laneId), showPlaced(heirOf(laneId), index)),
    onSuccess,
  })
  const removal = useMutation({
    ...inTurn,
    /** @param label of a lane that is deleted only if it still has this label, and no task */
    mutationFn: async ({ laneId, label }: { laneId: string; label?: string }) => {
      const { project } = label === undefined ? {} : await client.projects.get(projectId)
      const lane = project?.workflow_lanes.find(({ id }) => id === heirOf(laneId))
      const isDeleted = label === undefined || (lane?.label === label && lane.task_count === 0)
      if (isDeleted) await client.lanes.delete(projectId, heirOf(laneId))
      else if (lane) showAlert(`The lane “${label}” stays. It has changed since.`, attempt)
      return isDeleted
    },
    onSuccess: (isDeleted, { laneId }) => {
      if (!isDeleted) return
      // its tasks are in no lane now
      lingerWithoutLane(heirOf(laneId))
      refresh(cache, key, keys.tasks(projectId))
    },
  })

  /** Adds a lane. It can be undone until something is in it. */
  const add = (label: string): Promise<unknown> => {
    const written = create.mutateAsync({ label })
    noteWrite(`Added the lane “${label}”.`, written, {
      undo: mayDelete
        ? async () => removal.mutateAsync({ laneId: (await written).laneId, label })
        : undefined,
      redo: async () => create.mutateAsync({ label, standsFor: (await written).laneId }),
    })
    return written
  }

  /** Moves a lane, at once in sight. */
  const place = (laneId: string, index: number) => {
    showPlaced(heirOf(laneId), index)
    return placing.mutateAsync({ laneId, index })
  }
  /** Moves a lane to an index among the others, and offers to undo that. */
  const move = ({ id, label }: Lane, index: number) => {
    const from = cache.getQueryData<Project>(key)?.workflow_lanes.findIndex((lane) => lane.id === id) ?? -1
    if (from === -1 || from === index) return
    showWrite(`The lane “${label}” has moved.`, place(id, index), {
      undo: async () => {
        await place(id, from)
        showToast(`The lane “${label}” is back where it was.`)
      },
      redo: () => place(id, index),
    })
  }
  /** Changes the name of a lane, or the status that it gives. It can be undone. */
  const change = ({ id: laneId, label, task_status: taskStatus = null }: Lane, changes: LaneChanges) => {
    const isNamed = changes.label !== undefined
    const done = isNamed
      ? `Renamed the lane “${label}” to “${changes.label}”.`
      : `Changed the lane “${label}”.`
    const send = (body: LaneChanges) => update.mutateAsync({ laneId, ...body })
    noteWrite(done, send(changes), {
      undo: () => send(isNamed ? { label } : { taskStatus }),
      redo: () => send(changes),
    })
  }
  /** Deletes a lane. Its tasks are in no lane then. */
  const remove = ({ id, label }: Lane) => {
    const lane = cache.getQueryData<Project>(key)?.workflow_lanes.find((one) => one.id === id)
    const done = `Deleted the lane “${label}”.${lane?.task_count === 0 ? '' : ' Its tasks are in no lane now.'}`
    const isDeleted = removal.mutateAsync({ laneId: id })
    noteWrite(done, isDeleted)
    const tell = () => {
      showToast(done)
    }
    isDeleted.then(tell, () => undefined) // `onError` tells a failure
  }
  return { add, change, remove, move }
}
