import { useLayoutEffect, useRef } from 'preact/hooks'
import { useBoard } from '../board-context.ts'
import { formatCount } from '../../ui/format.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { CardText } from '../card.tsx'
import { densityNow } from '../density.ts'
import type { Lane } from '../use-lanes.ts'
import { columnOf, laneDrag, lanePoint } from './lane-dragging.ts'
import { announcement, heldTask, liftedTasks, preview } from './state.ts'
import { useValue } from '../../data/use-value.ts'

/** What dragging adds to the page: the preview under the pointer, and the texts for screen readers. */
export function DragLayer() {
  const { mayWrite } = useBoard()
  if (!mayWrite) return null
  return (
    <>
      <p id="drag-hint" class="visually-hidden">
        Space lifts the card. The arrow keys then move it within its lane and into other lanes. Home and End
        move it to the ends of its lane, Page Up and Page Down by ten cards. A selected card takes the other
        selected ones along.
      </p>
      <Announcement />
      <Preview />
    </>
  )
}

/** Says what becomes of a drag. What was said on another board, or before this one was left, is not said again. */
function Announcement() {
  const text = useValue(announcement)
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    isOpen.current = true
    announcement.value = ''
  }, [])
  return (
    <p aria-live="assertive" class="visually-hidden">
      {isOpen.current ? text : ''}
    </p>
  )
}

function Preview() {
  const { fields } = useBoard()
  const at = useValue(preview)
  const density = useValue(densityNow)
  const task = useValue(heldTask)
  const count = useValue(liftedTasks)?.length ?? 0
  if (!at || !task) return null
  const style = { width: `${at.width}px`, transform: `translate(${at.x}px, ${at.y}px) rotate(1.5deg)` }
  return (
    <div class={`drag-preview is-${density}${count > 1 ? ' is-many' : ''}`} aria-hidden="true" style={style}>
      <div class={`card status-${task.status}`}>
        <div class="card-head">
          <StatusMark task={task} mayChange={false} />
          <CardText task={task} fields={fields} />
        </div>
      </div>
      {count > 1 && <span class="drag-count">{formatCount(count)}</span>}
    </div>
  )
}

/** Half of the gap between two lanes, in pixels. */
const halfGap = 6

/** While a lane is dragged: a line where it would go, and its name under the pointer. */
export function LaneDragLayer({ lanes }: { lanes: readonly Lane[] }) {
  const state = useValue(laneDrag)
  const line = useRef<HTMLDivElement>(null)
  const others = lanes.filter(({ id }) => id !== state?.lane.id)
  const next = others[state?.index ?? 0]
  const last = others.at(-1)
  const isMoved = state && lanes[state.index]?.id !== state.lane.id
  useLayoutEffect(() => {
    const column = columnOf(next?.id ?? last?.id ?? '')
    if (!line.current || !column) return
    const left = next ? column.offsetLeft - halfGap : column.offsetLeft + column.offsetWidth + halfGap
    line.current.style.left = `${left}px`
  })
  return (
    <>
      <p id="lane-drag-hint" class="visually-hidden">
        Space lifts the lane. The left and right arrow keys then move it, Home and End move it to the ends.
        Space drops it, Escape puts it back.
      </p>
      {isMoved && <div ref={line} class="lane-line" />}
      {state && !state.isByKeyboard && <LanePreview lane={state.lane} />}
    </>
  )
}

function LanePreview({ lane }: { lane: Lane }) {
  const { x, y } = useValue(lanePoint)
  return (
    <div
      class="lane-preview"
      aria-hidden="true"
      dir="auto"
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      {lane.label}
    </div>
  )
}
