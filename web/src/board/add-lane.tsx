import { useEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { useBoard } from './board-context.ts'

interface AddLaneProps {
  /** What the button says. */
  text?: string
}

/** A button that turns into a field for names of new lanes. Enter adds a lane. Escape, or leaving it empty, closes it. */
export function AddLane({ text = 'Add lane' }: AddLaneProps) {
  const [isOpen, setOpen] = useState(false)
  const [label, setLabel] = useState('')
  const { add } = useBoard().laneWrites
  const lock = useLock()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // the focus stays where the person has moved it
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
    if (isTooLong || !lock.take()) return
    if (name === '') {
      lock.free()
      close()
      return
    }
    void add(name)
      .then((isMade) => {
        if (!isMade) return
        setLabel((now) => (now.trim() === name ? '' : now))
        // the new lane has pushed the field to the side
        requestAnimationFrame(() => input.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
      })
      .finally(lock.free)
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
            dir="auto"
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
          <span aria-hidden="true">+</span> {text}
        </button>
      )}
    </div>
  )
}
