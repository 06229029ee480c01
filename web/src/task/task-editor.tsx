import { createPortal } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'
import type { TaskAnswer } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { Confirm } from '../ui/confirm.tsx'
import { taskTitle } from '../ui/task-title.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { contestedFields, fieldNames, type Conflict } from './conflict.ts'
import { DeleteTask } from './delete-task.tsx'
import { Description } from './description.tsx'
import { Details } from './details.tsx'
import { isChanged, isValid } from './draft.ts'
import { LeftTexts } from './left-texts.tsx'
import { Rendered } from './markdown/rendered.tsx'
import { PlaceFields } from './place-fields.tsx'
import { SaveState } from './save-state.tsx'
import { Subtasks } from './subtasks.tsx'
import { TitleField } from './title-field.tsx'
import { useEditor } from './use-editor.ts'

interface TaskEditorProps {
  current: TaskAnswer
  /** Whether it was deleted while open. Then only unsaved texts are shown, for copying. */
  isGone: boolean
  /** The element of the header that shows whether everything is saved. */
  bar: HTMLElement
  /** Is asked before the dialog closes; shows itself what stands against it. */
  mayLeave: { current: () => boolean }
  onClose: () => void
}

/** What a task's dialog shows of a task. */
export function TaskEditor({ current, isGone, bar, mayLeave, onClose }: TaskEditorProps) {
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const { editor, draft, saving, notice, late, shown, contest } = useEditor(current)
  const newSubtask = useState('')
  const [open, setOpen] = useState<'compare' | 'discard'>()
  const isHalf = newSubtask[0].trim() !== ''
  const label = draft.label.trim() === '' ? draft.seen.task.label : draft.label
  const isUnsaved = isChanged(draft)
  const isStuck = isUnsaved && (isGone || !isValid({ ...draft, label }))
  const close = () => {
    setOpen(undefined)
  }
  useUnloadGuard(isHalf)
  useTitle(shown.label)
  mayLeave.current = () => {
    if (contest && !isGone) setOpen('compare')
    else if (isStuck || isHalf) setOpen('discard')
    else return true
    return false
  }
  const discard = open === 'discard' && (
    <Confirm
      title="Discard your changes?"
      text={isHalf && !isStuck ? 'The new subtask is not added yet.' : 'They are not saved yet.'}
      action="Discard"
      onConfirm={() => {
        if (isStuck) editor.discard()
        onClose()
      }}
      onClose={close}
    />
  )
  if (isGone) {
    return (
      <>
        {isUnsaved && <LeftTexts draft={draft} />}
        {discard}
      </>
    )
  }
  return (
    <>
      {createPortal(
        <>
          <SaveState
            saving={saving}
            isDue={isUnsaved && isValid(draft) && !contest}
            notice={notice}
            hint={mayWrite && !contest && !notice.isAlert ? 'Changes are saved as you make them.' : ''}
          />
          <div role="alert" class={notice.isAlert ? 'alert' : undefined}>
            {notice.isAlert && notice.text}
          </div>
          <div role="alert" class={contest ? 'contest' : undefined}>
            {contest && (
              <Contested
                contest={contest}
                onCompare={() => {
                  setOpen('compare')
                }}
              />
            )}
          </div>
        </>,
        bar,
      )}
      <div class="task-columns">
        <div class="task-main">
          {mayWrite ? (
            <>
              <TitleField editor={editor} label={draft.label} />
              <Description editor={editor} text={draft.description} />
            </>
          ) : (
            <ReadTexts current={current} />
          )}
          <Subtasks task={shown} editor={editor} newLabel={newSubtask} />
        </div>
        <aside class="task-aside" aria-label="Details">
          <PlaceFields task={shown} onChange={(changes, done) => void editor.change(changes, done)} />
          <Details task={shown} />
          {mayDelete && (
            <DeleteTask
              task={shown}
              onDeleted={() => {
                editor.discard()
                onClose()
              }}
            />
          )}
        </aside>
      </div>
      {late && (
        <ConflictDialog
          conflict={late}
          onSettle={(taken) => {
            editor.settleLate(late, taken)
          }}
          onClose={editor.putOff}
        />
      )}
      {open === 'compare' && contest && (
        <ConflictDialog
          conflict={contest}
          onSettle={(taken) => {
            close()
            editor.settleTexts(contest, taken)
          }}
          onClose={close}
        />
      )}
      {discard}
    </>
  )
}

/** Says that someone else has changed the same text, while it is being edited. */
function Contested({ contest, onCompare }: { contest: Conflict; onCompare: () => void }) {
  const names = contestedFields(contest).map((field) => fieldNames[field].toLowerCase())
  return (
    <>
      <span>Someone else changed the {names.join(' and the ')} too. Yours is not saved yet.</span>
      <button type="button" onClick={onCompare}>
        Compare
      </button>
    </>
  )
}

/** Label and description for a token that may only read. */
function ReadTexts({ current: { task } }: { current: TaskAnswer }) {
  return (
    <>
      <p class="muted">This token may only look: changes need the scope write.</p>
      <h3 class="task-title" dir="auto">
        {task.label}
      </h3>
      {task.description !== null && <Rendered text={task.description} />}
    </>
  )
}

/** Names the open task in the title of the page. */
function useTitle(label: string): void {
  useEffect(() => {
    taskTitle.set(label)
    return () => {
      taskTitle.set(undefined)
    }
  }, [label])
}
