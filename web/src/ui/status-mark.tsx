import type { Task } from '../../../client/src/index.ts'
import { statusNames } from './format.ts'

interface StatusMarkProps {
  task: Task
  mayChange: boolean
  /** Absent if the list around it handles the clicks. */
  onToggle?: () => void
}

/** The circle of a status, without a word: empty, half full, or ticked. */
export const StatusCircle = ({ status }: Pick<Task, 'status'>) => (
  <svg viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="8" />
    {status === 1 && <path class="half" d="M10 5a5 5 0 0 1 0 10z" />}
    {status !== 1 && <path class="tick" d="m6.5 10.25 2.5 2.5 4.75-5" />}
  </svg>
)

/** The status as a circle: empty, half full, or ticked. For those who may change it, a click completes the task. */
export function StatusMark({ task, mayChange, onToggle }: StatusMarkProps) {
  const { label, status } = task
  const circle = <StatusCircle status={status} />
  if (!mayChange) {
    return (
      <span class="card-status" title={statusNames[status]}>
        {circle}
        <span class="visually-hidden">{statusNames[status]}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      class="card-status"
      data-action="done"
      onClick={onToggle}
      aria-label={`Done: ${label}`}
      aria-pressed={status === 1 ? 'mixed' : status === 2}
      title={hints[status]}
    >
      {circle}
    </button>
  )
}

const hints = ['Mark as done', 'In progress. Mark as done', 'Done. Open again'] as const
