import { idOf, type Resource } from '../../harness/sandbox/template.ts'
import type { Metric, Told } from './cloudwatch.ts'
import { everything, synthesize } from './synthesize.ts'

/** A stage with every setting, so that it has every alarm. */
export const full = synthesize(everything)

/** The parts of a log line or an event, by name. */
type Json = Record<string, unknown>

/** What something in a stage tells CloudWatch in one minute. */
export type Sent = readonly { metric: Metric; value: number }[]

/** What is told in each of some minutes. */
export const inMinutes = (isIn: Told['isIn'], ...sent: Sent[]): Told[] =>
  sent.flat().map((one) => ({ ...one, isIn }))

// The names and dimensions of metrics are those of AWS's documentation, not those of the alarms. Resources are named as a
// template names them: `Ref`, `Fn::GetAtt`.

const send = (Namespace: string, MetricName: string, dimensions: Json, value: number): Sent => {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }))
  return [{ metric: { Namespace, MetricName, Dimensions }, value }]
}

function one(type: string, isOne: (id: string, resource: Resource) => boolean = () => true) {
  const [found] = Object.entries(full.resources(type)).filter(([id, resource]) => isOne(id, resource))
  if (!found) throw new Error(`The stack has no such ${type}.`)
  return { id: found[0], properties: found[1].Properties }
}

const functionOf = (id: string) =>
  one('AWS::Lambda::Function', (name, resource) =>
    id === 'canary' ? name.startsWith('Canary') : idOf(resource) === id,
  )

const apiDimensions = {
  ApiId: { Ref: one('AWS::ApiGatewayV2::Api').id },
  Stage: one('AWS::ApiGatewayV2::Stage').properties.StageName,
}

/**
 * Requests of a minute, with the time that each takes.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
 */
export const requests = (count: number, failed: number, latencyMs: number): Sent =>
  Object.entries({ Count: count, '5xx': failed, Latency: latencyMs }).flatMap(([name, value]) =>
    send('AWS/ApiGateway', name, apiDimensions, value),
  )

/**
 * What Lambda tells of a function, such as `Errors`, or an invocation, unless other values are given.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 */
export const lambda = (id: string, values: Record<string, number> = { Invocations: 1, Errors: 0 }): Sent => {
  const dimensions = { FunctionName: { Ref: functionOf(id).id } }
  return Object.entries(values).flatMap(([name, value]) => send('AWS/Lambda', name, dimensions, value))
}

/** An invocation that Lambda throttles, of any function of the region. */
export const throttled: Sent = send('AWS/Lambda', 'Throttles', {}, 1)

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
export const table = (name: string, value: number): Sent =>
  send('AWS/DynamoDB', name, { TableName: { Ref: one('AWS::DynamoDB::Table').id } }, value)

const ofQueue = (id: string, kind: 'Failed' | 'Messages', name: string, value: number): Sent => {
  const queue = one('AWS::SQS::Queue', (own) => own.startsWith(`Queues${id.replace(/[.-]/g, '')}${kind}`))
  return send('AWS/SQS', name, { QueueName: { 'Fn::GetAtt': [queue.id, 'QueueName'] } }, value)
}

/**
 * How many messages are in the failure queue of a function.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
export const failed = (id: string, count: number): Sent =>
  ofQueue(id, 'Failed', 'ApproximateNumberOfMessagesVisible', count)

/** For how long the oldest message of a function has waited, in seconds. */
export const waiting = (id: string, seconds: number): Sent =>
  ofQueue(id, 'Messages', 'ApproximateAgeOfOldestMessage', seconds)

/** The part of a line or an event to which a path such as `$.detail.state` leads. */
const at = (value: unknown, path: string): unknown =>
  path
    .replace('$.', '')
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value) // or undefined

/**
 * Whether a line of JSON matches the filter of a log. It knows what the stack's filters use.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
const matchesFilter = (line: Json, filter: string): boolean =>
  filter.split(' || ').some((term) => {
    const [, path = '', operator, wanted = ''] = /(\$\.[\w.]+) (=|>) "?([^"\s)]+)/.exec(term) ?? []
    if (operator === undefined) throw new Error(`Nothing is known here of the filter ${term}.`)
    const value = at(line, path)
    return operator === '>' ? Number(value) > Number(wanted) : String(value) === wanted
  })

/** Properties that are read here, named as in CloudFormation. */
interface MetricFilter {
  LogGroupName: { Ref: string }
  FilterPattern: string
  MetricTransformations: { MetricNamespace: string; MetricName: string; MetricValue: string }[]
}

const lineOf = (logGroup: string, line: Json): Sent =>
  Object.values(full.resources('AWS::Logs::MetricFilter'))
    .map(({ Properties }) => Properties as unknown as MetricFilter)
    .filter(
      ({ LogGroupName, FilterPattern }) =>
        LogGroupName.Ref === logGroup && matchesFilter(line, FilterPattern),
    )
    .flatMap(({ MetricTransformations }) => MetricTransformations)
    .flatMap(({ MetricNamespace, MetricName, MetricValue }) =>
      send(
        MetricNamespace,
        MetricName,
        {},
        Number(MetricValue.startsWith('$.') ? at(line, MetricValue) : MetricValue),
      ),
    )

/** A line in the log of a function. */
export function logged(id: string, line: Json): Sent {
  const { LoggingConfig } = functionOf(id).properties as { LoggingConfig: { LogGroup: { Ref: string } } } // as in CloudFormation
  return lineOf(LoggingConfig.LogGroup.Ref, line)
}

/** Requests in the access log, by their status. */
export const accessLogged = (status: number, count = 1): Sent =>
  Array.from({ length: count }, () =>
    lineOf(one('AWS::Logs::LogGroup', (id) => id.startsWith('AccessLogs')).id, { status: String(status) }),
  ).flat()

/**
 * Whether an event matches the pattern of a rule: each member has one of the values that the pattern lists.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
const matchesPattern = (event: unknown, pattern: Json): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value = (event as Json | undefined)?.[name]
    if (!Array.isArray(wanted)) return matchesPattern(value, wanted as Json) // a pattern has lists and members alone
    return wanted.some((own) => JSON.stringify(own) === JSON.stringify(value))
  })

/**
 * The end of a copy job, as its event tells it.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html
 * @param from the ARN of the vault that it copies from; the stack's own unless given
 */
export function copyJob(
  state: 'COMPLETED' | 'FAILED',
  from: unknown = { 'Fn::GetAtt': [one('AWS::Backup::BackupVault').id, 'BackupVaultArn'] },
): Sent {
  const detail = {
    copyJobId: '47C8EF56-74D8-059D-1301-C5BE1D5C926E',
    resourceType: 'DynamoDB',
    sourceBackupVaultArn: from,
    destinationBackupVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:tasks',
    state,
  }
  const event = { source: 'aws.backup', 'detail-type': 'Copy Job State Change', detail }
  return Object.values(full.resources('AWS::Events::Rule')).flatMap(({ Properties }) => {
    const { EventPattern, Targets } = Properties as { EventPattern?: Json; Targets?: unknown } // as in CloudFormation
    if (!EventPattern || !matchesPattern(event, EventPattern)) return []
    return Object.entries(full.resources('AWS::Logs::LogGroup'))
      .filter(([, log]) =>
        JSON.stringify(Targets).includes(`:log-group:${String(log.Properties.LogGroupName)}"`),
      )
      .flatMap(([id]) => lineOf(id, event))
  })
}
