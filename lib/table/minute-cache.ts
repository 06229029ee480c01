import QuickLRU from 'quick-lru'

/** A revocation holds everywhere within a minute: docs/decisions.md, "Tokens". */
export const rememberedMs = 60_000

/**
 * Caches what was read from the table for one minute, including that something was not found. It uses wall-clock time,
 * because a monotonic clock may stop while Lambda freezes a function.
 */
export class MinuteCache<V> {
  readonly #entries = new QuickLRU<string, { value: V }>({ maxSize: 1_000 })

  /** Returns the cached value of a key, or calls `load` and caches its result. */
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key)
    if (known) return known.value
    // the minute starts before the read, because the result may already be old when it arrives
    const endMs = Date.now() + rememberedMs
    const value = await load()
    this.#entries.set(key, { value }, { maxAge: Math.max(endMs - Date.now(), 1) }) // 0 would mean no expiry
    return value
  }

  /** Removes a key whose cached value is known to be old. */
  delete(key: string): void {
    this.#entries.delete(key)
  }
}
