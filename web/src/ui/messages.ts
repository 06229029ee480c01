import { signal } from '@preact/signals-core'
import { beginningOf } from '../../../lib/contract/cut.ts'

/** A button of a message. */
interface Action {
  label: string
  run: () => void
}

/** What was done. */
export interface Message {
  id: number
  text: string
  action?: Action
  /** How many similar messages it stands for. */
  count: number
  /** What makes messages similar. */
  key?: string
}

/** What went wrong. */
export interface Alert {
  id: number
  text: string
  /** Identifies the failed action. A new attempt dismisses its alert. */
  about?: string
  /** What a person has typed that would else be lost, to be copied. */
  copy?: string
}

/** How one message stands for several. */
export interface Similar {
  /** What makes messages similar. */
  key: string
  /** The message for several: "12 tasks added". */
  text: (count: number) => string
}

/** The one message of what was done last. */
export const message = signal<Message | undefined>(undefined)

/** What went wrong and has not been closed, oldest first. */
export const alerts = signal<readonly Alert[]>([])

let count = 0

/** The characters of a quoted name that a message shows. */
const shownCharacters = 60

/** Cuts long names, which stand between quotation marks: a message has room for two lines. */
export const cut = (text: string): string =>
  text.replace(/“([^”]+)”/g, (whole, name: string) => {
    const beginning = beginningOf(name, shownCharacters)
    return beginning === name ? whole : `“${beginning.trimEnd()}…”`
  })

/**
 * Says what was done, optionally with an action such as Undo. Disappears by itself, or for the next message. A similar one
 * that is still shown is counted instead.
 * @returns closes the message, if it is still shown
 */
export function showToast(text: string, action?: Action, similar?: Similar): () => void {
  const before = message.value
  const isLike = before !== undefined && similar !== undefined && before.key === similar.key
  const all = isLike ? before.count + 1 : 1
  const id = isLike ? before.id : (count += 1)
  message.value = {
    id,
    text: cut(isLike ? similar.text(all) : text),
    count: all,
    ...(action && { action }),
    ...(similar && { key: similar.key }),
  }
  return () => {
    closeToast(id)
  }
}

/** Closes a message, if it is still shown. */
export function closeToast(id: number): void {
  if (message.value?.id === id) message.value = undefined
}

/** Says what went wrong and what to do. Stays until it is closed or dismissed. The same text is shown only once. */
export function showAlert(whole: string, about?: string, copy?: string | null): void {
  const id = (count += 1)
  const text = cut(whole)
  const others = alerts.value.filter((alert) => alert.text !== text)
  alerts.value = [
    ...others,
    { id, text, ...(about !== undefined && { about }), ...(copy != null && { copy }) },
  ]
}

/** Closes one alert. */
export function closeAlert(id: number): void {
  alerts.value = alerts.value.filter((alert) => alert.id !== id)
}

/** Dismisses the alerts about a failed action; without `about`, all alerts. */
export function dismissAlerts(about?: string): void {
  alerts.value = alerts.value.filter((alert) => about !== undefined && alert.about !== about)
}

/** Closes everything that is shown, when a session ends. */
export function forgetToasts(): void {
  message.value = undefined
  alerts.value = []
}

/** The open modal dialogs, the last one on top. Content outside it cannot be read or clicked. */
export const openDialogs = signal<readonly symbol[]>([])
