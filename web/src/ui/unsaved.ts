import { useEffect, useRef } from 'preact/hooks'
import { signalOf } from '../data/signal.ts'

/** A text that a person has typed, and what it is. */
export interface UnsavedText {
  name: string
  text: string
}

/** What is typed and not saved at this moment, by what it belongs to. */
const noted = new Map<string | symbol, readonly UnsavedText[]>()

/** Notes what is not saved of something; nothing: all of it is. */
export function noteUnsaved(key: string | symbol, texts: readonly UnsavedText[]): void {
  if (texts.length > 0) noted.set(key, texts)
  else noted.delete(key)
}

/** What was not saved when the service ended the session, so that the person can copy it. */
export const leftTexts = signalOf<readonly UnsavedText[]>([])

/** To be called when the service ends the session: what is not saved now can be copied afterwards. */
export function leaveUnsaved(): void {
  leftTexts.set([...noted.values()].flat())
  noted.clear()
}

/** To be called when a person signs out or in: nothing is shown of the session before. */
export function forgetUnsaved(): void {
  if (leftTexts.get().length > 0) leftTexts.set([])
}

/** Notes the text of a field while it is shown, as a hook. An empty one is nothing. */
export function useUnsaved(name: string, text: string): void {
  const key = useRef(Symbol(name))
  useEffect(() => {
    const own = key.current
    noteUnsaved(own, text.trim() === '' ? [] : [{ name, text }])
    return () => {
      noteUnsaved(own, [])
    }
  }, [name, text])
}
