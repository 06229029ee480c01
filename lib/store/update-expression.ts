import type { Item } from './item.ts'

/**
 * An update that sets the attributes which have a value, removes those which are undefined, and adds to counters.
 * Every name is a placeholder, for DynamoDB reserves many of them.
 */
export function updateOf(set: Item, add: Record<string, number> = {}) {
  const names = Object.keys({ ...set, ...add })
  const assigned = Object.keys(set).filter((name) => set[name] !== undefined)
  const removed = Object.keys(set).filter((name) => set[name] === undefined)
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : [])
  return {
    UpdateExpression: [
      ...clause(
        'SET',
        assigned.map((name) => `#${name} = :${name}`),
      ),
      ...clause(
        'REMOVE',
        removed.map((name) => `#${name}`),
      ),
      ...clause(
        'ADD',
        Object.keys(add).map((name) => `#${name} :${name}`),
      ),
    ].join(' '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      [...assigned.map((name) => [name, set[name]] as const), ...Object.entries(add)].map(([name, value]) => [
        `:${name}`,
        value,
      ]),
    ),
  }
}
