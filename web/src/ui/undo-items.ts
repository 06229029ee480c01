import type { MenuItem } from './menu-popup.tsx'
import { nextWords, redoLast, undoLast } from './undo.ts'

/** The entries of a menu that undo and repeat the last change, for devices without keys. */
export function undoItems(): MenuItem[] {
  const { undo, redo } = nextWords()
  return [
    { key: 'undo', label: undo ?? 'Undo', isDisabled: undo === undefined, onSelect: undoLast },
    { key: 'redo', label: redo ?? 'Redo', isDisabled: redo === undefined, onSelect: redoLast },
  ]
}
