import { DragDropManager } from '@dnd-kit/dom'
import type { Task } from '../../../../client/src/index.ts'
import { type Direction, sensorsOf } from '../../ui/drag-sensors.ts'
import { showToast } from '../../ui/messages.ts'
import { openArming } from './arming.ts'
import { cardIdOf, columnAt, type ColumnViews, findCard, focusAt, isThere, othersIn } from './columns.ts'
import { scrollAtEdges } from './edge-scroll.ts'
import { type Place, step } from './place.ts'
import { announcement, drag, type Drag, focusWish, type Point, preview } from './state.ts'
import { swallowClick } from './swallow-click.ts'
import { goneText, instructions, liftedText, placeText } from './words.ts'

interface DragEnds {
  /** The cards that are lifted with one, in the order of the board, itself included. */
  liftedWith: (task: Task) => readonly Task[]
  /** Called once when cards were dropped in a different place; `others` are the other cards there. */
  onDrop: (tasks: readonly Task[], to: Place, others: readonly Task[]) => void
  /** Called when a finger has lifted a card and released it at once: a long press. */
  onLongPress: (element: Element, at: Point) => void
}

export interface Dragging {
  dragging: ReturnType<typeof openArming>
  /** To be called when the cards of a column have changed. Ends the drag if its card is no longer on the board. */
  follow: () => void
}

const isTouch = (event: Event | null) => event instanceof PointerEvent && event.pointerType === 'touch'

/** How far a finger may stray while it presses, in pixels. */
const stillPixels = 5
const isStill = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y) <= stillPixels

/**
 * Dragging on one board. dnd-kit handles mouse, touch and keyboard input. The target place is computed from the
 * columns' measurements, because most cards of a long column are not in the DOM. The card's element stays in place
 * until the drop: removing it from the DOM would end the touch and lose the focus.
 */
export function openDragging(
  columns: ColumnViews,
  order: () => readonly string[],
  { liftedWith, onDrop, onLongPress }: DragEnds,
): Dragging {
  const { press, goOnToEnd } = openKeys(columns, order)
  const manager = new DragDropManager({
    sensors: sensorsOf(press),
    // the default ones scroll too slowly, or add style elements, which the Content-Security-Policy forbids
    plugins: [],
  })
  const root = document.documentElement.classList
  const pointer = openPointer(columns)
  let home: Place | undefined // the current place of the lifted card

  const follow = () => {
    const state = drag.value
    if (!state) return
    const { id } = state.task
    const found = findCard(columns, id)
    if (found) {
      home = { laneId: found.column.laneId, index: found.index }
      goOnToEnd(state)
      return
    }
    // the card may be about to appear in another column
    setTimeout(() => {
      if (drag.value?.task.id === id && !findCard(columns, id)) manager.actions.stop({ canceled: true })
    })
  }

  manager.monitor.addEventListener('dragstart', ({ operation }) => {
    const { source, activatorEvent, position } = operation
    const found = source && findCard(columns, String(source.id))
    if (!found || !source.element) return
    const { column, index, task } = found
    const isByKeyboard = activatorEvent instanceof KeyboardEvent
    const box = source.element.getBoundingClientRect()
    home = { laneId: column.laneId, index }
    const tasks = liftedWith(task)
    const before = othersIn({ tasks: column.tasks.slice(0, index) }, tasks)
    const to = { laneId: column.laneId, index: before.length }
    const state = { task, tasks, to, isByKeyboard, height: box.height }
    drag.value = state
    if (isByKeyboard)
      announcement.value = `Lifted ${liftedText(state)}: ${placeText(column, tasks, to)}. ${instructions}`
    root.toggle('is-dragging', !isByKeyboard)
    pointer.press(position, box, isTouch(activatorEvent))
  })

  manager.monitor.addEventListener('dragmove', (event) => {
    if (event.to) pointer.move(event.to)
  })

  manager.monitor.addEventListener('dragend', ({ canceled, operation }) => {
    const state = drag.value
    const { source, activatorEvent, position } = operation
    const point = pointer.release()
    root.remove('is-dragging')
    drag.value = undefined
    preview.value = undefined
    if (!state) return
    if (!state.isByKeyboard) swallowClick()
    if (!findCard(columns, state.task.id)) tellGone(columns, state, home)
    else if (!canceled && isTouch(activatorEvent) && isStill(position.initial, point)) {
      if (source?.element) onLongPress(source.element, point)
    } else putDown(columns, canceled ? { ...state, to: undefined } : state, home, onDrop)
  })

  return { dragging: openArming(manager), follow }
}

/** Follows the pointer that drags a card: the preview below it, the place that it is over, and scrolling at the edges. */
function openPointer(columns: ColumnViews) {
  const grip = { x: 0, y: 0, width: 0 }
  let point: Point = { x: 0, y: 0 }
  let stopScrolling: (() => void) | undefined
  const aim = () => {
    const state = drag.value
    if (!state || state.isByKeyboard) return
    preview.value = { x: point.x - grip.x, y: point.y - grip.y, width: grip.width }
    const column = columnAt(columns, point)
    const before = column?.tasks.slice(0, column.indexAt(point.y)) ?? []
    const to = column && {
      laneId: column.laneId,
      index: othersIn({ tasks: before }, state.tasks).length,
    }
    if (to?.laneId !== state.to?.laneId || to?.index !== state.to?.index) drag.value = { ...state, to }
  }
  return {
    /** To be called when a card is lifted; `box`: where it is. */
    press: ({ initial, current }: { initial: Point; current: Point }, box: DOMRect, isFinger: boolean) => {
      Object.assign(grip, { x: initial.x - box.left, y: initial.y - box.top, width: box.width })
      point = current
      if (drag.value?.isByKeyboard) return
      addEventListener('scroll', aim, true)
      stopScrolling = scrollAtEdges(columns, () => point, isFinger)
      aim()
    },
    move: (to: Point) => {
      point = to
      aim()
    },
    /** Returns where it was last. */
    release: (): Point => {
      removeEventListener('scroll', aim, true)
      stopScrolling?.()
      return point
    },
  }
}

/** Says that the lifted card is gone. If keys moved it, the card in its place gets the focus. */
function tellGone(columns: ColumnViews, { task, isByKeyboard }: Drag, home: Place | undefined): void {
  const text = goneText(task)
  if (!isByKeyboard) {
    showToast(text)
    return
  }
  announcement.value = text
  if (home) focusAt(columns, home, 'handle')
}

/** Puts lifted cards down: at their new place, or back at the current one, if they were dropped nowhere. */
function putDown(
  columns: ColumnViews,
  { task, tasks, to, isByKeyboard }: Drag,
  home: Place | undefined,
  onDrop: DragEnds['onDrop'],
): void {
  const lifted = tasks.flatMap(({ id }) => findCard(columns, id)?.task ?? [])
  const label = liftedText({ task: lifted.find(({ id }) => id === task.id) ?? task, tasks: lifted })
  const column = to && columns.get(to.laneId)
  const lane = column ?? home
  if (lane) focusLifted(task.id, lane.laneId, isByKeyboard)
  if (!column) {
    announcement.value =
      lifted.length === 1 ? `${label} is back where it was.` : `${label} are back where they were.`
    return
  }
  announcement.value = `Dropped ${label}: ${placeText(column, lifted, to)}.`
  if (!isThere(column, lifted, to)) onDrop(lifted, to, othersIn(column, lifted))
}

/**
 * Focuses a card that was put down: the keys that follow act on it, and on no other. After a drag with a pointer, whatever
 * had the focus leaves it.
 */
function focusLifted(taskId: string, laneId: string, isByKeyboard: boolean): void {
  const { activeElement } = document
  if (!isByKeyboard && activeElement instanceof HTMLElement && cardIdOf(activeElement) !== taskId)
    activeElement.blur()
  focusWish.value = { taskId, laneId, part: isByKeyboard ? 'handle' : 'link' }
}

/** Keyboard moves of the lifted card. `order` returns the lane ids from left to right. */
function openKeys(columns: ColumnViews, order: () => readonly string[]) {
  const show = (state: Drag, to: Place) => {
    drag.value = { ...state, to }
    return columns.get(to.laneId)
  }

  /** Moves the card one step and announces the new place. */
  const press = (direction: Direction) => {
    const state = drag.value
    if (!state?.to) return
    const sizes = order().flatMap((laneId) => {
      const column = columns.get(laneId)
      return column ? [{ laneId, count: othersIn(column, state.tasks).length }] : []
    })
    const to = step(state.to, direction, sizes)
    const column = show(state, to)
    if (column) announcement.value = placeText(column, state.tasks, to)
  }

  /** Keeps the card at the end of its lane while revealing that end fetches further pages. */
  const goOnToEnd = (state: Drag) => {
    const column = state.to?.isEnd && columns.get(state.to.laneId)
    if (!column) return
    const index = othersIn(column, state.tasks).length
    if (index !== state.to?.index) show(state, { laneId: column.laneId, index, isEnd: true })
  }

  return { press, goOnToEnd }
}
