import { useQueryClient } from '@tanstack/preact-query'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { connection } from '../data/connection.ts'
import { Failure, Loading } from './states.tsx'

/** A part of the application that is loaded separately. */
interface LazyView<P> {
  View: ComponentType<P>
  /** Loads it before it is needed. */
  preload: () => void
}

/**
 * Wraps a component whose module is loaded on demand. If loading fails, the person can try again.
 * @param Instead is shown until it is loaded, also if loading fails
 */
export function lazyView<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Instead?: ComponentType<P>,
): LazyView<P> {
  let Loaded: ComponentType<P> | undefined
  const fetchIt = async () => (Loaded ??= await load())

  function View(props: P) {
    const [state, setState] = useState<'loading' | 'there' | 'failed'>(Loaded ? 'there' : 'loading')
    useEffect(() => {
      if (state !== 'loading') return
      fetchIt().then(
        () => {
          setState('there')
        },
        () => {
          setState('failed')
        },
      )
    }, [state])
    if (Loaded) return <Loaded {...props} />
    if (Instead) return <Instead {...props} />
    if (state !== 'failed') return <Loading />
    const retry = () => {
      setState('loading')
    }
    return (
      <Failure text="This view could not be loaded. If it happens again, reload the page." onRetry={retry} />
    )
  }

  return {
    View,
    preload: () => {
      fetchIt().catch(() => undefined)
    },
  }
}

/** What a person does first on a page. */
const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/** A view is complete when nothing has been fetched for this many milliseconds. */
const quietMs = 200

/**
 * Loads parts of the application when a person does something and the view is complete, as a hook. Until then only what
 * the first view needs is fetched; from then on, the others open at once, and also when the connection is lost.
 */
export function usePreload(views: readonly Pick<LazyView<object>, 'preload'>[]): void {
  const cache = useQueryClient()
  useEffect(() => {
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const preload = (wasQuiet = false) => {
      // not without a connection: some browsers never try again to load a module that could not be loaded
      const isQuiet = cache.isFetching() === 0 && connection.value !== 'lost'
      if (isQuiet && wasQuiet) for (const view of views) view.preload()
      else timer = setTimeout(preload, quietMs, isQuiet)
    }
    const begin = () => {
      for (const sign of signsOfUse) removeEventListener(sign, begin, true)
      preload()
    }
    for (const sign of signsOfUse)
      addEventListener(sign, begin, { capture: true, passive: true, signal: over.signal })
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [])
}
