import { triggeredFunctions } from '../../../functions/index.ts'
import { alarmPrefix } from '../../../infra/aws/background-alarms.ts'
import { canaryMinutes } from '../../../infra/aws/canary.ts'
import { heartbeatInterval } from '../../../infra/aws/heartbeat.ts'
import { mayLoop } from '../../../infra/aws/triggers.ts'
import type { TriggeredFunction } from '../../../lib/contract/triggered.ts'
import { Situation } from './situation.ts'
import { everything, synthesize } from './synthesize.ts'

/** A stage with every setting, so that it has every alarm. */
export const full = synthesize(everything)

export const hours = (count: number) => count * 60
export const days = (count: number) => hours(24 * count)

/** What happens ends here. Alarms look back for days. */
export const end = days(6)

/** Each minute of a time that ends now. */
export const minutesOf = (lastMinutes: number) =>
  Array.from({ length: lastMinutes }, (_, index) => end - lastMinutes + 1 + index)

/** A function that something runs all the time: the heartbeat of the stream, its schedule, or that of the canary. */
export interface Steady {
  id: string
  everyMinutes: number
  /** The alarm that goes off when nothing runs it. */
  alarm: string
  iteratorAgeMs?: number
}

function steadyOf(one: TriggeredFunction): Steady[] {
  const alarm = `${alarmPrefix(one.id)}Stopped`
  if (one.trigger === 'schedule') return [{ id: one.id, alarm, everyMinutes: one.everyMinutes }]
  return one.trigger === 'stream'
    ? [{ id: one.id, alarm, everyMinutes: heartbeatInterval.toMinutes(), iteratorAgeMs: 900 }]
    : []
}

export const steady: readonly Steady[] = [
  ...triggeredFunctions.flatMap(steadyOf),
  { id: 'canary', everyMinutes: canaryMinutes, alarm: 'Canary' },
]

/** The runs of a function so far: more of them than its alarm looks back. */
export function runs(stage: Situation, { id, everyMinutes, iteratorAgeMs }: Steady, until = end): void {
  const minutes = minutesOf(Math.max(days(1), 20 * everyMinutes))
  for (const [index, minute] of minutes.entries())
    if (index % everyMinutes === 0 && minute <= until)
      stage.invocation(id, minute, iteratorAgeMs === undefined ? {} : { iteratorAgeMs })
}

/** What a stage has going on without anybody: heartbeat, schedules, canary, and a copy each night, at a time that varies. */
export function idle(lateMinutes = 0): Situation {
  const stage = new Situation(full, lateMinutes)
  for (const one of steady) runs(stage, one)
  for (const [night, hour] of [3, 4, 11, 3, 9, 5].entries())
    stage.copyJob('COMPLETED', days(night) + hours(hour))
  return stage
}

/** Ten requests a minute, and what they bring about, on top of that. */
export function busy(lateMinutes = 0): Situation {
  const stage = idle(lateMinutes)
  for (const minute of minutesOf(hours(3))) {
    stage.api('Count', minute, 10)
    stage.api('5xx', minute, 0)
    stage.api('Latency', minute, 300)
    stage.table('ConsumedWriteCapacityUnits', minute, 40)
    for (const id of ['tasks.create', 'webhooks.deliver']) stage.invocation(id, minute)
    stage.invocation('webhooks.dispatch', minute, { iteratorAgeMs: 1_200 })
    stage.queue('webhooks.deliver', 'Messages', 'ApproximateAgeOfOldestMessage', minute, 2)
    stage.queue('webhooks.deliver', 'Failed', 'ApproximateNumberOfMessagesVisible', minute, 0)
    stage.logged('requests', { status: '200' }, minute)
    stage.logged({ function: 'webhooks.dispatch' }, { disabled_webhooks: 0 }, minute)
  }
  return stage
}

/** What docs/runbook.md is for: how long it has gone on when the alarm must be on, and what happens. */
interface Trouble {
  alarm: string
  what: string
  minutes: number
  happen: (stage: Situation, minutes: number[]) => void
  stage?: (lateMinutes: number) => Situation
}

/** What happens to any function on the stream or on a queue. */
function lagging(one: TriggeredFunction): Trouble[] {
  const { id, trigger } = one
  if (trigger === 'schedule') return []
  const dropped: Trouble = {
    alarm: `${alarmPrefix(id)}Dropped`,
    what: `Lambda takes a chain of messages to ${id} for an endless loop`,
    minutes: 5,
    happen: (stage, [first = 0]) => {
      stage.dropped(id, first)
    },
  }
  const common = { alarm: `${alarmPrefix(id)}Behind`, minutes: 10, stage: idle }
  return [
    {
      ...common,
      what: `what ${id} failed on is in its failure queue`,
      happen: (stage, minutes) => {
        for (const minute of minutes)
          stage.queue(id, 'Failed', 'ApproximateNumberOfMessagesVisible', minute, 1)
      },
    },
    trigger === 'stream'
      ? {
          ...common,
          what: `${id} reads the stream twenty minutes late`,
          happen: (stage, minutes) => {
            for (const minute of minutes) stage.invocation(id, minute, { iteratorAgeMs: 20 * 60_000 })
          },
        }
      : {
          ...common,
          what: `a message of ${id} waits for twenty minutes`,
          happen: (stage, minutes) => {
            for (const minute of minutes)
              stage.queue(id, 'Messages', 'ApproximateAgeOfOldestMessage', minute, 1_200)
          },
        },
    ...(mayLoop(one, triggeredFunctions) ? [dropped] : []),
  ]
}

export const troubles: Trouble[] = [
  ...triggeredFunctions.flatMap(lagging),
  {
    alarm: 'ServerErrors',
    what: 'all of two requests a minute fail',
    minutes: 12,
    stage: idle,
    happen: (stage, minutes) => {
      for (const minute of minutes) {
        stage.api('Count', minute, 2)
        stage.api('5xx', minute, 2)
        stage.api('Latency', minute, 200)
      }
    },
  },
  {
    alarm: 'Deployment',
    what: 'half of the requests fail',
    minutes: 8,
    stage: idle,
    happen: (stage, minutes) => {
      for (const minute of minutes) {
        stage.api('Count', minute, 10)
        stage.api('5xx', minute, 5)
        stage.api('Latency', minute, 200)
      }
    },
  },
  {
    alarm: 'Latency',
    what: 'one request in ten minutes takes three seconds',
    minutes: 40,
    stage: idle,
    happen: (stage, minutes) => {
      for (const minute of minutes.filter((one) => one % 10 === 0)) {
        stage.api('Count', minute, 1)
        stage.api('5xx', minute, 0)
        stage.api('Latency', minute, 3_000)
      }
    },
  },
  {
    alarm: 'Refusals',
    what: 'all requests get 401',
    minutes: 25,
    stage: idle,
    happen: (stage, minutes) => {
      for (const minute of minutes) {
        stage.api('Count', minute, 5)
        stage.api('5xx', minute, 0)
        stage.api('Latency', minute, 50)
        for (let sent = 0; sent < 5; sent++) stage.logged('requests', { status: '401' }, minute)
      }
    },
  },
  {
    alarm: 'Canary',
    what: 'the canary fails',
    minutes: 20,
    happen: (stage, minutes) => {
      for (const minute of minutes) stage.invocation('canary', minute, { errors: 1 })
    },
  },
  {
    alarm: 'Throttles',
    what: 'the table throttles',
    minutes: 10,
    happen: (stage, minutes) => {
      for (const minute of minutes) stage.table('WriteThrottleEvents', minute, 3)
    },
  },
  {
    alarm: 'Throttles',
    what: 'Lambda throttles in every other minute',
    minutes: 12,
    happen: (stage, minutes) => {
      for (const minute of minutes) stage.throttled(minute, minute % 2)
    },
  },
  ...triggeredFunctions.map(({ id }) => ({
    alarm: 'Crashes',
    what: `${id} crashes twice, three minutes apart`,
    minutes: 8,
    happen: (stage: Situation, [first = 0, , , fourth = 0]: number[]) => {
      for (const minute of [first, fourth]) stage.invocation(id, minute, { errors: 1 })
    },
  })),
  {
    alarm: 'DisabledWebhooks',
    what: 'a webhook is disabled',
    minutes: 5,
    happen: (stage, [first = 0]) => {
      stage.logged({ function: 'webhooks.dispatch' }, { disabled_webhooks: 1 }, first)
    },
  },
  {
    alarm: 'RuleErrors',
    what: 'a run of a rule fails by a fault of the service',
    minutes: 5,
    happen: (stage, [first = 0]) => {
      stage.logged({ function: 'rules.run' }, { internal_errors: 1 }, first)
    },
  },
  {
    alarm: 'IndexLag',
    what: 'a reader of the feed has waited for the index for 11 seconds',
    minutes: 5,
    happen: (stage, [first = 0]) => {
      stage.logged({ function: 'changes.list' }, { index_lag_ms: 11_000 }, first)
    },
  },
]
