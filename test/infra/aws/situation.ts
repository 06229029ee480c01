import { idOf, type Resource } from '../../harness/sandbox/template.ts'
import { Samples } from './cloudwatch.ts'
import type { Synthesized } from './synthesize.ts'

type Json = Record<string, unknown>

/** The parts of a log line or an event that a path such as `$.detail.state` leads to. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value) // or undefined

/**
 * Whether a line of JSON matches the filter of a log. It knows what the stack's filters use.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
function matchesFilter(line: Json, filter: string): boolean {
  return filter.split(' || ').some((term) => {
    const [, path = '', operator, wanted = ''] = /\$\.([\w.]+) (=|>) "?([^"\s)]+)/.exec(term) ?? []
    if (operator === undefined) throw new Error(`Nothing is known here of the filter ${term}.`)
    const value = at(line, path)
    return operator === '>' ? Number(value) > Number(wanted) : String(value) === wanted
  })
}

/**
 * Whether an event matches the pattern of a rule: each member has one of the values that the pattern lists.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
const matchesPattern = (event: unknown, pattern: Json): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value = (event as Json | undefined)?.[name]
    if (!Array.isArray(wanted)) return matchesPattern(value, wanted as Json) // a pattern has lists and members alone
    return wanted.some((one) => JSON.stringify(one) === JSON.stringify(value))
  })

/**
 * What happens in a stage, minute by minute, as AWS tells CloudWatch of it. The names and dimensions of the metrics are those
 * of AWS's documentation, not those of the alarms. The names of resources are as a template has them: `Ref`, `Fn::GetAtt`.
 */
export class Situation {
  readonly samples = new Samples()
  readonly stack: Synthesized
  readonly #lateMinutes: number

  /** @param lateMinutes how late everything can be read */
  constructor(stack: Synthesized, lateMinutes = 0) {
    this.stack = stack
    this.#lateMinutes = lateMinutes
  }

  #one(type: string, prefix = ''): [string, Resource] {
    const found = Object.entries(this.stack.resources(type)).find(([id]) => id.startsWith(prefix))
    if (!found) throw new Error(`The stack has no ${type} ${prefix}.`)
    return found
  }

  #send(metric: [string, string], dimensions: Record<string, unknown>, minute: number, value: number): void {
    const [Namespace, MetricName] = metric
    const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }))
    this.samples.add({ Namespace, MetricName, Dimensions }, minute, value, this.#lateMinutes)
  }

  #function(id: string): [string, Resource] {
    if (id === 'canary') return this.#one('AWS::Lambda::Function', 'Canary')
    const found = Object.entries(this.stack.functions).find(([, one]) => idOf(one) === id)
    if (!found) throw new Error(`The stack has no function ${id}.`)
    return found
  }

  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html */
  api(name: 'Count' | '5xx' | 'Latency', minute: number, value: number): void {
    const [api] = this.#one('AWS::ApiGatewayV2::Api')
    const [, { Properties }] = this.#one('AWS::ApiGatewayV2::Stage')
    this.#send(['AWS/ApiGateway', name], { ApiId: { Ref: api }, Stage: Properties.StageName }, minute, value)
  }

  /** An invocation. https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html */
  invocation(id: string, minute: number, { errors = 0, iteratorAgeMs }: Invocation = {}): void {
    const [logicalId] = this.#function(id)
    const dimensions = { FunctionName: { Ref: logicalId } }
    this.#send(['AWS/Lambda', 'Invocations'], dimensions, minute, 1)
    this.#send(['AWS/Lambda', 'Errors'], dimensions, minute, errors)
    if (iteratorAgeMs !== undefined)
      this.#send(['AWS/Lambda', 'IteratorAge'], dimensions, minute, iteratorAgeMs)
  }

  /** An invocation that Lambda takes for a part of an endless loop: the same page. */
  dropped(id: string, minute: number): void {
    const [logicalId] = this.#function(id)
    this.#send(['AWS/Lambda', 'RecursiveInvocationsDropped'], { FunctionName: { Ref: logicalId } }, minute, 1)
  }

  /** What Lambda throttles, over all functions. */
  throttled(minute: number, value: number): void {
    this.#send(['AWS/Lambda', 'Throttles'], {}, minute, value)
  }

  /** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
  table(name: string, minute: number, value: number): void {
    const [table] = this.#one('AWS::DynamoDB::Table')
    this.#send(['AWS/DynamoDB', name], { TableName: { Ref: table } }, minute, value)
  }

  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html */
  queue(id: string, kind: 'Failed' | 'Messages', name: string, minute: number, value: number): void {
    const [queue] = this.#one('AWS::SQS::Queue', `Queues${id.replace(/[.-]/g, '')}${kind}`)
    this.#send(['AWS/SQS', name], { QueueName: { 'Fn::GetAtt': [queue, 'QueueName'] } }, minute, value)
  }

  /** A line in the log of requests, or of a function. */
  logged(log: 'requests' | { function: string }, line: Json, minute: number): void {
    if (log === 'requests') {
      this.#line(this.#one('AWS::Logs::LogGroup', 'AccessLogs')[0], line, minute)
    } else {
      const [, { Properties }] = this.#function(log.function)
      this.#line((Properties.LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref, line, minute) // as in CloudFormation
    }
  }

  #line(logGroup: string, line: Json, minute: number): void {
    for (const { Properties } of Object.values(this.stack.resources('AWS::Logs::MetricFilter'))) {
      const { LogGroupName, FilterPattern, MetricTransformations } = Properties as unknown as MetricFilter
      if (LogGroupName.Ref !== logGroup) continue
      for (const { MetricNamespace, MetricName, MetricValue, DefaultValue } of MetricTransformations) {
        const value = matchesFilter(line, FilterPattern)
          ? Number(MetricValue.startsWith('$.') ? at(line, MetricValue.slice(2)) : MetricValue)
          : DefaultValue
        if (value !== undefined) this.#send([MetricNamespace, MetricName], {}, minute, value)
      }
    }
  }

  /**
   * The end of a copy job: its event, and its metric, which has the name of the vault that it copies to. The event is that of
   * https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html
   * @param from the ARN of the vault that it copies from; the stack's own unless given
   */
  copyJob(state: 'COMPLETED' | 'FAILED', minute: number, from?: string): void {
    const to = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:tasks'
    const own = () => ({ 'Fn::GetAtt': [this.#one('AWS::Backup::BackupVault')[0], 'BackupVaultArn'] })
    const name = state === 'COMPLETED' ? 'NumberOfCopyJobsCompleted' : 'NumberOfCopyJobsFailed'
    this.#send(['AWS/Backup', name], { BackupVaultName: to.split(':').at(-1) }, minute, 1)
    this.#event(
      {
        source: 'aws.backup',
        'detail-type': 'Copy Job State Change',
        detail: {
          copyJobId: '47C8EF56-74D8-059D-1301-C5BE1D5C926E',
          resourceType: 'DynamoDB',
          sourceBackupVaultArn: from ?? own(),
          destinationBackupVaultArn: to,
          state,
        },
      },
      minute,
    )
  }

  #event(event: Json, minute: number): void {
    for (const { Properties } of Object.values(this.stack.resources('AWS::Events::Rule'))) {
      const { EventPattern, Targets } = Properties as unknown as EventRule
      if (!EventPattern || !matchesPattern(event, EventPattern)) continue
      const targets = JSON.stringify(Targets)
      for (const [id, { Properties }] of Object.entries(this.stack.resources('AWS::Logs::LogGroup')))
        if (targets.includes(`:log-group:${String(Properties.LogGroupName)}"`)) this.#line(id, event, minute)
    }
  }
}

interface Invocation {
  errors?: number
  iteratorAgeMs?: number
}

/** Properties that are read here, named as in CloudFormation. */
interface MetricFilter {
  LogGroupName: { Ref: string }
  FilterPattern: string
  MetricTransformations: {
    MetricNamespace: string
    MetricName: string
    MetricValue: string
    DefaultValue?: number
  }[]
}

interface EventRule {
  EventPattern?: Json
  Targets: unknown
}
