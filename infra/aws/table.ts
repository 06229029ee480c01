import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type ITable,
} from 'aws-cdk-lib/aws-dynamodb'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { tableDefinition } from '../../lib/table/table-definition.ts'
import type { Settings } from './settings.ts'

const keys = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => ({
  partitionKey: { name: partitionKey, type: AttributeType.STRING },
  sortKey: { name: sortKey, type: AttributeType.STRING },
})

/**
 * The one table, billed per request. It has no fixed name, so that a second table can exist next to it: a restore or a
 * replacement would fail if its name were taken. With `tableName`, it is that table, which the stack leaves as it is.
 */
export function createTable(scope: Construct, settings: Settings): ITable {
  const { customerKeyArn, tableName, tableStreamArn } = settings
  if (tableName !== undefined && tableStreamArn !== undefined) {
    return Table.fromTableAttributes(scope, 'ExistingTable', {
      tableName,
      tableStreamArn,
      globalIndexes: tableDefinition.indexes.map(({ name }) => name),
      ...(customerKeyArn && { encryptionKey: Key.fromKeyArn(scope, 'TableKey', customerKeyArn) }),
    })
  }
  const table = new Table(scope, 'Table', {
    ...keys(tableDefinition),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: tableDefinition.ttlAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    // functions/webhooks/dispatch.ts reads it
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    ...(customerKeyArn && {
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: Key.fromKeyArn(scope, 'TableKey', customerKeyArn),
    }),
  })
  for (const index of tableDefinition.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: index.name,
      ...keys(index),
      projectionType: ProjectionType.ALL,
    })
  }
  return table as ITable // Table implements ITable; only exactOptionalPropertyTypes tells them apart
}
