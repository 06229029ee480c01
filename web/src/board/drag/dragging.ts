import { AutoScroller, DragDropManager } from '@dnd-kit/dom'
import type { Task } from '../../../../client/src/index.ts'
import { columnAt, findCard, focusAt, othersIn, type ColumnViews } from './columns.ts'
import { amongAll, amongOthers, step, type Direction, type Place } from './place.ts'
import { directionOf, sensors } from './sensors.ts'
import { announcement, drag, focusWish, preview, type Drag, type Point } from './state.ts'
import { showToast } from '../../ui/toast.tsx'
import { goneText, instructions, placeText } from './words.ts'

/** Called once for a card that was dropped somewhere else than it was. */
export type OnDrop = (task: Task, to: Place, others: readonly Task[]) => void

export interface Dragging {
  dragging: DragDropManager
  /** Called when the cards of a column have changed: the drag of a card that has left the board ends. */
  follow: () => void
}

/**
 * Dragging on one board. dnd-kit knows the mouse, fingers and keys, and scrolls at the edges; which place is meant is
 * counted from the columns' measures, since most cards of a long column are not in the page. The card itself stays
 * where it is until it is dropped: an element that leaves the page would end the touch, and lose the focus.
 */
export function openDragging(columns: ColumnViews, order: () => readonly string[], onDrop: OnDrop): Dragging {
  // its other plugins add style elements to the page, which the Content-Security-Policy forbids
  const manager = new DragDropManager({ sensors, plugins: [AutoScroller] })
  const root = document.documentElement.classList
  const grip = { x: 0, y: 0, width: 0 }
  let point: Point = { x: 0, y: 0 }
  let home: Place | undefined // where the lifted card stands

  const aim = () => {
    const state = drag.get()
    if (!state || state.isByKeyboard) return
    preview.set({ x: point.x - grip.x, y: point.y - grip.y, width: grip.width })
    const column = columnAt(columns, point)
    const own = column?.tasks.findIndex(({ id }) => id === state.task.id) ?? -1
    const to = column && { laneId: column.laneId, index: amongOthers(column.indexAt(point.y), own) }
    if (to?.laneId !== state.to?.laneId || to?.index !== state.to?.index) drag.set({ ...state, to })
  }

  const press = (state: Drag, direction: Direction) => {
    if (!state.to) return
    const sizes = order().flatMap((laneId) => {
      const column = columns.get(laneId)
      return column ? [{ laneId, count: othersIn(column, state.task.id).length }] : []
    })
    const to = step(state.to, direction, sizes)
    drag.set({ ...state, to })
    const column = columns.get(to.laneId)
    if (!column) return
    const own = column.tasks.findIndex(({ id }) => id === state.task.id)
    column.reveal(amongAll(to.index, own))
    announcement.set(placeText(column, state.task.id, to))
  }

  const follow = () => {
    const id = drag.get()?.task.id
    if (id === undefined) return
    const found = findCard(columns, id)
    if (found) {
      home = { laneId: found.column.laneId, index: found.index }
      return
    }
    // another column may be about to get it
    setTimeout(() => {
      if (drag.get()?.task.id === id && !findCard(columns, id)) manager.actions.stop({ canceled: true })
    })
  }

  const tellGone = ({ task, isByKeyboard }: Drag) => {
    const text = goneText(task)
    if (!isByKeyboard) {
      showToast(text)
      return
    }
    announcement.set(text)
    if (home) focusAt(columns, home)
  }

  manager.monitor.addEventListener('dragstart', ({ operation }) => {
    const { source, activatorEvent, position } = operation
    const found = source && findCard(columns, String(source.id))
    if (!found || !source.element) return
    const { column, index, task } = found
    const isByKeyboard = activatorEvent instanceof KeyboardEvent
    const { left, top, width } = source.element.getBoundingClientRect()
    Object.assign(grip, { x: position.initial.x - left, y: position.initial.y - top, width })
    point = position.current
    const to = { laneId: column.laneId, index }
    home = to
    drag.set({ task, to, isByKeyboard })
    if (isByKeyboard)
      announcement.set(`Lifted “${task.label}”: ${placeText(column, task.id, to)}. ${instructions}`)
    addEventListener('scroll', aim, true)
    root.toggle('is-dragging', !isByKeyboard)
    aim()
  })

  manager.monitor.addEventListener('dragmove', (event) => {
    const state = drag.get()
    if (state?.isByKeyboard) {
      event.preventDefault()
      if (event.by) press(state, directionOf(event.by))
    } else if (event.to) {
      point = event.to
      aim()
    }
  })

  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    const state = drag.get()
    removeEventListener('scroll', aim, true)
    root.remove('is-dragging')
    drag.set(undefined)
    preview.set(undefined)
    if (!state) return
    const { to, isByKeyboard } = state
    if (!isByKeyboard) swallowClick()
    const task = findCard(columns, state.task.id)?.task
    if (!task) {
      tellGone(state)
      return
    }
    if (isByKeyboard) focusWish.set(task.id)
    const label = `“${task.label}”`
    const column = to && columns.get(to.laneId)
    if (canceled || !column) {
      announcement.set(`${label} is back where it was.`)
      return
    }
    announcement.set(`Dropped ${label}: ${placeText(column, task.id, to)}.`)
    const isThere = column.tasks.findIndex(({ id }) => id === task.id) === to.index
    if (!isThere) onDrop(task, to, othersIn(column, task.id))
  })

  return { dragging: manager, follow }
}

/** A drop over the link of a card is no click on it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, true)
  setTimeout(() => {
    removeEventListener('click', swallow, true)
  })
}
