import { useEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { useLaneWrites } from './use-lanes.ts'

/** A button that becomes the field for a new lane's name. */
export function AddLane({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [label, setLabel] = useState('')
  const { add } = useLaneWrites(projectId)
  const lock = useLock()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // a person who moved on to another element keeps the focus there
  const goesBack = useRef(false)
  useEffect(() => {
    if (isOpen) input.current?.focus()
    else if (goesBack.current) button.current?.focus()
    goesBack.current = false
  }, [isOpen])
  const close = () => {
    goesBack.current = true
    setOpen(false)
  }

  const name = label.trim()
  const { isTooLong, attributes, note } = useTooLong(name, maxLabelCharacters)
  const submit = () => {
    if (name === '' || isTooLong || !lock.take()) return
    add.mutate(name, {
      onSuccess: () => {
        setLabel('')
        close()
      },
      onSettled: lock.free,
    })
  }
  return (
    <div class="add-lane">
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <input
            ref={input}
            aria-label="Name of the new lane"
            placeholder="Name of the new lane"
            autoComplete="off"
            value={label}
            onInput={(event) => {
              setLabel(event.currentTarget.value)
            }}
            onBlur={() => {
              if (name === '') setOpen(false)
            }}
            {...attributes}
          />
          {note}
        </form>
      ) : (
        <button
          ref={button}
          type="button"
          class="quiet"
          onClick={() => {
            setOpen(true)
          }}
        >
          <span aria-hidden="true">+</span> Add lane
        </button>
      )}
    </div>
  )
}
