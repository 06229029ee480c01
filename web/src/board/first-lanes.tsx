import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { putAnswer, refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { focusSoon } from '../ui/focus.ts'
import { showAlert } from '../ui/messages.ts'
import { noteWrite } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'

const usualLanes = [
  { label: 'To do', taskStatus: 0 },
  { label: 'Doing', taskStatus: 1 },
  { label: 'Done', taskStatus: 2 },
] as const

/** On a board without lanes: makes the usual three with one click. */
export function FirstLanes({ projectId }: { projectId: string }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayDelete = useMay('delete')
  const [isRunning, setRunning] = useState(false)
  const attempt = useAttempt({
    about: `first lanes of ${projectId}`,
    explain,
    after: () => {
      setRunning(false)
    },
  })
  const addAll = async () => {
    setRunning(true)
    let project: Project | undefined
    try {
      for (const lane of usualLanes) project = (await client.lanes.create(projectId, lane)).project
    } finally {
      // shows all lanes at once; if one fails, those that were made
      if (project) await putAnswer(cache, keys.project(projectId), project)
    }
    focusSoon(() => document.querySelector<HTMLElement>('.quick-add input'))
  }
  const add = () => attempt(addAll, 'Not all lanes were added.')
  const removeAll = async () => {
    const { project } = await client.projects.get(projectId)
    const lanes = project.workflow_lanes
    const isAsMade =
      lanes.length === usualLanes.length &&
      usualLanes.every(({ label }, index) => lanes[index]?.label === label && lanes[index].task_count === 0)
    if (!isAsMade) {
      showAlert('The lanes stay. They have changed since.')
      return
    }
    for (const { id } of lanes) await client.lanes.delete(projectId, id)
    refresh(cache, keys.project(projectId))
  }
  const addUndoably = () => {
    noteWrite('Added three lanes.', add(), {
      undo: mayDelete ? () => attempt(removeAll, 'Not all lanes were deleted.') : undefined,
      redo: add,
    })
  }
  return (
    <section class="first-lanes" aria-label="First lanes">
      <h2>Begin with three lanes</h2>
      <p class="muted">Cards go from lane to lane as the work goes on. All of it can be changed later.</p>
      <button type="button" class="primary" aria-disabled={isRunning} onClick={addUndoably}>
        To do, Doing, Done
      </button>
    </section>
  )
}
