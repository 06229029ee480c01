import { useEffect, useRef, useState } from 'preact/hooks'
import type { TrashedTask } from '../../../client/src/index.ts'
import { trashRetentionDays } from '../../../lib/contract/limits.ts'
import { useMay } from '../data/api.ts'
import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { formatCount } from '../ui/format.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import '../style/trash.css'
import { TrashTable } from './trash-table.tsx'
import { useRestore } from './use-restore.ts'
import { useTrash, useWholeTrash } from './use-trash.ts'

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
        {!mayWrite && ' Restoring it needs the scope write, which your token lacks.'}
      </p>
      {tasks ? (
        <Contents projectId={projectId} tasks={tasks} hasMore={trash.hasNextPage} />
      ) : trash.isError ? (
        <Failure text={failureText(trash.error)} onRetry={() => void trash.refetch()} />
      ) : (
        <Loading />
      )}
      {trash.hasNextPage && (
        <button
          type="button"
          class="show-more"
          aria-disabled={trash.isFetching}
          onClick={() => {
            if (!trash.isFetching) void trash.fetchNextPage()
          }}
        >
          Show more
        </button>
      )}
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
  const { restore, progress } = useRestore(projectId)
  const areLoadedChosen = tasks.length > 0 && tasks.every(({ id }) => chosen.has(id))
  const whole = useWholeTrash(projectId, hasMore && areLoadedChosen && progress === undefined)
  const known = hasMore ? (whole.data ?? tasks) : tasks
  const selected = known.filter(({ id }) => chosen.has(id))
  useFocusWhenEmptied(tasks.length === 0)
  const restoreAll = (list: readonly TrashedTask[]) => {
    if (progress === undefined && list.length > 0) void restore(list)
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
          <span role="status" class="muted">
            {selectedText(selected.length, hasMore && !whole.data ? undefined : known.length)}
          </span>
          {hasMore && areLoadedChosen && whole.data && selected.length < known.length && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                setChosen(new Set(known.map(({ id }) => id)))
              }}
            >
              Select all {formatCount(known.length)}
            </button>
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
