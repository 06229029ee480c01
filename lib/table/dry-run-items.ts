import type { Item, Key } from './item.ts'
import { keyOfWrite, type TransactionWrite } from './transaction-write.ts'

/** The items that a dry run would have written so far, by key. */
export type DryRunItems = Map<string, Item>

const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk])

/** The item that a dry run would have put under this key. */
export const dryRunItem = (items: DryRunItems | undefined, key: Key): Item | undefined =>
  items?.get(nameOf(key))

/** The writes that only the table can judge. The others follow a read of an item that the dry run has put itself. */
export const withoutDryRunItems = (
  items: DryRunItems | undefined,
  writes: readonly TransactionWrite[],
): TransactionWrite[] => writes.filter((write) => !dryRunItem(items, keyOfWrite(write)))

/** Remembers the items of a transaction that would have been executed. */
export function remember(items: DryRunItems | undefined, writes: readonly TransactionWrite[]): void {
  for (const write of writes) if ('Put' in write) items?.set(nameOf(keyOfWrite(write)), write.Put.Item)
}
