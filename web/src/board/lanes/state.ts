import { signalOf } from '../../data/signal.ts'
import type { Point } from '../drag/state.ts'
import type { Lane } from '../use-lanes.ts'

/** A lane being dragged. */
export interface LaneDrag {
  lane: Lane
  /** Where a drop would put it: its index among the other lanes. */
  index: number
  isByKeyboard: boolean
}

/** The lane being dragged, if any. */
export const laneDrag = signalOf<LaneDrag | undefined>(undefined)

/** The pointer that drags it, in pixels of the window. It changes far more often than what it means. */
export const lanePoint = signalOf<Point>({ x: 0, y: 0 })
