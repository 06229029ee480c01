import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isTasksApiError, type Task } from '../../../client/src/index.ts'
import { knownTask } from '../data/cache.ts'
import { useTask } from '../data/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { undoLast } from '../ui/undo.ts'
import '../style/task.css'
import '../style/task-text.css'
import '../style/subtasks.css'
import { Gone } from './gone.tsx'
import { preloadMarkdown } from './markdown/rendered.tsx'
import { TaskEditor } from './task-editor.tsx'

interface TaskDialogProps {
  projectId: string
  taskId: string
  onClose: () => void
  /** Called with the task when its dialog is gone, unless the task is. */
  onClosed: (task: Task) => void
}

/** The dialog of one task, over its board. It opens with what the board knows of the task, and then reads it anew. */
export function TaskDialog({ projectId, taskId, onClose, onClosed }: TaskDialogProps) {
  const cache = useQueryClient()
  const { data, error, refetch } = useTask(taskId)
  const known = useMemo(() => {
    const task = knownTask(cache, taskId)
    return task && { task, etag: '' } // its ETag comes with the first read
  }, [cache, taskId])
  const current = data ?? known
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const mayLeave = useRef<() => boolean>(() => true)
  const isClosed = useRef(false)
  const isGone = isTasksApiError(error, 'task_not_found', 'invalid_request')
  const leave = () => {
    if (isClosed.current) return
    isClosed.current = true
    onClose()
  }
  const task = isGone ? undefined : current?.task
  const last = useRef(task)
  last.current = task
  useEffect(
    () => () => {
      if (last.current) onClosed(last.current)
    },
    [],
  )
  useEffect(preloadMarkdown, [])
  useShortcuts([{ keys: 'mod+z', name: 'Undo the last change', run: undoLast, isInDialogs: true }])
  return (
    <Dialog
      title="Task"
      class="task"
      header={<div ref={setBar} class="task-bar" />}
      onClose={() => {
        if (mayLeave.current()) leave()
      }}
    >
      {isGone && <Gone projectId={projectId} task={current?.task} />}
      {current && bar && (
        <TaskEditor current={current} isGone={isGone} bar={bar} mayLeave={mayLeave} onClose={leave} />
      )}
      {!current && !error && <Loading />}
      {!isGone && !current && error !== null && (
        <Failure text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}
