import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxDescriptionCharacters } from '../../../lib/contract/limits.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import type { Editor } from './editor.ts'
import { GrowingField } from './growing-field.tsx'
import { Rendered } from './markdown/rendered.tsx'
import { useCollapse } from './use-collapse.ts'

interface DescriptionProps {
  editor: Editor
  text: string
}

/** The description of a task: shown as it reads, and edited on click. An empty one is a field at once. */
export function Description({ editor, text }: DescriptionProps) {
  const heading = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const [isEditing, setEditing] = useState(false)
  const { isTooLong, attributes, note } = useTooLong(text, maxDescriptionCharacters)
  const isField = isEditing || isTooLong || text.trim() === ''

  useLayoutEffect(() => {
    const { current } = field
    if (!isEditing || !current || document.activeElement === current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [isEditing])

  const returnFocus = useRef(false)
  useLayoutEffect(() => {
    if (isEditing || !returnFocus.current) return
    returnFocus.current = false
    edit.current?.focus()
  }, [isEditing])

  const collapse = useCollapse(() => {
    if (document.activeElement !== field.current) setEditing(false)
  })
  const finish = () => {
    void editor.save()
    returnFocus.current = true
    setEditing(false)
  }
  const start = () => {
    setEditing(true)
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
            onBlur={() => {
              void editor.save()
              collapse()
            }}
            onKeyDown={(event) => {
              const isDone =
                event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              if (!isDone || !isEditing || event.isComposing || text.trim() === '') return
              event.preventDefault()
              event.stopPropagation()
              finish()
            }}
            {...attributes}
          />
          {note}
        </>
      ) : (
        <div
          class="description-text"
          role="group"
          aria-labelledby={heading}
          tabIndex={0}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.target !== event.currentTarget) return
            event.preventDefault()
            start()
          }}
          onClick={({ target }) => {
            const isOnLink = target instanceof Element && target.closest('a') !== null
            if (!isOnLink && getSelection()?.isCollapsed !== false) start()
          }}
        >
          <Rendered text={text} />
        </div>
      )}
    </section>
  )
}
