import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Field, Project, Task } from '../../../../client/src/index.ts'
import { useMay } from '../../data/api.ts'
import { anyLane } from '../../data/columns.ts'
import { useFields } from '../../data/queries.ts'
import { isDraft } from '../../data/writes.ts'
import { useTaskChange } from '../../task/use-change.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { hrefs } from '../../ui/route.ts'
import { Failure, failureText, Loading } from '../../ui/states.tsx'
import { TasksContext, type TaskParts } from '../board-context.ts'
import { BoardHeader } from '../board-header.tsx'
import { useAddKey, useCardKeys, useFilterActions } from '../board-shortcuts.ts'
import { clickCard, openContextMenu, pressKey } from '../card-events.ts'
import { useGrantFocus, useKeptFocus } from '../card-focus.ts'
import { CardMenu } from '../card-menu.tsx'
import { useBoardWrites } from '../card-writes.ts'
import type { TasksView } from '../drag/columns.ts'
import { type Filter, isNarrowed, queryOf, useFilter } from '../filter.ts'
import { FilterState } from '../matches.tsx'
import { QuickAdd } from '../quick-add.tsx'
import { SelectAll, SelectBar } from '../select/select-bar.tsx'
import { keepShown, selection } from '../select/selection.ts'
import { loose } from '../use-lanes.ts'
import { useVirtual, withKept } from '../use-virtual.ts'
import type { EditTask } from './cell.tsx'
import { columnsOf, gridOf, type ListColumn, nextSort, sorted, sortOf } from './columns.ts'
import { useCellFocus, useCellKeys, useCursor } from './cursor.ts'
import { Row } from './row.tsx'
import { useTasks } from './use-tasks.ts'
import { useValue } from '../../data/use-value.ts'
import '../../style/fields.css'
import '../../style/list.css'

const rowHeight = 44

interface ListProps {
  project: Project
  /** The filter in the address; undefined while a task is open. */
  query: string | undefined
}

/** The tasks of a project as a table that sorts by any column. A press on a cell edits it. */
export function List({ project, query }: ListProps) {
  const { filter, change, clear } = useFilter(project.id, query, 'list')
  const fields = useFields()
  const list = useTasks(project.id, filter)
  const columns = useMemo(() => columnsOf(project, fields, list.tasks), [project, fields, list.tasks])
  const rows = useMemo(() => sorted(list.tasks, columns, filter.sort), [list.tasks, columns, filter.sort])
  const { query: reading } = list
  const parts = useParts(project.id, fields)
  useAddKey()
  useFilterActions(filter, change)
  useCardKeys(parts)
  const lanes = [loose, ...project.workflow_lanes]
  return (
    <TasksContext.Provider value={parts}>
      <div class="list-view">
        <BoardHeader project={project} filter={filter} onFilter={change} />
        <FilterState
          class="list-state"
          text={statusText(rows.length, project, list.isWhole, filter)}
          filter={filter}
          onFilter={change}
          onClear={clear}
        />
        {reading.isError && (
          <Failure
            text={failureText(reading.error)}
            onRetry={() => void (reading.data ? reading.fetchNextPage() : reading.refetch())}
          />
        )}
        {reading.data ? (
          <Table
            project={project}
            columns={columns}
            rows={rows}
            isWhole={list.isWhole}
            parts={parts}
            order={queryOf(filter)}
            sort={filter.sort}
            onSort={(sort) => {
              change({ ...filter, sort })
            }}
          />
        ) : (
          !reading.isError && <Loading />
        )}
        {parts.mayWrite && reading.data && (
          <QuickAdd lane={{ ...loose, label: 'the list' }} filter={filter} hasMore={!list.isWhole} />
        )}
        <SelectBar lanes={lanes} />
        <CardMenu lanes={lanes} />
      </div>
    </TasksContext.Provider>
  )
}

interface ListParts extends TaskParts {
  views: Map<string, TasksView>
}

/** The parts that the rows share with the cards of a board: their writes, and the selection. */
function useParts(projectId: string, fields: readonly Field[]): ListParts {
  const mayWrite = useMay('write')
  const writes = useBoardWrites(projectId)
  return useMemo(
    () => ({
      ...writes,
      ...{ projectId, mayWrite, fields, views: new Map(), isInLane: false },
      hrefOf: (taskId: string) => hrefs.listTask(projectId, taskId),
    }),
    [projectId, mayWrite, fields, writes],
  )
}

function statusText(count: number, { task_count }: Project, isWhole: boolean, filter: Filter): string {
  if (!isWhole) return `${formatCount(count)} of ${counted(task_count, 'task')} read…`
  return isNarrowed(filter) ? `${counted(count, 'task')} found` : counted(count, 'task')
}

interface TableProps {
  project: Project
  columns: readonly ListColumn[]
  rows: readonly Task[]
  /** Whether the rows are all that there are. */
  isWhole: boolean
  parts: ListParts
  /** What says which tasks there are and in which order: with another one, the table begins at its top again. */
  order: string
  sort: string
  onSort: (sort: string) => void
}

/** The table. Only the rows in view are in the document. https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */
function Table({ project, columns, rows, isWhole, parts, order, sort, onSort }: TableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const cursor = useCursor(rows)
  const { editing } = cursor
  const change = useTaskChange()
  const { mayWrite } = parts
  const virtual = useVirtual({
    count: rows.length,
    overscan: 8,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    // a row that is edited, or has the focus, stays in the document
    rangeExtractor: (range) =>
      withKept(range, [rows.findIndex(({ id }) => id === (editing ?? cursor.active)?.taskId)]),
  })
  const show = (index: number) => {
    virtual.scrollToIndex(index)
  }
  const { isOn: isSelecting, ids: selected } = useValue(selection)
  useListed(parts, frame, rows, isWhole)
  const { focused, onFocusIn, onFocusOut } = useKeptFocus(parts.views, anyLane, rows)
  useGrantFocus({ laneId: anyLane, list: frame, tasks: rows, fetchMore, show })
  useTop(frame, order)
  // shows a new task, wherever the order puts it
  const draftIndex = rows.findLastIndex(isDraft)
  const draftId = rows[draftIndex]?.id
  useEffect(() => {
    if (draftId !== undefined) show(draftIndex)
  }, [draftId])
  useCellFocus(frame, cursor, focused)
  const edit: EditTask = (task, changes, done) => {
    void change(task, changes, done)
  }
  const pressCell = useCellKeys({
    ...{ rows, columns, cursor, mayWrite, isSelecting, isSelected: selected.size > 0, onEdit: edit, show },
  })
  return (
    <div
      ref={frame}
      class="list-frame"
      role="grid"
      aria-label={`Tasks of ${project.label}`}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      style={gridOf(columns)}
      aria-multiselectable={isSelecting}
      onClick={(event) => {
        clickCard(parts, event)
      }}
      onContextMenu={(event) => {
        if (!editing) openContextMenu(parts, event)
      }}
      onFocusIn={onFocusIn}
      onFocusOut={onFocusOut}
      onKeyDown={(event) => {
        pressCell(event)
        if (!editing) pressKey(parts, event)
      }}
    >
      <Head columns={columns} rows={rows} isWhole={isWhole} sort={sort} onSort={onSort} />
      <div
        class="list-rows"
        role="presentation"
        data-keeps-focus
        style={{ height: `${virtual.getTotalSize()}px` }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const task = rows[index]
          if (!task) return null
          const of = { project, task, columns, index, start, cursor, mayWrite, isSelecting }
          return <Row key={key} {...of} isSelected={selected.has(task.id)} onEdit={edit} />
        })}
      </div>
      {rows.length === 0 && <p class="list-empty">No task is shown.</p>}
    </div>
  )
}

type HeadProps = Pick<TableProps, 'columns' | 'rows' | 'isWhole' | 'sort' | 'onSort'>

/** The names of the columns, each of which sorts by it. */
function Head({ columns, rows, isWhole, sort, onSort }: HeadProps) {
  const { id: sortId, isDown } = sortOf(sort)
  return (
    <div role="row" class="list-row list-head" aria-rowindex={1}>
      {columns.map(({ id, name }) => (
        <div
          key={id}
          role="columnheader"
          aria-sort={id === sortId ? (isDown ? 'descending' : 'ascending') : 'none'}
        >
          {id === 'label' && (
            <SelectAll lane={{ id: anyLane, label: 'the list' }} tasks={rows} hasMore={!isWhole} />
          )}
          <button
            type="button"
            dir="auto"
            title={`Sort by ${name}`}
            onClick={() => {
              onSort(nextSort(sort, id))
            }}
          >
            {name} <span aria-hidden="true">{id === sortId ? (isDown ? '↓' : '↑') : ''}</span>
          </button>
        </div>
      ))}
    </div>
  )
}

/** Scrolls to the top when the order changes: the row that was in view is somewhere else. */
function useTop(frame: { readonly current: HTMLElement | null }, order: string): void {
  const last = useRef(order)
  useLayoutEffect(() => {
    if (last.current === order) return
    last.current = order
    frame.current?.scrollTo({ top: 0 })
  }, [frame, order])
}

/** The list fetches its pages by itself. */
const fetchMore = () => undefined

/** Makes the rows known to what selects tasks, and unselects those that are no longer shown. */
function useListed(
  { views }: ListParts,
  frame: { readonly current: HTMLElement | null },
  rows: readonly Task[],
  isWhole: boolean,
): void {
  useLayoutEffect(() => {
    if (!frame.current) return
    const view = { laneId: anyLane, element: frame.current, tasks: rows, hasMore: !isWhole, fetchMore }
    views.set(anyLane, view)
    keepShown(views)
  }, [views, frame, rows, isWhole])
}
