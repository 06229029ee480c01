import { Duration, Validations } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as RuleTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Queue, QueueEncryption, type DeadLetterQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { timeoutOf, type ServiceFunction } from '../../functions/index.ts'
import { queueVariable, type StreamFilter } from '../../lib/contract/triggered.ts'
import { keptDays } from '../../lib/table/kept-elsewhere.ts'
import { bucketVariable } from '../../lib/webhooks/set-aside.ts'
import { settingOfQueue } from './concurrency.ts'
import { createFailedBatches, setAsideGrants } from './failed-batches.ts'
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
 * How long the changes of a batch that fails are tried again, even in halves, before Lambda sets it aside: as long as an
 * outage may last, and less than the 24 hours for which the stream keeps what is then put into the bucket. A record that is
 * itself at fault is set aside by the function.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
 */
const longestTried = Duration.hours(22)

/** The queues of one function. */
export interface FunctionQueues {
  /** Its messages, if its trigger is a queue. */
  messages?: Queue
  /** Its failed messages, which a person must look at. Of a stream: a message for each object in `batches`. */
  failed: Queue
  /** Its failed batches, if its trigger is a stream. */
  batches?: Bucket
}

/** The queues, by the ids of the functions to which they belong. */
export type Queues = ReadonlyMap<string, FunctionQueues>

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
      : { retentionPeriod: Duration.days(keptDays.failedMessages) }),
  })

/** Creates a queue for each function that a queue runs, and a failure queue for each function of a stream or queue. */
export function createQueues(
  scope: Construct,
  functions: readonly ServiceFunction[],
  settings: Pick<Settings, 'customerKeyArn'>,
): Queues {
  const parent = new Construct(scope, 'Queues')
  const withQueues = functions.filter(({ trigger }) => trigger === 'stream' || trigger === 'queue')
  return new Map(
    withQueues.map((one): readonly [string, FunctionQueues] => {
      const { id, trigger } = one
      const timeoutSeconds = timeoutOf(one)
      const own = new Construct(parent, id.replace('.', '-'))
      const failed = createQueue(own, 'Failed', timeoutSeconds)
      if (trigger === 'queue') {
        const messages = createQueue(own, 'Messages', timeoutSeconds, { queue: failed, maxReceiveCount })
        return [id, { messages, failed }]
      }
      Validations.of(failed).acknowledge({
        id: 'AwsSolutions-SQS3',
        reason: 'It tells of failed batches of the stream; it has no function of its own.',
      })
      return [id, { failed, batches: createFailedBatches(own, failed, settings) }]
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
    const batches = queues.get(one.id)?.batches
    const setsAside = batches ? setAsideGrants(batches) : []
    // the key's grants come with `access`, if there are any
    return [stream, ...setsAside, ...(one.access.length > 0 ? [] : keyGrants([], table)), ...sends]
  }
  if (one.trigger !== 'queue') return sends
  const take = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
  return [allow(messagesOf(queues, one.id).queueArn, take), ...sends]
}

/**
 * Whether the messages that a function sends may lead to itself. Lambda ends such a chain of requests after 16 invocations,
 * unless the function allows it: what waits for a webhook or a rule would stand still. A chain has an end of its own:
 * `webhooks.deliver` wakes itself only for what is stored as due (events, which expire, and a notice), and the place that a
 * webhook gives back wakes one that waits in the table for it. `rules.run` wakes itself only for what its rule has stored as
 * due before the clock looks again: a session takes some of that away, what rules write triggers no rule, and two
 * occurrences of a schedule are further apart than the clock's looks.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export function mayLoop({ id }: ServiceFunction, declared: readonly ServiceFunction[]): boolean {
  const reached = new Set<string>()
  const follow = (from: string): void => {
    for (const to of declared.find((one) => one.id === from)?.sends ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      follow(to)
    }
  }
  follow(id)
  return reached.has(id)
}

/** Where a function finds the queues to which it sends, and the bucket into which it puts records that are at fault. */
export const queueVariables = (
  { id, sends = [] }: ServiceFunction,
  queues: Queues,
): Record<string, string> => {
  const batches = queues.get(id)?.batches
  return {
    ...Object.fromEntries(sends.map((to) => [queueVariable(to), messagesOf(queues, to).queueUrl])),
    ...(batches && { [bucketVariable]: batches.bucketName }),
  }
}

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
  const enabled = settings.access === 'open' // what waits is done when it is open again
  if (one.trigger === 'stream') {
    const failedArn = String(queues.get(one.id)?.batches?.bucketArn)
    new EventSourceMapping(created, 'Stream', {
      target,
      enabled,
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
      retryAttempts: -1,
      maxRecordAge: longestTried,
      ...(one.filters && { filters: [...one.filters.map(filterOf), heartbeatFilter()] }),
      // the CDK's own destination would grant more than to send
      onFailure: { bind: () => ({ destination: failedArn }) },
    })
  } else if (one.trigger === 'queue') {
    new EventSourceMapping(created, 'Queue', {
      target,
      enabled,
      eventSourceArn: messagesOf(queues, one.id).queueArn,
      batchSize: 5,
      maxConcurrency: settings[settingOfQueue(one.id)],
      reportBatchItemFailures: true,
    })
  } else if (one.trigger === 'schedule') {
    new Rule(created, 'Schedule', {
      description: `Tasks API: runs ${one.id}`,
      enabled,
      schedule: Schedule.rate(Duration.minutes(one.everyMinutes)),
      targets: [new RuleTarget(target)],
    })
  }
}
