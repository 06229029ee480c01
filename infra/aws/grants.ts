import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { ratePartitions } from '../../lib/http/rate-limit/key.ts'
import type { TableAction } from '../../lib/contract/endpoint.ts'

/**
 * The actions that a principal needs on the customer's KMS key, without the wildcards that the AWS page uses.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
 */
const keyActions = {
  read: ['kms:Decrypt', 'kms:DescribeKey'],
  write: ['kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo', 'kms:GenerateDataKey'],
}

const writes: TableAction[] = ['PutItem', 'BatchWriteItem', 'UpdateItem', 'UpdateItem:rates', 'DeleteItem']

/** Grants use of the customer's key, but only through DynamoDB. */
export function keyGrants(access: readonly TableAction[], table: ITable): PolicyStatement[] {
  if (!table.encryptionKey) return []
  const isWriter = access.some((action) => writes.includes(action))
  const service = `dynamodb.${Stack.of(table).region}.amazonaws.com`
  return [
    new PolicyStatement({
      actions: [...keyActions.read, ...(isWriter ? keyActions.write : [])],
      resources: [table.encryptionKey.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': service } },
    }),
  ]
}

/**
 * The update of the counts of requests: their partitions hold nothing else. `Null` is needed because a condition with
 * `ForAllValues` also holds for a request that names no partition.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 */
const rateGrant = (table: ITable): PolicyStatement =>
  new PolicyStatement({
    actions: ['dynamodb:UpdateItem'],
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [ratePartitions] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  })

/** Grants exactly these actions, on exactly the table and the indexes that they name. */
export function tableGrants(access: readonly TableAction[], table: ITable): PolicyStatement[] {
  const byResource = new Map<string, string[]>()
  for (const granted of access.filter((one) => one !== 'UpdateItem:rates')) {
    const [action, index] = granted.split(':')
    const resource = index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`
    byResource.set(resource, [...(byResource.get(resource) ?? []), `dynamodb:${String(action)}`])
  }
  const statements = [...byResource].map(
    ([resource, actions]) => new PolicyStatement({ actions, resources: [resource] }),
  )
  const rates = access.includes('UpdateItem:rates') ? [rateGrant(table)] : []
  return access.length > 0 ? [...statements, ...rates, ...keyGrants(access, table)] : []
}
