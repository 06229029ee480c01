import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats, type AlarmProps, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation, type ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { ServiceFunction } from '../../functions/index.ts'
import { tableDefinition } from '../../lib/table/table-definition.ts'
import type { Api } from './api.ts'
import type { Backup } from './backup.ts'
import type { Settings } from './settings.ts'
import type { Queues } from './triggers.ts'

/** The parts of the stack that are monitored. */
export interface Parts {
  api: Api
  /** The declarations of the functions. */
  declared: readonly ServiceFunction[]
  functions: ReadonlyMap<string, LambdaFunction>
  /** Uses the service all the time, if the settings ask for it. */
  canary?: LambdaFunction | undefined
  queues: Queues
  table: ITable
  backup: Backup | undefined
  settings: Settings
}

/** An alarm. Unless it says otherwise, it goes off when its metric is above its threshold, and not while data is missing. */
export interface Wanted
  extends
    Pick<AlarmProps, 'metric' | 'threshold' | 'evaluationPeriods' | 'datapointsToAlarm'>,
    Partial<Pick<AlarmProps, 'comparisonOperator' | 'treatMissingData'>> {
  /** Its meaning, and where to look: for the person on call. */
  description: string
}

/**
 * For alarms on expressions: three bad minutes of the last ten. In an expression, missing data counts as 0. A metric
 * may come minutes late, so the latest minutes always look good: with five of five, or three of five, an alarm may
 * never go off.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export const threeOfTen = { evaluationPeriods: 10, datapointsToAlarm: 3 }

export const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** A metric of the table, and the same metric of each index. */
export const tableMetrics = (table: ITable, metricName: string, statistic: string = Stats.SUM) =>
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

/**
 * The sum of metrics over a minute, where a missing one counts as 0. Alarms on metrics of DynamoDB alone keep their state
 * while data is missing: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
export const sumOf = (label: string, metrics: readonly IMetric[]): MathExpression =>
  new MathExpression({
    label,
    expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: Duration.minutes(1),
  })

/** Throttled reads and writes of the table and its indexes: an index that is too hot throttles the table's writes. */
const tableThrottles = (table: ITable) =>
  ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => tableMetrics(table, name))

/** Requests that DynamoDB throttles. */
export const throttleEvents = (table: ITable): MathExpression =>
  sumOf('throttled reads and writes', tableThrottles(table))

/** Invocations that Lambda throttles, over all functions of the account and region, and requests that DynamoDB throttles. */
export const throttles = (table: ITable): MathExpression =>
  sumOf('throttled by Lambda or DynamoDB', [
    new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: Stats.SUM,
      period: Duration.minutes(1),
    }),
    ...tableThrottles(table),
  ])

/** Requests that got a 401 or 403, counted in the access log. */
export const refusals = (scope: Construct, { accessLogs }: Api, { stageName }: Settings): Metric =>
  new MetricFilter(scope, 'Refusals', {
    logGroup: accessLogs,
    metricNamespace: 'TasksApi',
    metricName: `Refusals-${stageName}`, // two stages may share one AWS account
    filterPattern: FilterPattern.any(
      FilterPattern.stringValue('$.status', '=', '401'),
      FilterPattern.stringValue('$.status', '=', '403'),
    ),
    metricValue: '1',
  }).metric({ statistic: Stats.SUM })

/** The operations of lib/table/read-items.ts and write-items.ts. */
export const operations = [
  ...[Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY],
  ...[Operation.PUT_ITEM, Operation.UPDATE_ITEM, Operation.DELETE_ITEM],
  ...[Operation.BATCH_WRITE_ITEM, Operation.TRANSACT_WRITE_ITEMS],
]

/** DynamoDB's own faults, over all operations. */
export const systemErrors = (table: ITable): IMetric =>
  table.metricSystemErrorsForOperations({ operations, period: Duration.minutes(1) })
