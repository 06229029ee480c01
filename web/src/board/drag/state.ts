import type { Task } from '../../../../client/src/index.ts'
import { signalOf } from '../../ui/signal.ts'
import type { Place } from './place.ts'

/** A lifted card and where a drop would put it; `to` is undefined while it is over no column. */
export interface Drag {
  task: Task
  to: Place | undefined
  isByKeyboard: boolean
}

export interface Point {
  x: number
  y: number
}

/** The card being dragged, if any. */
export const drag = signalOf<Drag | undefined>(undefined)

/** The top left corner and the width of the preview under the pointer, in pixels. */
export const preview = signalOf<(Point & { width: number }) | undefined>(undefined)

/** What screen readers announce while a card is moved. */
export const announcement = signalOf('')

/** The card whose handle gets the focus once it is in its new place, and the lane of that place. */
export const focusWish = signalOf<{ taskId: string; laneId: string } | undefined>(undefined)
