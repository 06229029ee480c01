import { Duration } from 'aws-cdk-lib'
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { httpFunctionIds } from '../../lib/contract/functions.ts'
import { capitalize, sumOf, type Parts, type Wanted } from './metrics.ts'
import type { FunctionQueues } from './triggers.ts'

const period = Duration.minutes(1)

/** How far a function may lag behind its stream or queue before its alarm goes off, in seconds. */
const longestDelaySeconds = 900

/** What happens when a function is behind its stream or its queue. */
const consequences = {
  stream: 'Are events lost? After 24 hours they are.',
  queue: 'Are deliveries late? None is lost.',
}

/** The alarm on the stream or queue of a function: it is far behind, or has set something aside. */
function behind(id: string, target: LambdaFunction, { failed, messages }: FunctionQueues): Wanted {
  const age = messages
    ? messages.metricApproximateAgeOfOldestMessage({ period })
    : target.metric('IteratorAge', { statistic: Stats.MAXIMUM, period })
  const longest = messages ? longestDelaySeconds : longestDelaySeconds * 1000
  return {
    metric: new MathExpression({
      label: 'behind, or failed for good',
      expression: `IF(FILL(failed, 0) > 0 OR FILL(age, 0) > ${longest}, 1, 0)`,
      usingMetrics: { failed: failed.metricApproximateNumberOfMessagesVisible({ period }), age },
      period,
    }),
    threshold: 0,
    evaluationPeriods: 5,
    datapointsToAlarm: 5,
    description: `${consequences[messages ? 'queue' : 'stream']} ${id} is more than 15 minutes behind its stream or queue, or what it failed on too often is in its failure queue. See its log and its throttles.`,
  }
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

/** The alarms on what runs without a request. No answer of the API shows that it fails. */
export function backgroundAlarms(parts: Parts): Record<string, Wanted> {
  const { functions, queues } = parts
  const without = [...functions].filter(([id]) => !httpFunctionIds.includes(id))
  const ofQueues = without.flatMap(([id, target]) => {
    const own = queues.get(id)
    return own ? [[`${nameOf(id)}Behind`, behind(id, target, own)] as const] : []
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
            evaluationPeriods: 5,
            datapointsToAlarm: 2,
            description: `Does the background work? A function without a route crashed, timed out or ran out of memory: ${without.map(([id]) => id).join(', ')}. See its log.`,
          },
        }
  return { ...crashes, ...Object.fromEntries(ofQueues), ...disabledWebhooks(parts) }
}
