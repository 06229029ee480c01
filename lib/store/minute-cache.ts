import QuickLRU from 'quick-lru'

/** A revocation holds everywhere within a minute: docs/architecture.md, "Tokens". */
const rememberedMs = 60_000

/**
 * What was read of the table, for a minute, by the clock of the wall: a monotonic one may stand still while Lambda
 * freezes a function. What was not found is remembered too.
 */
export class MinuteCache<V> {
  readonly #entries = new QuickLRU<string, { value: V }>({ maxSize: 1_000 })

  /** What is remembered under a key; otherwise what `load` reads. */
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key)
    if (known) return known.value
    // the minute begins before the read: what it returns may already be old when it arrives
    const endMs = Date.now() + rememberedMs
    const value = await load()
    this.#entries.set(key, { value }, { maxAge: Math.max(endMs - Date.now(), 1) }) // 0 would be for ever
    return value
  }

  /** Forgets a key: what was read is known to be old. */
  delete(key: string): void {
    this.#entries.delete(key)
  }
}
