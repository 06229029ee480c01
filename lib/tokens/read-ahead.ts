import type { ReadAhead } from '../table/ahead.ts'
import type { Item, Key } from '../table/item.ts'
import { getMany, getSome } from '../table/read-items.ts'
import { openStorage, type Storage } from '../table/storage.ts'

/**
 * Reads keys, as `getMany` does, and one more in the same round trip. The storage's usage then is as if the one more were
 * absent: whether it is there must not show in a log line of a caller that may not read it. If the table is busy, only
 * `keys` are read.
 */
export async function getWithAhead(
  storage: Storage,
  keys: Key[],
  key: Key,
): Promise<{ items: Item[]; ahead?: ReadAhead }> {
  const { usage, deadlineMs } = openStorage(storage.deadlineMs)
  try {
    const { items, rest } = await getSome({ usage, deadlineMs }, [...keys, key])
    storage.usage.read_units += keys.length + 1
    if (rest.length === 0) {
      const item = items.find(({ pk, sk }) => pk === key.pk && sk === key.sk)
      const others = items.filter((one) => one !== item)
      return { items: others, ahead: { key, item, furtherUnits: usage.read_units - keys.length - 1 } }
    }
  } finally {
    storage.usage.round_trips += usage.round_trips
  }
  return { items: await getMany(storage, keys) }
}
