import { computed, signal } from '@preact/signals-core'
import type { Task } from '../../../client/src/index.ts'
import type { TaskParts } from './board-context.ts'
import { isDraft } from '../data/writes.ts'
import { cardIdOf, findCard, linkOf } from './drag/columns.ts'
import { focusWhenThere } from '../ui/focus.ts'
import { goTo } from '../ui/route.ts'
import { drag } from './drag/state.ts'
import { choose, selection } from './select/selection.ts'

/*
 * The effects of clicks and keys on cards, and on rows of a list. The list handles them for all of its entries, because
 * a lane may have thousands.
 */

/** The task of the card that an element belongs to, unless it is dragged. */
function taskAt({ views }: TaskParts, element: Element | null): Task | undefined {
  const id = cardIdOf(element)
  return id === undefined || drag.value ? undefined : findCard(views, id)?.task
}

/** The task of the focused card. */
export const focusedTask = (board: TaskParts): Task | undefined => taskAt(board, document.activeElement)

/** The task whose dialog is open while it waits to be added. */
export const openWaiting = signal<string | undefined>(undefined)

export interface OpenMenu {
  task: Task
  /** Where it opens: at the card's button, or where the person has pressed. */
  anchor: HTMLElement | { x: number; y: number }
  returnTo: HTMLElement | null
  /** Its content: the actions for the card, or the lanes to which it can be moved. */
  page: 'actions' | 'lanes'
}

/** The open menu of a card, if any. There is one for all cards of the board. */
export const cardMenu = signal<OpenMenu | undefined>(undefined)

/** The task whose menu is open. */
export const menuTaskId = computed(() => cardMenu.value?.task.id)

/** Opens the dialog of a task. */
export function openTask({ hrefOf, mayWrite }: TaskParts, task: Task): void {
  if (!isDraft(task)) goTo(hrefOf(task.id))
  else if (mayWrite) openWaiting.value = task.id
}

/** Completes a task, or opens it again. */
export function toggleDone({ setStatus, mayWrite }: TaskParts, task: Task): void {
  if (mayWrite) setStatus(task, task.status === 2 ? 0 : 2)
}

/** Opens the menu of a card: at its button, unless a point of the window is given, in pixels. */
export function openMenu(
  board: TaskParts,
  element: Element | null,
  page: 'actions' | 'lanes' = 'actions',
  point?: { x: number; y: number },
): void {
  const task = taskAt(board, element)
  if (!task || !element) return
  const link = linkOf(element)
  const button = element.closest('[data-card]')?.querySelector<HTMLElement>('[data-action=menu]')
  const anchor = point ?? button ?? link
  if (!anchor) return
  cardMenu.value = { task, page, anchor, returnTo: element === button ? button : link }
}

/** A click on a card: on its circle, on the button of its menu, on its marks, or to select it. */
export function clickCard(board: TaskParts, event: MouseEvent): void {
  const { target } = event
  const task = target instanceof Element ? taskAt(board, target) : undefined
  if (!task || !(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-action]')
  if (button?.dataset.action === 'done') toggleDone(board, task)
  else if (button && cardMenu.value?.anchor === button) cardMenu.value = undefined
  else if (button) openMenu(board, button)
  else if (board.mayWrite && !isDraft(task) && meansSelect(event, target)) {
    event.preventDefault()
    choose(board.views, task.id, event.shiftKey)
  } else if (isDraft(task)) openTask(board, task)
  else if (target.closest('.card-marks')) {
    // the marks are above the link, which covers the card, because they have tooltips
    target.closest('[data-card]')?.querySelector<HTMLElement>('a.card-label')?.click()
  }
}

/** Whether a click on a card selects it: a mouse's or a finger's, and not on one of the card's controls. */
function meansSelect({ detail, ctrlKey, metaKey }: MouseEvent, target: Element): boolean {
  const isByPointer = detail > 0 // Enter on the link opens the task
  const isOnControl = target.closest('button, input') !== null
  return isByPointer && !isOnControl && (selection.value.isOn || ctrlKey || metaKey)
}

/** A right click on a card, or the key for that, opens its menu. A long press does too, unless it lifts the card. */
export function openContextMenu(board: TaskParts, event: MouseEvent): void {
  const { target, clientX: x, clientY: y } = event
  if (!(target instanceof Element) || cardIdOf(target) === undefined) return
  event.preventDefault()
  const isByFinger = event instanceof PointerEvent && event.pointerType === 'touch'
  if (isByFinger && board.mayWrite) return
  const isByKey = event.button !== 2 && !isByFinger
  openMenu(board, target, 'actions', isByKey ? undefined : { x, y })
}

/** Whether Enter goes to what can be done with the selected cards: on a box, or on a link once something is selected. */
const meansActions = (target: HTMLElement): boolean =>
  target.matches('.card-check') || (target.matches('a[href]') && selection.value.ids.size > 0)

/** Keys on a card that would mean something else elsewhere: Space on its link, Enter on its box. */
export function pressKey(board: TaskParts, event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  const task = taskAt(board, target)
  if (key === ' ' && task && target.matches('a[href]')) {
    if (!event.repeat) toggleDone(board, task)
  } else if (key === 'Enter' && meansActions(target)) {
    focusWhenThere('.select-bar [aria-haspopup]') // it may still be loaded
  } else return
  event.preventDefault()
}
