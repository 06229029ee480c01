import { DragDropManager } from '@dnd-kit/dom'
import type { Task } from '../../../../client/src/index.ts'
import { showToast } from '../../ui/toast.tsx'
import { columnAt, findCard, focusAt, othersIn, type ColumnViews } from './columns.ts'
import { scrollAtEdges } from './edge-scroll.ts'
import { openKeys } from './keys.ts'
import { amongOthers, type Place } from './place.ts'
import { sensorsOf } from './sensors.ts'
import { announcement, drag, focusWish, preview, type Drag, type Point } from './state.ts'
import { swallowClick } from './swallow-click.ts'
import { goneText, instructions, placeText } from './words.ts'

/** Called once for a card that was dropped somewhere else than it was. */
export type OnDrop = (task: Task, to: Place, others: readonly Task[]) => void

export interface Dragging {
  dragging: DragDropManager
  /** Called when the cards of a column have changed: the drag of a card that has left the board ends. */
  follow: () => void
}

/**
 * Dragging on one board. dnd-kit knows the mouse, fingers and keys; which place is meant is counted from the columns'
 * measures, since most cards of a long column are not in the page. The card itself stays where it is until it is
 * dropped: an element that leaves the page would end the touch, and lose the focus.
 */
export function openDragging(columns: ColumnViews, order: () => readonly string[], onDrop: OnDrop): Dragging {
  const { press, goOnToEnd } = openKeys(columns, order)
  const manager = new DragDropManager({
    sensors: sensorsOf(press),
    // they add style elements to the page, which the Content-Security-Policy forbids, or scroll too slowly
    plugins: [],
  })
  const root = document.documentElement.classList
  const grip = { x: 0, y: 0, width: 0 }
  let point: Point = { x: 0, y: 0 }
  let stopScrolling: (() => void) | undefined
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

  const follow = () => {
    const state = drag.get()
    if (!state) return
    const { id } = state.task
    const found = findCard(columns, id)
    if (found) {
      home = { laneId: found.column.laneId, index: found.index }
      goOnToEnd(state)
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
    if (!isByKeyboard) stopScrolling = scrollAtEdges(columns, () => point)
    root.toggle('is-dragging', !isByKeyboard)
    aim()
  })

  manager.monitor.addEventListener('dragmove', (event) => {
    if (!event.to) return
    point = event.to
    aim()
  })

  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    const state = drag.get()
    removeEventListener('scroll', aim, true)
    stopScrolling?.()
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
    const label = `“${task.label}”`
    const column = canceled || !to ? undefined : columns.get(to.laneId)
    const lane = column ?? home
    if (isByKeyboard && lane) focusWish.set({ taskId: task.id, laneId: lane.laneId })
    if (!column || !to) {
      announcement.set(`${label} is back where it was.`)
      return
    }
    announcement.set(`Dropped ${label}: ${placeText(column, task.id, to)}.`)
    const isThere =
      column.tasks.findIndex(({ id }) => id === task.id) === to.index && !(to.isEnd && column.hasMore)
    if (!isThere) onDrop(task, to, othersIn(column, task.id))
  })

  return { dragging: manager, follow }
}
