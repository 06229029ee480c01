import type { ComponentChildren } from 'preact'
import { createPortal } from 'preact/compat'
import { useEffect, useRef, useState } from 'preact/hooks'
import { yoursFirst } from '../ui/yours.ts'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { connection } from '../data/connection.ts'
import { Confirm } from '../ui/confirm.tsx'
import { lazyView, usePreload } from '../ui/lazy-view.tsx'
import { isTextField } from '../ui/field-undo.ts'
import { taskTitle } from '../ui/task-title.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import type { Notice, Saving } from './autosave.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Conflict, contestedFields, nameOf } from '../changes/merge.ts'
import { Details } from './details.tsx'
import { hasRefusedValue, isChanged, isValid } from './draft.ts'
import { useEditor } from './editor.ts'
import { RenderedView } from './markdown/rendered.tsx'
import { PlaceFields } from './place-fields.tsx'
import { Subtasks } from './subtasks.tsx'
import { Description, TitleField } from './text-fields.tsx'
import { useValue } from '../data/use-value.ts'

/** The values of fields, loaded separately: many accounts have none. */
const FieldValuesView = lazyView(() => import('./field-values.tsx').then(({ FieldValues }) => FieldValues))

/** What happened to a task, loaded separately: most tasks are opened for other things. */
const ActivityView = lazyView(() => import('./activity.tsx').then(({ Activity }) => Activity))

interface TaskEditorProps {
  current: TaskAnswer
  /** Whether it is gone. Then only what is being written stays, to be copied. */
  isGone: boolean
  /** The element of the header that shows whether everything is saved. */
  bar: HTMLElement
  /** Asked before the dialog closes; it shows the reason itself if the dialog must stay open. */
  mayLeave: { current: () => boolean }
  /** Deletes it, and reports that. Resolves to whether it is deleted. */
  onDelete: (task: Task) => Promise<boolean>
  onClose: () => void
}

/** Notes the text of a subtask that is not added yet, as long as the dialog is open. */
function useNoted({ id, label }: Task, text: string): void {
  useEffect(() => {
    const key = `new subtask of ${id}`
    noteUnsaved(key, [{ name: `New subtask of “${label}”`, text }])
    return () => {
      noteUnsaved(key, [])
    }
  }, [id, label, text])
}

/**
 * Whether a person writes in a task that is gone, as a hook: then the fields stay as they are, with the focus and the keys that
 * are on their way, until the task is back.
 */
function useWritten(isGone: boolean, isUnsaved: boolean): boolean {
  const isKept = useRef(false)
  const active = document.activeElement
  const isWriting = isTextField(active) && active.closest('.task-main') !== null
  isKept.current = isGone && (isUnsaved || isKept.current || isWriting)
  return isKept.current
}

/** What a task's dialog shows of a task. */
export function TaskEditor({ current, isGone, bar, mayLeave, onDelete, onClose }: TaskEditorProps) {
  const view = useEditor(current)
  const { editor, draft, shown, contest } = view
  const newSubtask = useState('')
  const [open, setOpen] = useState<'compare' | 'discard'>()
  const isHalf = newSubtask[0].trim() !== ''
  const label = draft.label.trim() === '' ? draft.seen.task.label : draft.label
  const isUnsaved = isChanged(draft)
  const isStuck = isUnsaved && (isGone || !isValid({ ...draft, label }))
  const isWritten = useWritten(isGone, isUnsaved || isHalf)
  const close = () => {
    setOpen(undefined)
  }
  const compare = () => {
    setOpen('compare')
  }
  useUnloadGuard(isHalf)
  useNoted(shown, newSubtask[0])
  usePreload([FieldValuesView, ActivityView])
  useTitle(shown.label)
  mayLeave.current = () => {
    if (contest && !isGone) compare()
    else if (isStuck || isHalf || hasRefusedValue()) setOpen('discard')
    else return true
    return false
  }
  const remove = async () => {
    const isDeleted = onDelete(shown)
    editor.discard()
    onClose()
    if (!(await isDeleted)) editor.restore(draft)
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
  if (isGone && !isWritten) return discard
  return (
    <>
      {!isGone && createPortal(<Bar view={view} onCompare={compare} />, bar)}
      <div class="task-columns">
        <div class="task-main">
          <TaskTexts view={view} stored={current.task} />
          <Subtasks task={shown} editor={editor} newLabel={newSubtask} />
          {!isGone && <ActivityView.View task={shown} />}
        </div>
        {!isGone && <Aside view={view} onDelete={() => void remove()} />}
      </div>
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

type View = ReturnType<typeof useEditor>

/** What a task's dialog shows beside its texts. */
function Aside({ view: { editor, shown }, onDelete }: { view: View; onDelete: () => void }) {
  const mayDelete = useMay('delete')
  return (
    <aside class="task-aside" aria-label="Details">
      <PlaceFields task={shown} onChange={editor.change} />
      <FieldValuesView.View task={shown} onChange={editor.change} />
      <Details task={shown} />
      {mayDelete && (
        <button type="button" class="delete-task" onClick={onDelete}>
          Delete task
        </button>
      )}
    </aside>
  )
}

/** What the dialog's header says: whether everything is saved, what has failed, and what someone else has changed too. */
function Bar({ view, onCompare }: { view: View; onCompare: () => void }) {
  const { draft, saving, notice, contest } = view
  const mayWrite = useMay('write')
  return (
    <>
      <SaveState
        saving={saving}
        isDue={isChanged(draft) && isValid(draft) && !contest}
        notice={notice}
        hint={mayWrite && !contest && !notice.isAlert ? 'Changes are saved as you make them.' : ''}
      />
      <div role="alert" class={notice.isAlert ? 'alert' : undefined}>
        {notice.isAlert && notice.text}
      </div>
      <div role="alert" class={contest ? 'contest' : undefined}>
        {contest && <Contested contest={contest} onCompare={onCompare} />}
      </div>
    </>
  )
}

/** The title and the description: to be written in, or as they are stored for those who may only look. */
function TaskTexts({ view: { editor, texts, shown }, stored }: { view: View; stored: Task }) {
  if (useMay('write')) {
    return (
      <>
        <TitleRegion label={shown.label}>
          <TitleField editor={editor} label={texts.label} />
        </TitleRegion>
        <Description editor={editor} text={texts.description} />
      </>
    )
  }
  return (
    <>
      <TitleRegion label={shown.label}>
        <p class="muted">{yoursFirst('role')} may only look: changes need the scope write.</p>
        <h3 class="task-title" dir="auto">
          {stored.label}
        </h3>
      </TitleRegion>
      {stored.description !== null && <RenderedView.View text={stored.description} />}
    </>
  )
}

/** Says that someone else has changed the same text, while it is being edited. */
function Contested({ contest, onCompare }: { contest: Conflict; onCompare: () => void }) {
  const fields = contestedFields(contest)
  const names = fields.map((field) => nameOf(field).toLowerCase())
  const place = fields.includes('label') ? '.task-title' : '.description-field, .description-text'
  return (
    <>
      <span>Someone else changed the {names.join(' and the ')} too. Yours is not saved yet.</span>
      <button type="button" data-focus-next={place} onClick={onCompare}>
        Compare
      </button>
    </>
  )
}

/** The title of a task. It has the focus when the task opens: what is read first is which task it is. */
function TitleRegion({ label, children }: { label: string; children: ComponentChildren }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const active = document.activeElement
    // the dialog has focused the button that closes it, until there is more to focus
    const isUntouched = active === document.body || active?.matches('.dialog-close') === true
    if (isUntouched) region.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={region} role="group" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Names the open task in the title of the page. */
function useTitle(label: string): void {
  useEffect(() => {
    taskTitle.value = label
    return () => {
      taskTitle.value = undefined
    }
  }, [label])
}

interface SaveStateProps {
  saving: Saving
  /** Whether there is something that will be saved. */
  isDue: boolean
  notice: Notice
  /** The text before anything was changed. */
  hint: string
}

const savingText = 'Saving…'

function textOf({ saving, isDue, notice }: SaveStateProps, isLost: boolean): string {
  const isUnderWay = saving === 'saving' || (saving === 'idle' && isDue)
  if (saving === 'retrying' || (isUnderWay && isLost)) return 'Not saved, retrying'
  if (saving === 'failed') return 'Not saved'
  if (isUnderWay) return savingText
  return notice.isAlert ? '' : notice.text
}

/** Whether everything is saved. Screen readers are told outcomes, not each beginning. */
function SaveState(props: SaveStateProps) {
  const text = textOf(props, useValue(connection) === 'lost')
  const said = useRef('')
  if (text !== savingText) said.current = text
  return (
    <>
      <span class={`save-state saving-${props.saving}`} aria-hidden="true">
        {text === '' ? props.hint : text}
      </span>
      <span role="status" class="visually-hidden">
        {said.current}
      </span>
    </>
  )
}
