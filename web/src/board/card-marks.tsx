import type { ComponentChildren } from 'preact'
import type { Task } from '../../../client/src/index.ts'
import { counted, formatCount, statusNames } from '../ui/format.ts'

/** The status as a circle: empty, half full, or ticked. For those who may change it, a click completes the task. */
export function StatusMark({ task, mayChange }: { task: Task; mayChange: boolean }) {
  const { label, status } = task
  const circle = (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      {status === 1 && <path class="half" d="M10 5a5 5 0 0 1 0 10z" />}
      {status !== 1 && <path class="tick" d="m6.5 10.25 2.5 2.5 4.75-5" />}
    </svg>
  )
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
      aria-label={`Done: ${label}`}
      aria-pressed={status === 1 ? 'mixed' : status === 2}
      title={hints[status]}
    >
      {circle}
    </button>
  )
}

const hints = ['Mark as done', 'In progress. Mark as done', 'Done. Open again'] as const

/** What a card tells of its task besides the label: whether it has a description, subtasks and an external id. */
export function CardMarks({ task }: { task: Task }) {
  if (!hasMarks(task)) return null
  const { description, subtasks, external_id } = task
  const done = subtasks.filter((subtask) => subtask.is_completed).length
  return (
    <div class="card-marks">
      {hasText(description) && <Mark text="Has a description" path="M2.5 4.5h11M2.5 8h11M2.5 11.5h6.5" />}
      {external_id !== undefined && (
        <Mark
          text={`External id: ${external_id}`}
          path="m6.75 9.25 2.5-2.5M7.5 5l1.25-1.25a2.6 2.6 0 0 1 3.5 3.5L11 8.5M8.5 11l-1.25 1.25a2.6 2.6 0 0 1-3.5-3.5L5 7.5"
        />
      )}
      {subtasks.length > 0 && (
        <Mark
          text={`${formatCount(done)} of ${counted(subtasks.length, 'subtask')}`}
          path="M3 8.5 6 11.5 13 4.5"
          isDone={done === subtasks.length}
        >
          {formatCount(done)}/{formatCount(subtasks.length)}
        </Mark>
      )}
    </div>
  )
}

const hasText = (text: string | null) => text !== null && text.trim() !== ''

/** Whether a card has a line of marks, which makes it higher. */
export const hasMarks = ({ description, subtasks, external_id }: Task): boolean =>
  hasText(description) || external_id !== undefined || subtasks.length > 0

interface MarkProps {
  /** What it says, for the pointer and for screen readers. */
  text: string
  /** The path of its icon. */
  path: string
  isDone?: boolean
  children?: ComponentChildren
}

const Mark = ({ text, path, isDone = false, children }: MarkProps) => (
  <span class={isDone ? 'mark is-done' : 'mark'} title={text}>
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
    {children !== undefined && <span aria-hidden="true">{children}</span>}
    <span class="visually-hidden">{text}</span>
  </span>
)
