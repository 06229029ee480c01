import { othersIn, type ColumnViews } from './columns.ts'
import { step, type Direction, type Place } from './place.ts'
import { announcement, drag, type Drag } from './state.ts'
import { placeText } from './words.ts'

/** Keyboard moves of the lifted card. `order` returns the lane ids from left to right. */
export function openKeys(columns: ColumnViews, order: () => readonly string[]) {
  const show = (state: Drag, to: Place) => {
    drag.set({ ...state, to })
    return columns.get(to.laneId)
  }

  /** Moves the card one step and announces the new place. */
  const press = (direction: Direction) => {
    const state = drag.get()
    if (!state?.to) return
    const sizes = order().flatMap((laneId) => {
      const column = columns.get(laneId)
      return column ? [{ laneId, count: othersIn(column, state.task.id).length }] : []
    })
    const to = step(state.to, direction, sizes)
    const column = show(state, to)
    if (column) announcement.set(placeText(column, state.task.id, to))
  }

  /** Keeps the card at the end of its lane while revealing that end fetches further pages. */
  const goOnToEnd = (state: Drag) => {
    const column = state.to?.isEnd && columns.get(state.to.laneId)
    if (!column) return
    const index = othersIn(column, state.task.id).length
    if (index !== state.to?.index) show(state, { laneId: column.laneId, index, isEnd: true })
  }

  return { press, goOnToEnd }
}
