import { Draggable } from '@dnd-kit/dom'
import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { hrefs } from '../ui/route.ts'
import { useBoard } from './board-context.ts'
import { CardMarks, StatusMark } from './card-marks.tsx'
import { isDraft } from './draft-task.ts'
import { choose, selection } from './select/state.ts'

interface CardProps {
  task: Task
  isLifted: boolean
  /** Whether cards are being selected, so that a click on this one selects it. */
  isSelecting: boolean
  isSelected: boolean
  isMenuOpen: boolean
}

/** A task on the board. The list around it handles the clicks: see `clickCard`. */
export const Card = memo(function Card(props: CardProps) {
  const { task, isLifted, isSelecting, isSelected, isMenuOpen } = props
  const { projectId, mayWrite, views } = useBoard()
  const { id, label, status } = task
  const isNew = isDraft(task)
  const isMovable = mayWrite && !isNew && !isSelecting
  const { element, handle } = useDraggable(id, isMovable)
  const states = { 'is-lifted': isLifted, 'is-new': isNew, 'is-selected': isSelected }
  const on = Object.entries(states).flatMap(([name, isOn]) => (isOn ? [name] : []))
  return (
    <article ref={element} class={['card', `status-${status}`, ...on].join(' ')}>
      <div class="card-head">
        {isSelecting && !isNew ? (
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
        ) : (
          <StatusMark task={task} mayChange={mayWrite && !isNew} />
        )}
        {isNew ? (
          <span class="card-label" dir="auto">
            {label}
          </span>
        ) : (
          <a class="card-label" dir="auto" href={hrefs.task(projectId, id)} draggable={false}>
            {label}
          </a>
        )}
      </div>
      <CardMarks task={task} />
      {!isNew && !isSelecting && (
        <div class="card-tools">
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
          <button
            type="button"
            class="icon-button menu-button"
            data-action="menu"
            aria-label={`Actions for ${label}`}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
          >
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3 8h.01M8 8h.01M13 8h.01" />
            </svg>
          </button>
        </div>
      )}
    </article>
  )
})

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
