import { ratePartitions } from '../../../lib/http/rate-limit/key.ts'
import { markerAttributes } from '../../../lib/tasks/marker.ts'

/** The partitions, as IAM compares them with what a policy names: `*` stands for any characters. */
const ratePattern = new RegExp(`^${ratePartitions.replaceAll('*', '.*')}$`)

/** The parts of a DynamoDB request that name its tables, indexes and keys. */
export interface TableRequest {
  TableName?: string
  IndexName?: string
  RequestItems?: Record<string, unknown>
  Key?: { pk?: { S?: string } }
  UpdateExpression?: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  TransactItems?: Record<string, { TableName?: string }>[]
}

/** Words of expressions that name no attribute. */
const grammar = ['SET', 'REMOVE', 'ADD', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN']

/** The attributes that an update names, as the condition key `dynamodb:Attributes` has them. */
function attributesOf(request: TableRequest): string[] {
  const { Key, UpdateExpression = '', ConditionExpression = '', ExpressionAttributeNames = {} } = request
  const words = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:#\w])[a-z_]\w*(?![\w(])/gi) ?? []
  const plain = words.filter((word) => !grammar.includes(word))
  return [...Object.keys(Key ?? {}), ...plain, ...Object.values(ExpressionAttributeNames)]
}

const isOfMarker = (request: TableRequest): boolean =>
  attributesOf(request).every((name) => (markerAttributes as readonly string[]).includes(name))

/**
 * The grants that a request needs, in the format of roles.ts: `dynamodb:GetItem table`, `dynamodb:Query index/list`. A
 * transaction needs the grants of the writes in it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 * @param ownTable the name of the stack's table; any other table appears by its name, which no role grants
 */
export function grantsNeeded(operation: string, request: TableRequest, ownTable: string): string[] {
  const { TableName, IndexName, RequestItems, TransactItems, Key } = request
  const shown = (name = '') => (name === ownTable ? 'table' : `table/${name}`)
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, write]) => {
        const action = kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`
        return `dynamodb:${action} ${shown(write.TableName)}`
      }),
    )
  }
  if (operation === 'UpdateItem' && ratePattern.test(Key?.pk?.S ?? '')) {
    return [`dynamodb:UpdateItem ${shown(TableName)} where ${ratePartitions}`]
  }
  if (operation === 'UpdateItem' && isOfMarker(request)) {
    return [`dynamodb:UpdateItem ${shown(TableName)} where ${markerAttributes.join()}`]
  }
  const tables = RequestItems ? Object.keys(RequestItems) : [TableName]
  return tables.map((name) => {
    const index = IndexName === undefined ? undefined : `index/${IndexName}`
    const resource = index && name !== ownTable ? `${shown(name)}/${index}` : (index ?? shown(name))
    return `dynamodb:${operation} ${resource}`
  })
}
