import { signal } from '@preact/signals-core'

/** A text that a person has typed, and what it is. */
export interface UnsavedText {
  name: string
  text: string
}

/** Unsaved texts that may not be on the page, by their owner. */
const noted = new Map<string, { texts: readonly UnsavedText[]; isSentLater: boolean }>()

/**
 * Records the unsaved texts of something. Empty texts do not count. A field of such a text has `data-noted`.
 * @param isSentLater whether they are sent without the person: when their view closes, or when the connection is back
 */
export function noteUnsaved(key: string, texts: readonly UnsavedText[], isSentLater = false): void {
  const left = texts.filter(({ text }) => text.trim() !== '')
  if (left.length > 0) noted.set(key, { texts: left, isSentLater })
  else noted.delete(key)
}

/** Whether there are unsaved texts that are sent only if the person does so. */
export const isHalfTyped = (): boolean => [...noted.values()].some(({ isSentLater }) => !isSentLater)

type TextField = HTMLInputElement | HTMLTextAreaElement
/** Fields for texts that go to the service when the person submits them: no searches and no secrets. */
const textFields = [
  'textarea',
  'input[type=text]',
  'input:not([type])',
  'input[type=url]',
  'input[type=email]',
]
  .map((field) => `${field}:not([data-noted], [role=combobox])`)
  .join()
/** Fields that a person has typed in. */
const typedIn = new WeakSet<EventTarget>()

/** Begins to follow which fields a person types in. */
export function followTyping(): void {
  addEventListener('input', ({ target }) => target && typedIn.add(target), true)
}

const nameOf = (field: TextField): string =>
  field.ariaLabel ?? (field.labels?.[0]?.firstElementChild ?? field.labels?.[0])?.textContent ?? 'Text'

/** The contents of the page's fields in which a person has typed. */
const typedTexts = (): UnsavedText[] =>
  [...document.querySelectorAll<TextField>(textFields)]
    .filter((field) => typedIn.has(field) && field.value.trim() !== '')
    .map((field) => ({ name: nameOf(field), text: field.value }))

/** Texts that may not have been saved when the service ended the session, so that the person can copy them. */
export const leftTexts = signal<readonly UnsavedText[]>([])

/** To be called when the service ends the session, while its views are still there. */
export function leaveUnsaved(): void {
  leftTexts.value = [...[...noted.values()].flatMap(({ texts }) => texts), ...typedTexts()]
  noted.clear()
}

/** Called when a person signs out or in: nothing of the previous session is shown. */
export function forgetUnsaved(): void {
  noted.clear()
  if (leftTexts.value.length > 0) leftTexts.value = []
}
