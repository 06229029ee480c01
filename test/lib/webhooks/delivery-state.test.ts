import { describe, expect, it } from 'vitest'
import {
  afterAttempts,
  hasFailed,
  verdictOf,
  withDueNotice,
  type DeliveryState,
} from '../../../lib/webhooks/delivery-state.ts'
import type { ReceiverAnswer } from '../../../lib/webhooks/sending/post.ts'

const startMs = Date.parse('2026-11-21T09:00:00.000Z')
const hourMs = 60 * 60 * 1000
const at = (timeMs: number) => new Date(timeMs).toISOString()

const answered = (status: number, retryAfterMs?: number): ReceiverAnswer => ({
  kind: 'answer',
  status,
  excerpt: '',
  durationMs: 1,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
const unreachable: ReceiverAnswer = {
  kind: 'unreachable',
  error: 'The receiver refused the connection.',
  durationMs: 1,
}

/** No jitter: half of the range of 20 % up or down. */
const middle = () => 0.5

const after = (state: DeliveryState, answers: ReceiverAnswer[], nowMs = startMs, random = middle) =>
  afterAttempts(
    state,
    answers.map((answer) => ({ attempts: 0, answer })),
    { nowMs, random },
  )

describe('an answer', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [302, 'failed'],
    [400, 'refused'],
    [401, 'failed'],
    [403, 'failed'],
    [404, 'failed'],
    [408, 'unavailable'],
    [409, 'refused'],
    [410, 'gone'],
    [422, 'refused'],
    [429, 'unavailable'],
    [500, 'failed'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])('of %i is %s', (status, verdict) => {
    expect(verdictOf(answered(status))).toBe(verdict)
  })

  it('that does not come is the failure of the receiver', () => {
    expect(verdictOf(unreachable)).toBe('unavailable')
  })
})

describe('one event that always fails', () => {
  it.each([
    ['by its receiver', unreachable],
    ['by itself', answered(500)],
  ])('%s is tried ten times, and after 75 hours the webhook is disabled', (_, answer) => {
    let state: DeliveryState = {}
    let nowMs = startMs
    const waits: number[] = []
    const noticed: number[] = []
    for (let attempts = 0; attempts < 10; attempts++) {
      const done = afterAttempts(state, [{ attempts, answer }], { nowMs, random: middle })
      if (done.state.notice && !state.notice) noticed.push((nowMs - startMs) / hourMs)
      state = done.state
      const [fate] = done.fates
      expect(fate?.outcome).toBe('failed') // it waits until the webhook is started again
      if (attempts === 9) {
        expect(done.disabledReason).toBe('Nothing could be delivered for 75 hours.')
        continue
      }
      expect(done.disabledReason).toBeUndefined()
      const { retryAtMs = state.next_attempt_at_ms ?? NaN } = fate?.outcome === 'failed' ? fate : {}
      waits.push(retryAtMs - nowMs)
      nowMs = retryAtMs
    }
    const [seconds, minutes, half, ...hours] = waits
    expect([seconds, minutes, half]).toEqual([5_000, 5 * 60_000, 30 * 60_000])
    expect(hours.map((waited) => waited / hourMs)).toEqual([2, 5, 10, 14, 20, 24])
    expect(nowMs - startMs).toBe(75 * hourMs + 35 * 60_000 + 5_000)
    expect(state).toMatchObject({
      failing_since: at(startMs),
      notice: { type: 'webhook.disabled', at: at(nowMs) },
    })
    expect(state).not.toHaveProperty('next_attempt_at_ms')
    expect(noticed).toHaveLength(1)
    expect(noticed[0]).toBeGreaterThan(24)
  })
})

describe('a wait', () => {
  it.each([
    [0, 4_000],
    [1, 6_000],
  ])('has a jitter of 20 %% (random %f)', (value, waitedMs) => {
    const { state, fates } = after({}, [answered(503)], startMs, () => value)
    expect(state.next_attempt_at_ms).toBe(startMs + waitedMs)
    expect(fates).toEqual([{ outcome: 'failed' }]) // it keeps its place
  })

  it('is at least what the receiver asks for', () => {
    expect(after({}, [answered(429, 24 * hourMs)]).state.next_attempt_at_ms).toBe(startMs + 24 * hourMs)
    expect(after({}, [answered(503, 1_000)]).state.next_attempt_at_ms).toBe(startMs + 5_000)
    const { state, fates } = after({}, [answered(500, hourMs)])
    expect(fates).toEqual([{ outcome: 'failed', retryAtMs: startMs + hourMs }])
    expect(state.next_attempt_at_ms).toBeUndefined() // only this event waits
  })
})

describe('a receiver', () => {
  it('fails once in a round, however many events it failed in', () => {
    const { state } = after({}, [unreachable, answered(503), answered(502)])
    expect(state).toEqual({
      ...{ failing_since: at(startMs), down_since: at(startMs) },
      consecutive_failures: 1,
      next_attempt_at_ms: startMs + 5_000,
    })
  })

  it('is tried by one probe after the other until one succeeds', () => {
    const open: DeliveryState = {
      ...{ failing_since: at(startMs - hourMs), down_since: at(startMs - hourMs) },
      consecutive_failures: 2,
      next_attempt_at_ms: startMs,
    }
    expect(after(open, [answered(500)]).state).toEqual({
      ...{ failing_since: open.failing_since, down_since: open.down_since },
      refused_in_row: 5, // it answers
      consecutive_failures: 3,
      next_attempt_at_ms: startMs + 30 * 60_000,
    })
    expect(after(open, [answered(204)])).toEqual({ state: {}, fates: [{ outcome: 'delivered' }] })
  })

  it('that refuses five events in a row has failed', () => {
    const since = { failing_since: at(startMs - 1), down_since: at(startMs - 1) }
    const refused = after({ refused_in_row: 3, ...since }, [answered(500)])
    expect(refused.state).toEqual({ refused_in_row: 4, ...since })
    expect(hasFailed(refused.state, [])).toBe(false)
    expect(hasFailed(refused.state, [answered(404)])).toBe(true)
    expect(after(refused.state, [answered(404)], startMs).state).toEqual({
      ...since,
      refused_in_row: 5,
      consecutive_failures: 1,
      next_attempt_at_ms: startMs + 5_000,
    })
  })

  it('that refuses single events is tried again soon, and is not down', () => {
    const since = { failing_since: at(startMs - 1), down_since: at(startMs - 1) }
    const { state } = after({ refused_in_row: 4, ...since }, [answered(400)])
    const refusing = { failing_since: since.failing_since, refused_in_row: 5, consecutive_failures: 1 }
    expect(state).toEqual({ ...refusing, next_attempt_at_ms: startMs + 5_000 })
    const later = after(state, [answered(422)], startMs + 80 * hourMs)
    expect(later.state).toMatchObject({ ...refusing, next_attempt_at_ms: startMs + 80 * hourMs + 5_000 })
    expect(later.disabledReason).toBeUndefined()
  })

  it('that has just taken another event may refuse any number, but not fail in them', () => {
    const refusals = Array.from({ length: 9 }, () => answered(400))
    expect(hasFailed({}, refusals, true)).toBe(false)
    expect(hasFailed({}, [answered(200), ...refusals])).toBe(false)
    expect(hasFailed({}, refusals)).toBe(true)
    const failures = refusals.map(() => answered(500))
    expect(hasFailed({}, failures, true)).toBe(true)
  })

  it('that fails keeps the events in their places, and uses none up; one that fails alone waits by itself', () => {
    const fateOf = (state: DeliveryState, attempts: number, status: number) =>
      afterAttempts(state, [{ attempts, answer: answered(status) }], { nowMs: startMs, random: middle }).fates
    const open: DeliveryState = { consecutive_failures: 9, next_attempt_at_ms: startMs }
    expect(fateOf(open, 9, 503)).toEqual([{ outcome: 'failed' }])
    expect(fateOf(open, 9, 400)).toEqual([{ outcome: 'exhausted' }])
    expect(fateOf({}, 9, 503)).toEqual([{ outcome: 'exhausted' }])
    expect(fateOf({}, 9, 410)).toMatchObject([{ outcome: 'failed' }])
    expect(fateOf({}, 1, 503)).toEqual([{ outcome: 'failed', retryAtMs: startMs + 5 * 60_000 }])
  })

  it('that takes other events has not failed', () => {
    const mixed = [answered(500), answered(500), answered(200), answered(500)]
    expect(hasFailed({ refused_in_row: 3 }, mixed)).toBe(false)
    expect(after({ refused_in_row: 3 }, mixed).state).toEqual({
      ...{ failing_since: at(startMs), down_since: at(startMs) },
      refused_in_row: 1,
    })
    expect(after({ refused_in_row: 3 }, [answered(500), answered(200)]).state).toEqual({})
  })

  it('gets a pause that it asked for, although another event of the round succeeded', () => {
    const before: DeliveryState = { failing_since: at(startMs - hourMs), refused_in_row: 2 }
    const { state, fates } = after(before, [answered(429, hourMs), answered(200)])
    expect(state).toEqual({
      ...{ failing_since: at(startMs), down_since: at(startMs) },
      consecutive_failures: 1,
      next_attempt_at_ms: startMs + hourMs,
    })
    expect(fates).toEqual([{ outcome: 'failed' }, { outcome: 'delivered' }])
  })

  it('that answers 410 is disabled at once', () => {
    const done = after({}, [answered(200), answered(410)])
    expect(done).toEqual({
      state: {
        ...{ failing_since: at(startMs), down_since: at(startMs) },
        consecutive_failures: 1,
        notice: { type: 'webhook.disabled', at: at(startMs) },
      },
      fates: [{ outcome: 'delivered' }, { outcome: 'failed' }],
      disabledReason: 'The receiver answered 410: it wants no more events.',
    })
  })

  it('is reported once after 24 hours, and again when it has failed anew', () => {
    const failing: DeliveryState = { failing_since: at(startMs) }
    expect(withDueNotice(failing, startMs + 24 * hourMs - 1)).toBe(failing)
    const noticed = withDueNotice(failing, startMs + 24 * hourMs)
    expect(noticed.notice).toEqual({ type: 'webhook.failing', at: at(startMs + 24 * hourMs) })
    expect(after(noticed, [unreachable], startMs + 30 * hourMs).state.notice).toEqual(noticed.notice)
    expect(after(noticed, [answered(200)]).state).toEqual({})
  })
})
