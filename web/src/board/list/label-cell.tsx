import type { Task } from '../../../../client/src/index.ts'
import { isDraft } from '../../data/writes.ts'
import { RenameField } from '../../ui/rename-field.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { SelectBox } from '../select/select-bar.tsx'

interface LabelCellProps {
  task: Task
  /** Where its label leads. */
  href: string
  mayWrite: boolean
  /** Whether the Tab key comes to this cell of the table. */
  isTabStop: boolean
  isRenaming: boolean
  /** Whether a press selects the row instead. */
  isSelecting: boolean
  isSelected: boolean
  onRename: () => void
  /** Called with the new label, or undefined if it is unchanged. `isByKey`: ended by Enter or Escape. */
  onDone: (label: string | undefined, isByKey: boolean) => void
}

/**
 * The first cell of a row: the status, and the label, which opens the task. A button renames the task in place; with the
 * keyboard F2 does. While the task is being added, it can be neither opened nor renamed.
 */
export function LabelCell(props: LabelCellProps) {
  const { task, mayWrite, isSelecting, isRenaming } = props
  const isNew = isDraft(task)
  return (
    <>
      {isSelecting && !isNew ? (
        <SelectBox task={task} isSelected={props.isSelected} />
      ) : (
        <StatusMark task={task} mayChange={mayWrite} />
      )}
      {isRenaming ? (
        <RenameField name={`Name of ${task.label}`} label={task.label} onDone={props.onDone} />
      ) : isNew ? (
        <span data-cell class="cell-text" dir="auto" tabIndex={props.isTabStop ? 0 : -1}>
          {task.label}
        </span>
      ) : (
        <a data-cell dir="auto" href={props.href} tabIndex={props.isTabStop ? 0 : -1}>
          {task.label}
        </a>
      )}
      {mayWrite && !isSelecting && !isRenaming && !isNew && (
        <button
          type="button"
          class="icon-button rename-button"
          aria-label={`Rename ${task.label}`}
          title="Rename (F2)"
          tabIndex={-1}
          onClick={props.onRename}
        >
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M10.5 3 13 5.5 5.5 13H3v-2.5z" />
          </svg>
        </button>
      )}
    </>
  )
}
