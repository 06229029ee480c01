import { Duration, Validations } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as RuleTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption, type DeadLetterQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { ServiceFunction } from '../../functions/index.ts'
import { defaultTimeoutSeconds, queueVariable, type StreamFilter } from '../../lib/contract/triggered.ts'
import { keyGrants } from './grants.ts'
import { heartbeatFilter } from './heartbeat.ts'
import { callable, type Live } from './live.ts'
import type { Settings } from './settings.ts'

/**
 * After this many failures, a message goes into the failure queue:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
const maxReceiveCount = 5

/** A queue hides a message for this many times its function's timeout: the same page. */
const visibilityFactor = 6

/**
 * How many times a failed batch of the stream is tried again, even in halves, before it goes into the failure queue.
 */
const streamRetries = 10

/** The queues of one function. */
export interface FunctionQueues {
  /** Its messages, if its trigger is a queue. */
  messages?: Queue
  /** Its failed messages, which a person must look at. */
  failed: Queue
}

/** The queues, by the ids of the functions to which they belong. */
export type Queues = ReadonlyMap<string, FunctionQueues>

/** How long an invocation of a function may take. */
export const timeoutOf = (one: ServiceFunction): number =>
  (one.trigger === 'http' ? undefined : one.timeoutSeconds) ?? defaultTimeoutSeconds

const createQueue = (
  scope: Construct,
  id: string,
  timeoutSeconds: number,
  deadLetterQueue?: DeadLetterQueue,
) =>
  new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    ...(deadLetterQueue
      ? { deadLetterQueue, visibilityTimeout: Duration.seconds(visibilityFactor * timeoutSeconds) }
      : { retentionPeriod: Duration.days(14) }),
  })

/** Creates a queue for each function that a queue runs, and a failure queue for each function of a stream or queue. */
export function createQueues(scope: Construct, functions: readonly ServiceFunction[]): Queues {
  const parent = new Construct(scope, 'Queues')
  const withQueues = functions.filter(({ trigger }) => trigger === 'stream' || trigger === 'queue')
  return new Map(
    withQueues.map((one) => {
      const { id, trigger } = one
      const timeoutSeconds = timeoutOf(one)
      const own = new Construct(parent, id.replace('.', '-'))
      const failed = createQueue(own, 'Failed', timeoutSeconds)
      if (trigger === 'queue') {
        const messages = createQueue(own, 'Messages', timeoutSeconds, { queue: failed, maxReceiveCount })
        return [id, { messages, failed }] as const
      }
      Validations.of(failed).acknowledge({
        id: 'AwsSolutions-SQS3',
        reason: 'It is where failed batches of the stream end; it has no function of its own.',
      })
      return [id, { failed }] as const
    }),
  )
}

function messagesOf(queues: Queues, id: string): Queue {
  const queue = queues.get(id)?.messages
  if (!queue) throw new Error(`There is no function ${id} with the trigger queue.`)
  return queue
}

/** The resources that run a function by its trigger, and let it send to the queues that it names. */
export function triggerGrants(one: ServiceFunction, table: ITable, queues: Queues): PolicyStatement[] {
  const allow = (resource: string | undefined, actions: string[]) =>
    new PolicyStatement({ actions, resources: [String(resource)] })
  const sends = (one.sends ?? []).map((id) => allow(messagesOf(queues, id).queueArn, ['sqs:SendMessage']))
  if (one.trigger === 'stream') {
    const read = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams']
    const stream = allow(
      table.tableStreamArn,
      read.map((action) => `dynamodb:${action}`),
    )
    const setsAside = allow(queues.get(one.id)?.failed.queueArn, ['sqs:SendMessage'])
    // the key's grants come with `access`, if there are any
    return [stream, setsAside, ...(one.access.length > 0 ? [] : keyGrants([], table)), ...sends]
  }
  if (one.trigger !== 'queue') return sends
  const take = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
  return [allow(messagesOf(queues, one.id).queueArn, take), ...sends]
}

/** Where a function finds the queues to which it sends. */
export const queueVariables = ({ sends = [] }: ServiceFunction, queues: Queues): Record<string, string> =>
  Object.fromEntries(sends.map((id) => [queueVariable(id), messagesOf(queues, id).queueUrl]))

/**
 * A filter of the stream, in the format of event filtering. `exists` works only on a value, not on a map.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
function filterOf({ prefix, writes, has }: StreamFilter): Record<string, unknown> {
  const [last, ...maps] = [...(has ?? [])].reverse()
  const image = maps.reduce<Record<string, unknown>>(
    (inner, name) => ({ [name]: { M: inner } }),
    last === undefined ? {} : { [last]: { S: FilterRule.exists() } },
  )
  return FilterCriteria.filter({
    eventName: FilterRule.or(...writes),
    dynamodb: {
      Keys: { sk: { S: FilterRule.beginsWith(prefix) } },
      ...(has && { NewImage: image }),
    },
  })
}

interface Parts {
  table: ITable
  queues: Queues
  settings: Settings
}

/**
 * Lets the trigger in its declaration run a function, through its alias; the API has the routes of the others. An event
 * source stays where it is in the tree: under another logical id, a stream would be read from its beginning again. Only
 * its `FunctionName` changes, which CloudFormation does without a replacement.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html
 */
export function connectTrigger(
  one: ServiceFunction,
  { created, alias }: Live,
  { table, queues, settings }: Parts,
): void {
  const target = callable(alias)
  if (one.trigger === 'stream') {
    const failedArn = String(queues.get(one.id)?.failed.queueArn)
    new EventSourceMapping(created, 'Stream', {
      target,
      eventSourceArn: String(table.tableStreamArn),
      startingPosition: StartingPosition.TRIM_HORIZON,
      // One batch of a shard at a time. More (parallelizationFactor) would keep the order of each task, because Lambda
      // distributes items and not partitions. But then several batches would have changes of the same account. Each
      // would read its webhooks and wake them, so an event would cost more, and a large import would still be in all
      // batches.
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: streamRetries,
      ...(one.filters && { filters: [...one.filters.map(filterOf), heartbeatFilter()] }),
      // the CDK's own destination would grant more than to send
      onFailure: { bind: () => ({ destination: failedArn }) },
    })
  } else if (one.trigger === 'queue') {
    new EventSourceMapping(created, 'Queue', {
      target,
      eventSourceArn: messagesOf(queues, one.id).queueArn,
      batchSize: 5,
      maxConcurrency: settings.deliveryConcurrency,
      reportBatchItemFailures: true,
    })
  } else if (one.trigger === 'schedule') {
    new Rule(created, 'Schedule', {
      description: `Tasks API: runs ${one.id}`,
      schedule: Schedule.rate(Duration.minutes(one.everyMinutes)),
      targets: [new RuleTarget(target)],
    })
  }
}
