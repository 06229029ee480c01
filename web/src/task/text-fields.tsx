import type { RefObject, TargetedKeyboardEvent, TextareaHTMLAttributes } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxDescriptionCharacters, maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { forgetTyped } from '../ui/field-undo.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import type { Editor } from './editor.ts'
import { RenderedView } from './markdown/rendered.tsx'
import { type Edit, markedBy, nextEntry } from './markdown/writing.ts'
import { isApple } from '../ui/shortcuts.ts'
import { useId } from '../ui/use-id.ts'

interface GrowingFieldProps extends Omit<TextareaHTMLAttributes, 'value' | 'onInput' | 'ref'> {
  value: string
  onText: (text: string) => void
  field?: RefObject<HTMLTextAreaElement>
}

/** A field for a text of several lines, which is always as high as its text. */
function GrowingField({ value, onText, field, ...rest }: GrowingFieldProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = field ?? own
  useLayoutEffect(() => {
    const element = area.current
    // browsers that know field-sizing need no help
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  }, [value, area])
  return (
    <textarea
      {...rest}
      data-noted=""
      data-step=""
      ref={area}
      dir="auto"
      value={value}
      onInput={(event) => {
        onText(event.currentTarget.value)
      }}
    />
  )
}

interface TitleFieldProps {
  editor: Editor
  label: string
}

/** The label of a task, as a heading to write in. Enter saves; a label has no line breaks. */
export function TitleField({ editor, label }: TitleFieldProps) {
  const { attributes, note } = useTooLong(label.trim(), maxLabelCharacters)
  // the text in the field: the view may not have the last key yet
  const end = (typed: string) => {
    if (typed.trim() !== '') editor.leaveField()
    else editor.complain('A task needs a label.')
  }
  return (
    <div>
      <GrowingField
        class="task-title"
        aria-label="Label"
        rows={1}
        enterkeyhint="done"
        autoComplete="off"
        value={label}
        onText={(text) => {
          editor.setTexts({ label: text.replaceAll(/\s*[\r\n]+\s*/g, ' ') })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          end(event.currentTarget.value)
          forgetTyped(event.currentTarget)
        }}
        onBlur={(event) => {
          end(event.currentTarget.value)
        }}
        {...attributes}
      />
      {note}
    </div>
  )
}

/**
 * Returns a function that calls `collapse` once the pointer is up: a press that takes away the focus must not move its
 * own target before it becomes a click.
 */
function useCollapse(collapse: () => void): () => void {
  const isDown = useRef(false)
  const latest = useRef(collapse)
  latest.current = collapse
  const isWaiting = useRef(false)
  useEffect(() => {
    const down = () => {
      isDown.current = true
    }
    const up = () => {
      isDown.current = false
      if (!isWaiting.current) return
      isWaiting.current = false
      // the click comes after the pointer is up
      setTimeout(() => {
        latest.current()
      })
    }
    addEventListener('pointerdown', down, true)
    addEventListener('pointerup', up, true)
    addEventListener('pointercancel', up, true)
    return () => {
      removeEventListener('pointerdown', down, true)
      removeEventListener('pointerup', up, true)
      removeEventListener('pointercancel', up, true)
    }
  }, [])
  return () => {
    if (isDown.current) isWaiting.current = true
    else latest.current()
  }
}

/** The effect of a key in a text of Markdown: it continues a list, or marks the selection. */
function editOf(event: TargetedKeyboardEvent<HTMLTextAreaElement>): Edit | undefined {
  const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget
  const isMod = isApple ? event.metaKey : event.ctrlKey
  if (event.altKey || event.shiftKey || (isApple ? event.ctrlKey : event.metaKey)) return undefined
  if (event.key === 'Enter') return isMod ? undefined : nextEntry({ text, start, end })
  return isMod ? markedBy(event.key, { text, start, end }) : undefined
}

/** Changes a field's text as typing does, so that the field's own undo takes it back. */
function applyEdit(field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  field.setSelectionRange(from, to)
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way into a field's own undo; browsers keep it for that
  const isDone = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  if (!isDone) {
    field.setRangeText(insert, from, to)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(...select)
}

interface DescriptionProps {
  editor: Editor
  text: string
}

/** Whether the description is written in, and where the focus goes when that begins and ends. As a hook. */
function useWriting(editor: Editor) {
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const [isEditing, setEditing] = useState(false)
  const returnFocus = useRef(false)
  useLayoutEffect(() => {
    const { current } = field
    if (isEditing && current && document.activeElement !== current) {
      current.focus()
      current.setSelectionRange(current.value.length, current.value.length)
    }
    if (isEditing || !returnFocus.current) return
    returnFocus.current = false
    edit.current?.focus()
  }, [isEditing])
  const collapse = useCollapse(() => {
    if (document.activeElement !== field.current) setEditing(false)
  })
  return {
    ...{ field, edit, isEditing },
    start: () => {
      setEditing(true)
    },
    /** Ends it by the person's wish. */
    finish: () => {
      editor.leaveField()
      returnFocus.current = true
      setEditing(false)
    },
    /** To be called when the field loses the focus. */
    leave: () => {
      editor.leaveField()
      collapse()
    },
  }
}

/** The description of a task: shown as it reads, and edited on click. An empty one is a field at once. */
export function Description({ editor, text }: DescriptionProps) {
  const heading = useId()
  const { isTooLong, attributes, note } = useTooLong(text, maxDescriptionCharacters)
  const { field, edit, isEditing, start, finish, leave } = useWriting(editor)
  const isField = isEditing || isTooLong || text.trim() === ''
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return
    const edited = editOf(event)
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    if (edited) applyEdit(event.currentTarget, edited)
    else if (!isDone || !isEditing || text.trim() === '') return
    else {
      event.stopPropagation()
      finish()
    }
    event.preventDefault()
  }
  return (
    <section class="description" aria-labelledby={heading}>
      <div class="part-head">
        <h3 id={heading}>Description</h3>
        {isEditing ? (
          <button type="button" class="quiet" onClick={finish}>
            Done
          </button>
        ) : (
          !isField && (
            <button ref={edit} type="button" class="quiet" aria-label="Edit description" onClick={start}>
              Edit
            </button>
          )
        )}
      </div>
      {isField ? (
        <>
          <GrowingField
            field={field}
            class="description-field"
            aria-label="Description"
            placeholder="Add a description. Markdown works."
            rows={2}
            value={text}
            onText={(description) => {
              start()
              editor.setTexts({ description })
            }}
            onFocus={start}
            onBlur={leave}
            onKeyDown={onKeyDown}
            {...attributes}
          />
          {note}
        </>
      ) : (
        <DescriptionText editor={editor} text={text} heading={heading} onStart={start} />
      )}
    </section>
  )
}

/** The description as it reads. A click or Enter begins to edit it; its boxes can be ticked. */
const DescriptionText = ({
  editor,
  text,
  heading,
  onStart,
}: DescriptionProps & { heading: string; onStart: () => void }) => (
  <div
    class="description-text"
    role="group"
    aria-labelledby={heading}
    tabIndex={0}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return
      event.preventDefault()
      onStart()
    }}
    onClick={({ target }) => {
      const isOnControl = target instanceof Element && target.closest('a, input') !== null
      if (!isOnControl && getSelection()?.isCollapsed !== false) onStart()
    }}
  >
    <RenderedView.View
      text={text}
      onTick={(description, done) => {
        editor.setTexts({ description })
        editor.leaveField(done)
      }}
    />
  </div>
)
