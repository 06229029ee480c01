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
import { useTrash } from './use-trash.ts'

/** The trash of a project. */
export function Trash({ projectId }: { projectId: string }) {
  const { data: project, error } = useProject(projectId)
  const trash = useTrash(projectId)
  if (isNoProject(error) && !trash.data) return <NoProject />
  const tasks = trash.data?.pages.flatMap((page) => page.tasks)
  return (
    <div class="page">
      <h1>Trash of {project?.label ?? '…'}</h1>
      <p class="muted">A deleted task stays here for {trashRetentionDays} days and then is gone for good.</p>
      {tasks ? (
        <Contents projectId={projectId} tasks={tasks} />
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

function Contents({ projectId, tasks }: { projectId: string; tasks: readonly TrashedTask[] }) {
  const mayWrite = useMay('write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { restore, progress } = useRestore(projectId)
  useFocusWhenEmptied(tasks.length === 0)
  const selected = tasks.filter(({ id }) => chosen.has(id))
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
          <span class="muted">{formatCount(selected.length)} selected</span>
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

/** Moves the focus to the view when the focused element disappeared with the last task. */
function useFocusWhenEmptied(isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    const isEmptied = isEmpty && !wasEmpty.current
    wasEmpty.current = isEmpty
    if (isEmptied && document.activeElement === document.body) document.querySelector('main')?.focus()
  }, [isEmpty])
}
