/** So many events are under way at once. */
const width = 10

/** Returns the entries in groups. The groups, and the entries of each, keep the order of the entries. */
export const groupsOf = <T>(entries: readonly T[], keyOf: (entry: T) => string): T[][] => [
  ...Map.groupBy(entries, keyOf).values(),
]

/**
 * Sends the entries of each group one after the other, and up to ten groups at once. When nothing more may be sent, what
 * is under way ends first.
 * @throws the first error of `send`, after everything that was under way
 */
export async function sendInOrder<T>(
  groups: readonly (readonly T[])[],
  send: (entry: T) => Promise<void>,
  mayGoOn: () => boolean,
): Promise<void> {
  const waiting = groups.values() // shared: each worker takes the next group
  const work = async () => {
    for (const group of waiting) {
      for (const entry of group) {
        if (!mayGoOn()) return
        await send(entry)
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: width }, work))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
