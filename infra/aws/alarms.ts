import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
  type AlarmProps,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { partsOf } from '../../lib/store/in-parallel.ts'
import { capitalize, throttleEvents, systemErrors, userErrors, type Parts } from './metrics.ts'
import type { FunctionQueues } from './triggers.ts'

interface Wanted extends Pick<
  AlarmProps,
  'metric' | 'threshold' | 'evaluationPeriods' | 'datapointsToAlarm'
> {
  /** What it means and where to look, for the person on call. */
  description: string
}

/** The alarms on the API and its table. */
const alarmsOf = ({ api, table }: Parts): Record<string, Wanted> => ({
  ServerErrors: {
    // with few requests a rate is meaningless: two failures in a minute may be one unlucky retry
    metric: new MathExpression({
      label: '5xx answers, % of requests',
      expression: 'IF(errors > 2, 100 * errors / requests, 0)',
      usingMetrics: {
        errors: api.stage.metricServerError({ statistic: Stats.SUM }),
        requests: api.stage.metricCount({ statistic: Stats.SUM }),
      },
      period: Duration.minutes(1),
    }),
    threshold: 1,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      'More than 1% of the requests fail. The dashboard lists the latest failures with their causes.',
  },
  Latency: {
    metric: api.stage.metricLatency({ statistic: Stats.p(99), period: Duration.minutes(5) }),
    // a cold start takes well below a second; a retry after a DynamoDB timeout takes 1.5 s
    threshold: 2_000,
    evaluationPeriods: 3,
    datapointsToAlarm: 3,
    description:
      'For 15 minutes, 1% of the requests have taken more than 2 s. Check DynamoDB, then throttles.',
  },
  TableThrottles: {
    metric: throttleEvents(table),
    threshold: 0,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      'DynamoDB throttles requests: a partition is too hot. See docs/deploy.md, "At 10 and at 1,000 times the load".',
  },
  TableUserErrors: {
    metric: userErrors(table),
    // transactions cancelled by a condition (a quota, a replay) may be counted here too, so some are normal
    threshold: 20,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      'DynamoDB refuses more than 20 requests a minute in this region: a bug, or a role that lacks a grant.',
  },
  TableSystemErrors: {
    metric: systemErrors(table),
    threshold: 5,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description: 'DynamoDB itself fails. The functions retry and answer 503. Check the AWS Health Dashboard.',
  },
})

type Some = [id: string, target: LambdaFunction][]

/** The most metrics that one alarm adds up: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html */
const metricsPerAlarm = 10

const sumOf = (label: string, metrics: Metric[]) =>
  new MathExpression({
    label,
    expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: Duration.minutes(1),
  })

/** The alarms on some functions together: each function with alarms of its own would make the stack too large. */
function alarmsOfFunctions(some: Some): Record<string, Wanted> {
  const names = some.map(([id]) => id).join(', ')
  const oftenEnough = { threshold: 0, evaluationPeriods: 5, datapointsToAlarm: 2 }
  const perMinute = { period: Duration.minutes(1) }
  return {
    Errors: {
      metric: sumOf(
        'crashes',
        some.map(([, target]) => target.metricErrors(perMinute)),
      ),
      ...oftenEnough,
      description: `A function crashed, timed out or ran out of memory. (Other errors are answered, not thrown.) The dashboard's latest failures name it. One of: ${names}.`,
    },
    Throttles: {
      metric: sumOf(
        'throttled invocations',
        some.map(([, target]) => target.metricThrottles(perMinute)),
      ),
      ...oftenEnough,
      description: `Lambda throttled a function: its reserved concurrency or the region's limit is reached. One of: ${names}.`,
    },
  }
}

/** How far a function may lag behind its stream or queue before its alarm goes off, in seconds. */
const longestDelaySeconds = 900

/** The alarms on the stream or queue of a function. No other alarm covers these. */
const alarmsOfQueues = (id: string, target: LambdaFunction, { failed, messages }: FunctionQueues) => ({
  Failed: {
    metric: failed.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    threshold: 0,
    evaluationPeriods: 1,
    datapointsToAlarm: 1,
    description: `${id} failed too often on the messages that are now in its failure queue. See its log, then send them again.`,
  },
  Delay: {
    metric: messages
      ? messages.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) })
      : target.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: Duration.minutes(1) }),
    threshold: messages ? longestDelaySeconds : longestDelaySeconds * 1000,
    evaluationPeriods: 5,
    datapointsToAlarm: 5,
    description: `${id} is more than 15 minutes behind its stream or queue. See its log and its throttles.`,
  },
})

/** The function whose log counts the webhooks that were disabled. */
const dispatcher = 'webhooks.dispatch'

/** The alarm on disabled webhooks. It reads the log, so that it works without the functions' own metrics. */
function disabledWebhooks({ functions, settings }: Parts): Record<string, Wanted> {
  const target = functions.get(dispatcher)
  if (!target) return {}
  const filter = new MetricFilter(target, 'DisabledWebhooks', {
    logGroup: target.logGroup,
    metricNamespace: 'TasksApi',
    metricName: `DisabledWebhooks-${settings.stageName}`, // two stages may share one AWS account
    filterPattern: FilterPattern.numberValue('$.disabled_webhooks', '>', 0),
    metricValue: '$.disabled_webhooks',
  })
  return {
    DisabledWebhooks: {
      metric: filter.metric({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      threshold: 0,
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
      description:
        'A webhook was disabled: its receiver answered 410, or was out of reach for 75 hours. Tell its account: nothing is sent to it until a person makes it active again.',
    },
  }
}

/** The name of a function in the names of its alarms. */
const nameOf = (id: string) => id.split(/[.-]/).map(capitalize).join('')

/** Creates the alarms. Those on functions can be turned off, because they cost more than everything else. */
export function createAlarms(scope: Construct, parts: Parts): Alarm[] {
  const { functions, queues, settings } = parts
  const named = (prefix: string, wanted: Record<string, Wanted>) =>
    Object.entries(wanted).map(([name, one]) => [`${prefix}${name}`, one] as const)
  const ofFunctions = partsOf([...functions], metricsPerAlarm).flatMap((some, index) =>
    named(`Functions${index + 1}`, alarmsOfFunctions(some)),
  )
  const ofQueues = [...functions].flatMap(([id, target]) => {
    const own = queues.get(id)
    return own ? named(nameOf(id), alarmsOfQueues(id, target, own)) : []
  })
  const wanted = [
    ...named('', alarmsOf(parts)),
    ...(settings.endpointAlarms ? ofFunctions : []),
    ...ofQueues,
    ...named('', disabledWebhooks(parts)),
  ]
  return wanted.map(
    ([name, { description, ...options }]) =>
      new Alarm(scope, `${name}Alarm`, {
        ...options,
        alarmDescription: description,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING, // no requests, no metrics
      }),
  )
}
