import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Lane } from '../use-lanes.ts'
import { columnOf } from './lane-dragging.ts'
import { laneDrag, lanePoint } from './state.ts'

/** Half of the gap between two lanes, in pixels. */
const halfGap = 6

/** While a lane is dragged: a line where it would go, and its name under the pointer. */
export function LaneDragLayer({ lanes }: { lanes: readonly Lane[] }) {
  const state = laneDrag.use()
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
      {state && !state.isByKeyboard && <Preview lane={state.lane} />}
    </>
  )
}

function Preview({ lane }: { lane: Lane }) {
  const { x, y } = lanePoint.use()
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
