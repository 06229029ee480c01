import { useEffect } from 'preact/hooks'
import { signalOf } from '../ui/signal.ts'
import { guardUnload } from '../ui/unload-guard.ts'

/** URLs by the ids of their forms. The service shows a URL once; here it lasts until the person has taken it. */
const urls = signalOf<Readonly<Record<string, string>>>({})

/** Keeps the URL of a new or rotated form, in the memory of this page only. */
export function keepUrl(formId: string, url: string): void {
  urls.set({ ...urls.get(), [formId]: url })
}

/** Forgets a form's URL. */
export function forgetUrl(formId: string): void {
  urls.set(Object.fromEntries(Object.entries(urls.get()).filter(([id]) => id !== formId)))
}

/** Forgets all URLs: the session has ended. */
export function forgetUrls(): void {
  urls.set({})
}

/** The URL of a form while it is known, as a hook. The browser asks before it closes a page that still shows one. */
export function useNewUrl(formId: string): string | undefined {
  const url = urls.use()[formId]
  useEffect(() => (url === undefined ? undefined : guardUnload()), [url])
  return url
}
