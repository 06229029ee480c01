/**
 * The items of an ordered list, such as the subtasks of a task, as values of the whole. Each attribute of an item is a value
 * with a name of its own, so that changes of different items do not touch each other.
 */

/** An item of a list. */
export interface ListItem {
  id: string
  label: string
}

/** The place of an item: the ids of those before it. It goes behind the nearest of them that is there. */
const placeName = 'behind'

/** What a change sets of an item: attributes by their names, and its place. A label of null: it is not there. */
export type ItemValues<I extends ListItem> = { [A in Exclude<keyof I, 'id'>]?: I[A] | null | undefined } & {
  [placeName]?: readonly string[] | null | undefined
}

/** An item's attributes and place as values of the whole. */
export const itemValues = <I extends ListItem>(prefix: string, id: string, values: ItemValues<I>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${id}.${name}`, value]))

/** The values that add items behind those of a list. */
export function addedValues(
  prefix: string,
  items: readonly ListItem[],
  added: readonly ListItem[],
): Record<string, unknown> {
  const all = [...items, ...added]
  const valuesAt = ({ id, ...attributes }: ListItem, index: number) =>
    itemValues<ListItem>(prefix, id, { ...attributes, behind: idsBefore(all, items.length + index) })
  return Object.fromEntries(added.flatMap((item, index) => Object.entries(valuesAt(item, index))))
}

/** The same the other way round, by the items' ids. */
export function itemsIn<I extends ListItem>(prefix: string, values: object): Map<string, ItemValues<I>> {
  const items = new Map<string, ItemValues<I>>()
  for (const [path, value] of Object.entries(values)) {
    if (!path.startsWith(prefix)) continue
    const [id = '', name = ''] = path.slice(prefix.length).split('.')
    items.set(id, { ...items.get(id), [name]: value as unknown } as ItemValues<I>) // `itemValues` has made the name
  }
  return items
}

/** Whether it is the name of a place. Others may have moved what is around an item, so its place is nobody's. */
export const isPlace = (name: string): boolean => name.endsWith(`.${placeName}`)

/** The ids of the items before an index. */
export const idsBefore = (items: readonly ListItem[], index: number): string[] =>
  items.slice(0, index).map(({ id }) => id)

/** A value of the whole; undefined: the item is not there. */
export function itemValue(prefix: string, items: readonly ListItem[], name: string): unknown {
  const [id, attribute = ''] = name.slice(prefix.length).split('.')
  const index = items.findIndex((item) => item.id === id)
  if (index === -1) return undefined
  const item: object | undefined = items[index]
  return attribute === placeName ? idsBefore(items, index) : (item as Record<string, unknown>)[attribute] // by its name
}

/** The index among the others that an item gets behind some. */
function indexBehind(others: readonly ListItem[], behind: readonly string[]): number {
  const nearest = behind.findLast((id) => others.some((other) => other.id === id))
  return others.findIndex(({ id }) => id === nearest) + 1
}

/**
 * Where an item goes behind some, as the API takes it: beside which other. Nothing if it is there.
 * @param after the names in requests @param before the same
 */
export function placeBehind<After extends string, Before extends string>(
  items: readonly ListItem[],
  id: string,
  behind: readonly string[],
  after: After,
  before: Before,
): Partial<Record<After | Before, string>> {
  const others = items.filter((one) => one.id !== id)
  const to = indexBehind(others, behind)
  const [previous, next] = [others[to - 1], others[to]]
  if (items[to]?.id === id || !(previous ?? next)) return {}
  return { [previous ? after : before]: (previous ?? next)?.id } as Partial<Record<After | Before, string>> // one of the names
}

/** Whether values make an item that is not there. */
export const isNew = ({ label, behind }: Pick<ItemValues<ListItem>, 'label' | 'behind'>): boolean =>
  typeof label === 'string' && behind != null

/** The items after a change. */
export function withItems<I extends ListItem>(prefix: string, items: readonly I[], values: object): I[] {
  let list = [...items]
  for (const [id, { behind, ...given }] of itemsIn<I>(prefix, values)) {
    const index = list.findIndex((one) => one.id === id)
    const others = list.filter((one) => one.id !== id)
    if (given.label === null) list = others
    else if (index !== -1 || isNew({ ...given, behind })) {
      const next = { ...list[index], ...given, id } as I // a new one has all its attributes
      list = others.toSpliced(behind ? indexBehind(others, behind) : index, 0, next)
    }
  }
  return list
}
