import type { Task } from '../../../../client/src/index.ts'
import { isDraft } from '../draft-task.ts'
import type { Place } from './place.ts'
import { focusWish, type Point } from './state.ts'

/** What dragging has to know of a column; most of its cards are not in the page. */
export interface ColumnView {
  laneId: string
  label: string
  element: HTMLElement
  /** What of it scrolls. */
  list: HTMLElement
  tasks: readonly Task[]
  /** Whether there are more that have not been fetched. */
  hasMore: boolean
  /** Before which card a height of the window lies. */
  indexAt: (y: number) => number
  /** Brings the gap before a card into view. */
  reveal: (index: number) => void
}

/** The columns of the board, each entered by itself. */
export type ColumnViews = Map<string, ColumnView>

/** Half of the gap between two columns: what lies in it counts for one of them. */
const reach = 8

/** The column at a point of the window. */
export function columnAt(columns: ColumnViews, { x, y }: Point): ColumnView | undefined {
  return [...columns.values()].find(({ element }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return x >= left - reach && x < right + reach && y >= top - reach && y < bottom + reach
  })
}

/** The column that has a card, and the card's index there. */
export function findCard(columns: ColumnViews, taskId: string) {
  for (const column of columns.values()) {
    const index = column.tasks.findIndex(({ id }) => id === taskId)
    const task = column.tasks[index]
    if (task) return { column, index, task }
  }
  return undefined
}

/** Gives the focus to what stands where a card was: the next card, else the last one, else the column. */
export function focusAt(columns: ColumnViews, { laneId, index }: Place): void {
  const column = columns.get(laneId)
  const cards = column?.tasks.filter((task) => !isDraft(task)) ?? []
  const next = cards[Math.min(index, cards.length - 1)]
  if (next) focusWish.set({ taskId: next.id, laneId })
  else if (column) {
    column.element.tabIndex = -1
    column.element.focus()
  }
}

/** The cards of a column without the lifted one. */
export const othersIn = (column: ColumnView, taskId: string): Task[] =>
  column.tasks.filter(({ id }) => id !== taskId)
