import type { QueryClient } from '@tanstack/preact-query'
import { isTasksApiError, type Task, type TasksClient } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { refresh, removeTask } from '../data/cache.ts'
import { isLoss } from '../data/connection.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/toast.tsx'
import { goneText } from './drag/words.ts'
import { isGone } from './take-back.ts'

/** Says why a write to the board has failed. `what` says how things are now: "“Call Ada” is still open." */
export function writeFailuresOf(client: TasksClient, cache: QueryClient, projectId: string) {
  const refreshBoard = () => {
    refresh(cache, keys.tasks(projectId), keys.project(projectId))
  }

  /** @param about what identifies the attempt, so that the next one dismisses the alert */
  const tell = (about: string, what: string, error: unknown) => {
    const reason = isLoss(error) ? 'The service is not responding.' : explain(error)
    showAlert(`${what} ${error instanceof ChangedSince ? 'It has changed since.' : reason}`, about)
    // a 404: the board that is shown is outdated
    if (isTasksApiError(error) && error.status === 404) refreshBoard()
  }

  /** The same about a write to a card. A missing task may be the card itself or the one beside which it goes. */
  const tellOf = async (task: Task, what: string, error: unknown): Promise<void> => {
    if (!isTasksApiError(error, 'task_not_found')) {
      tell(task.id, what, error)
      return
    }
    const isCardGone = await isGone(client, task.id)
    if (isCardGone) removeTask(cache, task.id)
    showAlert(isCardGone ? goneText(task) : `${what} The card beside it was deleted.`, task.id)
    refreshBoard()
  }

  return { tell, tellOf }
}
