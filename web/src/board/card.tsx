import type { ComponentChildren } from 'preact'
import { memo } from 'preact/compat'
import type { Field, Task } from '../../../client/src/index.ts'
import { isDraft } from '../data/writes.ts'
import { counted, formatCount } from '../ui/format.ts'
import { hrefs } from '../ui/route.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { useBoard } from './board-context.ts'
import { Chips } from './chips.tsx'
import { SelectBox } from './select/select-bar.tsx'

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
  const { projectId, mayWrite, fields } = useBoard()
  const { id, label, status } = task
  const isNew = isDraft(task)
  const states = { 'is-lifted': isLifted, 'is-new': isNew, 'is-selected': isSelected }
  const on = Object.entries(states).flatMap(([name, isOn]) => (isOn ? [name] : []))
  return (
    <article class={['card', `status-${status}`, ...on].join(' ')}>
      <div class="card-head">
        {isSelecting && !isNew ? (
          <SelectBox task={task} isSelected={isSelected} />
        ) : (
          <StatusMark task={task} mayChange={mayWrite} />
        )}
        <CardText task={task} fields={fields} href={isNew ? undefined : hrefs.task(projectId, id)} />
      </div>
      <div class="card-tools">
        {mayWrite && (
          <button type="button" class="handle" aria-label={`Move ${label}`} aria-describedby="drag-hint">
            <svg viewBox="0 0 10 16" aria-hidden="true">
              <path d="M3 3h.01M7 3h.01M3 8h.01M7 8h.01M3 13h.01M7 13h.01" />
            </svg>
          </button>
        )}
        {!isSelecting && (
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
        )}
      </div>
    </article>
  )
})

/** Labels of more characters may need more than the four lines that a card shows of one; of fewer, are hard to hit. */
const mostUncut = 80
const leastWide = 8

const classOf = ({ length }: string) =>
  ['card-text', ...(length > mostUncut ? ['is-long'] : length < leastWide ? ['is-short'] : [])].join(' ')

interface CardTextProps {
  task: Task
  /** The account's own fields. */
  fields: readonly Field[]
  /** Where its label leads; undefined if nowhere. */
  href?: string | undefined
}

/** The label of a card's task, what else the card tells on its last line as far as that fits, and below it the values. */
export function CardText({ task, fields, href }: CardTextProps) {
  const { label } = task
  return (
    <div class={classOf(label)} dir="auto">
      {href === undefined ? (
        <span class="card-label">{label}</span>
      ) : (
        <a class="card-label" href={href} draggable={false}>
          {label}
        </a>
      )}
      <CardMarks task={task} />
      <Chips task={task} fields={fields} />
    </div>
  )
}

/** What a card shows besides the label and values: whether its task has a description, and subtasks. */
function CardMarks({ task: { description, subtasks } }: { task: Task }) {
  if (!hasText(description) && subtasks.length === 0) return null
  const done = subtasks.filter((subtask) => subtask.is_completed).length
  return (
    <div class="card-marks">
      {hasText(description) && <Mark text="Has a description" path="M2.5 4.5h11M2.5 8h11M2.5 11.5h6.5" />}
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
