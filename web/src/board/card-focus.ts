import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { writes } from '../data/writes.ts'
import { cardIdOf, type ColumnView, type ColumnViews, focusAt, type TasksViews } from './drag/columns.ts'
import { drag, focusWish } from './drag/state.ts'
import { laneDrag } from './drag/lane-dragging.ts'
import { useValue } from '../data/use-value.ts'

/** The card that has the focus, or had it last, and its focused part as a CSS selector. */
const focused = { taskId: '', laneId: '', part: '' }

/** The part of a card that gets the focus by default: its link. */
const link = 'a[href]'
const parts = 'a[href], button, select, input'

const cardOf = (element: Element) => element.closest<HTMLElement>('.cards [data-card]')
const laneIdOf = (element: Element) => element.closest<HTMLElement>('[data-lane]')?.dataset.lane ?? ''
const partOf = ({ classList: [first] }: Element) => (first === undefined ? link : `.${CSS.escape(first)}`)

/** Focuses a card of a column, and the given part of it if it has that. A card far away is scrolled to first. */
function focusCard({ list, laneId, tasks }: ColumnView, index: number, part: string): void {
  const task = tasks[index]
  if (!task) return
  const card = list.querySelector(`[data-card="${task.id}"]`)
  const element = card?.querySelector<HTMLElement>(part || link) ?? card?.querySelector<HTMLElement>(parts)
  if (element) {
    focusWish.value = undefined
    element.focus()
    return
  }
  // it is not rendered; a pending focus gives way to a focus elsewhere
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const wish = { taskId: task.id, laneId, part: 'link' as const }
  focusWish.value = wish
}

/** The card of each list that is its stop of the Tab key. */
const stops = new WeakMap<Element, Element>()

/** Makes the parts of a card stops of the Tab key, or takes them out of its way. */
function setTabs(card: Element, isStop: boolean): void {
  for (const part of card.querySelectorAll<HTMLElement>(parts)) {
    // a part that Tab always skips stays so
    const isSkipped = part.getAttribute('tabindex') === '-1' && part.dataset.roved === undefined
    if (isSkipped || part.closest('[role=menu]')) continue
    part.dataset.roved = ''
    const tabIndex = isStop ? 0 : -1
    if (part.tabIndex !== tabIndex) part.tabIndex = tabIndex
  }
}

/**
 * Makes one card of a list its stop of the Tab key: the one that had the focus last, or the first.
 * @param changed the cards whose parts may be new
 */
function rove(list: Element, changed: Iterable<Element> = list.querySelectorAll('[data-card]')): void {
  const own = list.querySelector(`[data-card="${CSS.escape(focused.taskId)}"]`)
  const stop = own ?? list.querySelector('[data-card]')
  const before = stops.get(list)
  if (stop) stops.set(list, stop)
  const due = new Set(changed)
  if (stop && before !== stop) due.add(stop)
  if (before && before !== stop) due.add(before)
  for (const card of due) if (card.isConnected) setTabs(card, card === stop)
}

/** The cards that a change of the page has changed, by their lists. */
function changedCards(changes: readonly MutationRecord[]): Map<Element, Set<Element>> {
  const found = new Map<Element, Set<Element>>()
  const note = (list: Element, cards: Iterable<Element>) => {
    found.set(list, new Set([...(found.get(list) ?? []), ...cards]))
  }
  for (const { target, addedNodes } of changes) {
    const added = [...addedNodes].filter((node) => node instanceof Element)
    const list = target instanceof Element ? target.closest('.cards') : null
    const card = target instanceof Element ? target.closest('[data-card]') : null
    if (list) note(list, card ? [card] : added.flatMap((node) => [...cardsWithin(node)]))
    else {
      for (const node of added) {
        const lists = node.matches('.cards') ? [node] : node.querySelectorAll('.cards')
        for (const other of lists) note(other, cardsWithin(other))
      }
    }
  }
  return found
}

const cardsWithin = (node: Element): Iterable<Element> =>
  node.matches('[data-card]') ? [node] : node.querySelectorAll('[data-card]')

/** The next column that has cards, to the left or right of one. */
function beside(views: ColumnViews, order: readonly string[], laneId: string, by: 1 | -1) {
  const found = order.flatMap((id) => views.get(id) ?? [])
  const own = found.findIndex((column) => column.laneId === laneId)
  const rest = by === 1 ? found.slice(own + 1) : found.slice(0, own).reverse()
  return rest.find(({ tasks }) => tasks.length > 0)
}

/** Whether the arrow keys mean something else: for a list of choices, or for a card that is being dragged. */
const isTaken = (event: KeyboardEvent, target: Element) =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.shiftKey ||
  drag.value !== undefined ||
  laneDrag.value !== undefined ||
  target.closest('select, [role=menu], input:not([type=checkbox])') !== null

/** The card that gets the focus once it is rendered, while nothing has it: keys that come meanwhile go on from there. */
const pending = (target: Element) => (target === document.body ? focusWish.value : undefined)

/** The arrow keys go from card to card: up and down in a lane, left and right to the neighbouring one. */
function press(event: KeyboardEvent, views: ColumnViews, order: readonly string[]): void {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || isTaken(event, target)) return
  const card = cardOf(target)
  const from = card
    ? { taskId: card.dataset.card, laneId: laneIdOf(card), part: partOf(target) }
    : pending(target)
  const column = from && views.get(from.laneId)
  if (!column) return
  const index = column.tasks.findIndex(({ id }) => id === from.taskId)
  if (index === -1) return
  const last = column.tasks.length - 1
  const inLane = new Map([
    ['ArrowDown', Math.min(index + 1, last)],
    ['ArrowUp', Math.max(index - 1, 0)],
    ['Home', 0],
    ['End', last],
  ])
  const next = inLane.get(key)
  if (next !== undefined) focusCard(column, next, from.part)
  else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const other = beside(views, order, column.laneId, key === 'ArrowRight' ? 1 : -1)
    if (!other) return
    other.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const level = card ? other.indexAt(card.getBoundingClientRect().top) : 0
    focusCard(other, Math.min(level, other.tasks.length - 1), from.part)
  } else return
  event.preventDefault()
}

/**
 * Makes each lane a single stop of the Tab key among its cards, and lets the arrow keys go from card to card. The down
 * key leads from the search into the first lane.
 * @param order the ids of the lanes from left to right
 */
export function useRoving(
  board: { readonly current: HTMLElement | null },
  views: ColumnViews,
  order: () => readonly string[],
): void {
  useEffect(() => {
    const { current } = board
    if (!current) return
    const roveChanged = (changes: readonly MutationRecord[]) => {
      for (const [list, cards] of changedCards(changes)) rove(list, cards)
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const card = cardOf(target)
      if (!card) return
      const isOther = focused.taskId !== card.dataset.card
      Object.assign(focused, {
        taskId: card.dataset.card,
        laneId: laneIdOf(card),
        part: partOf(target),
      })
      const list = card.closest('.cards')
      if (isOther && list) rove(list, [])
    }
    const onKey = (event: KeyboardEvent) => {
      press(event, views, order())
    }
    const onOtherKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (target === document.body) press(event, views, order())
      if (key !== 'ArrowDown' || !(target instanceof Element) || !target.matches('[role=search] input'))
        return
      const first = order()
        .flatMap((id) => views.get(id) ?? [])
        .find(({ tasks }) => tasks.length > 0)
      if (!first) return
      event.preventDefault()
      focusCard(first, 0, link)
    }
    const observer = new MutationObserver(roveChanged)
    observer.observe(current, { childList: true, subtree: true })
    for (const list of current.querySelectorAll('.cards')) rove(list)
    current.addEventListener('focusin', onFocus)
    current.addEventListener('keydown', onKey)
    addEventListener('keydown', onOtherKey)
    return () => {
      observer.disconnect()
      current.removeEventListener('focusin', onFocus)
      current.removeEventListener('keydown', onKey)
      removeEventListener('keydown', onOtherKey)
    }
  }, [board, views, order])
}

/**
 * Follows the focused card of a column. When that card leaves the column, the card in its place gets the focus, so that
 * the person goes on from there.
 */
export function useKeptFocus(views: TasksViews, laneId: string, tasks: readonly Task[]) {
  const focused = useRef<string | undefined>(undefined)
  const place = useRef(0)

  // after all columns have said which cards they show
  useEffect(() => {
    if (focused.current === undefined) return
    const index = tasks.findIndex(({ id }) => id === focused.current)
    if (index !== -1) {
      place.current = index
      return
    }
    focused.current = undefined
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && !drag.value && !focusWish.value) focusAt(views, { laneId, index: place.current }, 'link')
  })

  return {
    focused,
    onFocusIn: ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? cardIdOf(target) : undefined
      place.current = tasks.findIndex(({ id }) => id === focused.current)
    },
    onFocusOut: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = undefined
      // no element gets the focus when the focused card goes, when the window loses it, or when the person presses
      // beside the cards
      else
        setTimeout(() => {
          const isThere = target instanceof Element && target.isConnected
          if (isThere && document.hasFocus() && document.activeElement === document.body)
            focused.current = undefined
        })
    },
  }
}

interface CardFocus {
  laneId: string
  list: { readonly current: HTMLElement | null }
  tasks: readonly Task[]
  /** Fetches the next page, if there is one. */
  fetchMore: () => void
  show: (index: number) => void
}

/**
 * Gives the focus to the card that should get it, such as one that was dropped with the keyboard. In another column it
 * is a new element; at the end of a long column it exists only once its page is fetched. If the person has focused
 * something else in the meantime, the focus stays there.
 */
export function useGrantFocus({ laneId, list, tasks, fetchMore, show }: CardFocus): void {
  const wish = useValue(focusWish)
  useLayoutEffect(() => {
    if (!wish) return
    const { taskId, part } = wish
    const active = document.activeElement
    if (active && active !== document.body && cardIdOf(active) !== taskId) {
      focusWish.value = undefined
      return
    }
    const isUnderWay = writes.value.some(({ task, place }) => place !== 'text' && task.id === taskId)
    const index = tasks.findIndex(({ id }) => id === taskId)
    if (index === -1) {
      if (wish.laneId === laneId && !isUnderWay) fetchMore()
      return
    }
    const selector = part === 'handle' ? '.handle' : 'a[href]'
    const target = list.current?.querySelector<HTMLElement>(`[data-card="${taskId}"] ${selector}`)
    if (!target) {
      show(index)
      return
    }
    target.focus()
    // until the service has answered, the card may be rendered again and lose the focus again
    if (document.activeElement === target && !isUnderWay) focusWish.value = undefined
  })
}
