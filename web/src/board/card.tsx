import { Draggable } from '@dnd-kit/dom'
import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { hrefs } from '../route.ts'
import { counted, formatCount } from '../ui/format.ts'
import { useBoard } from './board-context.ts'
import { isDraft } from './draft-task.ts'
import { statusNames } from './filter.ts'
import { choose, selection } from './select/state.ts'

interface CardProps {
  task: Task
  isLifted: boolean
  /** Whether cards are being selected, so that a click on this one selects it. */
  isSelecting: boolean
  isSelected: boolean
}

/** A task on the board. */
export const Card = memo(function Card({ task, isLifted, isSelecting, isSelected }: CardProps) {
  const { projectId, mayWrite, views } = useBoard()
  const { id, label, status } = task
  const isNew = isDraft(task)
  const isMovable = mayWrite && !isNew && !isSelecting
  const { element, handle } = useDraggable(id, isMovable)
  const states = { 'is-lifted': isLifted, 'is-new': isNew, 'is-selected': isSelected }
  const on = Object.entries(states).flatMap(([name, isOn]) => (isOn ? [name] : []))
  return (
    <article
      ref={element}
      class={['card', `status-${status}`, ...on].join(' ')}
      onClick={(event) => {
        if (!mayWrite || isNew || !meansSelect(event, isSelecting)) return
        event.preventDefault()
        choose(views, id, event.shiftKey)
      }}
    >
      <div class="card-head">
        {isSelecting && !isNew && (
          <input
            type="checkbox"
            class="card-check"
            aria-label={`Select ${label}`}
            aria-describedby="select-hint"
            checked={isSelected}
            onClick={(event) => {
              choose(views, id, event.shiftKey)
              // a range leaves a selected card as it is, but the browser has changed the box
              event.currentTarget.checked = selection.get().ids.has(id)
            }}
          />
        )}
        {isNew ? (
          <span class="card-label">{label}</span>
        ) : (
          <a class="card-label" href={hrefs.task(projectId, id)} draggable={false}>
            {label}
          </a>
        )}
        {isMovable && (
          <button
            ref={handle}
            type="button"
            class="handle"
            aria-label={`Move ${label}`}
            aria-describedby="drag-hint"
          >
            <svg viewBox="0 0 10 16" aria-hidden="true">
              <path d="M3 3h.01M7 3h.01M3 8h.01M7 8h.01M3 13h.01M7 13h.01" />
            </svg>
          </button>
        )}
      </div>
      <CardFoot task={task} isDisabled={!mayWrite || isNew} />
    </article>
  )
})

/** Whether a click on a card selects it: a mouse's or a finger's, and not on one of the card's controls. */
function meansSelect({ target, detail, ctrlKey, metaKey }: MouseEvent, isSelecting: boolean): boolean {
  const isOnControl = target instanceof Element && target.closest('select, button, input') !== null
  const isByPointer = detail > 0 // Enter on the link opens the task
  return isByPointer && !isOnControl && (isSelecting || ctrlKey || metaKey)
}

function CardFoot({ task, isDisabled }: { task: Task; isDisabled: boolean }) {
  const { setStatus } = useBoard()
  const { label, status, subtasks } = task
  const done = subtasks.filter((subtask) => subtask.is_completed).length
  return (
    <div class="card-foot">
      <select
        class="status"
        aria-label={`Status of ${label}`}
        disabled={isDisabled}
        value={status}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value)
          if (chosen === 0 || chosen === 1 || chosen === 2) setStatus(task, chosen)
        }}
      >
        {statusNames.map((name, value) => (
          <option key={name} value={value}>
            {name}
          </option>
        ))}
      </select>
      {subtasks.length > 0 && (
        <span class="subtask-count">
          {formatCount(done)} of {counted(subtasks.length, 'subtask')}
        </span>
      )}
    </div>
  )
}

/** Makes a card draggable: with the pointer anywhere on it, with the keyboard by its handle. */
function useDraggable(id: string, isEnabled: boolean) {
  const { dragging } = useBoard()
  const element = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isEnabled || !element.current || !handle.current) return
    const draggable = new Draggable({ id, element: element.current, handle: handle.current }, dragging)
    return () => {
      draggable.destroy()
    }
  }, [id, isEnabled, dragging])
  return { element, handle }
}
