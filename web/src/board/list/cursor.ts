import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Field, Task } from '../../../../client/src/index.ts'
import { isDraft } from '../../data/writes.ts'
import { fieldValueOf } from '../../ui/field-value.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { EditTask } from './cell.tsx'
import type { ListColumn } from './columns.ts'

/** A cell, by its task and its column. */
export interface Place {
  taskId: string
  column: string
}

export const isAt = (place: Place | undefined, { taskId, column }: Place): boolean =>
  place?.taskId === taskId && place.column === column

/** Where a person is in the table. */
export type Cursor = ReturnType<typeof useCursor>

/** Which cell of the table is active, and which is edited, as a hook. */
export function useCursor(rows: readonly Task[]) {
  const [active, setActive] = useState<Place>()
  const [editing, setEditing] = useState<Place>()
  /** Whether the active cell takes the focus: the keys have chosen it, or an edit has ended. */
  const mayGrab = useRef(false)
  const isShown = rows.some(({ id }) => id === active?.taskId)
  const first = rows[0] && { taskId: rows[0].id, column: 'label' }
  return {
    ...{ active, editing, mayGrab, setActive },
    /** The cell that the Tab key comes to. */
    current: isShown ? active : first,
    goTo: (place: Place) => {
      mayGrab.current = true
      setActive(place)
    },
    edit: (place: Place) => {
      setActive(place)
      setEditing(place)
    },
    /** @param isByKey whether the cell takes the focus, which the control that goes away loses */
    endEdit: (isByKey: boolean) => {
      if (isByKey) mayGrab.current = true
      setEditing(undefined)
    },
  }
}

/** Focuses the active cell when the keys have chosen it, or an edit has ended. `focused`: the row that had the focus last. */
export function useCellFocus(
  frame: { readonly current: HTMLElement | null },
  { active, editing, mayGrab }: Cursor,
  focused: { readonly current: string | undefined },
): void {
  useLayoutEffect(() => {
    // a row that goes to another place takes its elements along, but not the focus
    const isLost = focused.current === active?.taskId && document.activeElement === document.body
    if (!(mayGrab.current || isLost) || !active || editing) return
    mayGrab.current = false
    frame.current
      ?.querySelector<HTMLElement>(
        `[data-card="${active.taskId}"] [data-column="${active.column}"] [data-cell]`,
      )
      ?.focus()
  })
}

/** The keys that go from cell to cell, by rows and columns. */
const steps: Record<string, readonly [number, number]> = {
  ...{ ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] },
}

interface Table {
  rows: readonly Task[]
  columns: readonly ListColumn[]
  cursor: Cursor
  mayWrite: boolean
  isSelecting: boolean
  /** Whether tasks are selected, to which the keys that delete apply. */
  isSelected: boolean
  onEdit: EditTask
  /** Brings a row into view. */
  show: (index: number) => void
}

/** The keys of the table, as a hook: arrows go from cell to cell, F2 edits one, Delete and Backspace empty it. */
export function useCellKeys(table: Table): (event: KeyboardEvent) => void {
  const { rows, columns, cursor, mayWrite, isSelecting, isSelected, onEdit, show } = table
  const { current, editing } = cursor
  const row = rows.findIndex(({ id }) => id === current?.taskId)
  const column = columns.findIndex(({ id }) => id === current?.column)
  useShortcuts(
    mayWrite && !isSelecting
      ? [
          {
            keys: 'F2',
            name: 'Rename the task, or edit the cell',
            run: () => {
              const isInCell = document.activeElement?.closest('[data-column]')
              const task = rows[row]
              if (isInCell && current && current.column !== 'changed' && task && !isDraft(task))
                cursor.edit(current)
            },
          },
        ]
      : [],
  )
  const clear = (task: Task | undefined, field: Field | undefined) => {
    if (!mayWrite || !task || !field || fieldValueOf(task, field.key) === undefined) return
    onEdit(task, { fields: { [field.key]: null } }, `${field.label} of “${task.label}”: None.`)
  }
  return (event) => {
    if (editing || !current || event.ctrlKey || event.metaKey || event.altKey) return
    const isInCell = event.target instanceof Element && event.target.closest('[data-column]')
    if (!isInCell) return
    const isClearing = event.key === 'Delete' || event.key === 'Backspace'
    if (isClearing && !isSelected && current.column !== 'label') {
      // outside of the label, these keys are for the cell and not for its task
      event.preventDefault()
      clear(rows[row], columns[column]?.field)
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = rows[row + step[0]]
    const to = columns[column + step[1]]
    if (!next || !to) return
    cursor.goTo({ taskId: next.id, column: to.id })
    show(row + step[0])
  }
}
