import { isOfRefusal, isOfSession, keepGiven, keptToken, sessionId } from './kept.ts'

/** What tabs tell each other: one asks for the token of a session, another has it. It never leaves the browser. */
type Message = { asksFor: string } | { id: string; token: string }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' &&
  data !== null &&
  (('asksFor' in data && typeof data.asksFor === 'string') ||
    ('id' in data && typeof data.id === 'string' && 'token' in data && typeof data.token === 'string'))

/** How long the sign-in page waits for another tab, in milliseconds. A later answer still signs in. */
const patienceMs = 300

/** For how many such waits a tab is waited for that has the token but is busy. One that sleeps does not answer. */
const maxWaits = 20

/** The lock that each tab with the token of a session holds as long as it lives. */
const lockOf = (id: string) => `tasks-session ${id}`

/** Browsers have locks only for pages that come by HTTPS, or from the machine itself. */
const hasLocks = 'locks' in navigator

let lockedId: string | undefined

/** Lets the other tabs know that this one has the token of the browser's session. */
export function holdSession(): void {
  const id = sessionId()
  if (!hasLocks || id === undefined || id === lockedId) return
  lockedId = id
  const forEver = new Promise(() => undefined)
  navigator.locks.request(lockOf(id), { mode: 'shared' }, () => forEver).catch(() => undefined)
}

/** Whether a tab of this browser has the token of a session. */
async function isHeld(id: string): Promise<boolean> {
  if (!hasLocks) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(id))
}

let isAsking = false
let asked = 0

/** Waits until this tab has the token of a session, or no tab can answer. */
async function answerTo(id: string): Promise<void> {
  let isOpen = true
  for (let waits = 0; isOpen; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
    isOpen = waits < maxWaits && sessionId() === id && keptToken() === null && (await isHeld(id))
  }
}

/** Whether this tab waits for the token of the browser's session. */
export const isAskingTabs = (): boolean => isAsking

/**
 * Shares the session with the other tabs of this browser.
 * @param onChange called when another tab has signed in or out, and when the token has come or does not come; `isRefused`:
 *   the service has ended the session, as another tab has found
 */
export function shareWithTabs(onChange: (isRefused?: boolean) => void): void {
  const channel = new BroadcastChannel('tasks-session')
  const say = (message: Message) => {
    channel.postMessage(message)
  }
  const askIfNeeded = () => {
    const id = sessionId()
    if (id === undefined || keptToken() !== null) return
    isAsking = true
    asked += 1
    const own = asked
    say({ asksFor: id })
    void answerTo(id).then(() => {
      if (own !== asked) return
      isAsking = false
      onChange()
    })
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return
    const [id, token] = [sessionId(), keptToken()]
    if ('asksFor' in data) {
      if (data.asksFor === id && token !== null) say({ id, token })
    } else if (token === null) {
      keepGiven(data.id, data.token)
      onChange()
    }
  })
  addEventListener('storage', (event) => {
    if (!isOfSession(event)) return
    askIfNeeded()
    onChange(isOfRefusal(event))
  })
  askIfNeeded()
}
