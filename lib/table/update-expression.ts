import type { Item } from './item.ts'
import type { Condition } from './transaction-write.ts'

/**
 * Builds an update expression that sets the attributes with a value, removes those that are undefined, and adds to
 * counters. Every attribute name is a placeholder, because DynamoDB reserves many words.
 */
export function assignmentsOf(attributes: Item, path = '') {
  const all = Object.keys(attributes)
  const assigned = all.filter((name) => attributes[name] !== undefined)
  return {
    set: assigned.map((name) => `${path}#set_${name} = :set_${name}`),
    remove: all.filter((name) => attributes[name] === undefined).map((name) => `${path}#set_${name}`),
    names: Object.fromEntries(all.map((name) => [`#set_${name}`, name])),
    values: Object.fromEntries(assigned.map((name) => [`:set_${name}`, attributes[name]])),
  }
}

/** An update that sets and removes attributes, and adds to counters. */
export function updateOf(attributes: Item, add: Record<string, number> = {}) {
  const { set, remove, names, values } = assignmentsOf(attributes)
  const counters = Object.keys(add)
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : [])
  return {
    UpdateExpression: [
      ...clause('SET', set),
      ...clause('REMOVE', remove),
      ...clause(
        'ADD',
        counters.map((name) => `#add_${name} :add_${name}`),
      ),
    ].join(' '),
    ExpressionAttributeNames: {
      ...names,
      ...Object.fromEntries(counters.map((name) => [`#add_${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(Object.entries(add).map(([name, by]) => [`:add_${name}`, by])),
    },
  }
}

/** An update that sets and removes attributes on a condition. */
export function updateIf(attributes: Item, condition: Condition) {
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateOf(attributes)
  return {
    UpdateExpression,
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, ...condition.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...condition.ExpressionAttributeValues },
  }
}
