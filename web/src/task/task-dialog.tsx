import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { yours } from '../ui/yours.ts'
import { isTasksApiError, type Task } from '../../../client/src/index.ts'
import { useApi, useIsBound, useMay } from '../data/api.ts'
import { knownTask, whyGone } from '../data/cache.ts'
import { useTask } from '../data/queries.ts'
import { putRestored } from '../data/task-cache.ts'
import { Dialog } from '../ui/dialog.tsx'
import { explain } from '../ui/explain.ts'
import { goneWords } from '../ui/gone.ts'
import { hrefs } from '../ui/route.ts'
import { Unloaded } from '../ui/states.tsx'
import { noteStep } from '../ui/undo.ts'
import { RenderedView } from './markdown/rendered.tsx'
import { TaskEditor } from './task-editor.tsx'
import '../style/fields.css'
import '../style/task.css'
import '../style/task-text.css'
import '../style/subtasks.css'

interface TaskDialogProps {
  projectId: string
  taskId: string
  /** Deletes the task, reports that and offers to undo it. Resolves to whether it is deleted. */
  onDelete: (task: Task) => Promise<boolean>
  onClose: () => void
  /** Called with the task when its dialog is gone; not if it does not exist. */
  onClosed: (task: Task) => void
}

/** The dialog of one task, over its board. It opens with what the board knows of the task, and then reads it anew. */
export function TaskDialog({ projectId, taskId, onDelete, onClose, onClosed }: TaskDialogProps) {
  const cache = useQueryClient()
  const read = useTask(taskId)
  const { data, error } = read
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
  useEffect(RenderedView.preload, [])
  return (
    <Dialog
      title="Task"
      class="task"
      savesItself
      header={<div ref={setBar} class="task-bar" />}
      onClose={() => {
        if (mayLeave.current()) leave()
      }}
    >
      {isGone && <Gone projectId={projectId} taskId={taskId} task={current?.task} />}
      {current && bar && (
        <TaskEditor
          current={current}
          isGone={isGone}
          bar={bar}
          mayLeave={mayLeave}
          onDelete={onDelete}
          onClose={leave}
        />
      )}
      {!isGone && !current && <Unloaded query={read} />}
    </Dialog>
  )
}

interface GoneProps {
  projectId: string
  taskId: string
  /** The version last shown here; undefined if it was never shown. */
  task: Task | undefined
}

/**
 * Says that a task does not exist and links to the trash, unless it has moved. One that was deleted while it was open can be
 * restored here.
 */
function Gone({ projectId, taskId, task }: GoneProps) {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  const isBound = useIsBound()
  const why = whyGone(taskId) ?? (isBound ? 'either' : 'deleted')
  const [fault, setFault] = useState('')
  const restore = async (id: string) => {
    try {
      putRestored(cache, await client.tasks.restore(id))
      noteStep('Restored the task. To take that back, delete it.')
    } catch (error) {
      setFault(`It is still in the trash. ${explain(error)}`)
    }
  }
  return (
    <>
      <p role="alert">
        {task
          ? `“${task.label}” ${goneWords()[why]}${why === 'deleted' ? ' meanwhile' : ''}.`
          : `This task does not exist: it was deleted, ${isBound ? `is in a project that ${yours('membership')} does not see, ` : ''}or the link is wrong.`}{' '}
        {fault}
      </p>
      <div class="dialog-actions">
        {why !== 'moved' && <a href={hrefs.trash(task?.project_id ?? projectId)}>Open the trash</a>}
        {task && mayWrite && why === 'deleted' && (
          <button type="button" class="primary" onClick={() => void restore(task.id)}>
            Restore task
          </button>
        )}
      </div>
    </>
  )
}
