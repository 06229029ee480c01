import { deviceStorage, tabStorage, type TextStorage } from './browser-storage.ts'

/** Begins the names of all lists. */
const prefix = 'tasks-waiting '

/** What a tab keeps of a session beyond a reload, until it is sent. */
export interface KeptList {
  /** Whether it outlives the tab. */
  isOnDevice: boolean
  /** Returns whether it is kept: a full storage takes nothing more, and then nothing of it outlives the page. */
  save: (name: string, items: readonly unknown[]) => boolean
  /** Ends it: nothing is left. */
  close: () => void
}

/**
 * After which time in milliseconds a list in this tab, whose lock another tab holds, is taken for a copy: the browser copies what
 * a tab keeps when it duplicates it. A page that was left gives its lock back much earlier.
 */
const copyAfterMs = 30_000

/**
 * Opens the list of this tab. It lies where the session's token does: on the device, or in the tab.
 * @param sessionId lists of other sessions are removed
 * @param onFound is given the lists that a tab has left behind, this one before a reload or a closed one, once and by one tab:
 *   each tab holds a lock for its own as long as it lives
 */
export function openKeptList(
  { sessionId, isOnDevice }: { sessionId: string; isOnDevice: boolean },
  onFound: (kept: Record<string, unknown[]>) => void,
): KeptList {
  const storage = isOnDevice ? deviceStorage : tabStorage
  const ofSession = `${prefix}${sessionId} `
  const own = `${ofSession}${crypto.randomUUID()}`
  const over = new AbortController()
  const lists: Record<string, readonly unknown[]> = {}
  forgetKept((name) => name.startsWith(ofSession))
  const hold = (name: string, use: () => unknown) => {
    // an abort is the end of the session: nobody waits for the lock any more
    navigator.locks.request(name, { signal: over.signal }, use).catch(() => undefined)
  }
  const ended = new Promise((resolve) => {
    over.signal.addEventListener('abort', resolve)
  })
  hold(own, () => ended)
  // in both: a session of the tab may have become one of the device
  for (const place of [deviceStorage, tabStorage]) {
    for (const name of place.names().filter((other) => other.startsWith(ofSession))) {
      const removal =
        place === deviceStorage
          ? undefined
          : setTimeout(() => {
              place.removeItem(name)
            }, copyAfterMs)
      hold(name, () => {
        clearTimeout(removal)
        const found = place.getItem(name)
        place.removeItem(name)
        if (found !== null) onFound(JSON.parse(found) as Record<string, unknown[]>) // `save` has written it
      })
    }
  }
  return {
    isOnDevice,
    save: (name, items) => {
      lists[name] = items
      if (!over.signal.aborted && Object.values(lists).some(({ length }) => length > 0))
        return write(storage, own, JSON.stringify(lists))
      storage.removeItem(own)
      return true
    },
    close: () => {
      over.abort()
      storage.removeItem(own)
    },
  }
}

/** Returns whether the storage has taken a text. A full one keeps nothing, so that no older list is sent later. */
function write(storage: TextStorage, name: string, text: string): boolean {
  try {
    storage.setItem(name, text)
    return true
  } catch {
    storage.removeItem(name)
    return false
  }
}

/** Removes lists, by default all: what a session has kept is gone when it ends. */
export function forgetKept(isNeeded: (name: string) => boolean = () => false): void {
  for (const storage of [deviceStorage, tabStorage])
    for (const name of storage.names())
      if (name.startsWith(prefix) && !isNeeded(name)) storage.removeItem(name)
}
