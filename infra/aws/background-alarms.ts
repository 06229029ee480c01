import { Duration } from 'aws-cdk-lib'
import {
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { httpFunctionIds, type ServiceFunction } from '../../functions/index.ts'
import { heartbeatInterval } from './heartbeat.ts'
import { capitalize, sumOf, threeOfTen, type Parts, type Wanted } from './metrics.ts'
import { mayLoop, type FunctionQueues } from './triggers.ts'

const period = Duration.minutes(1)

/** How far a function may lag behind its stream or queue before its alarm goes off, in seconds. */
const longestDelaySeconds = 900

/** What it means that a function is behind its stream or its queue. */
const consequences = {
  stream: 'Are events lost? After 24 hours they are.',
  queue: 'Is its work late? None is lost.',
}

/** The alarm on the stream or queue of a function: it is far behind, or has put something into its failure queue. */
function behind(id: string, target: LambdaFunction, { failed, messages }: FunctionQueues): Wanted {
  const age = messages
    ? messages.metricApproximateAgeOfOldestMessage({ period })
    : target.metric('IteratorAge', { statistic: Stats.MAXIMUM, period })
  const longest = messages ? longestDelaySeconds : longestDelaySeconds * 1000
  return {
    metric: new MathExpression({
      label: 'behind, or failed for good',
      expression: `IF(failed > 0 OR age > ${longest}, 1, 0)`,
      usingMetrics: { failed: failed.metricApproximateNumberOfMessagesVisible({ period }), age },
      period,
    }),
    threshold: 0,
    ...threeOfTen,
    description: `${consequences[messages ? 'queue' : 'stream']} ${id} is more than 15 minutes behind its stream or queue, or what it failed on too often is in its failure queue. See its log and its throttles.`,
  }
}

/** The shortest period in which the alarm of a function looks for a run: metrics come some minutes late. */
export const shortestWatch = Duration.minutes(5)

/**
 * The alarm on a function that must run all the time, because a stream with a heartbeat or a schedule runs it: it no
 * longer runs. It then has no metric, so a gap means trouble. CloudWatch prefers existing data to missing data, so a
 * metric that comes late, or skips a period, is not a gap.
 */
function stopped({ id, trigger }: ServiceFunction, target: LambdaFunction, interval: Duration): Wanted {
  const cause =
    trigger === 'stream'
      ? 'Is its event source turned off or broken, or the heartbeat of the stream? After 24 hours events are lost.'
      : 'Is its schedule turned off or broken?'
  return {
    metric: target.metricInvocations({
      period: interval.toMinutes() < shortestWatch.toMinutes() ? shortestWatch : interval,
    }),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.BREACHING,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
    description: `Does anybody run ${id}? It must run every ${every(interval)}, and does not. ${cause}`,
  }
}

/**
 * The alarm on a function that sends to its own queue, and that Lambda no longer invokes, because it takes a chain of its
 * messages for an endless loop: `mayLoop` in triggers.ts.
 */
function dropped(id: string, target: LambdaFunction): Wanted {
  return {
    metric: target.metric('RecursiveInvocationsDropped', {
      statistic: Stats.SUM,
      period: Duration.minutes(5),
    }),
    threshold: 0,
    evaluationPeriods: 1,
    datapointsToAlarm: 1,
    description: `Does Lambda stop work? It takes ${id} for an endless loop and no longer invokes it. Its setting RecursiveLoop must be Allow: deploy again.`,
  }
}

const every = (interval: Duration): string =>
  interval.toMinutes() === 1 ? 'minute' : `${interval.toMinutes()} minutes`

/** How often a function without a route runs at least; undefined if it may have nothing to do. */
const intervalOf = (one: ServiceFunction): Duration | undefined => {
  if (one.trigger === 'stream') return heartbeatInterval
  return one.trigger === 'schedule' ? Duration.minutes(one.everyMinutes) : undefined
}

/** The sum of a number in the lines of a function's log. It needs none of the functions' own metrics. */
function countedInLog(
  target: LambdaFunction,
  name: string,
  member: string,
  { stageName }: Parts['settings'],
): IMetric {
  const filter = new MetricFilter(target, name, {
    logGroup: target.logGroup,
    metricNamespace: 'TasksApi',
    metricName: `${name}-${stageName}`, // two stages may share one AWS account
    filterPattern: FilterPattern.numberValue(`$.${member}`, '>', 0),
    metricValue: `$.${member}`,
  })
  return filter.metric({ statistic: Stats.SUM, period: Duration.minutes(5) })
}

/** The function whose log counts the webhooks that were disabled. */
const dispatcher = 'webhooks.dispatch'

/** The alarm on disabled webhooks. */
function disabledWebhooks({ functions, settings }: Parts): Record<string, Wanted> {
  const target = functions.get(dispatcher)
  if (!target) return {}
  return {
    DisabledWebhooks: {
      metric: countedInLog(target, 'DisabledWebhooks', 'disabled_webhooks', settings),
      threshold: 0,
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
      description:
        'A webhook was disabled: its receiver answered 410, or was out of reach for 75 hours. Tell its account: nothing is sent to it until a person makes it active again.',
    },
  }
}

/** The function whose log counts the runs of rules that failed by a fault of ours. */
const ruleRunner = 'rules.run'

/** The alarm on runs of rules that fail by a fault of ours. Those that fail by what their owner has chosen tell the owner. */
function ruleErrors({ functions, settings }: Parts): Record<string, Wanted> {
  const target = functions.get(ruleRunner)
  if (!target) return {}
  return {
    RuleErrors: {
      metric: countedInLog(target, 'RuleErrors', 'internal_errors', settings),
      threshold: 0,
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
      description:
        'Do rules fail by our fault? Runs ended with internal_error. The lines with internal_errors in the log of rules.run have the cause. After ten such runs in a row a rule is disabled.',
    },
  }
}

/** How the names of the alarms of a function begin. */
export const alarmPrefix = (id: string) => id.split(/[.-]/).map(capitalize).join('')

/** The alarms on functions that run without a request. No answer of the API shows that they fail. */
export function backgroundAlarms(parts: Parts): Record<string, Wanted> {
  const { declared, functions, queues } = parts
  const without = [...functions].filter(([id]) => !httpFunctionIds.includes(id))
  const ofQueues = declared.flatMap((one) => {
    const [target, own] = [functions.get(one.id), queues.get(one.id)]
    if (!target || !own) return []
    const prefix = alarmPrefix(one.id)
    const alarms = [[`${prefix}Behind`, behind(one.id, target, own)]] as const
    return mayLoop(one, declared)
      ? [...alarms, [`${prefix}Dropped`, dropped(one.id, target)] as const]
      : alarms
  })
  const unread = declared.flatMap((one) => {
    const [target, interval] = [functions.get(one.id), intervalOf(one)]
    return target && interval
      ? [[`${alarmPrefix(one.id)}Stopped`, stopped(one, target, interval)] as const]
      : []
  })
  const crashes: Record<string, Wanted> =
    without.length === 0
      ? {}
      : {
          Crashes: {
            metric: sumOf(
              'crashes',
              without.map(([, target]) => target.metricErrors({ period })),
            ),
            threshold: 0,
            ...threeOfTen,
            datapointsToAlarm: 2,
            description: `Does the background work? A function without a route crashed, timed out or ran out of memory: ${without.map(([id]) => id).join(', ')}. See its log.`,
          },
        }
  return {
    ...crashes,
    ...Object.fromEntries([...ofQueues, ...unread]),
    ...disabledWebhooks(parts),
    ...ruleErrors(parts),
  }
}
