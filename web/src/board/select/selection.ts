import { signal } from '@preact/signals-core'
import type { Task, TaskMove } from '../../../../client/src/index.ts'
import { isDraft } from '../../data/writes.ts'
import { findCard, linkOf, type TasksViews } from '../drag/columns.ts'

/** Which cards are selected. */
export interface Selection {
  /** Whether a click on a card selects it. */
  isOn: boolean
  /** The ids of the tasks. */
  ids: ReadonlySet<string>
  /** The card that a range starts from: the last one that was selected alone. */
  anchor: string | undefined
  /** The key that was pressed for the selected cards before what can be done with them was loaded. */
  early?: string
}

export const noSelection: Selection = { isOn: false, ids: new Set(), anchor: undefined }

/** A card that a person has chosen. */
interface Choice {
  id: string
  /** Whether the range from the anchor to this card is meant. */
  isRange: boolean
  /** The ids of the cards of its column, from top to bottom. */
  column: readonly string[]
}

/** The selection with more cards. */
export const addAll = (selection: Selection, ids: readonly string[]): Selection => ({
  ...selection,
  ids: new Set([...selection.ids, ...ids]),
})

/** The selection without some cards. */
export function removeAll(selection: Selection, ids: readonly string[]): Selection {
  const removed = new Set(ids)
  return filtered(selection, (id) => !removed.has(id))
}

/** The selection without the cards that are not among these; the same object if all are. */
export const keepOnly = (selection: Selection, ids: ReadonlySet<string>): Selection =>
  filtered(selection, (id) => ids.has(id))

function filtered(selection: Selection, isKept: (id: string) => boolean): Selection {
  const kept = [...selection.ids].filter(isKept)
  if (kept.length === selection.ids.size) return selection
  const { anchor } = selection
  return {
    ...selection,
    ids: new Set(kept),
    anchor: anchor !== undefined && isKept(anchor) ? anchor : undefined,
  }
}

/** The selection after a choice. A range is always selected; without an anchor in its column it is the card alone. */
export function toggle(selection: Selection, { id, isRange, column }: Choice): Selection {
  const from = selection.anchor === undefined ? -1 : column.indexOf(selection.anchor)
  const to = column.indexOf(id)
  if (isRange && from !== -1 && to !== -1) {
    const range = column.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ...addAll(selection, range), isOn: true }
  }
  if (selection.ids.has(id) && !isRange) return removeAll(selection, [id])
  return { ...addAll(selection, [id]), isOn: true, anchor: id }
}

/** The selection on the board. */
export const selection = signal(noSelection)

/** What is offered after all that a column or a list showed was selected. */
interface Rest {
  laneId: string
  /** The ids of the tasks that were shown. */
  shown: readonly string[]
  /** How many tasks there are; undefined while they are read. */
  total?: number
}

export const rest = signal<Rest | undefined>(undefined)

/** The ids of the tasks that can be selected. */
export const idsOf = (tasks: readonly Task[]): string[] =>
  tasks.filter((task) => !isDraft(task)).map(({ id }) => id)

/** Begins to select, with nothing selected yet. */
export function beginSelecting(): void {
  selection.value = { ...noSelection, isOn: true }
}

/** Forgets the selection: the board is left. */
export function noneSelected(): void {
  rest.value = undefined
  selection.value = noSelection
}

/** Selects or unselects a card, or with `isRange` all cards from the last one to it. Begins to select if need be. */
export function choose(columns: TasksViews, id: string, isRange: boolean): void {
  const tasks = findCard(columns, id)?.column.tasks ?? []
  selection.value = toggle(selection.value, { id, isRange, column: idsOf(tasks) })
}

/** Selects or unselects several cards. */
export function chooseAll(ids: readonly string[], isChosen: boolean): void {
  const change = isChosen ? addAll : removeAll
  selection.value = change(selection.value, ids)
}

/** The selected tasks as the board shows them, column by column. Cards that it no longer shows are not among them. */
export function selectedTasks(columns: TasksViews): Task[] {
  const { ids } = selection.value
  return [...columns.values()].flatMap(({ tasks }) => tasks.filter(({ id }) => ids.has(id)))
}

/**
 * Moves several tasks to a place in a lane, in their order. It is there while something is selected: what changes many tasks is
 * loaded with the bar of the selection.
 */
export const moveSelected: {
  current: ((tasks: readonly Task[], laneId: string, place: TaskMove) => void) | undefined
} = { current: undefined }

/** Lets a key wait for what can be done with the selected cards. */
export function pressEarly(early: string): void {
  selection.value = { ...selection.value, early }
}

/** Takes the key that has waited, if there is one. */
export function takeEarly(): string | undefined {
  const { early, ...rest } = selection.value
  if (early !== undefined) selection.value = rest
  return early
}

let isDue = false

/** Unselects the cards that the board no longer shows, once all of its columns have been rendered. */
export function keepShown(columns: TasksViews): void {
  if (isDue || selection.value.ids.size === 0) return
  isDue = true
  setTimeout(() => {
    isDue = false
    const next = keepOnly(selection.value, new Set(selectedTasks(columns).map(({ id }) => id)))
    if (next !== selection.value) selection.value = next
  })
}

/** Ends selecting. The focus stays on the card that has it, or goes to the button that selecting began with. */
export function endSelecting(): void {
  const active = document.activeElement
  const card = linkOf(active)
  const isInBar = active?.closest('.select-bar') !== null
  noneSelected()
  if (card) card.focus()
  else if (isInBar) document.querySelector<HTMLElement>('.select-button')?.focus()
}
