import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { TaskChanges } from '../../../client/src/index.ts'
import { maxDescriptionCharacters, maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useValue } from '../data/use-value.ts'
import { writes } from '../data/writes.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useTooLong } from '../ui/use-too-long.tsx'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { changesToSave, type Texts, textsOf } from '../changes/texts.ts'
import { hasRefusedValue } from './draft.ts'
import { FieldValues } from './field-values.tsx'
import { PlaceFields } from './place-fields.tsx'
import { shownTask } from '../changes/outbox.ts'
import { useTaskChange } from './use-change.ts'
import '../style/fields.css'
import '../style/task.css'
import '../style/task-text.css'

interface WaitingDialogProps {
  taskId: string
  onClose: () => void
}

/**
 * What is typed into the texts of a task that waits to be added, as a hook. It counts as changed when its field or the page is
 * left, and waits behind the task, also when the task is added meanwhile.
 */
function useTyped(taskId: string) {
  const cache = useQueryClient()
  const change = useTaskChange()
  useValue(writes)
  const found = shownTask(cache, taskId)
  const last = useRef(found)
  if (found) last.current = found
  const { current: task } = last
  const [typed, setTyped] = useState<Partial<Texts>>({})
  // the blur of a field in a closing dialog comes beside the closing
  const unsent = useRef(typed)
  const set = (texts: Partial<Texts>) => {
    unsent.current = texts
    setTyped(texts)
  }
  const stored = task ? textsOf(task) : { label: '', description: '' }
  const texts = { ...stored, ...typed }
  const ofLabel = useTooLong(texts.label.trim(), maxLabelCharacters)
  const ofDescription = useTooLong(texts.description, maxDescriptionCharacters)
  const isValid = !ofLabel.isTooLong && !ofDescription.isTooLong
  const isChanged = Object.keys(changesToSave(stored, texts)).length > 0
  const send = (made: TaskChanges, done: string) => {
    const now = shownTask(cache, taskId)
    if (now) void change(now, made, done)
  }
  const commit = () => {
    if (!found || !isValid) return
    const made = changesToSave(stored, { ...stored, ...unsent.current })
    set({})
    if (Object.keys(made).length > 0) send(made, `Changed “${made.label ?? stored.label}”.`)
  }
  const latest = useRef(commit)
  latest.current = commit
  useUnloadGuard(isChanged)
  useEffect(() => {
    const leave = () => {
      latest.current()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return {
    ...{ texts, ofLabel, ofDescription, send, commit },
    /** The task, and whether it still waits, or is added. */
    ...{ task, isThere: found !== undefined },
    /** Whether closing would lose what is typed. */
    isStuck: isChanged && !(found && isValid),
    type: (changed: Partial<Texts>) => {
      set({ ...typed, ...changed })
    },
    discard: () => {
      set({})
    },
  }
}

/** The dialog of a task that waits to be added. */
export function WaitingDialog({ taskId, onClose }: WaitingDialogProps) {
  const typing = useTyped(taskId)
  const { task, isThere, send } = typing
  const [isAsking, setAsking] = useState(false)
  if (!task) return null
  return (
    <Dialog
      title="New task"
      class="task"
      savesItself
      onClose={() => {
        if (typing.isStuck || hasRefusedValue()) setAsking(true)
        else onClose()
      }}
    >
      <p role="status" class="muted">
        {isThere && 'It waits to be added. Changes are kept as you make them.'}
      </p>
      <div role="alert" class={isThere ? undefined : 'alert'}>
        {!isThere && 'This task was not added. Copy what you still need.'}
      </div>
      <div class="task-columns">
        <TextFields {...typing} />
        {isThere && (
          <aside class="task-aside" aria-label="Details">
            <PlaceFields task={task} onChange={send} />
            <FieldValues task={task} onChange={send} />
          </aside>
        )}
      </div>
      {isAsking && (
        <Confirm
          title="Discard your changes?"
          text="They are not kept yet."
          action="Discard"
          onConfirm={() => {
            typing.discard()
            onClose()
          }}
          onClose={() => {
            setAsking(false)
          }}
        />
      )}
    </Dialog>
  )
}

type TextFieldsProps = Pick<
  ReturnType<typeof useTyped>,
  'texts' | 'ofLabel' | 'ofDescription' | 'type' | 'commit'
>

/** The fields of the texts. */
const TextFields = ({ texts, ofLabel, ofDescription, type, commit }: TextFieldsProps) => (
  <div class="task-main">
    <label class="field">
      <span>Label</span>
      <input
        dir="auto"
        autoComplete="off"
        value={texts.label}
        onInput={({ currentTarget }) => {
          type({ label: currentTarget.value })
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) commit()
        }}
        {...ofLabel.attributes}
      />
    </label>
    {ofLabel.note}
    <label class="field">
      <span>Description</span>
      <textarea
        class="description-field"
        dir="auto"
        rows={6}
        placeholder="Add a description. Markdown works."
        value={texts.description}
        onInput={({ currentTarget }) => {
          type({ description: currentTarget.value })
        }}
        onBlur={commit}
        {...ofDescription.attributes}
      />
    </label>
    {ofDescription.note}
  </div>
)
