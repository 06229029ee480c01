import { useRef, useState } from 'preact/hooks'
import { MenuPopup, type MenuItem } from './menu-popup.tsx'

interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** What the button shows: three dots by default. */
  text?: string
  /** A function is asked whenever the menu opens. */
  items: MenuItem[] | (() => MenuItem[])
  /** Whether the menu cannot be opened for now. */
  isDisabled?: boolean
}

/**
 * The entries that move one of several things by one place.
 * @param labels of the one towards the first place, and of the one towards the last
 * @param onMove takes the new index, from 0
 */
export const moveItems = (
  [back, on]: readonly [string, string],
  index: number,
  count: number,
  onMove: (to: number) => void,
): MenuItem[] => [
  {
    label: back,
    isDisabled: index === 0,
    onSelect: () => {
      onMove(index - 1)
    },
  },
  {
    label: on,
    isDisabled: index === count - 1,
    onSelect: () => {
      onMove(index + 1)
    },
  },
]

/** A button that opens a menu. Arrow keys move through it; Escape closes it and returns the focus to the button. */
export function Menu({ label, text, items, isDisabled = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        class={text === undefined ? 'icon-button menu-button' : 'menu-button'}
        aria-label={label}
        title={text === undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-disabled={isDisabled}
        onClick={() => {
          setOpen(!isOpen && !isDisabled)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isDisabled) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {text}
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d={text === undefined ? 'M3 8h.01M8 8h.01M13 8h.01' : 'M4 6.5 8 10.5l4-4'} />
        </svg>
      </button>
      {isOpen && button.current && (
        <MenuPopup
          label={label}
          items={typeof items === 'function' ? items() : items}
          anchor={button.current}
          returnTo={button.current}
          onClose={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
