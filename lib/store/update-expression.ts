import type { Item } from './item.ts'

/**
 * Builds an update expression that sets the attributes with a value, removes those that are undefined, and adds to
 * counters. Every attribute name is a placeholder, because DynamoDB reserves many words.
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
