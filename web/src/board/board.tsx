import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { noLane } from '../data/columns.ts'
import { useProject } from '../data/queries.ts'
import { useBoardActions } from './use-board-actions.ts'
import { searchOf } from '../data/search-words.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { leaveTask } from '../ui/route.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { AddLane } from './add-lane.tsx'
import { BoardContext, type BoardParts } from './board-context.ts'
import { BoardHeader } from './board-header.tsx'
import { openMenu } from './card-events.ts'
import { CardMenu } from './card-menu.tsx'
import { ColumnView } from './column.tsx'
import type { ColumnViews } from './drag/columns.ts'
import { openDragging } from './drag/dragging.ts'
import { DragLayer } from './drag/drag-layer.tsx'
import type { Point } from './drag/state.ts'
import { FirstLanes } from './first-lanes.tsx'
import { HeldHint } from './held-hint.tsx'
import { MoveAllView, PastedLinesView } from './later.ts'
import { LaneDragLayer } from './lanes/lane-drag-layer.tsx'
import { openLaneDragging } from './lanes/lane-dragging.ts'
import { Matches, shownCounts } from './matches.tsx'
import { memoryOf } from './memory.ts'
import { useRoving } from './roving.ts'
import { showCard } from './show-card.ts'
import { SelectBar } from './select/select-bar.tsx'
import { TaskView } from './task-view.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useBoardWrites } from './use-board-writes.ts'
import { boardHref, useFilter } from './use-filter.ts'
import { useLaneWrites, type Lane } from './use-lanes.ts'

interface BoardProps {
  projectId: string
  /** The task whose dialog is open. */
  taskId: string | undefined
  /** The filter in the address; undefined while a task is open. */
  query: string | undefined
}

/** The board of a project: a column for each lane, and one for the tasks without a lane, if there are any. */
export function Board({ projectId, taskId, query }: BoardProps) {
  const { data: project, isError, error, refetch } = useProject(projectId)
  if (isNoProject(error)) return <NoProject />
  if (!project)
    return isError ? <Failure text={failureText(error)} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <Columns project={project} query={query} />
      {taskId !== undefined && (
        <TaskView.View
          key={taskId}
          projectId={projectId}
          taskId={taskId}
          onClose={() => {
            leaveTask(projectId, boardHref(projectId))
          }}
          onClosed={showCard}
        />
      )}
    </>
  )
}

/** A pause in typing that long, in milliseconds, asks the service. */
const typingMs = 250

const loose: Lane = { id: noLane, label: 'No lane' }

function Columns({ project, query }: { project: Project; query: string | undefined }) {
  const { id: projectId, workflow_lanes: lanes } = project
  const { filter, change, clear } = useFilter(projectId, query)
  const search = useSettled(searchOf(filter.text), typingMs)
  const mayWrite = useMay('write')
  const looseCount = project.task_count - lanes.reduce((sum, lane) => sum + lane.task_count, 0)
  const hasLoose = useHasLoose(looseCount)
  // a column that only opens to take a card does so at the end, where it pushes nothing aside
  const columns = hasLoose ? [loose, ...lanes] : [...lanes, loose]
  const parts = useParts(projectId, columns, lanes)
  const board = useRef<HTMLDivElement>(null)
  useBoardActions(filter, change)
  useCardKeys(parts)
  useRoving(board, parts.views, parts.order)
  useKeepLeft(board, projectId)
  useEffect(() => {
    for (const { preload } of [MoveAllView, PastedLinesView]) preload()
  }, [])
  return (
    <BoardContext.Provider value={parts}>
      <div class="board-view">
        <HeldHint projectId={projectId} />
        <BoardHeader project={project} filter={filter} onFilter={change} />
        <Matches filter={filter} laneCount={lanes.length} onClear={clear} />
        <SelectBar lanes={[loose, ...lanes]} />
        <div class="board" ref={board}>
          {columns.map((lane) => (
            <ColumnView
              key={lane.id}
              lane={lane}
              whole={lanes.find(({ id }) => id === lane.id)?.task_count ?? looseCount}
              filter={filter}
              onFilter={change}
              search={search}
              index={lanes.findIndex(({ id }) => id === lane.id)}
              laneCount={lanes.length}
              isOptional={lane.id === noLane && (lanes.length > 0 || looseCount === 0)}
            />
          ))}
          {mayWrite ? (
            <div class="board-end">
              {lanes.length === 0 && <FirstLanes projectId={projectId} />}
              <AddLane
                projectId={projectId}
                text={lanes.length === 0 ? 'Lanes with other names' : 'Add lane'}
              />
            </div>
          ) : (
            project.task_count === 0 && lanes.length === 0 && <p class="muted">This board is empty.</p>
          )}
          {mayWrite && <LaneDragLayer lanes={lanes} />}
        </div>
        <DragLayer />
        <CardMenu lanes={[loose, ...lanes]} />
      </div>
    </BoardContext.Provider>
  )
}

/** Whether the column of tasks without a lane shows some; until that is known, whether there are any. */
function useHasLoose(looseCount: number): boolean {
  const shown = shownCounts.use().get(noLane)
  // a column that changes its place loses the focus, so a search that still runs does not move it
  return shown ? shown.count > 0 || (shown.hasMore && looseCount > 0) : looseCount > 0
}

/** Keeps how far the board is scrolled sideways while another view is shown. */
function useKeepLeft(board: { readonly current: HTMLElement | null }, projectId: string): void {
  useLayoutEffect(() => {
    const { current } = board
    const memory = memoryOf(projectId)
    if (!current) return
    current.scrollLeft = memory.left
    const note = () => {
      memory.left = current.scrollLeft
    }
    current.addEventListener('scroll', note)
    return () => {
      current.removeEventListener('scroll', note)
    }
  }, [board, projectId])
}

function useParts(projectId: string, columns: readonly Lane[], lanes: readonly Lane[]) {
  const mayWrite = useMay('write')
  const writes = useBoardWrites(projectId)
  const { move: moveLane } = useLaneWrites(projectId)
  const now = useRef({ columns, lanes, moveLane })
  now.current = { columns, lanes, moveLane }
  const current = useRef<BoardParts | undefined>(undefined)
  const parts = useMemo(() => {
    const views: ColumnViews = new Map()
    const order = () => now.current.columns.map(({ id }) => id)
    const laneDragging = openLaneDragging(
      () => now.current.lanes,
      (lane, index) => {
        now.current.moveLane(lane, index)
      },
    )
    const ends = {
      onDrop: writes.move,
      onLongPress: (element: Element, at: Point) => {
        if (current.current) openMenu(current.current, element, 'actions', at)
      },
    }
    return { views, order, laneDragging, ...openDragging(views, order, ends) }
  }, [writes])
  useEffect(
    () => () => {
      parts.dragging.destroy()
      parts.laneDragging.destroy()
    },
    [parts],
  )
  const board = useMemo(
    () => ({ projectId, mayWrite, ...writes, ...parts }),
    [projectId, mayWrite, writes, parts],
  )
  current.current = board
  return board
}
