import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { tableDefinition } from '../../lib/store/table-definition.ts'
import type { Api } from './api.ts'
import type { Settings } from './settings.ts'
import type { Queues } from './triggers.ts'

/** The parts of the stack that are monitored. */
export interface Parts {
  api: Api
  functions: ReadonlyMap<string, LambdaFunction>
  queues: Queues
  table: Table
  settings: Settings
}

export const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** A metric of the table, and the same metric of each index. */
export const tableMetrics = (table: Table, metricName: string, statistic: string = Stats.SUM) =>
  [undefined, ...tableDefinition.indexes].map(
    (index) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        statistic,
        period: Duration.minutes(1),
        label: index ? `index ${index.name}` : 'table',
        dimensionsMap: {
          TableName: table.tableName,
          ...(index && { GlobalSecondaryIndexName: index.name }),
        },
      }),
  )

/** Throttled reads and writes of the table and its indexes: an index that is too hot throttles the table's writes. */
export function throttleEvents(table: Table): MathExpression {
  const metrics = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => tableMetrics(table, name))
  const named = metrics.map((metric, index) => [`m${index}`, metric] as const)
  return new MathExpression({
    label: 'throttled reads and writes',
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(named),
    period: Duration.minutes(1),
  })
}

/** The operations of lib/store/read-items.ts and write-items.ts. */
export const operations = [
  ...[Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY],
  ...[Operation.PUT_ITEM, Operation.UPDATE_ITEM, Operation.DELETE_ITEM],
  ...[Operation.BATCH_WRITE_ITEM, Operation.TRANSACT_WRITE_ITEMS],
]

/** DynamoDB's own faults, over all operations. */
export const systemErrors = (table: Table): IMetric =>
  table.metricSystemErrorsForOperations({ operations, period: Duration.minutes(1) })

/** Requests that DynamoDB refuses, counted per account and region, not per table. Failed conditions do not count. */
export const userErrors = (table: Table): Metric =>
  table.metricUserErrors({ statistic: Stats.SUM, period: Duration.minutes(1) })
