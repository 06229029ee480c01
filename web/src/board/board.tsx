import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { goTo, hrefs } from '../route.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { AddLane } from './add-lane.tsx'
import { BoardContext } from './board-context.ts'
import { BoardHeader } from './board-header.tsx'
import { ColumnView } from './column.tsx'
import type { ColumnViews } from './drag/columns.ts'
import { openDragging } from './drag/dragging.ts'
import { DragLayer } from './drag/drag-layer.tsx'
import { searchOf, type Filter } from './filter.ts'
import { HeldHint } from './held-hint.tsx'
import { SelectBar } from './select/select-bar.tsx'
import { TaskView } from './task-view.ts'
import { useBoardWrites } from './use-board-writes.ts'
import type { Lane } from './use-lanes.ts'

interface BoardProps {
  projectId: string
  /** The task whose dialog is open. */
  taskId: string | undefined
}

/** The board of a project: a column for each lane, and one for the tasks without a lane. */
export function Board({ projectId, taskId }: BoardProps) {
  const { data: project, isError, error, refetch } = useProject(projectId)
  if (isNoProject(error)) return <NoProject />
  if (!project)
    return isError ? <Failure text={failureText(error)} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <Columns project={project} />
      {taskId !== undefined && (
        <TaskView.View
          key={taskId}
          projectId={projectId}
          taskId={taskId}
          onClose={() => {
            goTo(hrefs.board(projectId))
          }}
        />
      )}
    </>
  )
}

/** A pause in typing that long, in milliseconds, asks the service. */
const typingMs = 250

function Columns({ project }: { project: Project }) {
  const [filter, setFilter] = useState<Filter>({ text: '', statuses: [] })
  const search = useSettled(searchOf(filter.text), typingMs)
  const mayWrite = useMay('write')
  const lanes: Lane[] = [{ id: noLane, label: 'No lane' }, ...project.workflow_lanes]
  const board = useParts(project.id, lanes)
  return (
    <BoardContext.Provider value={board}>
      <div class="board-view">
        <HeldHint projectId={project.id} />
        <BoardHeader project={project} filter={filter} onFilter={setFilter} />
        <SelectBar lanes={lanes} />
        <div class="board">
          {lanes.map((lane, index) => (
            <ColumnView
              key={lane.id}
              lane={lane}
              filter={filter}
              search={search}
              before={index > 1 ? lanes[index - 1] : undefined}
              behind={lane.id === noLane ? undefined : lanes[index + 1]}
            />
          ))}
          {mayWrite && <AddLane projectId={project.id} />}
        </div>
        <DragLayer />
      </div>
    </BoardContext.Provider>
  )
}

function useParts(projectId: string, lanes: readonly Lane[]) {
  const mayWrite = useMay('write')
  const writes = useBoardWrites(projectId)
  const order = useRef<string[]>([])
  order.current = lanes.map(({ id }) => id)
  const parts = useMemo(() => {
    const views: ColumnViews = new Map()
    return { views, ...openDragging(views, () => order.current, writes.move) }
  }, [writes])
  useEffect(
    () => () => {
      parts.dragging.destroy()
    },
    [parts],
  )
  return useMemo(() => ({ projectId, mayWrite, ...writes, ...parts }), [projectId, mayWrite, writes, parts])
}
