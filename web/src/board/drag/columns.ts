import type { Task } from '../../../../client/src/index.ts'
import { isDraft } from '../../data/writes.ts'
import type { Place } from './place.ts'
import { type Drag, focusWish, type Point } from './state.ts'

/** Tasks that are shown one below the other: a column of the board, or the list of a project. Most are not in the DOM. */
export interface TasksView {
  laneId: string
  element: HTMLElement
  tasks: readonly Task[]
  /** Whether there are tasks that have not been fetched. */
  hasMore: boolean
  /** Fetches the next page, if there is one. */
  fetchMore: () => void
}

/** All of them on a page, by lane id; the list of a project is one. */
export type TasksViews = ReadonlyMap<string, TasksView>

/** What dragging needs to know about a column. */
export interface ColumnView extends TasksView {
  label: string
  /** The part that scrolls. */
  list: HTMLElement
  /** The index of the card before which a drop at this height would go; `y` is relative to the window, in pixels. */
  indexAt: (y: number) => number
}

/** The columns of the board by lane id. Each column adds itself. */
export type ColumnViews = Map<string, ColumnView>

/** Half of the gap between two columns, in pixels: each half belongs to the column next to it. */
const reach = 8

/** The column at a point in the window, or above it on the board: a column ends with its last card. */
export function columnAt(columns: ColumnViews, { x, y }: Point): ColumnView | undefined {
  return [...columns.values()].find(({ element }) => {
    const { left, right, top } = element.getBoundingClientRect()
    if (x < left - reach || x >= right + reach || y < top - reach) return false
    return y < (element.parentElement?.getBoundingClientRect().bottom ?? 0)
  })
}

/** The id of the card that an element belongs to. */
export const cardIdOf = (element: Element | null): string | undefined =>
  element?.closest('[data-card]')?.getAttribute('data-card') ?? undefined

/** The link of the card or row that an element belongs to. */
export const linkOf = (element: Element | null): HTMLElement | null =>
  element?.closest('[data-card]')?.querySelector<HTMLElement>('a[href]') ?? null

/** The column that has a card, and the card's index there. */
export function findCard<View extends TasksView>(columns: ReadonlyMap<string, View>, taskId: string) {
  for (const column of columns.values()) {
    const index = column.tasks.findIndex(({ id }) => id === taskId)
    const task = column.tasks[index]
    if (task) return { column, index, task }
  }
  return undefined
}

/** Focuses the card that is now at the given place, else the last card, else the empty column. */
export function focusAt(columns: TasksViews, { laneId, index }: Place, part: 'handle' | 'link'): void {
  const column = columns.get(laneId)
  const cards = column?.tasks.filter((task) => !isDraft(task)) ?? []
  const next = cards[Math.min(index, cards.length - 1)]
  if (next) focusWish.value = { taskId: next.id, laneId, part }
  else if (column) {
    column.element.tabIndex = -1
    column.element.focus()
  }
}

const isNone = (tasks: readonly Pick<Task, 'id'>[]) => (task: Pick<Task, 'id'>) =>
  !tasks.some(({ id }) => id === task.id)

/** The cards of a column without the lifted ones. */
export const othersIn = ({ tasks }: Pick<TasksView, 'tasks'>, lifted: readonly Task[]): Task[] =>
  tasks.filter(isNone(lifted))

/**
 * Where the gap for lifted cards is: a place in the column, given as an index among all cards but one, which is dragged and moves into the gap.
 */
export function gapIndex(
  tasks: readonly Task[],
  { task, tasks: lifted }: Pick<Drag, 'task' | 'tasks'>,
  index: number,
): number {
  const rest = tasks.filter(({ id }) => id !== task.id)
  const behind = othersIn({ tasks }, lifted)[index]
  return behind ? rest.indexOf(behind) : rest.length
}

/** Whether a drop at a place changes nothing. */
export function isThere(column: TasksView, lifted: readonly Task[], { index, isEnd }: Place): boolean {
  const after = othersIn(column, lifted).toSpliced(index, 0, ...lifted)
  const isSame =
    after.length === column.tasks.length && after.every(({ id }, at) => id === column.tasks[at]?.id)
  return isSame && !(isEnd && column.hasMore)
}
