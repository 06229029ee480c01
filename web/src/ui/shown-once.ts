import { useEffect } from 'preact/hooks'
import { signalOf } from '../data/signal.ts'
import { guardUnload } from './unload-guard.ts'

/**
 * Texts that the service shows only once, such as a form's URL, by the id of their owner. They are kept here until they
 * are taken.
 */
const kept = signalOf<Readonly<Record<string, string>>>({})

/** Keeps a text that is shown once, in the memory of this page only. */
export function keepShown(id: string, text: string): void {
  kept.set({ ...kept.get(), [id]: text })
}

/** Forgets a text: the person has taken it. */
export function forgetShown(id: string): void {
  kept.set(Object.fromEntries(Object.entries(kept.get()).filter(([other]) => other !== id)))
}

/** Forgets all of them: the session has ended. */
export function forgetAllShown(): void {
  kept.set({})
}

/** The text while it is known, as a hook. The browser asks before it closes a page that still shows one. */
export function useShownOnce(id: string): string | undefined {
  const text = kept.use()[id]
  useEffect(() => (text === undefined ? undefined : guardUnload()), [text])
  return text
}
