import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { ratePartitions } from '../../lib/http/rate-limit/key.ts'
import type { TableAction } from '../../lib/contract/endpoint.ts'
import { markerAttributes } from '../../lib/tasks/marker.ts'

/**
 * The actions that a principal needs on the customer's KMS key, without the wildcards that the AWS page uses.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
 */
const keyActions = {
  read: ['kms:Decrypt', 'kms:DescribeKey'],
  write: ['kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo', 'kms:GenerateDataKey'],
}

/** The actions that write, except the counts of requests and the marker of a change feed. */
export const writeActions: readonly TableAction[] = ['PutItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem']

/** Grants use of the customer's key, but only through DynamoDB. */
export function keyGrants(access: readonly TableAction[], table: ITable): PolicyStatement[] {
  if (!table.encryptionKey) return []
  const isWriter = access.some((action) => action in limitedUpdates || writeActions.includes(action))
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
 * Updates of some items only: the counts of requests have partitions of their own; of the items beside the marker of the
 * change feed, an update can only reach what the marker has, so nothing that a person has written. `Null` is needed because a
 * condition with `ForAllValues` also holds for a request that names nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 */
const limitedUpdates = {
  'UpdateItem:rates': {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [ratePartitions] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
  'UpdateItem:marker': {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...markerAttributes] },
    Null: { 'dynamodb:Attributes': 'false' },
  },
} satisfies Partial<Record<TableAction, object>>

/** Grants exactly these actions, on exactly the table and the indexes that they name. */
export function tableGrants(access: readonly TableAction[], table: ITable): PolicyStatement[] {
  const byResource = new Map<string, string[]>()
  for (const granted of access.filter((one) => !(one in limitedUpdates))) {
    const [action, index] = granted.split(':')
    const resource = index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`
    byResource.set(resource, [...(byResource.get(resource) ?? []), `dynamodb:${String(action)}`])
  }
  const statements = [...byResource].map(
    ([resource, actions]) => new PolicyStatement({ actions, resources: [resource] }),
  )
  const limited = Object.entries(limitedUpdates)
    .filter(([name]) => access.some((one) => one === name))
    .map(
      ([, conditions]) =>
        new PolicyStatement({ actions: ['dynamodb:UpdateItem'], resources: [table.tableArn], conditions }),
    )
  return access.length > 0 ? [...statements, ...limited, ...keyGrants(access, table)] : []
}
