import { describe, expect, it } from 'vitest'
import { shortestWatch } from '../../../infra/aws/background-alarms.ts'
import { allAssumptions, isOn, type AlarmProperties } from './cloudwatch.ts'
import { isWhole } from '../../support/rounds.ts'
import { Situation } from './situation.ts'
import {
  busy,
  days,
  end,
  full,
  hours,
  idle,
  minutesOf,
  runs,
  steady,
  troubles,
  type Steady,
} from './troubles.ts'

/** The alarms of a stack, by name. */
const alarmsOf = (stack = full) =>
  new Map(
    Object.entries(stack.resources('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
      id.replace(/Alarm[0-9A-F]{8}$/, ''),
      Properties as unknown as AlarmProperties, // named as in CloudFormation
    ]),
  )

/** The alarms that are on at the end, whatever AWS does where it does not say. */
function onAtTheEnd({ stack, samples }: Situation, now = end): string[] {
  const [first = [], ...others] = allAssumptions.map((assumptions) =>
    [...alarmsOf(stack)].filter(([, one]) => isOn(one, samples, now, assumptions)).map(([name]) => name),
  )
  for (const other of others) expect(other).toEqual(first)
  return first.sort()
}

/** Metrics mostly come within a minute or two; those of logs and of queues that were idle take longer. */
const delays = [0, 1, 2, 4]

describe.each(delays)('with metrics that come %d minutes late, all alarms are silent', (lateMinutes) => {
  it('while nobody uses the stage', () => {
    const stage = idle(lateMinutes)
    for (const now of minutesOf(10)) expect(onAtTheEnd(stage, now)).toEqual([])
  })

  it('while it is used', () => {
    const stage = busy(lateMinutes)
    for (const now of minutesOf(10)) expect(onAtTheEnd(stage, now)).toEqual([])
  })

  it('while one request in a hundred fails, one webhook’s receiver is slow, and some tokens are wrong', () => {
    const stage = busy(lateMinutes)
    for (const minute of minutesOf(hours(2)).filter((one) => one % 10 === 0)) {
      stage.api('5xx', minute, 1)
      stage.logged('requests', { status: '401' }, minute)
      stage.queue('webhooks.deliver', 'Messages', 'ApproximateAgeOfOldestMessage', minute, 400)
    }
    expect(onAtTheEnd(stage)).toEqual([])
  })
})

/** In a change each with one of the delays in turn; by night with all. */
const delayed = troubles.flatMap((trouble, index) =>
  delays
    .filter((_, turn) => isWhole || turn === index % delays.length)
    .map((lateMinutes) => ({ ...trouble, lateMinutes })),
)

describe('an alarm goes off', () => {
  it.each(delayed)(
    '$alarm: $what, with metrics that come $lateMinutes minutes late',
    ({ alarm, minutes, happen, lateMinutes, stage: before = busy }) => {
      const stage = before(lateMinutes)
      happen(stage, minutesOf(minutes))
      expect(onAtTheEnd(stage)).toContain(alarm)
    },
  )
})

describe('an alarm goes off when something does not happen any more', () => {
  /** A stage in which all goes on but one function, which nobody runs for some minutes. */
  const without = (stopped: Steady, minutes: number, lateMinutes: number) => {
    const stage = new Situation(full, lateMinutes)
    for (const one of steady) runs(stage, one, one === stopped ? end - minutes : end)
    for (const minute of minutesOf(days(1)).filter((one) => one % 5 === 2))
      stage.table('ConsumedWriteCapacityUnits', minute, 40)
    for (let night = 0; night < 6; night++) stage.copyJob('COMPLETED', days(night) + hours(3))
    return stage
  }

  it.each(steady.map((one, index) => ({ ...one, one, index })))(
    '$id is not run: $alarm',
    ({ one, index }) => {
      for (const lateMinutes of delays.filter((_, turn) => isWhole || turn === index % delays.length)) {
        const longest = 9 * Math.max(one.everyMinutes, shortestWatch.toMinutes())
        expect(onAtTheEnd(without(one, longest, lateMinutes))).toEqual([one.alarm])
        // one run was left out
        expect(onAtTheEnd(without(one, one.everyMinutes + 1, lateMinutes))).toEqual([])
      }
    },
  )

  it('another function of the same name in another stage does not count', () => {
    const [dispatch] = steady.filter(({ id }) => id === 'webhooks.dispatch')
    if (!dispatch) throw new Error('Nothing runs webhooks.dispatch.')
    const stage = without(dispatch, 45, 0)
    for (const minute of minutesOf(45)) {
      const metric = { Namespace: 'AWS/Lambda', MetricName: 'Invocations' }
      stage.samples.add(
        { ...metric, Dimensions: [{ Name: 'FunctionName', Value: 'TasksApi-staging-x' }] },
        minute,
        1,
      )
    }
    expect(onAtTheEnd(stage)).toEqual(['WebhooksDispatchStopped'])
  })

  const nights = [0, 1, 2, 3, 4, 5]

  it.each([
    ['no backup is copied', () => undefined],
    [
      'copies fail',
      (stage: Situation, minute: number) => {
        stage.copyJob('FAILED', minute)
      },
    ],
    [
      'only another stage’s are copied, to the same vault',
      (stage: Situation, minute: number) => {
        stage.copyJob('COMPLETED', minute, 'arn:aws:backup:eu-central-1:123456789012:backup-vault:other')
      },
    ],
  ])('%s, for three nights or ever since: BackupsMissing', (_, atNight) => {
    for (const good of [nights.slice(0, 3), []]) {
      const stage = new Situation(full)
      for (const night of nights) {
        const minute = days(night) + hours(3)
        if (good.includes(night)) stage.copyJob('COMPLETED', minute)
        else atNight(stage, minute)
      }
      expect(onAtTheEnd(stage)).toContain('BackupsMissing')
    }
  })
})

describe('every alarm', () => {
  const shown = new Set([...troubles, ...steady].map(({ alarm }) => alarm)).add('BackupsMissing')

  it.each([...alarmsOf().keys()])('has a situation here in which it goes off: %s', (name) => {
    expect([...shown], `test/infra/aws/troubles.ts, "troubles": write what makes ${name} go off`).toContain(
      name,
    )
  })
})
