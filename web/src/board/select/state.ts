import type { Task } from '../../../../client/src/index.ts'
import { signalOf } from '../../data/signal.ts'
import { isDraft } from '../draft-task.ts'
import { findCard, type ColumnViews } from '../drag/columns.ts'
import { addAll, keepOnly, noSelection, removeAll, toggle } from './selection.ts'

/** The selection on the board. */
export const selection = signalOf(noSelection)

/** Begins to select, with nothing selected yet. */
export function beginSelecting(): void {
  selection.set({ ...noSelection, isOn: true })
}

/** Forgets the selection: the board is left. */
export function noneSelected(): void {
  selection.set(noSelection)
}

/** Selects or unselects a card, or with `isRange` all cards from the last one to it. Begins to select if need be. */
export function choose(columns: ColumnViews, id: string, isRange: boolean): void {
  const tasks = findCard(columns, id)?.column.tasks ?? []
  const column = tasks.filter((task) => !isDraft(task)).map((task) => task.id)
  selection.set(toggle(selection.get(), { id, isRange, column }))
}

/** Selects or unselects several cards. */
export function chooseAll(ids: readonly string[], isChosen: boolean): void {
  const change = isChosen ? addAll : removeAll
  selection.set(change(selection.get(), ids))
}

/** The selected tasks as the board shows them, column by column. Cards that it no longer shows are not among them. */
export function selectedTasks(columns: ColumnViews): Task[] {
  const { ids } = selection.get()
  return [...columns.values()].flatMap(({ tasks }) => tasks.filter(({ id }) => ids.has(id)))
}

let isDue = false

/** Unselects the cards that the board no longer shows, once all of its columns have been rendered. */
export function keepShown(columns: ColumnViews): void {
  if (isDue || selection.get().ids.size === 0) return
  isDue = true
  setTimeout(() => {
    isDue = false
    const next = keepOnly(selection.get(), new Set(selectedTasks(columns).map(({ id }) => id)))
    if (next !== selection.get()) selection.set(next)
  })
}

/** Ends selecting. The focus stays on the card that has it, or goes to the button that selecting began with. */
export function endSelecting(): void {
  const active = document.activeElement
  const card = active?.closest('.card')?.querySelector<HTMLElement>('a.card-label')
  const isInBar = active?.closest('.select-bar') !== null
  selection.set(noSelection)
  if (card) card.focus()
  else if (isInBar) document.querySelector<HTMLElement>('.select-button')?.focus()
}
