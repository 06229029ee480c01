import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  type Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import type { Api } from './api.ts'
import { backgroundAlarms } from './background-alarms.ts'
import { canaryMinutes } from './canary.ts'
import { refusals, threeOfTen, throttles, type Parts, type Wanted } from './metrics.ts'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'

/** The alarm on backups that are not copied. It also goes off when none is made, and until the first copy is there. */
function backupAlarms({ backup, settings: { stageName } }: Parts): Record<string, Wanted> {
  if (backup === undefined) return {}
  const { copies } = backup
  const period = Duration.days(1)
  const completed = new MetricFilter(copies, 'Completed', {
    logGroup: copies,
    metricNamespace: 'TasksApi',
    metricName: `CopiedBackups-${stageName}`, // two stages may share one AWS account
    filterPattern: FilterPattern.stringValue('$.detail.state', '=', 'COMPLETED'),
    metricValue: '1',
  }).metric({ statistic: Stats.SUM, period })
  return {
    BackupsMissing: {
      // a missing day counts as 0, because CloudWatch would otherwise look for earlier days with data
      metric: new MathExpression({
        label: 'backups that were copied',
        expression: 'FILL(completed, 0)',
        usingMetrics: { completed },
        period,
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
      description:
        'Is there a backup elsewhere? For two days no backup of the table has been copied to the other vault. The log of copy jobs (/aws/events/…-copies) and the jobs in AWS Backup say why; docs/deploy-data.md, "A backup that survives the account".',
    },
  }
}

/** The metric of an expression that is 1 while something is wrong, and 0 otherwise. */
const oneWhen = (
  label: string,
  condition: string,
  usingMetrics: MathExpression['usingMetrics'],
  minutes: number,
) =>
  new MathExpression({
    label,
    expression: `IF(${condition}, 1, 0)`,
    usingMetrics,
    period: Duration.minutes(minutes),
  })

/** Is 1 while more than 1% of the requests fail. */
export const moreThanFewFail = ({ stage }: Api): MathExpression =>
  // `errors == requests`: at two requests a minute, a total outage has no more than two errors
  oneWhen(
    'more than 1% of the requests fail',
    'errors > 0 AND (errors > 2 OR errors == requests) AND errors > requests / 100',
    {
      errors: stage.metricServerError({ statistic: Stats.SUM }),
      requests: stage.metricCount({ statistic: Stats.SUM }),
    },
    1,
  )

/** The alarms on requests: an alarm for each question that a person asks at night. docs/deploy-watching.md, "Alarms", has them. */
function requestAlarms(scope: Construct, { api, table, settings }: Parts): Record<string, Wanted> {
  const sum = { statistic: Stats.SUM }
  return {
    ServerErrors: {
      metric: moreThanFewFail(api),
      threshold: 0,
      evaluationPeriods: 15, // so that three failures within 15 minutes count even if there are hardly any requests
      datapointsToAlarm: 3,
      description:
        'Is it down? More than 1% of the requests fail with a 5xx. The dashboard lists the latest failures with their causes.',
    },
    Latency: {
      metric: api.stage.metricLatency({ statistic: Stats.p(99), period: Duration.minutes(5) }),
      // a cold start takes well below a second; a retry after a DynamoDB timeout takes 1.5 s
      threshold: 2_000,
      evaluationPeriods: 5, // so that periods in which nobody sends requests do not keep it silent
      datapointsToAlarm: 3,
      description:
        'Is it slow? For 15 of the last 25 minutes, 1% of the requests have taken more than 2 s. Check DynamoDB, then throttles.',
    },
    Refusals: {
      metric: oneWhen(
        'more than 90% of the requests are refused',
        'requests >= 10 AND refused > 0.9 * requests',
        { refused: refusals(scope, api, settings), requests: api.stage.metricCount(sum) },
        5,
      ),
      threshold: 0,
      evaluationPeriods: 5, // log lines come later than the counts of requests, so the latest period looks incomplete
      datapointsToAlarm: 3,
      description:
        'Does it refuse everybody? For 15 of the last 25 minutes, more than 90% of the requests got a 401 or 403. Look at the last deployment, and whether one caller sends them all (access log).',
    },
    Throttles: {
      metric: throttles(table),
      threshold: 0,
      ...threeOfTen,
      description:
        'Is it throttled? Lambda (any function of this region) or the table refuses work. See docs/deploy-watching.md, "At 10 and at 1,000 times the load".',
    },
  }
}

/** The functions whose logs say how late the index of changes is. */
const feedReaders = ['changes.list', 'comments.changes']

/** How late the index of changes may be before its alarm goes off, in ms. */
const longestIndexLagMs = 10_000

/** How late the index of changes has shown a marker: lib/tasks/marker.ts. It reads the log, as readers of the feed write it. */
function indexLag({ functions, settings }: Parts): Metric | undefined {
  const readers = feedReaders.flatMap((id) => functions.get(id) ?? [])
  const filters = readers.map(
    (reader) =>
      new MetricFilter(reader, 'IndexLag', {
        logGroup: reader.logGroup,
        metricNamespace: 'TasksApi',
        metricName: `IndexLag-${settings.stageName}`, // two stages may share one AWS account
        filterPattern: FilterPattern.numberValue('$.index_lag_ms', '>', 0),
        metricValue: '$.index_lag_ms',
      }),
  )
  return filters[0]?.metric({ statistic: Stats.MAXIMUM, period: Duration.minutes(5) })
}

/** The alarm on a change feed that waits for its index. */
function feedAlarm(parts: Parts): Record<string, Wanted> {
  const metric = indexLag(parts)
  if (!metric) return {}
  return {
    IndexLag: {
      metric,
      threshold: longestIndexLagMs,
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
      description: `Is the change feed late? The index of changes shows writes more than ${longestIndexLagMs / 1000} s late. Readers of GET /changes or GET /comments get changes late, and some again; none is lost. See the throttles of the index, and the AWS Health Dashboard.`,
    },
  }
}

/** The alarm on the canary: it fails, or no longer runs. */
function canaryAlarm({ canary }: Parts): Record<string, Wanted> {
  if (!canary) return {}
  return {
    Canary: {
      metric: canary.metricErrors({ statistic: Stats.SUM, period: Duration.minutes(canaryMinutes) }),
      threshold: 0,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.BREACHING, // without a run, nobody knows
      description:
        'Can a user work? Two of the last three times, the canary could not create, read, change and delete a task at the public URL, or it did not run. Its log says which step failed.',
    },
  }
}

/** Creates an alarm with the defaults of `Wanted`. */
export const createAlarm = (scope: Construct, name: string, { description, ...options }: Wanted): Alarm =>
  new Alarm(scope, `${name}Alarm`, {
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING, // no requests, no metrics
    ...options,
    alarmDescription: description,
  })

/** Creates the alarms, by name. */
export function createAlarms(scope: Construct, parts: Parts): Record<string, Alarm> {
  const wanted = {
    ...requestAlarms(scope, parts),
    ...feedAlarm(parts),
    ...canaryAlarm(parts),
    ...backgroundAlarms(parts),
    ...backupAlarms(parts),
  }
  return Object.fromEntries(
    Object.entries(wanted).map(([name, one]) => [name, createAlarm(scope, name, one)]),
  )
}
