import type { ReceiverAnswer } from './sending/post.ts'

/** The state of a webhook's deliveries. Only the holder of its lease changes it, and a person who revives the webhook. */
export interface DeliveryState {
  /** The time of the first failure since the last success. */
  failing_since?: string
  /** The time of the first failure of the receiver since it last took an event, or refused a single one. */
  down_since?: string
  /** Failures of the receiver in a row. They set the time of the next attempt. */
  consecutive_failures?: number
  /** Events in a row that the receiver refused or failed in. Five count as one failure of the receiver, and are kept. */
  refused_in_row?: number
  /** The receiver is failing: until this time, in ms since 1970, nothing is sent to it; then one event, as a probe. */
  next_attempt_at_ms?: number
  /** The notice about this webhook that the account's others get. It stays until the next success. */
  notice?: { type: 'webhook.failing' | 'webhook.disabled'; at: string }
}

/** The state of the deliveries in a webhook's item. */
export const stateOf = (webhook: DeliveryState): DeliveryState => {
  const { failing_since, down_since, consecutive_failures, refused_in_row, next_attempt_at_ms, notice } =
    webhook
  return {
    ...(failing_since !== undefined && { failing_since }),
    ...(down_since !== undefined && { down_since }),
    ...(consecutive_failures !== undefined && { consecutive_failures }),
    ...(refused_in_row !== undefined && { refused_in_row }),
    ...(next_attempt_at_ms !== undefined && { next_attempt_at_ms }),
    ...(notice && { notice }),
  }
}

/** All attributes of the state: those that it no longer has are removed. `{}` removes all: nothing has failed. */
export const stateAttributes = (state: DeliveryState) => ({
  failing_since: undefined,
  down_since: undefined,
  consecutive_failures: undefined,
  refused_in_row: undefined,
  next_attempt_at_ms: undefined,
  notice: undefined,
  ...state,
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The waits after each failure in a row. The longest is repeated. */
const waitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** The number of failures after which an event is given up. */
export const maxAttempts = waitsMs.length + 1

/** The number of refused events in a row that count as one failure of the receiver. */
const maxRefusedInRow = 5

/** The time without a success after which the account's other webhooks are told, and the webhook is disabled. */
export const noticeAfterMs = 24 * hour
const disableAfterMs = 75 * hour

/**
 * The meaning of an answer. `unavailable` and `gone`: the receiver has failed, whatever the event. `failed`: perhaps the
 * receiver, perhaps this event. `refused`: the receiver is well, and does not want this event.
 */
export type Verdict = 'delivered' | 'gone' | 'failed' | 'refused' | 'unavailable'

const unavailable = [408, 429, 502, 503, 504]

/** The service is not let in, or the address is wrong: so every event would fail. */
const ofEveryEvent = [401, 403, 404]

/** Returns the meaning of an answer. A redirect is never followed, so it is a failure. */
export function verdictOf(answer: ReceiverAnswer): Verdict {
  if (answer.kind === 'unreachable' || unavailable.includes(answer.status)) return 'unavailable'
  const { status } = answer
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return status >= 400 && status < 500 && !ofEveryEvent.includes(status) ? 'refused' : 'failed'
}

/** Whether the receiver has failed, whatever the event. */
const isOfReceiver = (verdict: Verdict): boolean => verdict === 'unavailable' || verdict === 'gone'

/** Returns the wait after a number of failures in a row, in ms, with a jitter of 20 % up or down. */
function waitMs(failures: number, random: () => number): number {
  const planned = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0
  return Math.round(planned * (0.8 + 0.4 * random()))
}

const retryAfterOf = (answer: ReceiverAnswer): number =>
  answer.kind === 'answer' ? (answer.retryAfterMs ?? 0) : 0

/** One attempt to deliver an event, in the order in which they ended. */
export interface Attempt {
  /** How often the event was tried before. */
  attempts: number
  answer: ReceiverAnswer
}

/**
 * The fate of an event after an attempt. One that failed without a time keeps its place: it is sent again, in its
 * order, as soon as the receiver is tried again.
 */
export type Fate =
  { outcome: 'delivered' } | { outcome: 'failed'; retryAtMs?: number } | { outcome: 'exhausted' }

/** The consequences of a round's attempts. */
export interface Consequences {
  state: DeliveryState
  /** In the order of the attempts. */
  fates: Fate[]
  /** Why the webhook is disabled from now on, for people; absent if it is not. */
  disabledReason?: string
}

/**
 * Events in a row that were refused or failed, after these attempts.
 * @param hasTaken whether the receiver has just taken another event: then a refusal is about the single event
 */
function refusedInRow(
  { refused_in_row: before = 0 }: DeliveryState,
  verdicts: readonly Verdict[],
  hasTaken: boolean,
): number {
  const since = verdicts.lastIndexOf('delivered')
  const counts = since === -1 && !hasTaken ? ['refused', 'failed'] : ['failed']
  const row = verdicts.slice(since + 1).filter((verdict) => counts.includes(verdict)).length
  return since === -1 ? before + row : row
}

/** Whether a receiver is failing: only one event at a time may be sent to it, and none before the next attempt is due. */
export const isOpen = ({ next_attempt_at_ms }: DeliveryState): boolean => next_attempt_at_ms !== undefined

/** Whether a failing receiver answers, and counts as failing only because it took none of several events in a row. */
export const isRefusing = ({ refused_in_row = 0 }: DeliveryState): boolean =>
  refused_in_row >= maxRefusedInRow

/** Whether no more may be sent to the receiver in this round. `hasTaken` is that of `afterAttempts`. */
export function hasFailed(
  state: DeliveryState,
  answers: readonly ReceiverAnswer[],
  hasTaken = false,
): boolean {
  const verdicts = answers.map(verdictOf)
  if (isOpen(state)) return verdicts.length > 0
  return verdicts.some(isOfReceiver) || refusedInRow(state, verdicts, hasTaken) >= maxRefusedInRow
}

/**
 * When the notice `webhook.failing` is due, in ms since 1970; undefined if nothing has failed, or the notice has been
 * given.
 */
export const noticeDueMs = ({ failing_since, notice }: DeliveryState): number | undefined =>
  failing_since === undefined || notice ? undefined : Date.parse(failing_since) + noticeAfterMs

/** Returns the state with the notice `webhook.failing`, if it is due. */
export function withDueNotice(state: DeliveryState, nowMs: number): DeliveryState {
  if ((noticeDueMs(state) ?? Infinity) > nowMs) return state
  return { ...state, notice: { type: 'webhook.failing', at: new Date(nowMs).toISOString() } }
}

function disabledReasonOf(
  verdicts: readonly Verdict[],
  { down_since }: DeliveryState,
  nowMs: number,
): string | undefined {
  if (verdicts.includes('gone')) return 'The receiver answered 410: it wants no more events.'
  const downMs = down_since === undefined ? 0 : nowMs - Date.parse(down_since)
  return downMs >= disableAfterMs ? 'Nothing could be delivered for 75 hours.' : undefined
}

/** Returns the state after attempts of which at least one has failed. `state` has forgotten what a success ends. */
function afterFailures(
  state: DeliveryState,
  attempts: readonly Attempt[],
  { nowMs, random, hasTaken = false }: Required<Pick<Circumstances, 'nowMs' | 'random'>> & Circumstances,
): DeliveryState {
  const answers = attempts.map(({ answer }) => answer)
  const verdicts = answers.map(verdictOf)
  const now = new Date(nowMs).toISOString()
  const isDown = verdicts.some((verdict) => verdict === 'failed' || isOfReceiver(verdict))
  const down_since = verdicts.includes('refused') ? undefined : state.down_since
  const since = {
    failing_since: state.failing_since ?? now,
    ...((isDown || down_since !== undefined) && { down_since: down_since ?? now }),
  }
  const { consecutive_failures: before = 0, notice } = state
  const noticed = notice && { notice }
  // a probe must succeed
  if (!isOpen(state) && !hasFailed(state, answers, hasTaken)) {
    const row = refusedInRow(state, verdicts, hasTaken)
    return { ...since, ...(row > 0 && { refused_in_row: row }), ...noticed }
  }
  // the next event may be taken, so it is tried soon; each is tried once before one is tried again
  const failures = isDown ? before + 1 : 1
  const askedMs = answers.filter((answer) => verdictOf(answer) === 'unavailable').map(retryAfterOf)
  return {
    ...since,
    ...(!verdicts.some(isOfReceiver) && { refused_in_row: maxRefusedInRow }),
    consecutive_failures: failures,
    next_attempt_at_ms: nowMs + Math.max(waitMs(failures, random), ...askedMs),
    ...noticed,
  }
}

/** When and how attempts ended. */
export interface Circumstances {
  /** The time after the round, in ms since 1970. */
  nowMs: number
  /** Returns a number from 0 to 1, for the jitter. */
  random?: () => number
  /** Whether the receiver has just taken another event, in an earlier round. Then refusals do not count against it. */
  hasTaken?: boolean
}

/**
 * Returns the consequences of the attempts of one round. All failures of the receiver in a round count as one, because
 * they ran together. A success resets the counted failures, but the receiver still gets the pause that another answer
 * of the same round asks for.
 *
 * Events that failed because of the receiver keep their places, so that they are sent in order when the receiver is
 * back. An event that fails while others are taken waits by itself. While the receiver fails, only a refusal uses up an
 * event.
 * @param state the state before the round
 * @param attempts at least one, in the order in which they ended
 */
export function afterAttempts(
  state: DeliveryState,
  attempts: readonly Attempt[],
  { nowMs, random = Math.random, hasTaken = false }: Circumstances,
): Consequences {
  const verdicts = attempts.map(({ answer }) => verdictOf(answer))
  const base = verdicts.includes('delivered') ? {} : state
  const isFine = verdicts.at(-1) === 'delivered' && !verdicts.some(isOfReceiver)
  const counted = isFine ? base : afterFailures(base, attempts, { nowMs, random, hasTaken })
  const disabledReason = disabledReasonOf(verdicts, counted, nowMs)
  const { next_attempt_at_ms: nextMs = 0, ...rest } = counted
  const after: DeliveryState =
    disabledReason === undefined
      ? withDueNotice(counted, nowMs)
      : { ...rest, notice: { type: 'webhook.disabled', at: new Date(nowMs).toISOString() } }
  const fates = attempts.map(({ attempts: before, answer }): Fate => {
    const verdict = verdictOf(answer)
    if (verdict === 'delivered') return { outcome: 'delivered' }
    const isOfEvent = verdict === 'refused' || !isOpen(counted)
    const isLast = before + 1 >= maxAttempts && verdict !== 'gone'
    if (isLast && (isOfEvent || !isOpen(state))) return { outcome: 'exhausted' }
    // it has failed no more often than its receiver
    if (!isOfEvent && before + 1 <= (counted.consecutive_failures ?? 0)) return { outcome: 'failed' }
    const ownMs = nowMs + Math.max(waitMs(before + 1, random), retryAfterOf(answer))
    return { outcome: 'failed', retryAtMs: Math.max(ownMs, nextMs) }
  })
  return { state: after, fates, ...(disabledReason !== undefined && { disabledReason }) }
}
