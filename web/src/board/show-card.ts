import type { Task } from '../../../client/src/index.ts'
import { focusWish } from './drag/state.ts'
import { wasDeleted } from '../data/cache.ts'
import { laneIdOf } from '../data/columns.ts'
import { parseRoute } from '../ui/route.ts'

/** Shows the card of a task whose dialog has closed, and focuses it, unless the focus went back to where it came from. */
export function showCard(task: Task): void {
  // the dialog gives the focus back while it closes
  setTimeout(() => {
    const route = parseRoute(location.hash)
    const isOnBoard =
      route.view === 'board' && route.projectId === task.project_id && route.taskId === undefined
    const active = document.activeElement
    const isFree = active === null || active === document.body || active.localName === 'main'
    if (!isOnBoard || !isFree || wasDeleted(task.id)) return
    if (active instanceof HTMLElement) active.blur()
    focusWish.set({ taskId: task.id, laneId: laneIdOf(task), part: 'link' })
  })
}
