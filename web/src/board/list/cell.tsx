import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Project, Task, TaskChanges } from '../../../../client/src/index.ts'
import { useMay } from '../../data/api.ts'
import { laneIdOf, noLane } from '../../data/columns.ts'
import { statusDone } from '../../task/use-change.ts'
import { Choice } from '../../ui/choice.tsx'
import { FieldControl } from '../../ui/field-control.tsx'
import { fieldText, fieldValueOf, isOverdue } from '../../ui/field-value.ts'
import { statusNames } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { loose } from '../use-lanes.ts'
import type { ListColumn } from './columns.ts'

/** Changes a task; `done` says what was done. */
export type EditTask = (task: Task, changes: TaskChanges, done: string) => void

interface CellProps {
  project: Project
  task: Task
  column: ListColumn
  /** Whether the Tab key comes to this cell of the table. */
  isTabStop: boolean
  isEditing: boolean
  /** Whether it cannot be edited now: a press selects the row instead, or the task is still being added. */
  isStill: boolean
  onOpen: () => void
  /** @param byKey whether the focus goes back to the cell */
  onClose: (byKey: boolean) => void
  onEdit: EditTask
}

/** A cell: its text, which a press or Enter turns into the control of its type. Escape and leaving end the edit. */
export function Cell(props: CellProps) {
  const { project, task, column, isTabStop, isEditing, isStill, onOpen, onClose } = props
  const mayWrite = useMay('write')
  const editor = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isEditing) editor.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isEditing])
  const text = textOf(project, task, column)
  const value = column.field && fieldValueOf(task, column.field.key)
  const isLate = column.field && value !== undefined && isOverdue(column.field, value, task.status)
  const shown = (
    <>
      {isLate && <span class="overdue">Overdue: </span>}
      {column.id === 'changed' ? task.updated_at !== '' && <Time at={task.updated_at} /> : text}
    </>
  )
  if (!mayWrite || isStill || column.id === 'changed') {
    return (
      <span data-cell class="cell-text" dir="auto" tabIndex={isTabStop ? 0 : -1}>
        {shown}
      </span>
    )
  }
  if (!isEditing) {
    return (
      <button
        type="button"
        data-cell
        class="cell-text"
        dir="auto"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`${column.name} of ${task.label}: ${isLate ? 'Overdue: ' : ''}${text === '' ? 'None' : text}`}
        onClick={onOpen}
      >
        {shown}
      </button>
    )
  }
  return (
    <div
      ref={editor}
      class="cell-editor"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return
        // the controls take Enter and Escape themselves while they hold something
        event.preventDefault()
        event.stopPropagation()
        onClose(true)
      }}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !editor.current?.contains(relatedTarget)) onClose(false)
      }}
    >
      <Editor {...props} />
    </div>
  )
}

function textOf(project: Project, task: Task, { id, field }: ListColumn): string {
  if (id === 'status') return statusNames[task.status]
  if (id === 'lane') {
    return project.workflow_lanes.find((lane) => lane.id === task.workflow_lane_id)?.label ?? ''
  }
  const value = field && fieldValueOf(task, field.key)
  return value === undefined ? '' : fieldText(field, value)
}

function Editor({ project, task, column, onClose, onEdit }: CellProps) {
  const { id, field } = column
  const name = `${column.name} of ${task.label}`
  if (field) {
    return (
      <FieldControl
        field={field}
        name={name}
        isNameHidden
        value={fieldValueOf(task, field.key)}
        onChange={(value, text) => {
          onEdit(task, { fields: { [field.key]: value } }, `${field.label} of “${task.label}”: ${text}.`)
          // several options can be ticked one after the other
          if (field.type !== 'multi_select') onClose(true)
        }}
      />
    )
  }
  if (id === 'status') {
    return (
      <Choice
        name={name}
        isNameHidden
        value={String(task.status)}
        options={statusNames.map((label, index) => ({ id: String(index), label }))}
        onChoose={(chosen) => {
          const status = ([0, 1, 2] as const).find((one) => String(one) === chosen) ?? task.status
          onEdit(task, { status }, statusDone(task, status))
          onClose(true)
        }}
      />
    )
  }
  return (
    <Choice
      name={name}
      isNameHidden
      value={laneIdOf(task)}
      options={[loose, ...project.workflow_lanes]}
      onChoose={(laneId, label) => {
        const workflowLaneId = laneId === noLane ? null : laneId
        onEdit(task, { workflowLaneId }, `Moved “${task.label}” to ${laneId === noLane ? 'no lane' : label}.`)
        onClose(true)
      }}
    />
  )
}
