import { followFields, isTextField, redoTyped, undoTyped } from './field-undo.ts'
import { letterKeys } from './letter-keys.ts'
import { registryOf } from './registry.ts'
import { openDialogs } from './messages.ts'

/** A key of the page. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, such as `n`; `mod+` in front: with Ctrl, or Command on a Mac. */
  keys: string
  /** What it does, for the list of shortcuts, such as "Add a task". */
  name: string
  run: (event: KeyboardEvent) => void
  /** Whether it also works while a dialog is open. */
  isInDialogs?: boolean
}

const registry = registryOf<[KeyboardEvent], Shortcut>()

/** The shortcuts of the views that are shown. A later one comes before an earlier one with the same keys. */
export const shortcuts = registry.all

/** Adds shortcuts while a component is shown. The list may change with each render. */
export const useShortcuts: (list: readonly Shortcut[]) => void = registry.useEntries

/** Whether the page runs on a device of Apple, where Command is the key for shortcuts. */
export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Whether a shortcut is a letter, digit or sign alone. People who dictate, or miss keys, can turn these off (WCAG 2.1.4). */
export const isLetter = ({ keys }: Pick<Shortcut, 'keys'>): boolean => Array.from(keys).length === 1

/** The keys of undo and redo in a text field. */
const historyKeys = /^mod\+(shift\+)?z$/

/** Runs the shortcut of a key, unless a person is typing. Returns a function that stops it. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const keys = event.defaultPrevented ? undefined : keysOf(event)
    if (keys === undefined) return
    const { target } = event
    if (isTextField(target) && historyKeys.test(keys)) {
      // in a text field, what was typed there comes first
      event.preventDefault()
      if (keys === 'mod+z' ? undoTyped(target) : redoTyped(target)) return
    } else if (isTyping(target) && keys !== 'mod+k') return
    const isInDialog = openDialogs.value.length > 0
    const found = shortcuts.value.findLast(
      (shortcut) => shortcut.keys === keys && (!isInDialog || shortcut.isInDialogs === true),
    )
    if (!found) return
    if (isLetter(found) && (!letterKeys.value || isInChoice(target))) return
    event.preventDefault()
    // a key that is held down scrolls through cards, but does not do other things again and again
    if (!event.repeat || keys.startsWith('Arrow')) found.run(event)
  }
  addEventListener('keydown', onKey)
  const endFields = followFields()
  return () => {
    removeEventListener('keydown', onKey)
    endFields()
  }
}

/** The name of a key event in the list of shortcuts; undefined if no shortcut can have it. */
function keysOf(event: KeyboardEvent): string | undefined {
  if (event.isComposing) return undefined
  // with AltGr, which Windows reports as Ctrl and Alt, some layouts type signs such as /
  const isGraph = event.getModifierState('AltGraph')
  if (event.altKey && !isGraph) return undefined
  const isMod = !isGraph && (isApple ? event.metaKey : event.ctrlKey)
  if (!isGraph && (isApple ? event.ctrlKey : event.metaKey)) return undefined
  const key = latinKey(event)
  if (!isMod) return key
  const keys = `mod+${event.shiftKey ? 'shift+' : ''}${key.toLowerCase()}`
  // outside of Apple's devices, Ctrl+Y makes again what was undone, too
  return keys === 'mod+y' && !isApple ? 'mod+shift+z' : keys
}

/**
 * The key, or the letter in its place if the layout has no Latin letters; in upper case with Shift, not with Caps Lock.
 */
function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1) return key
  const letter = key > '\u007f' ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}

/** Whether keys go into a field, where a letter is a letter. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, [role=textbox], [role=combobox], [role=searchbox], [role=spinbutton], ' +
        'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file], [type=range])',
    ))

/** Whether letters choose from a list there. */
const isInChoice = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=menu], [role=listbox], [role=tree]') !== null
