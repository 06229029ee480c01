import { deviceStorage, tabStorage, type TextStorage } from './browser-storage.ts'

/** Begins the names of all lists. */
const prefix = 'tasks-waiting '

/** How long in milliseconds a page that is loaded again has time to take its own list, before another tab does. */
const ownMs = 5_000

/** What a tab keeps on the device until it is sent. Only who has the token of its session can read it. */
export interface KeptList {
  /** Resolves to whether it is kept: a full storage takes nothing more, and then nothing of it outlives the page. */
  save: (name: string, items: readonly unknown[]) => Promise<boolean>
  /** Ends it: nothing is left. */
  close: () => void
}

/** What turns texts into others that only a token turns back. */
interface Cipher {
  /** Tells the lists of a token from those of others, but not the token. */
  owner: string
  encrypt: (text: string) => Promise<string>
  decrypt: (text: string) => Promise<string>
}

const encoded = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const decoded = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const ivBytes = 12
const keyBytes = 32

/** The cipher of a token. A token is random, so that a hash of it is a key. */
async function cipherOf(token: string): Promise<Cipher> {
  const bytes = new TextEncoder().encode(prefix + token)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-512', bytes))
  const name = 'AES-GCM'
  const key = await crypto.subtle.importKey('raw', hash.slice(0, keyBytes), name, false, [
    'encrypt',
    'decrypt',
  ])
  return {
    owner: encoded(hash.slice(keyBytes)),
    encrypt: async (text) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const made = await crypto.subtle.encrypt({ name, iv }, key, new TextEncoder().encode(text))
      return `${encoded(iv)} ${encoded(new Uint8Array(made))}`
    },
    decrypt: async (text) => {
      const [iv = '', made = ''] = text.split(' ')
      const found = await crypto.subtle.decrypt({ name, iv: decoded(iv) }, key, decoded(made))
      return new TextDecoder().decode(found)
    },
  }
}

/**
 * Opens the list of this tab. Lists of other tokens are removed.
 * @param sessionId pages of release 0.3.0 have kept lists by it, as text, on the device or in the tab
 * @param onFound is given the lists that tabs of the same token have left behind, each once and by one tab: a tab holds a lock
 *   for its own as long as it lives
 */
export function openKeptList(
  { token, sessionId }: { token: string; sessionId: string },
  onFound: (kept: Record<string, unknown[]>) => void,
): KeptList {
  const over = new AbortController()
  const { signal } = over
  const lists: Record<string, readonly unknown[]> = {}
  const ended = new Promise((resolve) => {
    signal.addEventListener('abort', resolve)
  })
  const cipher = cipherOf(token)
  const own = cipher.then(({ owner }) => `${prefix}${owner} ${crypto.randomUUID()}`)
  let saving: Promise<unknown> = own
  const write = async (): Promise<boolean> => {
    const name = await own
    const isEmpty = Object.values(lists).every(({ length }) => length === 0)
    const text = isEmpty ? undefined : await (await cipher).encrypt(JSON.stringify(lists))
    if (text !== undefined && !signal.aborted) return put(deviceStorage, name, text)
    deviceStorage.removeItem(name)
    return true
  }
  const hold = (name: string, use: (lock: Lock | null) => unknown, options: LockOptions = { signal }) => {
    // an abort is the end of the session: nobody waits for the lock any more
    navigator.locks.request(name, options, use).catch(() => undefined)
  }
  const take = async (name: string, storage = deviceStorage) => {
    const found = storage.getItem(name)
    if (found === null) return
    const kept = found.startsWith('{') ? found : await (await cipher).decrypt(found)
    if (signal.aborted) return
    onFound(JSON.parse(kept) as Record<string, unknown[]>) // `write` has written it
    await saving // it is in the list of this tab now
    storage.removeItem(name)
  }
  /** Takes the list of another tab when that is gone. */
  const takeLater = (name: string) => {
    hold(name, () => {
      setTimeout(() => {
        hold(name, () => take(name))
      }, ownMs)
    })
  }
  const start = async () => {
    const name = await own
    const ofOwner = name.slice(0, name.lastIndexOf(' '))
    if (signal.aborted) return
    const ofSession = `${prefix}${sessionId} `
    forgetKept((other) => other.startsWith(ofOwner) || other.startsWith(ofSession))
    hold(name, () => ended)
    for (const storage of [deviceStorage, tabStorage])
      for (const other of storage.names().filter((one) => one.startsWith(ofSession)))
        hold(other, () => take(other, storage))
    for (const other of deviceStorage.names().filter((one) => one.startsWith(ofOwner)))
      hold(
        other,
        async (lock) => {
          if (lock) await take(other)
          else takeLater(other)
        },
        { ifAvailable: true },
      )
    watchNew(ofOwner, takeLater, signal)
  }
  void start()
  return {
    save: (name, items) => {
      lists[name] = items
      const written = saving.then(write)
      saving = written
      return written
    },
    close: () => {
      over.abort()
      void own.then((name) => {
        deviceStorage.removeItem(name)
      })
    },
  }
}

/** Tells of each list that another tab begins to keep. `beginning`: that of the names of lists. */
function watchNew(beginning: string, onNew: (name: string) => void, signal: AbortSignal): void {
  const known = new Set(deviceStorage.names())
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key?.startsWith(beginning) !== true || newValue === null || known.has(key)) return
      known.add(key)
      onNew(key)
    },
    { signal },
  )
}

/** Returns whether the storage has taken a text. A full one keeps nothing, so that no older list is sent later. */
function put(storage: TextStorage, name: string, text: string): boolean {
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
