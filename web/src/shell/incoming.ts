import type { Change, Task } from '../../../client/src/index.ts'
import { announce } from '../ui/announce.ts'
import { formatCount } from '../ui/format.ts'
import { parseRoute } from '../ui/route.ts'

/** The least time between two announcements, in milliseconds: what comes in between is told together. */
const pauseMs = 10_000

/** The project whose tasks are shown. */
const projectNow = (): string | undefined => {
  const route = parseRoute(location.hash)
  return route.view === 'board' || route.view === 'list' ? route.projectId : undefined
}

/** The new tasks among changes that were not made with this token, but by someone else, a form or an agent. */
const incomingIn = (changes: readonly Change[], tokenId: string): Task[] =>
  changes.flatMap((change) => {
    const { type, version, origin } = change
    return type === 'updated' && version === 1 && origin && origin.token_id !== tokenId ? [change.task] : []
  })

/**
 * Tells screen readers of tasks that come into the project that is shown, in groups. Others see them appear.
 * @param tokenId the id of the session's token
 * @param signal aborted when the session ends
 */
export function openIncoming(tokenId: string, signal: AbortSignal): (changes: readonly Change[]) => void {
  let waiting: readonly Task[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
  })
  const tell = () => {
    timer = undefined
    const projectId = projectNow()
    const [first, ...others] = waiting.filter(({ project_id }) => project_id === projectId)
    waiting = []
    if (!first) return
    announce(
      others.length === 0 ? `New task: “${first.label}”.` : `${formatCount(others.length + 1)} new tasks.`,
    )
    timer = setTimeout(tell, pauseMs)
  }
  return (changes) => {
    waiting = [...waiting, ...incomingIn(changes, tokenId)]
    if (timer === undefined) tell()
  }
}
