import { Draggable } from '@dnd-kit/dom'
import { useEffect, useRef } from 'preact/hooks'
import { useBoard } from '../board-context.ts'
import type { Lane } from '../use-lanes.ts'

interface LaneHandleProps {
  lane: Lane
  /** The header, by any part of which the pointer drags the lane. */
  header: { readonly current: HTMLElement | null }
}

/** By which a lane is dragged with the keyboard. It is in sight while the header is used. */
export function LaneHandle({ lane, header }: LaneHandleProps) {
  const { laneDragging } = useBoard()
  const handle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!header.current || !handle.current) return
    const parts = { id: lane.id, element: header.current, handle: handle.current }
    const draggable = new Draggable(parts, laneDragging)
    return () => {
      draggable.destroy()
    }
  }, [lane.id, header, laneDragging])
  return (
    <button
      ref={handle}
      type="button"
      class="lane-handle"
      aria-label={`Move lane ${lane.label}`}
      aria-describedby="lane-drag-hint"
    >
      <svg viewBox="0 0 16 10" aria-hidden="true">
        <path d="M3 3h.01M8 3h.01M13 3h.01M3 7h.01M8 7h.01M13 7h.01" />
      </svg>
    </button>
  )
}
