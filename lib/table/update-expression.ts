import type { Item } from './item.ts'
import type { Condition } from './transaction-write.ts'

/**
 * With more attributes than this, placeholders have numbers instead of names: an expression has at most 4 KB, and a
 * change may set values of 50 fields and remove those of 200 deleted ones. Expressions whose placeholders are used
 * elsewhere have few attributes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const maxNamedPlaceholders = 20

/**
 * Builds an update expression that sets the attributes with a value, removes those that are undefined, and adds to
 * counters. Every attribute name is a placeholder, because DynamoDB reserves many words.
 */
export function assignmentsOf(attributes: Item, path = '') {
  const all = Object.keys(attributes).map((name, index, { length }) => ({
    ...{ name, value: attributes[name] },
    placeholder: `set_${length <= maxNamedPlaceholders ? name : index}`,
  }))
  const assigned = all.filter(({ value }) => value !== undefined)
  return {
    set: assigned.map(({ placeholder }) => `${path}#${placeholder} = :${placeholder}`),
    remove: all.filter(({ value }) => value === undefined).map(({ placeholder }) => `${path}#${placeholder}`),
    names: Object.fromEntries(all.map(({ name, placeholder }) => [`#${placeholder}`, name])),
    values: Object.fromEntries(assigned.map(({ value, placeholder }) => [`:${placeholder}`, value])),
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

/** An update that sets and removes attributes, and adds to counters, on a condition. */
export function updateIf(attributes: Item, condition: Condition, add?: Record<string, number>) {
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateOf(attributes, add)
  return {
    UpdateExpression,
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, ...condition.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...condition.ExpressionAttributeValues },
  }
}
