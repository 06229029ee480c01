import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface MenuItem {
  label: string
  /** What tells it from the others, if the label does not. */
  key?: string
  onSelect: () => void
  isDisabled?: boolean
}

interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** What the button shows: three dots by default. */
  text?: string
  items: MenuItem[]
  /** Whether the menu cannot be opened for now. */
  isDisabled?: boolean
}

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
      {isOpen && (
        <Popup
          label={label}
          items={items}
          button={button.current}
          onClose={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

interface PopupProps extends Pick<MenuProps, 'label' | 'items'> {
  button: HTMLButtonElement | null
  onClose: () => void
}

function Popup({ label, items, button, onClose }: PopupProps) {
  const menu = useRef<HTMLDivElement>(null)
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const enabled = () => entries().filter((entry) => entry.ariaDisabled !== 'true')

  // shown in the top layer, so that a scrolling column does not clip it
  useLayoutEffect(() => {
    menu.current?.showPopover()
    place(menu.current, button)
    enabled()[0]?.focus()
  }, [])

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || menu.current?.contains(target) || button?.contains(target)) return
      onClose()
    }
    addEventListener('pointerdown', closeOutside)
    addEventListener('scroll', closeOutside, true)
    addEventListener('resize', onClose)
    return () => {
      removeEventListener('pointerdown', closeOutside)
      removeEventListener('scroll', closeOutside, true)
      removeEventListener('resize', onClose)
    }
  }, [])

  const step = (by: number) => {
    const list = enabled()
    const index = list.findIndex((entry) => entry === document.activeElement)
    list.at((index + by) % list.length)?.focus()
  }
  const leave = () => {
    button?.focus()
    onClose()
  }
  const actions: Record<string, () => void> = {
    ArrowDown: () => {
      step(1)
    },
    ArrowUp: () => {
      step(-1)
    },
    Home: () => enabled()[0]?.focus(),
    End: () => enabled().at(-1)?.focus(),
    Escape: leave,
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      class="menu"
      popover="manual"
      onKeyDown={(event) => {
        if (event.key === 'Tab') onClose()
        const act = actions[event.key]
        if (!act) return
        event.preventDefault()
        event.stopPropagation()
        act()
      }}
    >
      {items.map((item) => (
        <button
          key={item.key ?? item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={item.isDisabled === true}
          onClick={() => {
            if (item.isDisabled) return
            // return the focus first: a dialog opened by the item will then return it to the button
            leave()
            item.onSelect()
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** Places the menu below the button, aligned to its right edge; above it if there is no room below. */
function place(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return
  const anchor = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const below = anchor.bottom + 4
  const top = below + height > innerHeight ? anchor.top - height - 4 : below
  menu.style.top = `${Math.max(8, top)}px`
  menu.style.left = `${Math.min(Math.max(8, anchor.right - width), innerWidth - width - 8)}px`
}
