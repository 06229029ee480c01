import { computed, signal } from '@preact/signals-core'
import type { Task } from '../../../../client/src/index.ts'
import type { Place } from './place.ts'

/** Lifted cards and where a drop would put them; `to` is undefined while they are over no column. */
export interface Drag {
  /** The card that the person has hold of. */
  task: Task
  /** All that are lifted, in the order of the board: this one, and if it is selected the other selected ones. */
  tasks: readonly Task[]
  to: Place | undefined
  isByKeyboard: boolean
  /** The card's height, in pixels. */
  height: number
}

export interface Point {
  x: number
  y: number
}

/** The card being dragged, if any. */
export const drag = signal<Drag | undefined>(undefined)

export const isDragging = computed(() => drag.value !== undefined)

/** The card that the person has hold of, which does not change with each step of a drag. */
export const heldTask = computed(() => drag.value?.task)

/** All lifted cards, which do not change with each step of a drag either. */
export const liftedTasks = computed(() => drag.value?.tasks)

/** The top left corner and the width of the preview under the pointer, in pixels. */
export const preview = signal<(Point & { width: number }) | undefined>(undefined)

/** What screen readers announce while a card is moved. */
export const announcement = signal('')

/** A card that gets the focus once it is in its place. */
interface FocusWish {
  taskId: string
  /** The lane of that place. */
  laneId: string
  /** The part of the card: its handle for dragging with keys, or the link that opens it. */
  part: 'handle' | 'link'
}

/** The card that is to get the focus, if any. */
export const focusWish = signal<FocusWish | undefined>(undefined)
