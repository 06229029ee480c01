/*
 * One rule for the focus when the element that has it goes, or the one it would return to: it goes to what stands next.
 * `data-focus-next`, on it or around it, names what comes next, as a selector. Lists that give the focus on by themselves
 * are marked with `data-keeps-focus`.
 */

const controls = 'a[href], button, input, select, textarea, summary'

/** The end of the way up from a place: what stands outside of it does not stand beside it. */
const ends = 'dialog, main, body, [data-keeps-focus]'

/** An element, and once it has left the page where it stood. */
interface Place {
  element: HTMLElement
  /** What was removed with it: itself, or what held it. */
  removed?: Node
  parent?: Node
  /** What stood before and behind it, and what came there at the same time as it went. */
  before?: Node | null
  behind?: Node | null
  instead?: readonly Node[]
}

const places = new Set<Place>()

/** The element that has the focus, or had it when it went. */
let last: Place | undefined

const isFree = () => document.activeElement === null || document.activeElement === document.body

/** Whoever renders the page anew may give the focus on, too: that takes two frames at most. */
const afterFrames = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/** Notes where an element stood, when a change of the page has removed it. */
function follow(place: Place, changes: readonly MutationRecord[]): void {
  for (const { target, removedNodes, previousSibling, nextSibling } of changes) {
    const removed = [...removedNodes]
    const around = removed.find((node) => node.contains(place.parent ?? place.element))
    if (around) {
      const added = changes.flatMap((change) => (change.target === target ? [...change.addedNodes] : []))
      const instead = added.filter((node) => node.parentNode === target)
      Object.assign(place, { removed: around, parent: target, instead })
      Object.assign(place, { before: previousSibling, behind: nextSibling })
    } else if (target === place.parent) {
      if (place.before && removed.includes(place.before)) place.before = previousSibling
      if (place.behind && removed.includes(place.behind)) place.behind = nextSibling
    }
  }
}

const isThere = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.checkVisibility() &&
  !element.matches(':disabled, [role=menuitem]')

/** What can have the focus in a node, itself included. */
const controlsIn = (node: Node): HTMLElement[] =>
  node instanceof Element
    ? [...(node.matches(controls) ? [node] : []), ...node.querySelectorAll(controls)].filter(isThere)
    : []

function* from(node: Node | null | undefined, side: 'nextSibling' | 'previousSibling') {
  for (let next = node; next; next = next[side]) yield next
}

const kindOf = ({ localName, classList }: Element) =>
  [localName, ...[...classList].slice(0, 1).map((name) => CSS.escape(name))].join('.')

/** How an element is found in what was removed with it: the way down to it, and which of those it is. */
function pathTo(element: Element, top: Element) {
  const steps: string[] = []
  for (let step: Element | null = element; step && step !== top; step = step.parentElement)
    steps.unshift(kindOf(step))
  const selector = [':scope', ...steps].join(' > ')
  return { selector, index: [...top.querySelectorAll(selector)].indexOf(element) }
}

/** The same control in what is of the same kind, as another row of a list. */
function sameIn(node: Node, { element, removed }: Place): HTMLElement | undefined {
  if (!(node instanceof Element && removed instanceof Element) || node.localName !== removed.localName)
    return undefined
  if (removed === element) return controlsIn(node)[0]
  const { selector, index } = pathTo(element, removed)
  const found = node.querySelectorAll(selector)[index]
  return found && isThere(found) ? found : undefined
}

function first<T, R>(entries: Iterable<T>, find: (entry: T) => R | undefined): R | undefined {
  for (const entry of entries) {
    const found = find(entry)
    if (found !== undefined) return found
  }
  return undefined
}

/** What stands next to a place: what came instead, the same control of the next or last row, or else the nearest control. */
function nextTo(place: Place): HTMLElement | undefined {
  const { element, removed, parent, before, behind, instead = [] } = place
  if (!(parent instanceof Element) || !parent.isConnected) return undefined
  // another view: it takes the focus by itself
  if (parent.matches('main') || !parent.closest(ends)) return undefined
  const naming = [element, parent].map((one) => one.closest<HTMLElement>('[data-focus-next]'))
  const selector = first(naming, (one) => one?.dataset.focusNext)
  const named = selector === undefined ? null : document.querySelector<HTMLElement>(selector)
  if (named) return named
  const firstIn = (node: Node) => controlsIn(node)[0]
  const lastIn = (node: Node) => controlsIn(node).at(-1)
  const same = (node: Node) => sameIn(node, place)
  const sameBeside = () =>
    first(from(behind, 'nextSibling'), same) ?? first(from(before, 'previousSibling'), same)
  const beside =
    // a row gives way to the next one, a control to what came in its place
    (removed === element ? undefined : sameBeside()) ??
    first(instead, firstIn) ??
    sameBeside() ??
    first(from(behind, 'nextSibling'), firstIn) ??
    first(from(before, 'previousSibling'), lastIn)
  if (beside) return beside
  for (let step: Element | null = parent; step && !step.matches(ends); step = step.parentElement) {
    const found =
      first(from(step.nextSibling, 'nextSibling'), firstIn) ??
      first(from(step.previousSibling, 'previousSibling'), lastIn)
    if (found) return found
  }
  return undefined
}

const observer = new MutationObserver((changes) => {
  note(changes)
  if (last && !last.element.isConnected && isFree()) afterFrames(giveOn)
})

function note(changes: readonly MutationRecord[]): void {
  for (const place of [...places, ...(last ? [last] : [])])
    if (!place.element.isConnected) follow(place, changes)
}

/** Remembers where an element stands, until `end` is called. */
export function openPlace(element: Element | null) {
  const place = element instanceof HTMLElement ? { element } : undefined
  if (place) places.add(place)
  return {
    /** Focuses the element, or what stands next where it has gone, or else the view. */
    focus: (options?: FocusOptions): void => {
      note(observer.takeRecords())
      const next = place?.element.isConnected ? place.element : place && nextTo(place)
      const main = document.querySelector<HTMLElement>('main')
      ;(next ?? main)?.focus(options)
    },
    end: (): void => {
      if (place) places.delete(place)
    },
  }
}

function giveOn(): void {
  const place = last
  if (!place || place.element.isConnected || !isFree()) return
  const { element, parent } = place
  // dialogs and menus give the focus back as they close
  if (element.closest('dialog, [popover]')?.isConnected === false) return
  if (!(parent instanceof Element) || parent.closest('[data-keeps-focus]')) return
  nextTo(place)?.focus()
}

/** Begins to follow the focus. */
function begin(): void {
  observer.observe(document, { childList: true, subtree: true })
  const options = { capture: true }
  addEventListener(
    'focusin',
    ({ target }) => {
      last = target instanceof HTMLElement ? { element: target } : undefined
    },
    options,
  )
  // a person who presses beside everything, or a script, takes the focus from an element that stays
  addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget !== null) return
      queueMicrotask(() => {
        if (last?.element === target && last.element.isConnected && isFree()) last = undefined
      })
    },
    options,
  )
}

begin()
