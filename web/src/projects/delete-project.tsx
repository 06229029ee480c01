import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { trashRetentionDays } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { useProject } from '../data/queries.ts'
import { trashMany } from '../data/trash-many.ts'
import { Dialog } from '../ui/dialog.tsx'
import { explain } from '../ui/explain.ts'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { dismissAlerts, showAlert } from '../ui/messages.ts'
import { noteStep } from '../ui/undo.ts'

interface DeleteProjectProps {
  project: Project
  onDelete: () => void
  onClose: () => void
}

/** Asks whether to delete a project. A project with tasks cannot be deleted: its tasks must go to the trash first. */
export function DeleteProject({ project, onDelete, onClose }: DeleteProjectProps) {
  const count = useProject(project.id).data?.task_count ?? project.task_count
  const { empty, stop, progress } = useEmpty(project)
  const total = progress?.total ?? count
  const close = () => {
    stop()
    onClose()
  }
  const hasTasks = total > 0
  return (
    <Dialog title={`Delete “${project.label}”?`} onClose={close}>
      {hasTasks ? (
        <p>
          It has {counted(total, 'task')}, and only a project without tasks can be deleted. In the trash,
          tasks can be restored for {trashRetentionDays} days, unless the project is deleted.
        </p>
      ) : (
        <p>Its lanes and its trash are deleted for good.</p>
      )}
      <p role="status" class="muted">
        {progress &&
          `${formatCount(progress.done)} of ${counted(progress.total, 'task')} moved to the trash…`}
      </p>
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          {progress ? 'Stop' : 'Cancel'}
        </button>
        {/* one button throughout, so that the focus stays on it */}
        <button
          type="button"
          class={hasTasks ? undefined : 'danger'}
          aria-disabled={progress !== undefined}
          onClick={() => {
            if (progress) return
            if (hasTasks) void empty(count)
            else {
              onClose()
              onDelete()
            }
          }}
        >
          {hasTasks ? `Move ${counted(total, 'task')} to the trash` : 'Delete'}
        </button>
      </div>
    </Dialog>
  )
}

/** Moves all tasks of a project to the trash; `progress` says how far it is. */
function useEmpty({ id, label }: Project) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const running = useRef<AbortController>()
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  const empty = async (total: number): Promise<void> => {
    const { signal } = (running.current = new AbortController())
    dismissAlerts(id)
    setProgress({ done: 0, total })
    try {
      const tasks = client.projects.listTasks(id, { limit: 100 })
      const { trashed, failures } = await trashMany(client, cache, id, tasks, {
        signal,
        onProgress: (done) => {
          setProgress({ done, total: Math.max(done, total) })
        },
      })
      if (trashed.length > 0)
        noteStep(`Moved ${counted(trashed.length, 'task')} of “${label}” to the trash. Restore them there.`)
      const errors = failures.map(({ error }) => error)
      if (errors.length > 0) showAlert(failuresText(errors, total, 'not moved to the trash'), id)
      await cache.refetchQueries({ queryKey: keys.project(id) })
    } catch (error) {
      showAlert(explain(error), id)
    }
    setProgress(undefined)
  }
  return { empty, stop, progress }
}
