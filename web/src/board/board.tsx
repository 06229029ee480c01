import { computed } from '@preact/signals-core'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Project, Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { whyGone } from '../data/cache.ts'
import { loadLaneTasks } from '../changes/lanes.ts'
import { useShownProject } from '../changes/shown-project.ts'
import { laneIdOf, noLane } from '../data/columns.ts'
import { useForms } from '../data/forms.ts'
import { useFields, useProject } from '../data/queries.ts'
import { searchOf } from '../data/search-words.ts'
import { writes as underWay } from '../data/writes.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { counted } from '../ui/format.ts'
import { focusWhenThere } from '../ui/focus.ts'
import { hrefs, leaveTask, parseRoute } from '../ui/route.ts'
import { Unloaded } from '../ui/states.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { AddLane } from './add-lane.tsx'
import { BoardContext, type BoardParts, TasksContext } from './board-context.ts'
import { BoardHeader } from './board-header.tsx'
import { useAddKey, useCardKeys, useFilterActions } from './board-shortcuts.ts'
import { openMenu, openWaiting } from './card-events.ts'
import { useRoving } from './card-focus.ts'
import { CardMenu } from './card-menu.tsx'
import { useBoardWrites } from './card-writes.ts'
import { ColumnView } from './column.tsx'
import { densityNow } from './density.ts'
import { cardIdOf, type ColumnViews, type TasksView } from './drag/columns.ts'
import { DragLayer, LaneDragLayer } from './drag/drag-layer.tsx'
import { openDragging } from './drag/dragging.ts'
import { openLaneDragging } from './drag/lane-dragging.ts'
import { neighbour, type Place } from './drag/place.ts'
import { focusWish, isDragging, type Point } from './drag/state.ts'
import { lastHref, useFilter } from './filter.ts'
import {
  FirstLanesView,
  MoveAllView,
  NewConditionView,
  PastedLinesView,
  TaskView,
  WaitingView,
} from './lazy-views.ts'
import { lazyView, usePreload } from '../ui/lazy-view.tsx'
import { Matches, shownCounts } from './matches.tsx'
import { memoryOf } from './memory.ts'
import { SelectActionsView, SelectBar } from './select/select-bar.tsx'
import { moveSelected, selectedTasks, selection } from './select/selection.ts'
import { type Lane, loose, useLaneWrites } from './use-lanes.ts'
import { useValue } from '../data/use-value.ts'

/** The tasks of a project as a table, loaded separately from the board. */
const ListView = lazyView(() => import('./list/list.tsx').then(({ List }) => List))

/** What is loaded once the board is used: then it is there, also when the connection is lost. */
const laterViews = [
  ...[ListView, MoveAllView, PastedLinesView, NewConditionView, SelectActionsView, WaitingView],
  { preload: () => void loadLaneTasks().catch(() => undefined) },
]

interface BoardProps {
  projectId: string
  /** The task whose dialog is open. */
  taskId: string | undefined
  /** The filter in the address; undefined while a task is open. */
  query: string | undefined
  /** Whether the tasks are shown as a board or as a list. */
  view: 'board' | 'list'
}

/** The tasks of a project: as a board, or as a list, and over it the dialog of a task. */
export function Board({ projectId, taskId, query, view }: BoardProps) {
  const read = useProject(projectId)
  const project = useShownProject(read.data)
  const { remove } = useBoardWrites(projectId)
  if (isNoProject(read.error)) return <NoProject />
  if (!project) return <Unloaded query={read} />
  return (
    <>
      {view === 'list' ? (
        <ListView.View project={project} query={query} />
      ) : (
        <Columns project={project} query={query} />
      )}
      <Waiting />
      {taskId !== undefined && (
        <TaskView.View
          key={taskId}
          projectId={projectId}
          taskId={taskId}
          onDelete={(task) => {
            noteNext(task)
            return remove(task)
          }}
          onClose={() => {
            leaveTask(projectId, lastHref(view, projectId), view)
          }}
          onClosed={showCard}
        />
      )}
    </>
  )
}

/** The pause in typing, in milliseconds, after which the service is asked. */
const typingMs = 250

/** The board of a project: a column for each lane, and one for the tasks without a lane, if there are any. */
function Columns({ project, query }: { project: Project; query: string | undefined }) {
  const { id: projectId, workflow_lanes: lanes } = project
  const { filter, change, clear } = useFilter(projectId, query)
  const search = useSettled(searchOf(filter.text), typingMs)
  const mayWrite = useMay('write')
  const density = useValue(densityNow)
  const looseCount = project.task_count - lanes.reduce((sum, lane) => sum + lane.task_count, 0)
  const isLooseFirst = useIsLooseFirst(looseCount)
  const columns = isLooseFirst ? [loose, ...lanes] : [...lanes, loose]
  const parts = useParts(projectId, columns, lanes)
  const board = useRef<HTMLDivElement>(null)
  useAddKey()
  useFilterActions(filter, change)
  useCardKeys(parts)
  useRoving(board, parts.views, parts.order)
  useKeepLeft(board, projectId)
  usePreload(laterViews)
  return (
    <BoardContext.Provider value={parts}>
      <TasksContext.Provider value={parts}>
        <div class="board-view">
          <HeldHint projectId={projectId} />
          <BoardHeader project={project} filter={filter} onFilter={change} />
          <Matches filter={filter} onFilter={change} laneCount={lanes.length} onClear={clear} />
          <div class={`board is-${density}`} ref={board}>
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
                {lanes.length === 0 && <FirstLanesView.View projectId={projectId} />}
                <AddLane text={lanes.length === 0 ? 'Lanes with other names' : 'Add lane'} />
              </div>
            ) : (
              project.task_count === 0 && lanes.length === 0 && <p class="muted">This board is empty.</p>
            )}
            {mayWrite && <LaneDragLayer lanes={lanes} />}
          </div>
          <SelectBar lanes={[loose, ...lanes]} />
          <DragLayer />
          <CardMenu lanes={[loose, ...lanes]} />
        </div>
      </TasksContext.Provider>
    </BoardContext.Provider>
  )
}

/** Whether the column of tasks without a lane shows some; undefined while only the project's counts can say. */
const isLooseShown = computed(() => {
  const shown = shownCounts.value.get(noLane)
  return shown && (shown.count > 0 || (shown.hasMore ? undefined : false))
})

/**
 * Whether the column of tasks without a lane stands before the lanes. It does when it shows some; behind them, one that opens
 * only while a card is dragged moves no other. As long as it is in sight, it stays where it is: a column that changes its
 * place moves all others, and loses the focus.
 */
function useIsLooseFirst(looseCount: number): boolean {
  const hasLoose = () => isLooseShown.value ?? looseCount > 0
  useValue(isLooseShown)
  const isMoving = useValue(isDragging)
  const side = useRef<{ isFirst: boolean } | null>(null)
  if (hasLoose() || isMoving) side.current ??= { isFirst: hasLoose() }
  useEffect(() => {
    // asked again: the column tells what it shows after it is drawn, such as a card that was dropped there
    if (!hasLoose() && !isMoving) side.current = null
  })
  return side.current?.isFirst ?? hasLoose()
}

/** The dialog of a task that waits to be added. */
function Waiting() {
  const taskId = useValue(openWaiting)
  const close = () => {
    openWaiting.value = undefined
  }
  useEffect(() => close, [])
  return taskId === undefined ? null : <WaitingView.View key={taskId} taskId={taskId} onClose={close} />
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
  const fields = useFields()
  const writes = useBoardWrites(projectId)
  const laneWrites = useLaneWrites(projectId)
  const now = useRef({ columns, lanes })
  now.current = { columns, lanes }
  const current = useRef<BoardParts | undefined>(undefined)
  const parts = useMemo(() => {
    const views: ColumnViews = new Map()
    const order = () => now.current.columns.map(({ id }) => id)
    const laneDragging = openLaneDragging(() => now.current.lanes, laneWrites.move)
    const ends = {
      liftedWith: (task: Task) => {
        const inOrder = new Map(order().flatMap((id) => entryOf(views, id)))
        return selection.value.ids.has(task.id) ? selectedTasks(inOrder) : [task]
      },
      onDrop: ([task, ...more]: readonly Task[], to: Place, others: readonly Task[]) => {
        if (!task) return
        if (more.length === 0) writes.move(task, to, others)
        else moveSelected.current?.([task, ...more], to.laneId, neighbour(others, to))
      },
      onLongPress: (element: Element, at: Point) => {
        if (current.current && !selection.value.isOn) openMenu(current.current, element, 'actions', at)
      },
    }
    return { views, order, laneWrites, laneDragging, ...openDragging(views, order, ends) }
  }, [writes, laneWrites])
  useEffect(
    () => () => {
      parts.dragging.destroy()
      parts.laneDragging.destroy()
    },
    [parts],
  )
  const board = useMemo(
    () => ({
      ...{ projectId, mayWrite, fields, isInLane: true },
      hrefOf: (taskId: string) => hrefs.task(projectId, taskId),
      ...writes,
      ...parts,
    }),
    [projectId, mayWrite, fields, writes, parts],
  )
  current.current = board
  return board
}

/** A column with its key, if it is shown. */
function entryOf(views: ColumnViews, laneId: string): [string, TasksView][] {
  const view = views.get(laneId)
  return view ? [[laneId, view]] : []
}

/** The card that takes the place of a task that is being deleted, and its lane. */
let next: { taskId: string; laneId: string } | undefined

/** Notes which card follows that of a task, or comes before it where it is the last one. */
function noteNext({ id }: Task): void {
  const card = document.querySelector<HTMLElement>(`[data-card="${id}"]`)
  const found = [card?.nextElementSibling, card?.previousElementSibling].find(
    (one) => one instanceof HTMLElement && one.dataset.card !== undefined,
  )
  const taskId = cardIdOf(found ?? null)
  const laneId = card?.closest<HTMLElement>('[data-lane]')?.dataset.lane ?? ''
  next = taskId === undefined ? undefined : { taskId, laneId }
}

/**
 * Shows the card of a task whose dialog has closed, or the next one if it was deleted there. It gets the focus, unless the
 * focus returned to where it came from.
 */
function showCard(task: Task): void {
  // the dialog gives the focus back while it closes
  setTimeout(() => {
    const route = parseRoute(location.hash)
    const isOnBoard =
      route.view === 'board' && route.projectId === task.project_id && route.taskId === undefined
    const active = document.activeElement
    const isFree = active === null || active === document.body || active.localName === 'main'
    if (route.view === 'due' && isFree) focusInDue(task)
    const isBeingDeleted = underWay.value.some((one) => one.place === 'gone' && one.task.id === task.id)
    const isGone = isBeingDeleted || whyGone(task.id) !== undefined
    const wish = isGone ? next : { taskId: task.id, laneId: laneIdOf(task) }
    next = undefined
    if (!isOnBoard || !isFree || !wish) return
    if (active instanceof HTMLElement) active.blur()
    focusWish.value = { ...wish, part: 'link' }
  })
}

/** Focuses the task in the list of what is due, after that view has taken the focus. */
function focusInDue({ id, project_id }: Task): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        focusWhenThere(`main a[href="${hrefs.task(project_id, id)}"]`)
      }),
    ),
  )
}

/** Says on a board that submissions of its forms wait for somebody to look at them. */
function HeldHint({ projectId }: { projectId: string }) {
  const mayHooks = useMay('hooks')
  // the status element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <div role="status" class="held-hint">
      {mayHooks && <Held projectId={projectId} />}
    </div>
  )
}

function Held({ projectId }: { projectId: string }) {
  const { data: forms = [] } = useForms()
  const holding = forms.filter(({ project_id, held_count }) => project_id === projectId && held_count > 0)
  const count = holding.reduce((sum, { held_count }) => sum + held_count, 0)
  const [first, ...others] = holding
  if (!first) return null
  return (
    <p>
      {counted(count, 'form submission')} {count === 1 ? 'is' : 'are'} waiting.{' '}
      <a href={others.length === 0 ? hrefs.form(projectId, first.id) : hrefs.forms(projectId)}>
        Look at {count === 1 ? 'it' : 'them'}
      </a>
    </p>
  )
}
