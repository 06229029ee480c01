import { useBoard } from '../board-context.ts'
import { CardMarks, StatusMark } from '../card-marks.tsx'
import { announcement, drag, preview } from './state.ts'

/** What dragging adds to the page: the preview under the pointer, and the texts for screen readers. */
export function DragLayer() {
  const { mayWrite } = useBoard()
  if (!mayWrite) return null
  return (
    <>
      <p id="drag-hint" class="visually-hidden">
        Space lifts the card. The arrow keys then move it within its lane and into other lanes. Home and End
        move it to the ends of its lane, Page Up and Page Down by ten cards.
      </p>
      <Announcement />
      <Preview />
    </>
  )
}

const Announcement = () => (
  <p aria-live="assertive" class="visually-hidden">
    {announcement.use()}
  </p>
)

function Preview() {
  const at = preview.use()
  const task = drag.use()?.task
  if (!at || !task) return null
  const style = { width: `${at.width}px`, transform: `translate(${at.x}px, ${at.y}px) rotate(1.5deg)` }
  return (
    <div class="drag-preview" aria-hidden="true" style={style}>
      <div class={`card status-${task.status}`}>
        <div class="card-head">
          <StatusMark task={task} mayChange={false} />
          <span class="card-label" dir="auto">
            {task.label}
          </span>
        </div>
        <CardMarks task={task} />
      </div>
    </div>
  )
}
