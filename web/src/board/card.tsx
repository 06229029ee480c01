import { Draggable } from '@dnd-kit/dom'
import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { hrefs } from '../route.ts'
import { counted, formatCount } from '../ui/format.ts'
import { useBoard } from './board-context.ts'
import { isDraft } from './draft-task.ts'
import { statusNames } from './filter.ts'

interface CardProps {
  task: Task
  isLifted: boolean
}

/** A task on the board. */
export const Card = memo(function Card({ task, isLifted }: CardProps) {
  const { projectId, mayWrite } = useBoard()
  const { id, label, status } = task
  const isNew = isDraft(task)
  const { element, handle } = useDraggable(id, mayWrite && !isNew)
  return (
    <article
      ref={element}
      class={`card status-${status}${isLifted ? ' is-lifted' : ''}${isNew ? ' is-new' : ''}`}
    >
      <div class="card-head">
        {isNew ? (
          <span class="card-label">{label}</span>
        ) : (
          <a class="card-label" href={hrefs.task(projectId, id)} draggable={false}>
            {label}
          </a>
        )}
        {mayWrite && !isNew && (
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
