import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { httpFunctionIds, type ServiceFunction } from '../../functions/index.ts'
import { heartbeatInterval } from './heartbeat.ts'
import { capitalize, sumOf, threeOfTen, type Parts, type Wanted } from './metrics.ts'
import type { FunctionQueues } from './triggers.ts'

const period = Duration.minutes(1)

/** How far a function may lag behind its stream or queue before its alarm goes off, in seconds. */
const longestDelaySeconds = 900

/** What happens when a function is behind its stream or its queue. */
const consequences = {
  stream: 'Are events lost? After 24 hours they are.',
  queue: 'Are deliveries late? None is lost.',
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

/**
 * The alarm on a function that must run all the time, because a stream with a heartbeat or a schedule runs it: it no
 * longer runs. It then has no metric, so a gap means trouble. CloudWatch prefers existing data to missing data, so a
 * metric that comes late, or skips a period, is not a gap.
 */
function stopped(id: string, target: LambdaFunction, interval: Duration): Wanted {
  return {
    metric: target.metricInvocations({ period: interval }),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.BREACHING,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
    description: `Does anybody run ${id}? It must run every ${interval.toMinutes()} minutes, and does not. Is its event source or its schedule turned off or broken, or the heartbeat of the stream? After 24 hours events are lost.`,
  }
}

/** How often a function without a route runs at least; undefined if it may have nothing to do. */
const intervalOf = (one: ServiceFunction): Duration | undefined => {
  if (one.trigger === 'stream') return heartbeatInterval
  return one.trigger === 'schedule' ? Duration.minutes(one.everyMinutes) : undefined
}

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

/** The alarms on functions that run without a request. No answer of the API shows that they fail. */
export function backgroundAlarms(parts: Parts): Record<string, Wanted> {
  const { declared, functions, queues } = parts
  const without = [...functions].filter(([id]) => !httpFunctionIds.includes(id))
  const ofQueues = without.flatMap(([id, target]) => {
    const own = queues.get(id)
    return own ? [[`${nameOf(id)}Behind`, behind(id, target, own)] as const] : []
  })
  const unread = declared.flatMap((one) => {
    const [target, interval] = [functions.get(one.id), intervalOf(one)]
    return target && interval
      ? [[`${nameOf(one.id)}Stopped`, stopped(one.id, target, interval)] as const]
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
  return { ...crashes, ...Object.fromEntries([...ofQueues, ...unread]), ...disabledWebhooks(parts) }
}
