import { signal } from '@preact/signals-core'
import type { VNode } from 'preact'
import { useValue } from '../data/use-value.ts'
import { guardUnload } from './unload-guard.ts'

/**
 * Texts that the service shows only once, such as a form's URL, by the id of their owner. They are kept in the memory of
 * this page, whichever view it shows, until they are taken.
 */
const kept = signal<Readonly<Record<string, string>>>({})

/** The owners of those that were not copied: the browser asks before it closes a page that holds one. */
const notCopied = signal<readonly string[]>([])
let endGuard: (() => void) | undefined

function setNotCopied(ids: readonly string[]): void {
  notCopied.value = ids
  if (ids.length > 0) endGuard ??= guardUnload()
  else {
    endGuard?.()
    endGuard = undefined
  }
}

/** A dialog that shows such a text over every view, so that no change of the address closes it. */
export const secretDialog = signal<VNode | undefined>(undefined)

/** Keeps a text that is shown once. */
export function keepShown(id: string, text: string): void {
  kept.value = { ...kept.value, [id]: text }
  setNotCopied([...notCopied.value, id])
}

/** Notes that the person has copied a text. It is still shown. */
export function noteTaken(id: string): void {
  setNotCopied(notCopied.value.filter((other) => other !== id))
}

/** Forgets a text: the person has taken it, or does not need it. */
export function forgetShown(id: string): void {
  kept.value = Object.fromEntries(Object.entries(kept.value).filter(([other]) => other !== id))
  noteTaken(id)
}

/** Forgets all of them: the session has ended. */
export function forgetAllShown(): void {
  secretDialog.value = undefined
  kept.value = {}
  setNotCopied([])
}

/** The text while it is known, as a hook. */
export const useShownOnce = (id: string): string | undefined => useValue(kept)[id]

/** Whether a text was not copied; by default, any. */
export const isNotCopied = (id?: string): boolean =>
  id === undefined ? notCopied.value.length > 0 : notCopied.value.includes(id)

/** The same of one text as a hook. */
export const useNotCopied = (id: string): boolean => useValue(notCopied).includes(id)
