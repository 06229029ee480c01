import { useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { noLane } from '../data/columns.ts'
import { runWrite } from '../data/writes.ts'
import { announce } from '../ui/announce.ts'
import { dismissAlerts } from '../ui/toast.tsx'
import { cardWritesOf, type CardWrites } from './card-writes.ts'
import { draftTask } from './draft-task.ts'
import { laneLabel } from './lane-label.ts'
import { writeFailuresOf } from './write-failures.ts'

/** The writes to a board's cards. Each is shown at once; if it fails, it is undone and an alert says why. */
export interface BoardWrites extends CardWrites {
  /** @throws TasksApiError when the task was not added; the caller then keeps the text */
  add: (label: string, laneId: string, idempotencyKey: string) => Promise<Task>
}

/** The writes of one board. */
export function useBoardWrites(projectId: string): BoardWrites {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  return useMemo(() => {
    const failures = writeFailuresOf(client, cache, projectId)
    const add: BoardWrites['add'] = async (label, laneId, idempotencyKey) => {
      dismissAlerts(idempotencyKey)
      const workflowLaneId = laneId === noLane ? null : laneId
      const write = { task: draftTask(projectId, label, workflowLaneId), place: 'end' } as const
      try {
        const { task } = await runWrite(cache, write, () =>
          client.tasks.create({ projectId, label, workflowLaneId }, { idempotencyKey }),
        )
        announce(`Added “${label}” to ${laneLabel(cache, projectId, laneId)}.`)
        return task
      } catch (error) {
        failures.tell(idempotencyKey, `“${label}” was not added.`, error)
        throw error
      } finally {
        refresh(cache, keys.project(projectId), keys.projects)
      }
    }
    return { ...cardWritesOf(client, cache, { projectId, mayWrite }), add }
  }, [client, cache, projectId, mayWrite])
}
