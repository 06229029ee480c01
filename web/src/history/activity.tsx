import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { taskHistoryOf } from '../../../client/src/history.ts'
import { dataOf } from '../../../client/src/http.ts'
import type { HistoryEntry, Task } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { putTask } from '../data/task-cache.ts'
import { explain } from '../ui/explain.ts'
import { LogList } from '../ui/log-list.tsx'
import { showToast } from '../ui/messages.ts'
import { timeText } from '../ui/time.tsx'
import { noteStep } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import '../style/activity.css'
import { EntryFacts, prefixed, useNames, valuesBefore, type Values } from './entry.tsx'

/** What happened to a task, and the way back to each of its versions. It is asked for when it is opened. */
export function Activity({ task }: { task: Task }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      class="activity"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open)
      }}
    >
      <summary>Activity</summary>
      {isOpen && <Entries task={task} />}
    </details>
  )
}

function Entries({ task }: { task: Task }) {
  const pages = useTaskHistory(task.id)
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  const after = valuesAfter(task, entries)
  const names = useNames()
  const mayWrite = useMay('write')
  const goBack = useWayBack(task, () => void pages.refetch())
  return (
    <LogList
      name="Activity"
      pages={pages}
      entriesOf={(page) => page.entries}
      empty="Nothing is known of earlier changes. A change is here some seconds after it was made."
      row={(entry, number) => (
        <li key={entry.id}>
          <EntryFacts entry={entry} names={names} after={after.get(entry.id)} />
          {number > 1 && mayWrite && entry.type !== 'task.deleted' && (
            <div class="actions">
              <button
                type="button"
                aria-label={`Back to this version, ${timeText(entry.at)}`}
                onClick={() => void goBack(entry)}
              >
                Back to this version
              </button>
            </div>
          )}
        </li>
      )}
    />
  )
}

/** Takes a task back to the version that a write gave it, as a hook. */
function useWayBack(task: Task, after: () => void) {
  const { client } = useApi()
  const cache = useQueryClient()
  const attempt = useAttempt({ about: `versions of ${task.id}`, explain, after })
  return ({ version, at }: HistoryEntry) =>
    attempt(async () => {
      putTask(cache, await taskHistoryOf(client.http).revert(task.id, { version }), task)
      const text = `The task is as it was on ${timeText(at)}.`
      noteStep(`${text} To take that back, choose an earlier version in “Activity”.`)
      showToast(text)
    }, 'The task stays as it is.')
}

/**
 * The values of a task after each of its writes: those of the task as it is, and what later writes have replaced. The page can
 * know of a write before the history does, so what is known of the newest entry is only right if that is the task's last write.
 */
function valuesAfter(
  { fields = {}, ...task }: Task,
  entries: readonly HistoryEntry[],
): ReadonlyMap<string, Values> {
  let values: Values = task.updated_at === entries[0]?.at ? { ...task, ...prefixed(fields) } : {}
  return new Map(
    entries.map((entry) => {
      const after = values
      values = { ...values, ...valuesBefore(entry) }
      return [entry.id, after] as const
    }),
  )
}

/** The writes of a task, page by page, the newest first. */
function useTaskHistory(taskId: string) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: ['history', taskId],
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 20, ...(cursor !== undefined && { cursor }) }
      const params = { path: { id: taskId }, query }
      return dataOf(client.http.GET('/tasks/{id}/history', { params, signal }), 'entries')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beatOf(5_000),
  })
}
