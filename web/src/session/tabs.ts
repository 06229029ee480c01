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

let isAsking = false
let timer: ReturnType<typeof setTimeout> | undefined

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
    say({ asksFor: id })
    clearTimeout(timer)
    timer = setTimeout(() => {
      isAsking = false
      onChange()
    }, patienceMs)
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
