import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
  type AlarmProps,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { capitalize, throttleEvents, systemErrors, userErrors, type Parts } from './metrics.ts'
import type { FunctionQueues } from './triggers.ts'

interface Wanted extends Pick<
  AlarmProps,
  'metric' | 'threshold' | 'evaluationPeriods' | 'datapointsToAlarm'
> {
  /** What it means and where to look, for whoever is woken. */
  description: string
}

/** The alarms on the API and its table. */
const alarmsOf = ({ api, table }: Parts): Record<string, Wanted> => ({
  ServerErrors: {
    // with few requests a rate says nothing: two failures in a minute may be a retry's bad luck
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
    // a cold start is well below a second; a second attempt at DynamoDB after a timeout takes 1.5 s
    threshold: 2_000,
    evaluationPeriods: 3,
    datapointsToAlarm: 3,
    description:
      'One request in a hundred takes more than 2 s, for 15 minutes. Look at DynamoDB, then at throttles.',
  },
  TableThrottles: {
    metric: throttleEvents(table),
    threshold: 0,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      'DynamoDB throttles: a partition is too hot. docs/deploy.md, "At 10 and at 1,000 times the load".',
  },
  TableUserErrors: {
    metric: userErrors(table),
    // a transaction that its conditions cancelled (a quota, a replay) may be counted here too: some are normal
    threshold: 20,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      'DynamoDB refuses more than 20 requests a minute, here or elsewhere in this region: a bug, or a role that lacks a grant.',
  },
  TableSystemErrors: {
    metric: systemErrors(table),
    threshold: 5,
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      'DynamoDB itself fails. The functions retry and answer 503; look at the AWS Health Dashboard.',
  },
})

/** The alarms on one function. */
const alarmsOfFunction = (id: string, target: LambdaFunction): Record<string, Wanted> => ({
  Errors: {
    metric: target.metricErrors({ period: Duration.minutes(1) }),
    threshold: 0,
    evaluationPeriods: 5,
    datapointsToAlarm: 2,
    description: `${id} crashed, ran out of time or of memory: it answers every error that it knows of. See its log.`,
  },
  Throttles: {
    metric: target.metricThrottles({ period: Duration.minutes(1) }),
    threshold: 0,
    evaluationPeriods: 5,
    datapointsToAlarm: 2,
    description: `Lambda refused to run ${id}: its reserved concurrency or the region's limit is reached.`,
  },
})

/** How far a function may lag behind its stream or queue before somebody is woken, in seconds. */
const longestDelaySeconds = 900

/** The alarms on what a stream or a queue brings to a function; no other alarm sees these. */
const alarmsOfQueues = (id: string, target: LambdaFunction, { failed, messages }: FunctionQueues) => ({
  Failed: {
    metric: failed.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    threshold: 0,
    evaluationPeriods: 1,
    datapointsToAlarm: 1,
    description: `${id} failed too often on what now lies in its queue of failures. See its log, then send it again.`,
  },
  Delay: {
    metric: messages
      ? messages.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) })
      : target.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: Duration.minutes(1) }),
    threshold: messages ? longestDelaySeconds : longestDelaySeconds * 1000,
    evaluationPeriods: 5,
    datapointsToAlarm: 5,
    description: `${id} is more than 15 minutes behind what it is to work on. See its log and its throttles.`,
  },
})

/** Creates the alarms; those of single functions can be left out, for they cost more than all the rest. */
export function createAlarms(scope: Construct, parts: Parts): Alarm[] {
  const { functions, queues, settings } = parts
  const ofFunctions = [...functions].flatMap(([id, target]) => {
    const own = queues.get(id)
    const wanted: Record<string, Wanted> = {
      ...(settings.endpointAlarms && alarmsOfFunction(id, target)),
      ...(own && alarmsOfQueues(id, target, own)),
    }
    const prefix = id.split(/[.-]/).map(capitalize).join('')
    return Object.entries(wanted).map(([name, one]) => [`${prefix}${name}`, one] as const)
  })
  const wanted = [...Object.entries(alarmsOf(parts)), ...ofFunctions]
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
