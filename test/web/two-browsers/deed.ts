import type { Value } from './line.ts'

/** What a person has done: the value that they want. */
export interface Deed extends Value {
  atMs: number
  /** The labels by which messages may call it. */
  names: string[]
}

/** How a person has answered a question about what both have changed. */
export interface Answered {
  atMs: number
  answer: 'mine' | 'theirs' | 'later'
  /** The whole question. */
  text: string
}

/** A text that a page has told, as an alert or only as a message, and the address at which it did. */
export interface Told {
  atMs: number
  text: string
  isAlert: boolean
  hash: string
}

/** Tells this process what the page says. */
export const listen = `new MutationObserver((records) => {
  const said = new Set(records.map(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest('[role=alert], [role=status]')))
  for (const element of said) if (element?.textContent) tell(element.textContent, element.role === 'alert', location.hash)
}).observe(document, { childList: true, subtree: true, characterData: true })`
