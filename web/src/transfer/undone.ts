import type { ResourceClient } from '../../../client/src/index.ts'

/** An import that was undone. */
interface Undone {
  projectId: string
  /** Its file. */
  bytes: Uint8Array
  /** Makes it again: its tasks come back from the trash. */
  redo: () => void
}

/** By the client of the session in which they were undone. */
const undone = new WeakMap<ResourceClient, readonly Undone[]>()

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** Notes that an import was undone. */
export const noteUndone = (client: ResourceClient, one: Undone): void => {
  undone.set(client, [...(undone.get(client) ?? []), one])
}

/** Forgets an import that is made again. */
export const forgetUndone = (client: ResourceClient, bytes: Uint8Array): void => {
  undone.set(
    client,
    (undone.get(client) ?? []).filter((one) => one.bytes !== bytes),
  )
}

/** What makes the import of a file into a project again; undefined if none was undone since this page was opened. */
export const redoOf = (
  client: ResourceClient,
  projectId: string,
  bytes: Uint8Array,
): Undone['redo'] | undefined =>
  undone.get(client)?.findLast((one) => one.projectId === projectId && isSame(one.bytes, bytes))?.redo
