import type { Project, Task } from '../../../../client/src/index.ts'
import { isDraft } from '../../data/writes.ts'
import { hrefs } from '../../ui/route.ts'
import { Cell, type EditTask } from './cell.tsx'
import type { ListColumn } from './columns.ts'
import { type Cursor, isAt } from './cursor.ts'
import { LabelCell } from './label-cell.tsx'

interface RowProps {
  project: Project
  task: Task
  columns: readonly ListColumn[]
  /** Its index among the rows, from 0. */
  index: number
  /** How far below the first row it is drawn, in pixels. */
  start: number
  cursor: Cursor
  mayWrite: boolean
  isSelecting: boolean
  isSelected: boolean
  onEdit: EditTask
}

/** A task as a row of the table. */
export function Row(props: RowProps) {
  const { project, task, columns, index, start, cursor, mayWrite, isSelecting, isSelected, onEdit } = props
  const { current, editing, setActive } = cursor
  return (
    <div
      role="row"
      class={`list-row status-${task.status}${isSelected ? ' is-selected' : ''}`}
      aria-rowindex={index + 2}
      aria-selected={isSelecting ? isSelected : undefined}
      data-card={task.id}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column) => {
        const place = { taskId: task.id, column: column.id }
        const edit = () => {
          cursor.edit(place)
        }
        return (
          <div
            key={column.id}
            role="gridcell"
            class="list-cell"
            data-column={column.id}
            onFocusIn={() => {
              setActive(place)
            }}
          >
            {column.id === 'label' ? (
              <LabelCell
                task={task}
                href={hrefs.listTask(project.id, task.id)}
                mayWrite={mayWrite}
                isTabStop={isAt(current, place)}
                isRenaming={isAt(editing, place)}
                isSelecting={isSelecting}
                isSelected={isSelected}
                onRename={edit}
                onDone={(label, isByKey) => {
                  cursor.endEdit(isByKey)
                  if (label !== undefined) onEdit(task, { label }, `Renamed “${task.label}” to “${label}”.`)
                }}
              />
            ) : (
              <Cell
                project={project}
                task={task}
                column={column}
                isTabStop={isAt(current, place)}
                isEditing={isAt(editing, place)}
                isStill={isSelecting || isDraft(task)}
                onOpen={edit}
                onClose={cursor.endEdit}
                onEdit={onEdit}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
