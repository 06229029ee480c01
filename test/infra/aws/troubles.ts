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

/** What a stage has going on without anybody: heartbeat, schedule, canary, and a copy each night, at a time that varies. */
export function idle(lateMinutes = 0): Situation {
  const stage = new Situation(full, lateMinutes)
  for (const minute of minutesOf(days(1)).filter((one) => one % 5 === 2)) {
    for (const id of ['webhooks.wake', 'canary']) stage.invocation(id, minute)
    stage.invocation('webhooks.dispatch', minute, { iteratorAgeMs: 900 })
  }
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
export const troubles: {
  alarm: string
  what: string
  minutes: number
  happen: (stage: Situation, minutes: number[]) => void
  stage?: (lateMinutes: number) => Situation
}[] = [
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
  {
    alarm: 'Crashes',
    what: 'a function crashes twice, three minutes apart',
    minutes: 8,
    happen: (stage, [first = 0, , , fourth = 0]) => {
      for (const minute of [first, fourth]) stage.invocation('webhooks.deliver', minute, { errors: 1 })
    },
  },
  {
    alarm: 'WebhooksDispatchBehind',
    what: 'the stream is read twenty minutes late',
    minutes: 10,
    happen: (stage, minutes) => {
      for (const minute of minutes)
        stage.invocation('webhooks.dispatch', minute, { iteratorAgeMs: 20 * 60_000 })
    },
  },
  {
    alarm: 'WebhooksDispatchBehind',
    what: 'a batch is in the failure queue',
    minutes: 10,
    stage: idle,
    happen: (stage, minutes) => {
      for (const minute of minutes)
        stage.queue('webhooks.dispatch', 'Failed', 'ApproximateNumberOfMessagesVisible', minute, 1)
    },
  },
  {
    alarm: 'WebhooksDeliverBehind',
    what: 'a wake-up waits for twenty minutes',
    minutes: 10,
    stage: idle,
    happen: (stage, minutes) => {
      for (const minute of minutes)
        stage.queue('webhooks.deliver', 'Messages', 'ApproximateAgeOfOldestMessage', minute, 1_200)
    },
  },
  {
    alarm: 'DisabledWebhooks',
    what: 'a webhook is disabled',
    minutes: 5,
    happen: (stage, [first = 0]) => {
      stage.logged({ function: 'webhooks.dispatch' }, { disabled_webhooks: 1 }, first)
    },
  },
]
