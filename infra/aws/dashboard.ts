import { Duration } from 'aws-cdk-lib'
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  Stats,
  TextWidget,
  type Alarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { partsOf } from '../../lib/table/in-parallel.ts'
import { operations, systemErrors, tableMetrics, throttleEvents, type Parts } from './metrics.ts'

/** A dashboard is 24 columns wide. */
const columns = 24
const height = 7

const period = Duration.minutes(1)

const graph = (title: string, left: IMetric[], width: number, label?: string) =>
  new GraphWidget({
    title,
    left,
    width,
    height,
    leftYAxis: { min: 0, ...(label !== undefined && { label, showUnits: false }) },
  })

/** What rules have done, as `rules.run` counts it. */
const ruleRuns = ({ settings }: Parts): IMetric[] =>
  ['RuleRuns', 'SkippedRuleRuns', 'FailedRuleRuns', 'DisabledRules'].map(
    (metricName) =>
      new Metric({
        ...{ namespace: 'TasksApi', metricName, label: metricName, statistic: Stats.SUM, period },
        dimensionsMap: { function: 'rules.run', stage: settings.stageName },
      }),
  )

const guide = `
**Read from the top.** The description of a red alarm says what it means. *Latest failures* has the cause of each 5xx;
its \`request_id\` is the caller's X-Request-Id, and is also in the access log.
If one endpoint fails, roll back (docs/deploy.md). If all fail, check DynamoDB and the account's limits.`

/** The most logs that one query reads: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html */
const logsPerQuery = 50

/** Tables of the functions' log lines: lib/http/log-request.ts. */
const logTables = ({ functions }: Parts, title: string, queryLines: string[]) =>
  partsOf([...functions.values()], logsPerQuery).map(
    (some, index) =>
      new LogQueryWidget({
        title: index === 0 ? title : `${title} (${index + 1})`,
        logGroupNames: some.map(({ logGroup }) => logGroup.logGroupName),
        queryLines,
        view: LogQueryVisualizationType.TABLE,
        width: columns,
        height,
      }),
  )

const latestFailures = [
  'fields @timestamp, coalesce(endpoint, function) as source, status, code, cause.name, cause.message, request_id, account_id, duration_ms',
  'filter level = "ERROR" or @message like /Task timed out|Runtime exited/',
  'sort @timestamp desc',
  'limit 50',
]

/** Only the log line of an error has `code`. */
const perEndpoint = [
  'filter message = "request"',
  'stats count(*) as requests, count(code) as errors, pct(duration_ms, 50) as p50_ms, pct(duration_ms, 99) as p99_ms, ' +
    'sum(read_units) as reads, sum(write_units) as writes by endpoint',
  'sort requests desc',
]

/**
 * The dashboard for the person on call, from "is it broken" down to "where". The endpoints are a table from the logs:
 * as metrics they would exceed the 50 of a free dashboard, and nobody can read 25 lines in one graph.
 */
export function createDashboard(scope: Construct, parts: Parts, alarms: Alarm[]): void {
  const { api, table } = parts
  const sum = { statistic: Stats.SUM, period }
  const latency = (percentile: number) =>
    api.stage.metricLatency({ statistic: Stats.p(percentile), period, label: `p${percentile}` })
  new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    widgets: [
      [
        new TextWidget({ markdown: guide, width: columns / 2, height: 5 }),
        new AlarmStatusWidget({ title: 'Alarms', alarms, width: columns / 2, height: 5 }),
      ],
      [
        graph('Requests', [api.stage.metricCount({ ...sum, label: 'all' })], columns / 3, 'per minute'),
        graph(
          'Errors',
          [
            api.stage.metricServerError({ ...sum, label: '5xx' }),
            api.stage.metricClientError({ ...sum, label: '4xx' }),
          ],
          columns / 3,
          'per minute',
        ),
        graph('Latency', [latency(50), latency(90), latency(99)], columns / 3, 'ms'),
      ],
      ...logTables(parts, 'Latest failures', latestFailures).map((one) => [one]),
      ...logTables(parts, 'Endpoints', perEndpoint).map((one) => [one]),
      [
        graph('Write units', tableMetrics(table, 'ConsumedWriteCapacityUnits'), columns / 4, 'per minute'),
        graph('Read units', tableMetrics(table, 'ConsumedReadCapacityUnits'), columns / 4, 'per minute'),
        graph('DynamoDB throttles and faults', [throttleEvents(table), systemErrors(table)], columns / 4),
        graph(
          'DynamoDB latency, average',
          operations.map((operation) =>
            table.metricSuccessfulRequestLatency({
              dimensionsMap: { TableName: table.tableName, Operation: operation },
              period,
              label: operation,
            }),
          ),
          columns / 4,
          'ms',
        ),
      ],
      [
        graph(
          'Conflicts of transactions: writes that were tried again',
          tableMetrics(table, 'TransactionConflict').slice(0, 1),
          columns / 2,
          'per minute',
        ),
        graph('Runs of rules', ruleRuns(parts), columns / 2, 'per minute'),
      ],
    ],
  })
}
