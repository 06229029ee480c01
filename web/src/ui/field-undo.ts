/**
 * The undo of text fields. Browsers have one list for the whole page: what was typed in one field would be undone in another,
 * and texts that the page has changed since would come back as garbage. Here each field has its own, and where it ends, the
 * page's begins.
 */

type Field = HTMLInputElement | HTMLTextAreaElement

interface State {
  text: string
  start: number | null
  end: number | null
}

interface Typed {
  past: readonly State[]
  now: State
  future: readonly State[]
  /** What was typed last, as long as more of it belongs to the same step. */
  kind: string | undefined
  /** How many steps of the page were undone after those of the field. They are redone first. */
  pageSteps: number
}

const fields = new WeakMap<Field, Typed>()

/** A field for text that has the browser's own undo, too. */
export const isTextField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(text|search|url|tel|password|email|number)$/.test(target.type))

const stateOf = ({ value, selectionStart, selectionEnd }: Field): State => ({
  ...{ text: value, start: selectionStart, end: selectionEnd },
})

/** What was typed in a field; nothing if the page has changed its text since. */
function typedIn(field: Field): Typed {
  const found = fields.get(field)
  if (found?.now.text === field.value) return found
  const fresh: Typed = { past: [], now: stateOf(field), future: [], kind: undefined, pageSteps: 0 }
  fields.set(field, fresh)
  return fresh
}

/** Notes a change by a person. Typing goes on with the same step until the caret moves, as in browsers. */
function note(field: Field, before: Typed, inputType: string): void {
  const kind = /^(insert(Composition)?Text|delete)/.exec(inputType)?.[0].slice(0, 6)
  const now = stateOf(field)
  const isSame = kind !== undefined && kind === before.kind
  const past = isSame ? before.past : [...before.past, before.now]
  fields.set(field, { past, now, future: [], kind, pageSteps: 0 })
}

function show(field: Field, { text, start, end }: State, inputType: string): void {
  field.value = text
  if (start !== null) field.setSelectionRange(start, end)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
}

/** Takes back what was typed last in a field. Returns false if there is nothing: then the page's own step is meant. */
export function undoTyped(field: Field): boolean {
  const typed = typedIn(field)
  const { past, now, future, pageSteps } = typed
  const last = past.at(-1)
  if (!last) {
    fields.set(field, { ...typed, pageSteps: pageSteps + 1 })
    return false
  }
  const next = { past: past.slice(0, -1), now: last, future: [...future, now], kind: undefined, pageSteps: 0 }
  fields.set(field, next)
  show(field, last, 'historyUndo')
  return true
}

/** Types again what was taken back in a field. Returns false if there is nothing, or if the page's steps come first. */
export function redoTyped(field: Field): boolean {
  const typed = typedIn(field)
  const { past, now, future, pageSteps } = typed
  const next = future.at(-1)
  if (!next || pageSteps > 0) {
    fields.set(field, { ...typed, pageSteps: Math.max(0, pageSteps - 1) })
    return false
  }
  fields.set(field, {
    past: [...past, now],
    now: next,
    future: future.slice(0, -1),
    kind: undefined,
    pageSteps,
  })
  show(field, next, 'historyRedo')
  return true
}

/** Forgets what was typed in a field: it has become a step of the page. */
export const forgetTyped = (field: Field): boolean => fields.delete(field)

/** Follows what is typed in all fields. Returns a function that stops it. */
export function followFields(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const prepare = ({ target }: Event) => {
    if (!isTextField(target)) return
    const typed = typedIn(target)
    const { start, end } = typed.now
    // typing elsewhere is another step
    if (start !== target.selectionStart || end !== target.selectionEnd)
      fields.set(target, { ...typed, now: stateOf(target), kind: undefined })
  }
  const onInput = (event: Event) => {
    const { target } = event
    if (!isTextField(target)) return
    const inputType = event instanceof InputEvent ? event.inputType : ''
    const known = fields.get(target)
    if (!known || known.now.text === target.value) return
    note(target, known, inputType)
    // the page may correct what was typed, such as line breaks in a label
    setTimeout(() => {
      const typed = fields.get(target)
      if (
        typed &&
        typed.now.text !== target.value &&
        document.activeElement === target &&
        target.value !== ''
      )
        fields.set(target, { ...typed, now: stateOf(target) })
    })
  }
  /** The browser's own undo, as from its menu. */
  const onHistory = (event: Event) => {
    if (!(event instanceof InputEvent) || !isTextField(event.target)) return
    if (!/^history(Un|Re)do$/.test(event.inputType)) return
    event.preventDefault()
    if (event.target !== document.activeElement) return
    if (event.inputType === 'historyUndo') undoTyped(event.target)
    else redoTyped(event.target)
  }
  /** A field whose text becomes a step of the page when it is left: from then on, that step is undone. */
  const onLeave = ({ target }: Event) => {
    if (isTextField(target) && target.dataset.step !== undefined) forgetTyped(target)
  }
  for (const name of ['focusin', 'keydown', 'pointerdown', 'beforeinput'])
    addEventListener(name, prepare, { signal, capture: true })
  addEventListener('input', onInput, { signal })
  addEventListener('beforeinput', onHistory, { signal, capture: true })
  addEventListener('focusout', onLeave, { signal })
  return () => {
    listening.abort()
  }
}
