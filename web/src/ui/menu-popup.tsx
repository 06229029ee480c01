import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { stepFocus } from './focus.ts'

export interface MenuItem {
  label: string
  /** Its distinguishing name, if the label is ambiguous. */
  key?: string
  onSelect: () => void
  isDisabled?: boolean
  /** For one of several choices: whether it is the current one. */
  isChecked?: boolean
  /** The key that does the same without the menu, such as `D`. */
  shortcut?: string
  /** The name of the group that it is in, such as "Status". Items of one group follow one another. */
  group?: string
}

interface MenuPopupProps {
  /** The accessible name of the menu. */
  label: string
  items: readonly MenuItem[]
  /** Where it opens: below a button, or at a point of the window, in pixels. */
  anchor: HTMLElement | { x: number; y: number }
  /** What gets the focus when the menu closes, unless the person presses elsewhere. */
  returnTo: HTMLElement | null
  onClose: () => void
}

/** The entries of a menu that can be chosen. */
const entriesOf = (menu: HTMLElement | null): HTMLElement[] =>
  [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])].filter(
    (entry) => entry.ariaDisabled !== 'true',
  )

/** Goes to the entry that a key means: a letter means the next one that begins with it. Returns whether it means one. */
function goByKey(entries: readonly HTMLElement[], key: string): boolean {
  if (key === 'ArrowDown') stepFocus(entries, 1)
  else if (key === 'ArrowUp') stepFocus(entries, -1)
  else if (key === 'Home') entries[0]?.focus()
  else if (key === 'End') entries.at(-1)?.focus()
  else if (key.length === 1 && key !== ' ') {
    const after = entries.findIndex((entry) => entry === document.activeElement) + 1
    const next = [...entries.slice(after), ...entries.slice(0, after)]
    next.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))?.focus()
  } else return false
  return true
}

/** An open menu. Arrow keys and letters move through it. */
export function MenuPopup({ label, items, anchor, returnTo, onClose }: MenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null)

  // shown in the top layer, so that a scrolling column does not clip it
  const show = () => {
    menu.current?.showPopover()
    place(menu.current, anchor)
    entriesOf(menu.current)[0]?.focus()
  }
  useLayoutEffect(show, [anchor, label])
  // the browser hides the menu of a row that moves
  useLayoutEffect(() => {
    if (!menu.current?.matches(':popover-open')) show()
  })
  useClosing(menu, anchor, onClose)

  const leave = () => {
    returnTo?.focus({ preventScroll: true })
    onClose()
  }

  const entryOf = (item: MenuItem) => (
    <button
      key={item.key ?? item.label}
      type="button"
      role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={item.isChecked}
      tabIndex={-1}
      aria-disabled={item.isDisabled === true}
      aria-keyshortcuts={item.shortcut}
      onClick={() => {
        if (item.isDisabled) return
        // return the focus first, so that a dialog opened by the item later returns it to the button
        leave()
        item.onSelect()
      }}
    >
      <span dir="auto">{item.label}</span>
      {item.shortcut !== undefined && <kbd aria-hidden="true">{item.shortcut}</kbd>}
    </button>
  )

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      class="menu"
      popover="manual"
      onContextMenu={(event) => {
        event.preventDefault()
      }}
      onKeyDown={(event) => {
        const { key } = event
        if (event.ctrlKey || event.metaKey || event.altKey) return
        // the page's shortcuts are not meant while a menu is open
        event.stopPropagation()
        if (key === 'Tab') onClose()
        if (key === 'Escape') leave()
        else if (!goByKey(entriesOf(menu.current), key)) return
        event.preventDefault()
      }}
    >
      {groupsOf(items).map(({ group, items: list }) =>
        group === undefined ? (
          list.map(entryOf)
        ) : (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true">{group}</p>
            {list.map(entryOf)}
          </div>
        ),
      )}
    </div>
  )
}

/** The items in their order, those of one group together. */
function groupsOf(items: readonly MenuItem[]) {
  const groups: { group: string | undefined; items: MenuItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.group === item.group) last.items.push(item)
    else groups.push({ group: item.group, items: [item] })
  }
  return groups
}

/** Closes the menu when the person presses elsewhere, or when its place moves. */
function useClosing(
  menu: { readonly current: HTMLElement | null },
  anchor: MenuPopupProps['anchor'],
  onClose: () => void,
): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || menu.current?.contains(target)) return
      // a press on its button closes it by itself
      if (!(anchor instanceof HTMLElement && anchor.contains(target))) close.current()
    }
    const closeNow = () => {
      close.current()
    }
    addEventListener('pointerdown', closeOutside)
    addEventListener('scroll', closeOutside, true)
    addEventListener('resize', closeNow)
    return () => {
      removeEventListener('pointerdown', closeOutside)
      removeEventListener('scroll', closeOutside, true)
      removeEventListener('resize', closeNow)
    }
  }, [menu, anchor])
}

/** Places the menu below a button, aligned to its end, or at a point; above it if there is no room below. */
function place(menu: HTMLElement | null, anchor: MenuPopupProps['anchor']): void {
  if (!menu) return
  const { width, height } = menu.getBoundingClientRect()
  const isElement = anchor instanceof HTMLElement
  const box = isElement ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y)
  const distance = isElement ? 4 : 0
  const isEnd = isElement && getComputedStyle(anchor).direction === 'ltr'
  const below = box.bottom + distance
  const top = below + height > innerHeight ? box.top - height - distance : below
  const left = isEnd ? box.right - width : box.left
  menu.style.top = `${Math.max(8, top)}px`
  menu.style.left = `${Math.min(Math.max(8, left), innerWidth - width - 8)}px`
}
