import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { yours } from '../ui/yours.ts'
import { dataOf } from '../../../client/src/http.ts'
import type { TrashedTask } from '../../../client/src/index.ts'
import { trashRetentionDays } from '../../../lib/contract/limits.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import type { Failure as BulkFailure } from '../data/bulk.ts'
import { trashMany } from '../data/trash-many.ts'
import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { SelectRest } from '../ui/select-rest.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Unloaded } from '../ui/states.tsx'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteWrite } from '../ui/undo.ts'
import { restoreMany, whyNotRestored } from './restore-many.ts'
import { TrashTable } from './trash-table.tsx'
import '../style/trash.css'

/** The trash of a project. */
export function Trash({ projectId }: { projectId: string }) {
  const { data: project, error } = useProject(projectId)
  const trash = useTrash(projectId)
  const mayWrite = useMay('write')
  if (isNoProject(error) && !trash.data) return <NoProject />
  const tasks = trash.data?.pages.flatMap((page) => page.tasks)
  return (
    <div class="page">
      <h1>
        Trash of <bdi>{project?.label ?? '…'}</bdi>
      </h1>
      <p class="muted">
        A deleted task stays here for {trashRetentionDays} days and then is gone for good.
        {!mayWrite && ` Restoring it needs the scope write, which ${yours('role')} lacks.`}
      </p>
      {tasks ? (
        <Contents projectId={projectId} tasks={tasks} hasMore={trash.hasNextPage} />
      ) : (
        <Unloaded query={trash} />
      )}
      <ShowMore pages={trash} />
    </div>
  )
}

interface ContentsProps {
  projectId: string
  /** Those that are loaded. */
  tasks: readonly TrashedTask[]
  hasMore: boolean
}

function Contents({ projectId, tasks, hasMore }: ContentsProps) {
  const mayWrite = useMay('write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { restoreUndoably, progress } = useRestore(projectId)
  const areLoadedChosen = tasks.length > 0 && tasks.every(({ id }) => chosen.has(id))
  const whole = useWholeTrash(projectId, hasMore && areLoadedChosen && progress === undefined)
  const known = hasMore ? (whole.data ?? tasks) : tasks
  const selected = known.filter(({ id }) => chosen.has(id))
  const isRestOffered =
    hasMore && areLoadedChosen && progress === undefined && (!whole.data || selected.length < known.length)
  useFocusWhenEmptied(tasks.length === 0)
  const restoreAll = (list: readonly TrashedTask[]) => {
    if (progress === undefined && list.length > 0) restoreUndoably(list)
  }
  return (
    <>
      {mayWrite && tasks.length > 0 && (
        <div class="trash-actions">
          <button
            type="button"
            class="primary"
            aria-disabled={selected.length === 0 || progress !== undefined}
            onClick={() => {
              restoreAll(selected)
            }}
          >
            Restore selected
          </button>
          {isRestOffered ? (
            <SelectRest
              shown={tasks.length}
              total={whole.data?.length}
              onSelect={() => {
                setChosen(new Set(known.map(({ id }) => id)))
              }}
            />
          ) : (
            <span role="status" class="muted">
              {selectedText(selected.length, hasMore && !whole.data ? undefined : known.length)}
            </span>
          )}
        </div>
      )}
      <p role="status" class="muted progress">
        {progress}
      </p>
      {tasks.length === 0 ? (
        <p class="state empty">The trash is empty.</p>
      ) : (
        <TrashTable
          tasks={tasks}
          chosen={chosen}
          mayRestore={mayWrite}
          onChoose={setChosen}
          onRestore={(task) => {
            restoreAll([task])
          }}
        />
      )}
    </>
  )
}

/** @param total undefined while it is not known */
const selectedText = (selected: number, total: number | undefined): string =>
  total === undefined
    ? `${formatCount(selected)} selected`
    : `${formatCount(selected)} of ${formatCount(total)} selected`

/** Moves the focus to the view when the focused element disappeared with the last task. */
function useFocusWhenEmptied(isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    const isEmptied = isEmpty && !wasEmpty.current
    wasEmpty.current = isEmpty
    if (isEmptied && document.activeElement === document.body) document.querySelector('main')?.focus()
  }, [isEmpty])
}

/** Restores tasks from a project's trash, with a progress text and a summary of the failures. */
function useRestore(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const attempt = `trash of ${projectId}`
  const mayDelete = useMay('delete')

  const sumUp = (tasks: readonly TrashedTask[], failures: readonly BulkFailure<TrashedTask>[]) => {
    const back = tasks.length - failures.length
    const [only] = tasks
    const what =
      tasks.length === 1 && only ? `“${only.label}” is back.` : `${counted(back, 'task')} restored.`
    if (back > 0) showToast(what)
    if (failures.length === 0) return
    const errors = failures.map(({ error }) => error)
    showAlert(failuresText(errors, tasks.length, 'not restored', whyNotRestored), attempt)
  }

  /** Returns the restored ones. */
  const restore = async (tasks: readonly TrashedTask[]): Promise<readonly TrashedTask[]> => {
    const tell = (ended: number) => {
      setProgress(`Restored ${formatCount(ended)} of ${counted(tasks.length, 'task')}…`)
    }
    tell(0)
    dismissAlerts(attempt)
    const failures = await restoreMany(client, cache, projectId, tasks, { onProgress: tell })
    setProgress(undefined)
    sumUp(tasks, failures)
    const failed = new Set(failures.map(({ entry }) => entry))
    return tasks.filter((task) => !failed.has(task))
  }

  const trashAgain = async (tasks: readonly TrashedTask[]) => {
    dismissAlerts(attempt)
    const { failures } = await trashMany(client, cache, projectId, tasks)
    if (failures.length === 0) return
    const errors = failures.map(({ error }) => error)
    showAlert(failuresText(errors, tasks.length, 'not moved to the trash'), attempt)
  }

  const restoreUndoably = (tasks: readonly TrashedTask[]) => {
    const [first] = tasks
    const what = tasks.length === 1 && first ? `“${first.label}”` : counted(tasks.length, 'task')
    const restored = restore(tasks)
    noteWrite(
      `Restored ${what}.`,
      restored.then(({ length }) => length > 0),
      {
        undo: mayDelete ? async () => trashAgain(await restored) : undefined,
        redo: async () => restore(await restored),
      },
    )
  }
  return { restoreUndoably, progress }
}

const pageSize = 100

/** The trash of a project, page by page, most recently deleted first. */
function useTrash(projectId: string) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: keys.trash(projectId),
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
      const params = { path: { projectId }, query }
      return dataOf(client.http.GET('/projects/{projectId}/trash', { params, signal }), 'tasks')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

/** All tasks in the trash of a project, read page by page: how many there are is not known before. */
function useWholeTrash(projectId: string, enabled: boolean) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.wholeTrash(projectId),
    enabled,
    queryFn: async ({ signal }) => {
      const tasks: TrashedTask[] = []
      for await (const task of client.projects.listTrash(projectId, { limit: pageSize, signal }))
        tasks.push(task)
      return tasks
    },
  })
}
