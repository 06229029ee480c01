import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { Item, Key } from '../../lib/table/item.ts'
import type { Table } from '../../lib/table/table.ts'

interface BatchWrite {
  PutRequest?: { Item: Item & Key }
  DeleteRequest?: { Key: Key }
}

/** The parts of a command that this table understands. `RequestItems` has keys in a read, and writes in a write. */
interface Input {
  IndexName?: string
  Key?: Key
  Item?: Item & Key
  RequestItems?: Record<string, { Keys: Key[] } & BatchWrite[]>
  /** A batch of writes as a transaction, without conditions. */
  TransactItems?: { Put?: { Item: Item & Key }; Delete?: { Key: Key } }[]
  ConditionExpression?: string
  KeyConditionExpression?: string
  UpdateExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Item
  Limit?: number
  ScanIndexForward?: boolean
  ExclusiveStartKey?: Key
}

/** Evaluates a condition as DynamoDB does: a comparison with an absent attribute is false, but for `<>`. */
class Condition {
  readonly #tokens: string[]
  readonly #item: Item
  readonly #input: Input

  constructor(text: string, item: Item, input: Input) {
    this.#tokens = text.match(/[(),]|<>|<=|>=|[<>=]|[\w#:]+/g) ?? []
    this.#item = item
    this.#input = input
  }

  get holds(): boolean {
    const result = this.#any()
    if (this.#tokens.length > 0) throw new Error(`What does this mean: ${this.#tokens.join(' ')}`)
    return result
  }

  #next(expected?: string): string {
    const token = this.#tokens.shift() ?? ''
    if (expected !== undefined && token !== expected) throw new Error(`${token} instead of ${expected}`)
    return token
  }

  #any(): boolean {
    let result = this.#all()
    while (this.#tokens[0] === 'OR' && this.#next('OR')) result = [this.#all(), result].includes(true)
    return result
  }

  #all(): boolean {
    let result = this.#one()
    while (this.#tokens[0] === 'AND' && this.#next('AND')) result = ![this.#one(), result].includes(false)
    return result
  }

  #one(): boolean {
    const token = this.#next()
    if (token === '(') {
      const result = this.#any()
      this.#next(')')
      return result
    }
    if (this.#tokens[0] === '(') return this.#call(token)
    const [left, operator, right] = [this.#value(token), this.#next(), this.#value(this.#next())]
    const high = operator === 'BETWEEN' && this.#next('AND') ? this.#value(this.#next()) : undefined
    if (operator === '<>') return left !== right
    if (typeof left !== typeof right || left === undefined) return false
    const [a, b] = [left as string, right as string] // numbers compare in the same way
    if (high !== undefined) return a >= b && a <= (high as string)
    return { '=': a === b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[operator] ?? false
  }

  #call(name: string): boolean {
    this.#next('(')
    const value = this.#value(this.#next())
    this.#next(')')
    if (name === 'attribute_exists') return value !== undefined
    if (name === 'attribute_not_exists') return value === undefined
    throw new Error(`What does this mean: ${name}`)
  }

  #value(token: string): unknown {
    const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = this.#input
    return token.startsWith(':') ? values[token] : this.#item[names[token] ?? token]
  }
}

const satisfies = (text: string | undefined, item: Item, input: Input): boolean =>
  text === undefined || new Condition(text, item, input).holds

/** Applies `SET a = :b, c = :d REMOVE e`. */
function updated(item: Item, input: Input): Item {
  const { UpdateExpression = '', ExpressionAttributeNames: names = {} } = input
  const { ExpressionAttributeValues: values = {} } = input
  const changed = new Map(Object.entries(item))
  for (const [, verb, list = ''] of UpdateExpression.matchAll(/(SET|REMOVE) (.*?)(?= (?:SET|REMOVE) |$)/g)) {
    for (const part of list.split(', ')) {
      const [name = '', value = ''] = part.split(' = ')
      if (verb === 'SET') changed.set(names[name] ?? name, values[value])
      else changed.delete(names[name] ?? name)
    }
  }
  return Object.fromEntries(changed)
}

/**
 * A table in memory, with the semantics of DynamoDB as far as webhooks need them. It is for tests that try thousands of
 * interleavings; `gate` decides when a command runs and whether it does.
 */
export class MemoryTable {
  readonly items = new Map<string, Item & Key>()
  gate: (command: string) => Promise<void> = () => Promise.resolve()
  /** Runs when a command has run, before its answer arrives. */
  answering: () => Promise<void> = () => Promise.resolve()
  readonly #isEmbedded: boolean

  /** @param isEmbedded whether it stands for the embedded engine of one machine */
  constructor(isEmbedded = false) {
    this.#isEmbedded = isEmbedded
  }

  /** The table as the store uses it. */
  get table(): Table {
    const send = async (command: { input: Input }) => {
      await this.gate(command.constructor.name)
      const answer = { ...this.#run(command), $metadata: {} }
      await this.answering()
      return answer
    }
    const client = { send } as unknown as Table['client'] // the store calls nothing else
    return { name: 'memory', client, isEmbedded: this.#isEmbedded }
  }

  #at({ pk, sk }: Key): (Item & Key) | undefined {
    return this.items.get(`${pk} ${sk}`)
  }

  #check(key: Key, input: Input): void {
    const found = this.#at(key)
    if (satisfies(input.ConditionExpression, found ?? {}, input)) return
    throw new ConditionalCheckFailedException({
      message: 'The conditional request failed',
      $metadata: {},
      ...(found && { Item: marshall(found, { removeUndefinedValues: true }) }),
    })
  }

  #run(command: { input: Input }): object {
    const { input } = command
    if (command instanceof GetCommand && input.Key) return { Item: this.#at(input.Key) }
    if (command instanceof BatchGetCommand) {
      const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys)
      return { Responses: { memory: keys.flatMap((key) => this.#at(key) ?? []) } }
    }
    if (command instanceof QueryCommand) return this.#query(input)
    if (command instanceof BatchWriteCommand) {
      const writes = Object.values(input.RequestItems ?? {}).flat<BatchWrite[][]>()
      for (const { PutRequest, DeleteRequest } of writes) {
        if (PutRequest) this.#set(PutRequest.Item)
        if (DeleteRequest) this.items.delete(`${DeleteRequest.Key.pk} ${DeleteRequest.Key.sk}`)
      }
      return {}
    }
    if (command instanceof TransactWriteCommand) {
      for (const { Put, Delete } of input.TransactItems ?? []) {
        if (Put) this.#set(Put.Item)
        if (Delete) this.items.delete(`${Delete.Key.pk} ${Delete.Key.sk}`)
      }
      return {}
    }
    const key = input.Key ?? input.Item
    if (!key) throw new Error(`What does this mean: ${command.constructor.name}`)
    this.#check(key, input)
    if (command instanceof PutCommand && input.Item) this.#set(input.Item)
    else if (command instanceof UpdateCommand) {
      const item = { ...updated(this.#at(key) ?? {}, input), pk: key.pk, sk: key.sk }
      this.#set(item)
      return { Attributes: { ...item } }
    } else throw new Error(`What does this mean: ${command.constructor.name}`)
    return {}
  }

  #set(item: Item & Key): void {
    this.items.set(`${item.pk} ${item.sk}`, item)
  }

  #query(input: Input): object {
    const sort = input.IndexName === undefined ? 'sk' : `${input.IndexName}_sk`
    const after = input.ExclusiveStartKey
    const found = [...this.items.values()]
      .filter((item) => satisfies(input.KeyConditionExpression, item, input))
      .sort((a, b) => (String(a[sort]) < String(b[sort]) ? -1 : 1))
      .filter((item) => after === undefined || String(item[sort]) > String(after[sort]))
    if (input.ScanIndexForward === false) found.reverse() // no descending query goes on after a page
    const page = found.slice(0, input.Limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    return { Items: page.map((item) => ({ ...item })), LastEvaluatedKey: last }
  }
}
