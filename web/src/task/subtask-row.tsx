import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Subtask } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useDraggable } from '../ui/drag-sensors.ts'
import { Menu, moveItems } from '../ui/menu.tsx'
import { RenameField } from '../ui/rename-field.tsx'
import type { useReorder } from './use-reorder.ts'

interface SubtaskRowProps {
  subtask: Subtask
  index: number
  count: number
  reorder: ReturnType<typeof useReorder>
  onTick: (isCompleted: boolean) => void
  onRename: (label: string) => void
  onMove: (to: number) => void
  onDelete: () => void
}

/** A subtask in its list: a handle, a box to tick, its text, which is edited on click, and a menu. */
export function SubtaskRow(props: SubtaskRowProps) {
  const { subtask, index, reorder, onTick, onRename } = props
  const { id, label, is_completed } = subtask
  const [isRenaming, setRenaming] = useState(false)
  const { row, returnFocus } = useReturnToText(isRenaming)
  const mayWrite = useMay('write')
  const shift = reorder.shiftOf(index)
  const isLifted = reorder.lifted === id
  const style = shift === 0 ? {} : { transform: `translateY(${shift}px)` }
  return (
    <li class={isLifted ? 'subtask is-lifted' : 'subtask'} data-row={id} ref={row} style={style}>
      {mayWrite && <Handle id={id} label={label} row={row} reorder={reorder} />}
      {mayWrite ? (
        <label class="subtask-box">
          <input
            type="checkbox"
            aria-label={label}
            checked={is_completed}
            onChange={(event) => {
              onTick(event.currentTarget.checked)
            }}
          />
        </label>
      ) : (
        <span
          role="img"
          aria-label={is_completed ? 'Done:' : 'Not done:'}
          class={is_completed ? 'subtask-box is-done' : 'subtask-box'}
        >
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <rect x="1.5" y="1.5" width="13" height="13" rx="2.5" />
            {is_completed && <path d="m4.75 8.25 2.25 2.25 4.25-4.75" />}
          </svg>
        </span>
      )}
      {isRenaming ? (
        <RenameField
          name={`Name of subtask ${label}`}
          label={label}
          isSavedByEscape
          onDone={(next, byKey) => {
            returnFocus.current = byKey
            setRenaming(false)
            if (next !== undefined) onRename(next)
          }}
        />
      ) : mayWrite ? (
        <button
          type="button"
          class="subtask-text"
          data-action="rename"
          aria-label={`Rename ${label}`}
          dir="auto"
          onClick={() => {
            setRenaming(true)
          }}
        >
          {label}
        </button>
      ) : (
        <span class="subtask-text" dir="auto">
          {label}
        </span>
      )}
      <RowMenu
        {...props}
        onStartRename={() => {
          setRenaming(true)
        }}
      />
    </li>
  )
}

/** Returns the focus to the text after Enter or Escape in the field; a click has already moved it. */
function useReturnToText(isRenaming: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const returnFocus = useRef(false)
  useLayoutEffect(() => {
    if (isRenaming || !returnFocus.current) return
    returnFocus.current = false
    row.current?.querySelector<HTMLElement>('[data-action="rename"]')?.focus()
  }, [isRenaming])
  return { row, returnFocus }
}

interface HandleProps extends Pick<SubtaskRowProps, 'reorder'> {
  id: string
  label: string
  row: { readonly current: HTMLElement | null }
}

function Handle({ id, label, row, reorder }: HandleProps) {
  const handle = useRef<HTMLButtonElement>(null)
  useDraggable(reorder.manager, id, row, handle)
  return (
    <button
      ref={handle}
      type="button"
      class="handle"
      data-action="move"
      aria-label={`Move ${label}`}
      aria-describedby="subtask-hint"
      onBlur={reorder.leave}
    >
      <svg viewBox="0 0 10 16" aria-hidden="true">
        <path d="M3 3h.01M7 3h.01M3 8h.01M7 8h.01M3 13h.01M7 13h.01" />
      </svg>
    </button>
  )
}

function RowMenu({
  subtask,
  index,
  count,
  onMove,
  onDelete,
  onStartRename,
}: SubtaskRowProps & { onStartRename: () => void }) {
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const items = [
    ...(mayWrite
      ? [
          { label: 'Rename', onSelect: onStartRename },
          ...moveItems(['Move up', 'Move down'], index, count, onMove),
        ]
      : []),
    ...(mayDelete ? [{ label: 'Delete', onSelect: onDelete }] : []),
  ]
  if (items.length === 0) return null
  return (
    <span class="subtask-menu" data-action="menu">
      <Menu label={`Actions for subtask ${subtask.label}`} items={items} />
    </span>
  )
}
