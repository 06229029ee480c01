import { Stack } from 'aws-cdk-lib'
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { triggeredFunctions } from '../../../functions/index.ts'
import { alarmPrefix } from '../../../infra/aws/background-alarms.ts'
import { createBudget } from '../../../infra/aws/observability.ts'
import { readStackSettings } from '../../../infra/aws/stage-settings.ts'
import { mayLoop } from '../../../infra/aws/triggers.ts'
import { idOf, type Resource } from '../../harness/sandbox/template.ts'
import { valueOf } from './cloudwatch.ts'
import { everything, makeStack, synthesize } from './synthesize.ts'

interface AlarmProperties {
  Namespace?: string
  MetricName?: string
  ExtendedStatistic?: string
  Threshold: number
  EvaluationPeriods: number
  DatapointsToAlarm: number
  AlarmDescription: string
  TreatMissingData: string
  AlarmActions?: unknown[]
  OKActions?: unknown[]
  Dimensions?: { Name: string; Value: { Ref: string } }[]
  Metrics?: {
    Expression?: string
    MetricStat?: {
      Metric: {
        Namespace: string
        MetricName: string
        Dimensions?: { Name: string; Value: { Ref: string } }[]
      }
    }
  }[]
}

const stack = synthesize()
const full = synthesize(everything)

const alarmsOf = (of = stack) =>
  // the properties of an alarm, named as in CloudFormation
  Object.values(of.resources('AWS::CloudWatch::Alarm')).map(
    (one) => one.Properties as unknown as AlarmProperties,
  )

/** The name of an alarm, by its logical id. */
const nameOf = (logicalId: string) => logicalId.replace(/Alarm[0-9A-F]{8}$/, '')
const names = Object.keys(stack.resources('AWS::CloudWatch::Alarm')).map(nameOf)
const alarm = (name: string): AlarmProperties => {
  const found = Object.entries(stack.resources('AWS::CloudWatch::Alarm')).find(([id]) => nameOf(id) === name)
  if (!found) throw new Error(`There is no alarm ${name}.`)
  return found[1].Properties as unknown as AlarmProperties // named as in CloudFormation
}

/** The metrics of an alarm, in the format `AWS/Lambda Errors`. */
const metricsOf = ({ Namespace, MetricName, Metrics = [] }: AlarmProperties): string[] => [
  ...new Set(
    MetricName
      ? [`${String(Namespace)} ${MetricName}`]
      : Metrics.flatMap(({ MetricStat }) =>
          MetricStat ? [`${MetricStat.Metric.Namespace} ${MetricStat.Metric.MetricName}`] : [],
        ),
  ),
]

/** Whether an alarm watches a metric of a resource, by its logical id. */
const isOf = ({ MetricName, Dimensions, Metrics = [] }: AlarmProperties, name: string, logicalId: string) =>
  [{ MetricName, Dimensions }, ...Metrics.map(({ MetricStat }) => MetricStat?.Metric)].some(
    (metric) =>
      metric?.MetricName === name && JSON.stringify(metric.Dimensions ?? []).includes(`"${logicalId}"`),
  )

/** What the expression of an alarm is with these metrics. */
const evaluate = (name: string, metrics: Record<string, number>): number =>
  valueOf(alarm(name).Metrics?.find((one) => one.Expression)?.Expression ?? '', metrics)

describe('the alarms', () => {
  it.each([
    ['docs/deploy-watching.md', '### Alarms'],
    ['docs/runbook.md', '## The alarms'],
  ])('each have a row in %s, "%s"', (path, heading) => {
    const page = readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8')
    const [, section = ''] = page.split(`\n${heading}\n`)
    const [table = ''] = section.split('\n#')
    const rows = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name)
    const all = Object.keys(full.resources('AWS::CloudWatch::Alarm')).map(nameOf)
    const wrong = [
      ...all.filter((name) => !rows.includes(name)).map((name) => `write a row for \`${name}\``),
      ...rows.filter((name) => !all.includes(name)).map((name) => `there is no alarm \`${name}\` any more`),
    ]
    expect(wrong, `${path}, "${heading}": ${wrong.join(', ')}`).toEqual([])
  })

  it('cost, with what else a stage does while nobody uses it, less than docs/deploy-watching.md promises', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy-watching.md'), 'utf8')
    const promise =
      /an idle stage costs less than (\d+) a month, and less than (\d+) with `requestMetrics=false`/
    const [withMetrics = 0, without = 0] = (promise.exec(page.replaceAll(/\s+/g, ' ')) ?? [])
      .slice(1)
      .map(Number)
    const metrics = alarmsOf().flatMap(({ Metrics }) => Metrics?.filter((one) => one.MetricStat) ?? [{}])
    const filters = Object.keys(stack.resources('AWS::Logs::MetricFilter'))
    const queues = triggeredFunctions.filter(({ trigger }) => trigger === 'queue')
    // the prices of the same page: a metric of an alarm, one that is counted in logs, a queue that Lambda polls
    const silent = 0.1 * metrics.length + 0.3 * filters.length + 0.26 * queues.length
    const steady = triggeredFunctions.filter(({ trigger }) => trigger === 'stream')
    const problem = 'docs/deploy-watching.md, "What it costs": decide whether an idle stage may cost more'
    expect(silent, problem).toBeLessThan(without)
    expect(silent + 1.2 * steady.length, problem).toBeLessThan(withMetrics)
  })

  it('watch failures, latency, refusals, throttles, and webhooks that are disabled', () => {
    const watched = Object.fromEntries(names.map((name) => [name, metricsOf(alarm(name)).sort().join(' + ')]))
    expect(watched).toMatchObject({
      ServerErrors: 'AWS/ApiGateway 5xx + AWS/ApiGateway Count',
      Latency: 'AWS/ApiGateway Latency',
      Refusals: 'AWS/ApiGateway Count + TasksApi Refusals-production',
      Throttles: 'AWS/DynamoDB ReadThrottleEvents + AWS/DynamoDB WriteThrottleEvents + AWS/Lambda Throttles',
      DisabledWebhooks: 'TasksApi DisabledWebhooks-production',
    })
  })

  it.each(triggeredFunctions.map((one) => ({ ...one, loops: mayLoop(one, triggeredFunctions) })))(
    'watch $id, which runs without a request: that it does not crash, lag or stop',
    ({ id, trigger, loops }) => {
      const [own = ''] = Object.entries(stack.functions).find(([, one]) => idOf(one) === id) ?? []
      const queue = (kind: string) =>
        Object.keys(stack.resources('AWS::SQS::Queue')).find((name) =>
          name.startsWith(`Queues${id.replace(/[.-]/g, '')}${kind}`),
        )
      const watching = (metric: string, watched = 'nothing') =>
        names.filter((name) => isOf(alarm(name), metric, watched))
      const [stopped, behind] = ['Stopped', 'Behind'].map((end) => `${alarmPrefix(id)}${end}`)
      expect({
        crashes: watching('Errors', own),
        runs: watching('Invocations', own),
        dropped: watching('RecursiveInvocationsDropped', own),
        failed: watching('ApproximateNumberOfMessagesVisible', queue('Failed')),
        late: [
          ...watching('IteratorAge', own),
          ...watching('ApproximateAgeOfOldestMessage', queue('Messages')),
        ],
      }).toEqual({
        crashes: ['Crashes'],
        runs: trigger === 'queue' ? [] : [stopped],
        dropped: loops ? [`${alarmPrefix(id)}Dropped`] : [],
        failed: trigger === 'schedule' ? [] : [behind],
        late: trigger === 'schedule' ? [] : [behind],
      })
    },
  )

  it.each([
    { what: 'a total outage at two requests a minute', requests: 2, errors: 2, is: 1 },
    { what: 'an outage while one request came', requests: 1, errors: 1, is: 1 },
    { what: 'two failures of a hundred', requests: 100, errors: 2, is: 0 },
    { what: 'three failures of a hundred', requests: 100, errors: 3, is: 1 },
    { what: 'three failures of a thousand', requests: 1000, errors: 3, is: 0 },
    { what: 'no failure', requests: 2, errors: 0, is: 0 },
  ])('judge $what', ({ requests, errors, is }) => {
    expect(evaluate('ServerErrors', { requests, errors })).toBe(is)
    expect(alarm('ServerErrors')).toMatchObject({ EvaluationPeriods: 15, DatapointsToAlarm: 3 })
  })

  it.each([
    { what: 'nearly all are refused', requests: 100, refused: 95, is: 1 },
    { what: 'half of them are', requests: 100, refused: 50, is: 0 },
    { what: 'few are sent', requests: 9, refused: 9, is: 0 },
  ])('judge refusals where $what', ({ requests, refused, is }) => {
    expect(evaluate('Refusals', { requests, refused })).toBe(is)
    const filters = Object.values(stack.resources('AWS::Logs::MetricFilter'))
    expect(filters.map(({ Properties }) => Properties.FilterPattern)).toContain(
      '{ ($.status = "401") || ($.status = "403") }',
    )
  })

  it('monitor the 99th percentile of latency', () => {
    expect(alarm('Latency')).toMatchObject({ ExtendedStatistic: 'p99', Threshold: 2_000 })
  })

  it('go on counting where a metric is missing: DynamoDB sends one only when it throttles', () => {
    const { Metrics = [] } = alarm('Throttles')
    const [{ Expression = '' } = {}] = Metrics.filter((one) => one.Expression)
    expect(Expression).toBe(
      Metrics.slice(1)
        .map((_, index) => `FILL(m${index}, 0)`)
        .join(' + '),
    )
  })

  it('tell of webhooks that were disabled, counted in the log of what dispatches', () => {
    expect(alarm('DisabledWebhooks')).toMatchObject({
      Namespace: 'TasksApi',
      Threshold: 0,
      TreatMissingData: 'notBreaching',
    })
    const filter = Object.values(stack.resources('AWS::Logs::MetricFilter')).find(
      ({ Properties }) => Properties.FilterPattern === '{ $.disabled_webhooks > 0 }',
    )?.Properties
    expect(filter).toMatchObject({
      MetricTransformations: [
        {
          MetricName: 'DisabledWebhooks-production',
          MetricNamespace: 'TasksApi',
          MetricValue: '$.disabled_webhooks',
        },
      ],
    })
    expect(JSON.stringify(filter?.LogGroupName)).toContain('Functionswebhooksdispatch')
  })

  it('are silent without requests, and each has a description', () => {
    for (const name of names) {
      const { TreatMissingData, AlarmDescription } = alarm(name)
      // what must run all the time has no requests to wait for
      expect(TreatMissingData).toBe(name.endsWith('Stopped') ? 'breaching' : 'notBreaching')
      expect(AlarmDescription.length).toBeGreaterThan(40)
    }
  })

  it('notify nobody without an address; with one, through an encrypted topic that requires TLS', () => {
    expect(stack.resources('AWS::SNS::Topic')).toEqual({})
    expect(alarmsOf().filter(({ AlarmActions }) => AlarmActions)).toEqual([])

    const made = makeStack()
    const warned = Annotations.fromStack(made).findWarning('*', Match.stringLikeRegexp('tell nobody'))
    expect(warned).toHaveLength(1)
    const silent = alarmsOf(full).filter(({ AlarmActions, OKActions }) => !AlarmActions || !OKActions)
    // CodeDeploy alone reads it
    expect(silent.map(({ AlarmDescription }) => AlarmDescription)).toEqual([
      expect.stringMatching(/^Does the new release fail\?/),
    ])
    expect(full.only('AWS::SNS::Topic').Properties).toHaveProperty('KmsMasterKeyId')
    full.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: everything.alarmEmail,
    })
    const policy = JSON.stringify(full.only('AWS::SNS::TopicPolicy').Properties)
    expect(policy).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}},"Effect":"Deny"')
    const keys = Object.values(full.resources('AWS::KMS::Key')).map(({ Properties }) => Properties)
    const key = JSON.stringify(keys.find(({ Description }) => Description === 'Tasks API: alarm messages'))
    expect(key).toContain('"Principal":{"Service":"cloudwatch.amazonaws.com"}')
  })
})

describe('a topic of the team', () => {
  it('gets what the alarms say, alone or beside the e-mail', () => {
    const alarmTopicArn = 'arn:aws:sns:eu-central-1:123456789012:ops'
    const own = synthesize({ alarmTopicArn })
    expect(own.resources('AWS::SNS::Topic')).toEqual({})
    for (const { AlarmActions, OKActions } of alarmsOf(own))
      expect([AlarmActions, OKActions]).toEqual([[alarmTopicArn], [alarmTopicArn]])
    const both = synthesize({ alarmTopicArn, alarmEmail: everything.alarmEmail })
    for (const { AlarmActions } of alarmsOf(both)) expect(AlarmActions).toHaveLength(2)
  })
})

describe('the budget', () => {
  const nameIn = ({ Properties }: Resource) => (Properties.Budget as { BudgetName: unknown }).BudgetName // as in CloudFormation

  it('tells the address at 80% of a month, and when more than all of it is expected', () => {
    expect(stack.resources('AWS::Budgets::Budget')).toEqual({})
    const { Budget, NotificationsWithSubscribers } = full.only('AWS::Budgets::Budget').Properties
    expect(Budget).toMatchObject({ BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' })
    // budgets belong to the account: the same stage in another region must not meet the name
    expect(JSON.stringify(nameIn(full.only('AWS::Budgets::Budget')))).toMatch(
      /\["tasks-api-production-",\{"Ref":"AWS::Region"\},"-\w{8}"\]/,
    )
    const subscribers = [{ Address: everything.alarmEmail, SubscriptionType: 'EMAIL' }]
    expect(NotificationsWithSubscribers).toMatchObject([
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers: subscribers },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers: subscribers },
    ])
  })

  it('has another name when somebody else is told, because it is replaced then, and keeps it with another amount', () => {
    const nameWith = (alarmEmail: string, monthlyBudgetDollars: number) => {
      const own = new Stack()
      createBudget(own, readStackSettings({ alarmEmail, monthlyBudgetDollars }))
      const [budget] = Object.values(Template.fromStack(own).findResources('AWS::Budgets::Budget'))
      return nameIn(budget as Resource) // as in CloudFormation
    }
    const name = nameWith('ops@example.com', 50)
    expect(nameWith('other@example.com', 50)).not.toEqual(name)
    expect(nameWith('ops@example.com', 60)).toEqual(name)
  })
})

describe('the dashboard', () => {
  const body = JSON.stringify(stack.only('AWS::CloudWatch::Dashboard').Properties.DashboardBody)

  it('shows every alarm, and the latest failures and the endpoints from every function’s log', () => {
    for (const alarm of Object.keys(stack.resources('AWS::CloudWatch::Alarm'))) expect(body).toContain(alarm)
    for (const title of ['Latest failures', 'Endpoints']) expect(body).toContain(title)
    for (const { Properties } of Object.values(stack.functions)) {
      const log = (Properties.LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref
      expect(body.split(log)).toHaveLength(3)
    }
  })

  it('shows the conflicts of transactions, of which no alarm tells: they are the callers’ contention', () => {
    expect(body).toContain('TransactionConflict')
    const alarms = JSON.stringify(stack.resources('AWS::CloudWatch::Alarm'))
    expect(alarms).not.toContain('TransactionConflict')
  })

  it('has at most 50 metrics, the limit of a free dashboard', () => {
    const metrics = body.match(/\[\\"(AWS\/|TasksApi)/g) ?? []
    expect(metrics.length).toBeGreaterThan(20)
    expect(metrics.length).toBeLessThanOrEqual(50)
  })
})
