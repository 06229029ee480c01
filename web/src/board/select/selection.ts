/** Which cards are selected. */
export interface Selection {
  /** Whether a click on a card selects it. */
  isOn: boolean
  /** The ids of the tasks. */
  ids: ReadonlySet<string>
  /** The card that a range starts from: the last one that was selected alone. */
  anchor: string | undefined
}

export const noSelection: Selection = { isOn: false, ids: new Set(), anchor: undefined }

/** A card that a person has chosen. */
export interface Choice {
  id: string
  /** Whether the range from the anchor to this card is meant. */
  isRange: boolean
  /** The ids of the cards of its column, from top to bottom. */
  column: readonly string[]
}

/** The selection with more cards. */
export const addAll = (selection: Selection, ids: readonly string[]): Selection => ({
  ...selection,
  ids: new Set([...selection.ids, ...ids]),
})

/** The selection without some cards. */
export function removeAll(selection: Selection, ids: readonly string[]): Selection {
  const removed = new Set(ids)
  return filtered(selection, (id) => !removed.has(id))
}

/** The selection without the cards that are not among these; the same object if all are. */
export const keepOnly = (selection: Selection, ids: ReadonlySet<string>): Selection =>
  filtered(selection, (id) => ids.has(id))

function filtered(selection: Selection, isKept: (id: string) => boolean): Selection {
  const kept = [...selection.ids].filter(isKept)
  if (kept.length === selection.ids.size) return selection
  const { anchor } = selection
  return {
    ...selection,
    ids: new Set(kept),
    anchor: anchor !== undefined && isKept(anchor) ? anchor : undefined,
  }
}

/** The selection after a choice. A range is always selected; without an anchor in its column it is the card alone. */
export function toggle(selection: Selection, { id, isRange, column }: Choice): Selection {
  const from = selection.anchor === undefined ? -1 : column.indexOf(selection.anchor)
  const to = column.indexOf(id)
  if (isRange && from !== -1 && to !== -1) {
    const range = column.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ...addAll(selection, range), isOn: true }
  }
  if (selection.ids.has(id) && !isRange) return removeAll(selection, [id])
  return { ...addAll(selection, [id]), isOn: true, anchor: id }
}
