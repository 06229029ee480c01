import type { Item, Key } from './item.ts'

/** An item that was read before it was known whether the caller may read it. */
export interface ReadAhead {
  key: Key
  item: Item | undefined
  /** The read units that the read took beyond those that an absent item takes. */
  furtherUnits: number
}

/** The item of a read ahead, if it was one of this key. */
export const itemAhead = (ahead: ReadAhead | undefined, { pk, sk }: Key): ReadAhead | undefined =>
  ahead?.key.pk === pk && ahead.key.sk === sk ? ahead : undefined
