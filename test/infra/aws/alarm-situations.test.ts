import { describe, expect, it } from 'vitest'
import { triggeredFunctions } from '../../../functions/index.ts'
import { alarmPrefix, shortestWatch } from '../../../infra/aws/background-alarms.ts'
import { canaryMinutes } from '../../../infra/aws/canary.ts'
import { heartbeatInterval } from '../../../infra/aws/heartbeat.ts'
import { mayLoop } from '../../../infra/aws/triggers.ts'
import { isOfDynamoDBAlone, isOn, type AlarmProperties, type Told } from './cloudwatch.ts'
import {
  accessLogged,
  copyJob,
  failed,
  full,
  inMinutes,
  lambda,
  logged,
  requests,
  table,
  throttled,
  waiting,
  type Sent,
} from './situation.ts'

const alarms = Object.entries(full.resources('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => ({
  name: id.replace(/Alarm[0-9A-F]{8}$/, ''),
  properties: Properties as unknown as AlarmProperties, // named as in CloudFormation
}))

/** The alarms that are on, some minutes before the end of a situation. */
const onIn = (told: readonly Told[], lateMinutes = 0, now = 0): string[] =>
  alarms.filter(({ properties }) => isOn(properties, told, now, lateMinutes)).map(({ name }) => name)

/** Metrics mostly come within a minute or two; those of logs and of queues that were idle take longer. */
const delays = [0, 1, 2, 4]

const always = (...sent: Sent[]) => inMinutes(() => true, ...sent)
const every = (minutes: number, ...sent: Sent[]) => inMinutes((ago) => ago % minutes === 0, ...sent)
/** What happens in each minute of a time that ends now. */
const during = (minutes: number, ...sent: Sent[]) => inMinutes((ago) => ago < minutes, ...sent)
const once = (minutesAgo: number, ...sent: Sent[]) => inMinutes((ago) => ago === minutesAgo, ...sent)

const idsOn = (trigger: string) =>
  triggeredFunctions.filter((one) => one.trigger === trigger).map(({ id }) => id)

/** What something runs all the time: the heartbeat of the stream, a schedule, or that of the canary. */
const steady = [
  ...triggeredFunctions.flatMap(({ id, ...one }) => {
    const alarm = `${alarmPrefix(id)}Stopped`
    if (one.trigger === 'schedule') return [{ id, alarm, minutes: one.everyMinutes, run: lambda(id) }]
    const run = [...lambda(id), ...lambda(id, { IteratorAge: 900 })]
    return one.trigger === 'stream' ? [{ id, alarm, minutes: heartbeatInterval.toMinutes(), run }] : []
  }),
  { id: 'canary', alarm: 'Canary', minutes: canaryMinutes, run: lambda('canary') },
]

const dayMinutes = 24 * 60
/** The nights before today, one copy each, at a time that varies: in hours after the day has begun. */
const copiedAt = [3, 4, 11, 3, 9, 5].map((hour, night) => (6 - night) * dayMinutes - hour * 60)
const copies = copiedAt.flatMap((ago) => once(ago, copyJob('COMPLETED')))

/** What a stage has going on without anybody. */
const idle = [...copies, ...steady.flatMap(({ minutes, run }) => every(minutes, run))]

/** Ten requests a minute, and what they bring about, on top of that. */
const busy = [
  ...idle,
  ...always(
    requests(10, 0, 300),
    accessLogged(200),
    table('ConsumedWriteCapacityUnits', 40),
    lambda('tasks.create'),
    lambda('webhooks.deliver'),
    lambda('webhooks.dispatch', { Invocations: 1, Errors: 0, IteratorAge: 1_200 }),
    logged('webhooks.dispatch', { disabled_webhooks: 0 }),
    waiting('webhooks.deliver', 2),
    failed('webhooks.deliver', 0),
  ),
]

describe.each(delays)('with metrics that come %d minutes late, all alarms are silent', (lateMinutes) => {
  it.each([
    ['while nobody uses the stage', idle],
    ['while it is used', busy],
    [
      'while one request in a hundred fails, one webhook’s receiver is slow, and some tokens are wrong',
      [...busy, ...every(10, requests(0, 1, 300), accessLogged(401), waiting('webhooks.deliver', 400))],
    ],
  ])('%s', (_, told) => {
    for (let now = 0; now < 10; now++) expect(onIn(told, lateMinutes, now)).toEqual([])
  })
})

/** What docs/runbook.md is for: an alarm, what has happened when it must be on, and the stage before. */
const troubles: [alarm: string, what: string, told: Told[], before?: Told[]][] = [
  ['ServerErrors', 'all of two requests a minute fail', during(12, requests(2, 2, 200)), idle],
  ['Deployment', 'half of the requests fail', during(8, requests(10, 5, 200)), idle],
  [
    'Latency',
    'one request in ten minutes takes three seconds',
    inMinutes((ago) => ago < 40 && ago % 10 === 9, requests(1, 0, 3_000)),
    idle,
  ],
  ['Refusals', 'all requests get 401', during(25, requests(5, 0, 50), accessLogged(401, 5)), idle],
  ['Canary', 'the canary fails', during(20, lambda('canary', { Invocations: 1, Errors: 1 }))],
  ['Throttles', 'the table throttles', during(10, table('WriteThrottleEvents', 3))],
  [
    'Throttles',
    'Lambda throttles in every other minute',
    inMinutes((ago) => ago < 12 && ago % 2 === 1, throttled),
  ],
  [
    'DisabledWebhooks',
    'a webhook is disabled',
    once(4, logged('webhooks.dispatch', { disabled_webhooks: 1 })),
  ],
  [
    'RuleErrors',
    'a run of a rule fails by a fault of the service',
    once(4, logged('rules.run', { internal_errors: 1 })),
  ],
  ...['changes.list', 'comments.changes'].map((id): (typeof troubles)[number] => [
    'IndexLag',
    `a reader of ${id} waits for 11 s`,
    once(4, logged(id, { index_lag_ms: 11_000 })),
  ]),
  ...triggeredFunctions.map(({ id }): (typeof troubles)[number] => {
    const crash = lambda(id, { Invocations: 1, Errors: 1 })
    return ['Crashes', `${id} crashes twice, three minutes apart`, [...once(7, crash), ...once(4, crash)]]
  }),
  ...triggeredFunctions
    .filter((one) => mayLoop(one, triggeredFunctions))
    .map(({ id }): (typeof troubles)[number] => [
      `${alarmPrefix(id)}Dropped`,
      'Lambda takes a chain of messages for an endless loop',
      once(4, lambda(id, { RecursiveInvocationsDropped: 1 })),
    ]),
  ...[
    ...['stream', 'queue']
      .flatMap(idsOn)
      .map((id) => [id, 'what it failed on is in its failure queue', failed(id, 1)] as const),
    ...idsOn('stream').map(
      (id) => [id, 'it is 20 minutes late', lambda(id, { IteratorAge: 20 * 60_000 })] as const,
    ),
    ...idsOn('queue').map((id) => [id, 'a message waits for 20 minutes', waiting(id, 20 * 60)] as const),
  ].map(([id, what, sent]): (typeof troubles)[number] => [
    `${alarmPrefix(id)}Behind`,
    what,
    during(10, sent),
    idle,
  ]),
]

describe('an alarm goes off, however late its metrics come', () => {
  it.each(troubles)('%s: %s', (alarm, _, told, before = busy) => {
    for (const lateMinutes of delays) expect(onIn([...before, ...told], lateMinutes)).toContain(alarm)
  })
})

describe('an alarm goes off when something does not happen any more', () => {
  /** A stage in which all goes on but one function, which nobody has run for some minutes. */
  const without = (stopped: string, stoppedMinutes: number) => [
    ...copies,
    ...every(5, table('ConsumedWriteCapacityUnits', 40)),
    ...steady.flatMap(({ id, minutes, run }) =>
      inMinutes((ago) => ago % minutes === 0 && (id !== stopped || ago >= stoppedMinutes), run),
    ),
  ]

  it.each(steady)('$id is not run: $alarm', ({ id, alarm, minutes }) => {
    for (const lateMinutes of delays) {
      const longest = 9 * Math.max(minutes, shortestWatch.toMinutes())
      expect(onIn(without(id, longest), lateMinutes)).toEqual([alarm])
      // one run was left out
      expect(onIn(without(id, minutes + 1), lateMinutes)).toEqual([])
    }
  })

  it('another function of the same name in another stage does not count', () => {
    const [{ metric } = { metric: undefined }] = lambda('webhooks.dispatch')
    if (!metric) throw new Error('Lambda tells nothing of it.')
    const Dimensions = [{ Name: 'FunctionName', Value: 'TasksApi-staging-x' }]
    const other = always([{ metric: { ...metric, Dimensions }, value: 1 }])
    expect(onIn([...without('webhooks.dispatch', 45), ...other])).toEqual(['WebhooksDispatchStopped'])
  })

  it.each<[string, Sent]>([
    ['no backup is copied', []],
    ['copies fail', copyJob('FAILED')],
    [
      'only another stage’s are copied, to the same vault',
      copyJob('COMPLETED', 'arn:aws:backup:eu-central-1:123456789012:backup-vault:other'),
    ],
  ])('%s, for three nights or ever since: BackupsMissing', (_, atNight) => {
    for (const good of [3, 0]) {
      const nights = copiedAt.flatMap((ago, night) =>
        once(ago, night < good ? copyJob('COMPLETED') : atNight),
      )
      expect(onIn(nights)).toContain('BackupsMissing')
    }
  })
})

describe('every alarm', () => {
  const shown = new Set([
    ...troubles.map(([alarm]) => alarm),
    ...steady.map(({ alarm }) => alarm),
    'BackupsMissing',
  ])

  it.each(alarms)('has a situation here in which it goes off: $name', ({ name, properties }) => {
    expect([...shown], `"troubles" in this file: write what makes ${name} go off`).toContain(name)
    expect(isOfDynamoDBAlone(properties)).toBe(false)
  })
})
