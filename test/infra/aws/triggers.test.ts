import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, it } from 'vitest'
import type { ServiceFunction } from '../../../functions/index.ts'
import { declareTriggered } from '../../../lib/contract/triggered.ts'
import { rolesOf } from '../../harness/sandbox/roles.ts'
import { idOf } from '../../harness/sandbox/template.ts'
import { heldPrefix } from '../../../lib/forms/submission-prefix.ts'
import { projectPrefix } from '../../../lib/projects/project-item.ts'
import { taskPrefix } from '../../../lib/tasks/task-item.ts'
import { toldByRecord } from '../../../lib/webhooks/event-of-record.ts'
import { webhookPrefix } from '../../../lib/webhooks/webhook-item.ts'
import { everything, makeStack, routeFunctions, synthesize } from './synthesize.ts'

/** Properties that are read here, named as in CloudFormation. */
interface Schedule {
  ScheduleExpression: string
  Target: { Arn: unknown; Input: { 'Fn::Join': [string, unknown[]] } }
}

const dispatch = declareTriggered({
  id: 'tests.dispatch',
  trigger: 'stream',
  access: ['Query', 'PutItem'],
  sends: ['tests.deliver'],
})
const deliver = declareTriggered({
  id: 'tests.deliver',
  trigger: 'queue',
  access: ['GetItem'],
  timeoutSeconds: 60,
})
const sweep = declareTriggered({ id: 'tests.sweep', trigger: 'schedule', everyMinutes: 5, access: [] })
const watch = declareTriggered({ id: 'tests.watch', trigger: 'stream', access: [] })
const declared: ServiceFunction[] = [...routeFunctions, dispatch, deliver, sweep, watch]

const stack = synthesize({}, declared)
const roles = rolesOf(stack)
const [[tableId]] = Object.entries(stack.resources('AWS::DynamoDB::Table')) as [[string, unknown]]

/** The logical id of a function's queue, by the end of its name. */
const queueOf = (name: string) =>
  Object.keys(stack.resources('AWS::SQS::Queue')).find((id) => id.startsWith(`Queuestests${name}`)) ?? ''
/** The logical id of a function's bucket of failed batches. */
const bucketOf = (name: string) =>
  Object.keys(stack.resources('AWS::S3::Bucket')).find((id) => id.startsWith(`Queuestests${name}`)) ?? ''
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
const streamArn = { 'Fn::GetAtt': [tableId, 'StreamArn'] }
const logicalIdOf = (id: string) =>
  Object.keys(stack.functions).find(
    (name) => idOf(stack.functions[name] ?? { Type: '', Properties: {} }) === id,
  )

/** What a role allows beside its own log. */
const grantsOf = (id: string) => (roles.get(id) ?? []).filter((grant) => !grant.startsWith('logs:')).sort()

describe('a function that no route leads to', () => {
  it('has a log, a role, alarms, and no route', () => {
    for (const { id } of [dispatch, deliver, sweep, watch]) {
      expect(roles.get(id)).toEqual(
        expect.arrayContaining(['logs:CreateLogStream log', 'logs:PutLogEvents log']),
      )
      const alarms = JSON.stringify(Object.values(stack.resources('AWS::CloudWatch::Alarm')))
      expect(alarms).toContain(` ${id}`)
    }
    expect(Object.keys(stack.resources('AWS::ApiGatewayV2::Route'))).toHaveLength(routeFunctions.length)
  })
})

describe('a function on the stream', () => {
  it('is given the changes of the table in batches, tries them in halves for as long as an outage may last, and sets aside the rest', () => {
    const [mapping] = Object.values(stack.resources('AWS::Lambda::EventSourceMapping')).filter(
      ({ Properties }) => JSON.stringify(Properties.FunctionName).includes(stack.aliasOf(dispatch.id)),
    )
    expect(mapping?.Properties).toMatchObject({
      EventSourceArn: streamArn,
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: 22 * 60 * 60, // the stream still has what is set aside
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: arnOf(bucketOf('dispatch')) } },
    })
  })

  it('may read that stream, set batches aside, send where it says, do what it declares, and nothing else', () => {
    const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams']
    expect(grantsOf(dispatch.id)).toEqual(
      [
        'dynamodb:PutItem table',
        'dynamodb:Query table',
        ...stream.map((action) => `dynamodb:${action} ${JSON.stringify(streamArn)}`),
        `sqs:SendMessage ${JSON.stringify(arnOf(queueOf('deliverMessages')))}`,
        `s3:ListBucket ${JSON.stringify(arnOf(bucketOf('dispatch')))}`,
        `s3:PutObject ${JSON.stringify({ 'Fn::Join': ['', [arnOf(bucketOf('dispatch')), '/*']] })}`,
      ].sort(),
    )
  })

  it('has its failed batches kept with their records, beside the stack, and told to the failure queue', () => {
    const bucket = stack.resources('AWS::S3::Bucket')[bucketOf('dispatch')]
    expect(bucket).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        NotificationConfiguration: {
          QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: arnOf(queueOf('dispatchFailed')) }],
        },
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      },
    })
    const policies = Object.values(stack.resources('AWS::SQS::QueuePolicy')).map((one) => JSON.stringify(one))
    const own = policies.find((one) => one.includes(`"Ref":"${queueOf('dispatchFailed')}"`))
    expect(own).toContain('"Principal":{"Service":"s3.amazonaws.com"}')
    expect(own).toContain('"aws:SourceAccount"')
    expect(stack.template.toJSON()).toMatchObject({
      Outputs: { TestsDispatchReplayCommand: { Value: expect.anything() as unknown } },
    })
  })

  it('may use a key of the customer’s own to read, even if it reads nothing else, and to set batches aside', () => {
    const own = synthesize({ customerKeyArn: everything.customerKeyArn }, declared)
    const withKey = rolesOf(own)
    const keyGrants = (id: string) => (withKey.get(id) ?? []).filter((grant) => grant.startsWith('kms:'))
    expect(keyGrants(watch.id).map((grant) => grant.split(' ')[0])).toEqual([
      'kms:GenerateDataKey', // through S3 alone
      'kms:Decrypt',
      'kms:DescribeKey',
    ])
    expect(own.resources('AWS::S3::Bucket')[bucketOf('watch')]?.Properties.BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: {
            SSEAlgorithm: 'aws:kms',
            KMSMasterKeyID: everything.customerKeyArn,
          },
        },
      ],
    })
    expect(keyGrants(dispatch.id).map((grant) => grant.split(' ')[0])).toContain('kms:GenerateDataKey')
  })
})

/** The event source of a function of the service. */
const mappingOf = (settings: Record<string, unknown>, id: string) => {
  const own = synthesize(settings)
  return Object.values(own.resources('AWS::Lambda::EventSourceMapping')).find(({ Properties }) =>
    JSON.stringify(Properties.FunctionName).includes(own.aliasOf(id)),
  )?.Properties
}

/** The filters of an event source. */
const filtersOf = (id: string): unknown[] => {
  const { FilterCriteria } = mappingOf({}, id) ?? {}
  const { Filters } = FilterCriteria as { Filters: { Pattern: string }[] } // named as in CloudFormation
  return Filters.map(({ Pattern }) => JSON.parse(Pattern) as unknown)
}
const heartbeat = { dynamodb: { Keys: { pk: { S: ['HEARTBEAT'] } } } }

describe('rules.watch', () => {
  it('is run with writes of tasks, deletions of projects and the heartbeat', () => {
    expect(filtersOf('rules.watch')).toEqual([
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { Keys: { sk: { S: [{ prefix: taskPrefix }] } } } },
      { eventName: ['REMOVE'], dynamodb: { Keys: { sk: { S: [{ prefix: projectPrefix }] } } } },
      heartbeat,
    ])
  })

  it('has what it failed on kept, and a command of its own to do that again', () => {
    const own = synthesize()
    const outputs = own.template.toJSON().Outputs as Record<string, { Value: unknown }>
    const commands = Object.entries(outputs).filter(([name]) => name.endsWith('ReplayCommand'))
    expect(commands.map(([name]) => name).sort()).toEqual(['ReplayCommand', 'RulesWatchReplayCommand'])
    const named = JSON.stringify(outputs.RulesWatchReplayCommand?.Value)
    expect(named).toMatch(/replay-batches --bucket .*Queuesruleswatch.* --function .*Functionsruleswatch/)
  })
})

describe('rules.wake', () => {
  it('is run each minute', () => {
    const own = synthesize()
    const [rule] = Object.values(own.resources('AWS::Events::Rule')).filter(({ Properties }) =>
      JSON.stringify(Properties.Targets).includes(own.aliasOf('rules.wake')),
    )
    expect(rule?.Properties.ScheduleExpression).toBe('rate(1 minute)')
  })
})

describe('rules.run', () => {
  it('runs at most twice at once, unless told otherwise', () => {
    const most = (settings: Record<string, unknown>) => mappingOf(settings, 'rules.run')?.ScalingConfig
    expect(most({ deliveryConcurrency: '50' })).toEqual({ MaximumConcurrency: 2 })
    expect(most({ ruleConcurrency: '20' })).toEqual({ MaximumConcurrency: 20 })
  })
})

describe('webhooks.dispatch', () => {
  it('is run with writes and purges of tasks, comments, submissions that are held, and webhooks with a notice', () => {
    const { BatchSize, MaximumBatchingWindowInSeconds } = mappingOf({}, 'webhooks.dispatch') ?? {}
    expect({ BatchSize, MaximumBatchingWindowInSeconds }).toEqual({
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 1,
    })
    expect(filtersOf('webhooks.dispatch')).toEqual([
      {
        eventName: ['INSERT', 'MODIFY', 'REMOVE'],
        dynamodb: { Keys: { sk: { S: [{ prefix: taskPrefix }] } } },
      },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          Keys: { sk: { S: [{ prefix: 'COMMENT' }] } },
          NewImage: { write_id: { S: [{ exists: true }] } },
        },
      },
      { eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: heldPrefix }] } } } },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          Keys: { sk: { S: [{ prefix: webhookPrefix }] } },
          NewImage: { notice: { M: { type: { S: [{ exists: true }] } } } },
        },
      },
      heartbeat,
    ])
  })

  it('is run with a heartbeat every five minutes, and makes nothing of it', () => {
    const own = synthesize()
    const { ScheduleExpression, Target } = own.only('AWS::Scheduler::Schedule')
      .Properties as unknown as Schedule
    expect(ScheduleExpression).toBe('rate(5 minutes)')
    expect(JSON.stringify(Target.Arn)).toContain(':scheduler:::aws-sdk:dynamodb:putItem"')
    // what EventBridge Scheduler sends: the text with the table's name and the time of the run
    const text = Target.Input['Fn::Join'][1]
      .map((part) => (typeof part === 'string' ? part : 'a-table'))
      .join('')
    const { TableName, Item } = JSON.parse(text) as { TableName: string; Item: object }
    expect(TableName).toBe('a-table')
    expect(Item).toEqual({
      pk: { S: 'HEARTBEAT' },
      sk: { S: 'HEARTBEAT' },
      at: { S: '<aws.scheduler.scheduled-time>' },
    })
    const Keys = { pk: { S: 'HEARTBEAT' }, sk: { S: 'HEARTBEAT' } }
    const NewImage = { ...Keys, at: { S: '2026-11-23T04:00:00Z' } }
    expect(toldByRecord({ eventName: 'MODIFY', dynamodb: { Keys, NewImage } })).toBeUndefined()
  })

  it('gets the heartbeat from a role that may write this one item, and do nothing else', () => {
    const [role] = Object.entries(synthesize().resources('AWS::IAM::Role')).filter(([id]) =>
      id.startsWith('HeartbeatRole'),
    )
    expect(role?.[1].Properties).toMatchObject({
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              {
                Action: 'dynamodb:PutItem',
                Condition: {
                  'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['HEARTBEAT'] },
                  Null: { 'dynamodb:LeadingKeys': 'false' },
                },
              },
            ],
          },
        },
      ],
    })
  })

  it('wakes a function that runs at most three times at once, unless told otherwise: with rules, half of a new account’s Lambdas', () => {
    const most = (settings: Record<string, unknown>) => mappingOf(settings, 'webhooks.deliver')?.ScalingConfig
    expect(most({})).toEqual({ MaximumConcurrency: 3 })
    expect(most({ deliveryConcurrency: '50' })).toEqual({ MaximumConcurrency: 50 })
    expect(mappingOf({}, 'webhooks.deliver')).toMatchObject({ BatchSize: 5 })
  })
})

describe('a function on a queue', () => {
  it('has a queue that hides a message for six timeouts, and one for what has failed five times', () => {
    const { Properties } = stack.resources('AWS::SQS::Queue')[queueOf('deliverMessages')] ?? {}
    expect(Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      VisibilityTimeout: 360,
      RedrivePolicy: { deadLetterTargetArn: arnOf(queueOf('deliverFailed')), maxReceiveCount: 5 },
    })
    const { length } = Object.keys(stack.resources('AWS::SQS::Queue'))
    expect(Object.keys(stack.resources('AWS::SQS::QueuePolicy'))).toHaveLength(length) // TLS alone
  })

  it('may be invoked by its own messages again and again, if it sends some: nothing else may', () => {
    const again = declareTriggered({
      id: 'tests.again',
      trigger: 'queue',
      access: [],
      sends: ['tests.relay'],
    })
    const relay = declareTriggered({
      id: 'tests.relay',
      trigger: 'queue',
      access: [],
      sends: ['tests.again'],
    })
    const feeds = declareTriggered({ ...sweep, id: 'tests.feeds', sends: ['tests.relay'] })
    const own = synthesize({}, [...declared, again, relay, feeds])
    const looping = (of: typeof stack) =>
      Object.values(of.functions).flatMap((one) =>
        one.Properties.RecursiveLoop === undefined ? [] : [[idOf(one), one.Properties.RecursiveLoop]],
      )
    expect(looping(own)).toEqual([
      [again.id, 'Allow'],
      [relay.id, 'Allow'],
    ])
    expect(looping(synthesize())).toEqual([
      ['rules.run', 'Allow'],
      ['webhooks.deliver', 'Allow'],
    ])
  })

  it('may take its messages and no others', () => {
    const own = JSON.stringify(arnOf(queueOf('deliverMessages')))
    const take = ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map((one) => `sqs:${one} ${own}`)
    expect(grantsOf(deliver.id)).toEqual(['dynamodb:GetItem table', ...take].sort())
  })

  it('is known to whoever sends to it by a variable', () => {
    const variables = (id: string) =>
      stack.functions[String(logicalIdOf(id))]?.Properties.Environment as { Variables: object }
    expect(variables(dispatch.id).Variables).toMatchObject({
      TESTS_DELIVER_QUEUE_URL: { Ref: queueOf('deliverMessages') },
    })
    expect(Object.keys(variables('tasks.create').Variables)).not.toContain('TESTS_DELIVER_QUEUE_URL')
  })

  it('must be there for whoever declares that it sends to it', () => {
    const wrong = declareTriggered({ ...sweep, sends: ['tests.dispatch'] })
    expect(() => makeStack({}, {}, [...routeFunctions, dispatch, deliver, wrong])).toThrow(
      'There is no function tests.dispatch with the trigger queue.',
    )
  })
})

describe('a function on a schedule', () => {
  it('is run by a rule of its rate, and may do what it declares alone', () => {
    expect(stack.only('AWS::Events::Rule').Properties).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [{ Arn: { Ref: stack.aliasOf(sweep.id) } }],
    })
    expect(grantsOf(sweep.id)).toEqual([])
  })
})

describe('the alarms', () => {
  it('watch what a stream or a queue leaves undone', () => {
    const alarms = stack.resources('AWS::CloudWatch::Alarm')
    const behind = Object.keys(alarms).flatMap((id) => /^(\w+Behind)Alarm/.exec(id)?.[1] ?? [])
    expect(behind.sort()).toEqual(['TestsDeliverBehind', 'TestsDispatchBehind', 'TestsWatchBehind'])
    const stopped = Object.keys(alarms).flatMap((id) => /^(\w+Stopped)Alarm/.exec(id)?.[1] ?? [])
    expect(stopped.sort()).toEqual(['TestsDispatchStopped', 'TestsSweepStopped', 'TestsWatchStopped'])
    const about = (metric: string) =>
      Object.values(alarms).filter(({ Properties }) => JSON.stringify(Properties).includes(`"${metric}"`))
    expect(about('ApproximateNumberOfMessagesVisible')).toHaveLength(3)
    expect(about('IteratorAge')).toHaveLength(2)
    expect(about('ApproximateAgeOfOldestMessage')).toHaveLength(1)
  })
})

describe('the stack', () => {
  it.each([
    ['with these functions', {}],
    ['with everything on', everything],
  ])('has no finding of cdk-nag %s', (_, context) => {
    expect(new AwsSolutionsChecks().validateScope(makeStack(context, {}, declared)).violations).toEqual([])
  })
})
