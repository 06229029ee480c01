import { describe, expect, it } from 'vitest'
import { everything, routeFunctions, synthesize } from './synthesize.ts'

interface AlarmProperties {
  Namespace?: string
  MetricName?: string
  ExtendedStatistic?: string
  Threshold: number
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

const stack = synthesize({}, routeFunctions)

const alarmsOf = (of = stack) =>
  // the properties of an alarm, named as in CloudFormation
  Object.values(of.resources('AWS::CloudWatch::Alarm')).map(
    (one) => one.Properties as unknown as AlarmProperties,
  )

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

describe('the alarms', () => {
  it('monitor failures, latency, throttles and errors of API, functions and table', () => {
    const shown = alarmsOf().map((alarm) => metricsOf(alarm).sort().join(' + '))
    expect(new Set(shown)).toEqual(
      new Set([
        'AWS/ApiGateway 5xx + AWS/ApiGateway Count',
        'AWS/ApiGateway Latency',
        'AWS/DynamoDB ReadThrottleEvents + AWS/DynamoDB WriteThrottleEvents',
        'AWS/DynamoDB SystemErrors',
        'AWS/DynamoDB UserErrors',
        'AWS/Lambda Errors',
        'AWS/Lambda Throttles',
      ]),
    )
  })

  it('monitor the failure rate and the 99th percentile of latency', () => {
    const [rate] = alarmsOf().filter((alarm) => metricsOf(alarm).includes('AWS/ApiGateway 5xx'))
    expect(rate?.Metrics?.[0]?.Expression).toBe('IF(errors > 2, 100 * errors / requests, 0)')
    const [latency] = alarmsOf().filter((alarm) => alarm.MetricName === 'Latency')
    expect(latency).toMatchObject({ ExtendedStatistic: 'p99', Threshold: 2_000 })
  })

  it.each(['Errors', 'Throttles'])('monitor the %s of each function, ten to an alarm', (name) => {
    const watched = alarmsOf().filter((alarm) => metricsOf(alarm).includes(`AWS/Lambda ${name}`))
    const functions = watched.map(({ Metrics = [] }) =>
      Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions?.map(({ Value }) => Value.Ref) ?? []),
    )
    expect(functions.flat().sort()).toEqual(Object.keys(stack.functions).sort())
    expect(Math.max(...functions.map(({ length }) => length))).toBe(10)
    expect(watched).toHaveLength(Math.ceil(routeFunctions.length / 10))
    const described = watched.map(({ AlarmDescription }) => AlarmDescription).join()
    for (const { id } of routeFunctions) expect(described).toContain(id)
  })

  it('tell of webhooks that were disabled, counted in the log of what dispatches', () => {
    const whole = synthesize()
    const [alarm] = alarmsOf(whole).filter(({ MetricName }) => MetricName === 'DisabledWebhooks-production')
    expect(alarm).toMatchObject({ Namespace: 'TasksApi', Threshold: 0, TreatMissingData: 'notBreaching' })
    const filter = whole.only('AWS::Logs::MetricFilter').Properties
    expect(filter).toMatchObject({
      FilterPattern: '{ $.disabled_webhooks > 0 }',
      MetricTransformations: [
        {
          MetricName: 'DisabledWebhooks-production',
          MetricNamespace: 'TasksApi',
          MetricValue: '$.disabled_webhooks',
        },
      ],
    })
    expect(JSON.stringify(filter.LogGroupName)).toContain('Functionswebhooksdispatch')
  })

  it('can leave out single functions', () => {
    const few = alarmsOf(synthesize({ endpointAlarms: false }, routeFunctions))
    expect(few).toHaveLength(5)
    expect(few.flatMap(metricsOf).filter((metric) => metric.startsWith('AWS/Lambda'))).toEqual([])
  })

  it('are silent without requests, and each has a description', () => {
    for (const { TreatMissingData, AlarmDescription } of alarmsOf()) {
      expect(TreatMissingData).toBe('notBreaching')
      expect(AlarmDescription.length).toBeGreaterThan(40)
    }
  })

  it('notify nobody without an address; with one, through an encrypted topic that requires TLS', () => {
    expect(stack.resources('AWS::SNS::Topic')).toEqual({})
    expect(alarmsOf().filter(({ AlarmActions }) => AlarmActions)).toEqual([])

    const full = synthesize(everything)
    expect(alarmsOf(full).filter(({ AlarmActions, OKActions }) => !AlarmActions || !OKActions)).toEqual([])
    expect(full.only('AWS::SNS::Topic').Properties).toHaveProperty('KmsMasterKeyId')
    full.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: everything.alarmEmail,
    })
    const policy = JSON.stringify(full.only('AWS::SNS::TopicPolicy').Properties)
    expect(policy).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}},"Effect":"Deny"')
    const key = JSON.stringify(full.only('AWS::KMS::Key').Properties)
    expect(key).toContain('"Principal":{"Service":"cloudwatch.amazonaws.com"}')
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

  it('has at most 50 metrics, the limit of a free dashboard', () => {
    const metrics = body.match(/\[\\"AWS\//g) ?? []
    expect(metrics.length).toBeGreaterThan(20)
    expect(metrics.length).toBeLessThanOrEqual(50)
  })
})
