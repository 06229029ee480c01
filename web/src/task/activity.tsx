import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { taskHistoryOf } from '../../../client/src/history.ts'
import { dataOf } from '../../../client/src/http.ts'
import type { Comment, HistoryEntry, Task } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { deviceStorage } from '../data/browser-storage.ts'
import { beatOf } from '../data/connection.ts'
import { putTask } from '../data/task-cache.ts'
import { explain } from '../ui/explain.ts'
import { showToast } from '../ui/messages.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Unloaded } from '../ui/states.tsx'
import { timeText } from '../ui/time.tsx'
import { noteStep } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import '../style/activity.css'
import { StrayEdit, strayEdits } from './comment-edit.tsx'
import { CommentFacts, NewComment } from './comments.tsx'
import { useComments } from './comments-query.ts'
import { EntryFacts, prefixed, useNames, valuesBefore, type Values } from '../history/entry.tsx'

/** Whether it is open, for the next task, too. */
const openKey = 'tasks-activity-open'

/**
 * What happened to a task and what people say about it, and the way back to each of its versions. It is asked for while it is
 * open: in each task, until the person closes it.
 */
export function Activity({ task }: { task: Task }) {
  const [isOpen, setIsOpen] = useState(() => deviceStorage.getItem(openKey) !== null)
  return (
    <details
      class="activity"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open)
        if (open) deviceStorage.setItem(openKey, 'yes')
        else deviceStorage.removeItem(openKey)
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
  const comments = useComments(task.id)
  if (!pages.data || !comments.data) return <Unloaded query={pages.error ? pages : comments} />
  return (
    <>
      {mayWrite && <NewComment task={task} />}
      <ul class="log-list" aria-label="Activity">
        {strayEdits(task.id, comments.data).map((edit) => (
          <StrayEdit key={edit.comment.id} edit={edit} />
        ))}
        {together(entries, comments.data, pages.hasNextPage).map((one, index) =>
          'text' in one ? (
            <li key={one.id}>
              <CommentFacts comment={one} number={index + 1} />
            </li>
          ) : (
            <li key={one.id}>
              <EntryFacts entry={one} names={names} after={after.get(one.id)} />
              {one !== entries[0] && mayWrite && one.type !== 'task.deleted' && (
                <div class="actions">
                  <button
                    type="button"
                    aria-label={`Back to this version, ${timeText(one.at)}`}
                    onClick={() => void goBack(one)}
                  >
                    Back to this version
                  </button>
                </div>
              )}
            </li>
          ),
        )}
      </ul>
      {entries.length === 0 && (
        <p class="muted">
          Nothing is known of earlier changes. A change is here some seconds after it was made.
        </p>
      )}
      <ShowMore pages={pages} />
    </>
  )
}

/** Writes and comments in one list, the newest first. Comments that are older than the writes read so far come with the next ones. */
function together(
  entries: readonly HistoryEntry[],
  comments: readonly Comment[],
  isMore: boolean,
): (HistoryEntry | Comment)[] {
  const oldest = isMore ? (entries.at(-1)?.at ?? '') : ''
  const timeOf = (one: HistoryEntry | Comment) => ('text' in one ? one.created_at : one.at)
  return [...comments.filter(({ created_at }) => created_at >= oldest), ...entries].toSorted((one, other) =>
    timeOf(other).localeCompare(timeOf(one)),
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
