import type { Task } from '../../../../client/src/index.ts'
import { signalOf } from '../../ui/signal.ts'
import type { Place } from './place.ts'

/** A card that is lifted, and where it would go; nowhere while it is over no column. */
export interface Drag {
  task: Task
  to: Place | undefined
  isByKeyboard: boolean
}

export interface Point {
  x: number
  y: number
}

/** The card that is lifted now. */
export const drag = signalOf<Drag | undefined>(undefined)

/** Where the picture of a card under the pointer goes: its upper left corner and its width. */
export const preview = signalOf<(Point & { width: number }) | undefined>(undefined)

/** What is read aloud while a card is moved. */
export const announcement = signalOf('')

/** The card whose handle gets the focus once it is in its new place, and the lane that has it or will have it. */
export const focusWish = signalOf<{ taskId: string; laneId: string } | undefined>(undefined)
