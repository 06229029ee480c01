import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Subtask } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { RenameField } from '../ui/rename-field.tsx'
import { IconButton } from './icon-button.tsx'
import type { Step } from './subtask-order.ts'
import { isBeingAdded } from './use-subtask-writes.ts'

interface SubtaskRowProps {
  subtask: Subtask
  isFirst: boolean
  isLast: boolean
  onTick: (isCompleted: boolean) => void
  onRename: (label: string) => void
  onMove: (step: Step) => void
  onDelete: () => void
}

/** A subtask in its list, with its actions. */
export function SubtaskRow({ subtask, onRename, ...rest }: SubtaskRowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const { row, returnFocus } = useReturnToRename(isRenaming)
  return (
    <li class="subtask" data-row={subtask.id} ref={row}>
      {isRenaming ? (
        <RenameField
          name={`Name of subtask ${subtask.label}`}
          label={subtask.label}
          onDone={(label, byKey) => {
            returnFocus.current = byKey
            setRenaming(false)
            if (label !== undefined) onRename(label)
          }}
        />
      ) : (
        <SubtaskParts
          subtask={subtask}
          {...rest}
          onStartRename={() => {
            setRenaming(true)
          }}
        />
      )}
    </li>
  )
}

/** Returns the focus to the Rename button after Enter or Escape in the field; a click has already moved it. */
function useReturnToRename(isRenaming: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const returnFocus = useRef(false)
  useLayoutEffect(() => {
    if (isRenaming || !returnFocus.current) return
    returnFocus.current = false
    row.current?.querySelector<HTMLElement>('[data-action="rename"]')?.focus()
  }, [isRenaming])
  return { row, returnFocus }
}

type SubtaskPartsProps = Omit<SubtaskRowProps, 'onRename'> & { onStartRename: () => void }

function SubtaskParts(props: SubtaskPartsProps) {
  const { subtask, isFirst, isLast, onTick, onStartRename, onMove, onDelete } = props
  const { label, is_completed } = subtask
  const isThere = !isBeingAdded(subtask)
  const mayWrite = useMay('write') && isThere
  const mayDelete = useMay('delete') && isThere
  const moveButton = (step: Step, isAtEnd: boolean) => (
    <IconButton
      icon={step}
      name={`Move ${label} ${step}`}
      isOff={isAtEnd}
      onClick={() => {
        onMove(step)
      }}
    />
  )
  return (
    <>
      <label class="subtask-label">
        <input
          type="checkbox"
          checked={is_completed}
          disabled={!mayWrite}
          onChange={(event) => {
            onTick(event.currentTarget.checked)
          }}
        />
        <span>{label}</span>
      </label>
      <span class="subtask-actions">
        {mayWrite && <IconButton icon="rename" name={`Rename ${label}`} onClick={onStartRename} />}
        {mayWrite && moveButton('up', isFirst)}
        {mayWrite && moveButton('down', isLast)}
        {mayDelete && <IconButton icon="delete" name={`Delete ${label}`} onClick={onDelete} />}
      </span>
    </>
  )
}
