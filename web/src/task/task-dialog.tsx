import { useRef, useState } from 'preact/hooks'
import { isTasksApiError, type TaskAnswer } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useTask } from '../data/queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import '../style/task.css'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DeleteTask } from './delete-task.tsx'
import { Gone } from './gone.tsx'
import { PlaceFields } from './place-fields.tsx'
import { Subtasks } from './subtasks.tsx'
import { TextFields } from './text-fields.tsx'
import { Time } from './time.tsx'
import { useDraft } from './use-draft.ts'
import { useTaskEdits } from './use-task-edits.ts'

/** Whether a dialog has unsaved texts, and how to discard them. */
interface Unsaved {
  isChanged: boolean
  discard: () => void
}

interface TaskDialogProps {
  projectId: string
  taskId: string
  onClose: () => void
}

/** The dialog of one task, over its board. */
export function TaskDialog({ projectId, taskId, onClose }: TaskDialogProps) {
  const { data, error, refetch } = useTask(taskId)
  const [isLeaving, setLeaving] = useState(false)
  const unsaved = useRef<Unsaved | undefined>(undefined)
  const leave = () => {
    unsaved.current?.discard()
    onClose()
  }
  const close = () => {
    if (unsaved.current?.isChanged) setLeaving(true)
    else onClose()
  }
  const isGone = isTasksApiError(error, 'task_not_found', 'invalid_request')
  return (
    <Dialog title="Task" onClose={close}>
      {isGone && <Gone projectId={projectId} task={data?.task} />}
      {data && <Loaded current={data} isGone={isGone} unsaved={unsaved} onClose={leave} />}
      {!isGone && !data && !error && <Loading />}
      {!isGone && !data && error && <Failure text={failureText(error)} onRetry={() => void refetch()} />}
      {isLeaving && (
        <Confirm
          title="Discard your changes?"
          text="They are not saved yet."
          action="Discard"
          onConfirm={leave}
          onClose={() => {
            setLeaving(false)
          }}
        />
      )}
    </Dialog>
  )
}

interface LoadedProps {
  current: TaskAnswer
  /** Whether it was deleted while open. Then only unsaved texts are shown, for copying. */
  isGone: boolean
  unsaved: { current: Unsaved | undefined }
  onClose: () => void
}

function Loaded({ current, isGone, unsaved, onClose }: LoadedProps) {
  const mayDelete = useMay('delete')
  const edits = useTaskEdits(current)
  const texts = useDraft(current, edits)
  const [newSubtask, setNewSubtask] = useState('')
  const { shown, write, report, notice, setNotice, conflict, setConflict } = edits
  useUnloadGuard(newSubtask.trim() !== '')
  unsaved.current = { ...texts, isChanged: texts.isChanged || newSubtask.trim() !== '' }
  const save = () => {
    if (texts.draft.label.trim() === '') setNotice({ text: 'A task needs a label.', isAlert: true })
    else void texts.save()
  }
  if (isGone) return texts.isChanged ? <TextFields texts={texts} /> : null
  return (
    <>
      <TextFields texts={texts} onSave={save} />
      <PlaceFields task={shown} onChange={(changes, done) => void texts.set(changes, done)} />
      <Subtasks task={shown} write={write} report={report} newLabel={[newSubtask, setNewSubtask]} />
      <div role={notice.isAlert ? 'alert' : 'status'} class={notice.isAlert ? 'alert' : 'task-notice'}>
        {notice.text}
      </div>
      <footer class="task-footer">
        <p class="muted">
          Created <Time at={shown.created_at} />, changed <Time at={shown.updated_at} />
        </p>
        {mayDelete && <DeleteTask task={shown} onDeleted={onClose} />}
      </footer>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onKeepMine={() => void texts.keepMine(conflict)}
          onTakeTheirs={() => {
            texts.takeTheirs(conflict)
          }}
          onClose={() => {
            setConflict(undefined)
          }}
        />
      )}
    </>
  )
}
