import type { Answer } from './post.ts'

/** How the deliveries of a webhook go. Only the holder of its lease changes it, and a person who revives the webhook. */
export interface DeliveryState {
  /** The time of the first failure since the last success. */
  failing_since?: string
  /** Failures of the receiver in a row. They set the time of the next attempt. */
  consecutive_failures?: number
  /** Events in a row that the receiver refused. Five count as one failure of the receiver. */
  refused_in_row?: number
  /** The receiver is failing: until this time, in ms since 1970, nothing is sent to it; then one event, as a probe. */
  next_attempt_at_ms?: number
  /** What the account's other webhooks are told of this one. It stays until the next success. */
  notice?: { type: 'webhook.failing' | 'webhook.disabled'; at: string }
}

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

/** After so many failures an event is given up. */
export const maxAttempts = waitsMs.length + 1

/** So many refused events in a row count as one failure of the receiver. */
const maxRefusedInRow = 5

/** The time without a success after which the account's other webhooks are told, and the webhook is disabled. */
export const noticeAfterMs = 24 * hour
const disableAfterMs = 75 * hour

/** Whose failure an answer is: that of the receiver, which waits, or that of the event, which waits by itself. */
export type Verdict = 'delivered' | 'gone' | 'refused' | 'unavailable'

const unavailable = [429, 502, 503, 504]

/** Returns what an answer means. A redirect is never followed, so it is a refusal. */
export function verdictOf(answer: Answer): Verdict {
  if (answer.kind === 'unreachable' || unavailable.includes(answer.status)) return 'unavailable'
  if (answer.status >= 200 && answer.status < 300) return 'delivered'
  return answer.status === 410 ? 'gone' : 'refused'
}

/** Whether the receiver has failed, whatever the event. */
const isOfReceiver = (verdict: Verdict): boolean => verdict === 'unavailable' || verdict === 'gone'

/** Returns the wait after a number of failures in a row, in ms, with a jitter of 20 % up or down. */
function waitMs(failures: number, random: () => number): number {
  const planned = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0
  return Math.round(planned * (0.8 + 0.4 * random()))
}

const retryAfterOf = (answer: Answer): number => (answer.kind === 'answer' ? (answer.retryAfterMs ?? 0) : 0)

/** One attempt to deliver an event, in the order in which they ended. */
export interface Attempt {
  /** How often the event was tried before. */
  attempts: number
  answer: Answer
}

/** What becomes of an event after an attempt. */
export type Fate =
  { outcome: 'delivered' } | { outcome: 'failed'; retryAtMs: number } | { outcome: 'exhausted' }

/** What follows from the attempts of a round. */
export interface Consequences {
  state: DeliveryState
  /** In the order of the attempts. */
  fates: Fate[]
  /** Why the webhook is disabled from now on, for people; absent if it is not. */
  disabledReason?: string
}

/** Refused events in a row, after these attempts. */
function refusedInRow({ refused_in_row: before = 0 }: DeliveryState, verdicts: readonly Verdict[]): number {
  const since = verdicts.lastIndexOf('delivered')
  const refused = verdicts.slice(since + 1).filter((verdict) => verdict === 'refused').length
  return since === -1 ? before + refused : refused
}

/** Whether a receiver is failing: only one event at a time may be sent to it, and none before the next attempt is due. */
export const isOpen = ({ next_attempt_at_ms }: DeliveryState): boolean => next_attempt_at_ms !== undefined

/** Whether the receiver has failed, so that no more may be sent to it in this round. */
export function hasFailed(state: DeliveryState, answers: readonly Answer[]): boolean {
  const verdicts = answers.map(verdictOf)
  return verdicts.some(isOfReceiver) || refusedInRow(state, verdicts) >= maxRefusedInRow
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
  { failing_since }: DeliveryState,
  nowMs: number,
): string | undefined {
  if (verdicts.includes('gone')) return 'The receiver answered 410: it wants no more events.'
  const failingMs = failing_since === undefined ? 0 : nowMs - Date.parse(failing_since)
  return failingMs >= disableAfterMs ? 'Nothing could be delivered for 75 hours.' : undefined
}

/** Returns the state after attempts of which at least one has failed. `state` has forgotten what a success ends. */
function afterFailures(
  state: DeliveryState,
  attempts: readonly Attempt[],
  nowMs: number,
  random: () => number,
): DeliveryState {
  const answers = attempts.map(({ answer }) => answer)
  const failing_since = state.failing_since ?? new Date(nowMs).toISOString()
  // a probe must succeed
  if (!isOpen(state) && !hasFailed(state, answers)) {
    return { ...state, failing_since, refused_in_row: refusedInRow(state, answers.map(verdictOf)) }
  }
  const { consecutive_failures: before = 0, notice } = state
  const askedMs = answers.filter((answer) => verdictOf(answer) === 'unavailable').map(retryAfterOf)
  return {
    failing_since,
    consecutive_failures: before + 1,
    next_attempt_at_ms: nowMs + Math.max(waitMs(before + 1, random), ...askedMs),
    ...(notice && { notice }),
  }
}

/**
 * Returns what follows from the attempts of one round. All failures of the receiver in a round count as one, since they
 * were under way together. A success ends what failures have counted, but the receiver still gets the pause that another
 * answer of the same round calls for.
 * @param state the state before the round
 * @param attempts at least one, in the order in which they ended
 * @param nowMs the time after the round, in ms since 1970
 * @param random returns a number from 0 to 1, for the jitter
 */
export function afterAttempts(
  state: DeliveryState,
  attempts: readonly Attempt[],
  nowMs: number,
  random: () => number = Math.random,
): Consequences {
  const verdicts = attempts.map(({ answer }) => verdictOf(answer))
  const base = verdicts.includes('delivered') ? {} : state
  const isFine = verdicts.at(-1) === 'delivered' && !verdicts.some(isOfReceiver)
  const counted = isFine ? base : afterFailures(base, attempts, nowMs, random)
  const disabledReason = disabledReasonOf(verdicts, counted, nowMs)
  const { next_attempt_at_ms: nextMs = 0, ...rest } = counted
  const after: DeliveryState =
    disabledReason === undefined
      ? withDueNotice(counted, nowMs)
      : { ...rest, notice: { type: 'webhook.disabled', at: new Date(nowMs).toISOString() } }
  const fates = attempts.map(({ attempts: before, answer }): Fate => {
    if (verdictOf(answer) === 'delivered') return { outcome: 'delivered' }
    if (before + 1 >= maxAttempts) return { outcome: 'exhausted' }
    const ownMs = nowMs + Math.max(waitMs(before + 1, random), retryAfterOf(answer))
    return { outcome: 'failed', retryAtMs: Math.max(ownMs, nextMs) }
  })
  return { state: after, fates, ...(disabledReason !== undefined && { disabledReason }) }
}
