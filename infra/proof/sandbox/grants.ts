/** The parts of a DynamoDB request that name its tables and indexes. */
export interface TableRequest {
  TableName?: string
  IndexName?: string
  RequestItems?: Record<string, unknown>
  TransactItems?: Record<string, { TableName?: string }>[]
}

/**
 * The grants that a request needs, in the format of roles.ts: `dynamodb:GetItem table`, `dynamodb:Query index/list`. A
 * transaction needs the grants of the writes in it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 * @param ownTable the name of the stack's table; any other table appears by its name, which no role grants
 */
export function grantsNeeded(operation: string, request: TableRequest, ownTable: string): string[] {
  const { TableName, IndexName, RequestItems, TransactItems } = request
  const shown = (name = '') => (name === ownTable ? 'table' : `table/${name}`)
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, write]) => {
        const action = kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`
        return `dynamodb:${action} ${shown(write.TableName)}`
      }),
    )
  }
  const tables = RequestItems ? Object.keys(RequestItems) : [TableName]
  return tables.map((name) => {
    const index = IndexName === undefined ? undefined : `index/${IndexName}`
    const resource = index && name !== ownTable ? `${shown(name)}/${index}` : (index ?? shown(name))
    return `dynamodb:${operation} ${resource}`
  })
}
