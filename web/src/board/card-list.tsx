import type { VirtualItem } from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { isDraft } from '../data/writes.ts'
import { useBoard } from './board-context.ts'
import { clickCard, menuTaskId, openContextMenu, pressKey } from './card-events.ts'
import { useGrantFocus, useKeptFocus } from './card-focus.ts'
import { cardHeight } from './card-height.ts'
import { Card } from './card.tsx'
import { densityNow, gaps } from './density.ts'
import { gapIndex } from './drag/columns.ts'
import { gapAt, indexAt } from './drag/place.ts'
import { drag, heldTask, liftedTasks } from './drag/state.ts'
import { liftedText } from './drag/words.ts'
import { memoryOf } from './memory.ts'
import { useTurn } from '../ui/use-turn.ts'
import { keepShown, selection } from './select/selection.ts'
import type { Lane } from './use-lanes.ts'
import { useVirtual, withKept } from './use-virtual.ts'
import { useComputed, useValue } from '../data/use-value.ts'

interface CardListProps {
  lane: Lane
  element: { readonly current: HTMLElement | null }
  tasks: Task[]
  hasMore: boolean
  fetchMore: () => void
  /** The place of the lane among the others, from 0. */
  index: number
}

/** A column with more cards draws them in a task of its own. */
const fewCards = 20

/** The next page is fetched when the view is within this many cards of the last fetched one. */
const margin = 30

/** The cards of a column. Only those in view are in the DOM. */
export function CardList({ index, ...props }: CardListProps) {
  const { lane, tasks, hasMore } = props
  const board = useBoard()
  const { views, dragging } = board
  const { isOn: isSelecting, ids: selected } = useValue(selection)
  const list = useRef<HTMLDivElement>(null)
  const { focused, onFocusIn, onFocusOut } = useKeptFocus(views, lane.id, tasks)
  const dragged = useValue(heldTask)
  const menuTask = useValue(menuTaskId)
  const column = { ...props, list }
  const { virtual, items } = useCardsInView(column, index, focused, dragged)
  useColumnView(column, virtual)
  const { room, state, isGap, isLifted } = useRoom(column, virtual)
  return (
    <div
      ref={list}
      class="cards"
      role="list"
      data-keeps-focus
      onClick={(event) => {
        clickCard(board, event)
      }}
      onContextMenu={(event) => {
        openContextMenu(board, event)
      }}
      onPointerOver={({ target }) => {
        dragging.arm(target)
      }}
      onFocusIn={(event) => {
        dragging.arm(event.target)
        onFocusIn(event)
      }}
      onFocusOut={onFocusOut}
      onKeyDown={(event) => {
        pressKey(board, event)
      }}
    >
      <div
        class={dragged ? 'cards-sizer is-aiming' : 'cards-sizer'}
        style={{ height: `${virtual.getTotalSize() + (room?.extra ?? 0)}px` }}
      >
        {items.map(({ index, start, key }) => {
          const task = tasks[index]
          if (!task) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              class="card-slot"
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : tasks.length}
              data-index={index}
              data-card={task.id}
              style={{ transform: `translateY(${start + (room?.shiftOf(index) ?? 0)}px)` }}
            >
              <Card
                task={task}
                isLifted={isLifted(task)}
                isSelecting={isSelecting}
                isSelected={selected.has(task.id)}
                isMenuOpen={menuTask === task.id}
              />
            </div>
          )
        })}
        {state && room && isGap && (
          <div
            class="drop-gap"
            style={{ height: `${state.height}px`, transform: `translateY(${room.start}px)` }}
          >
            {state.isByKeyboard && <span dir="auto">{liftedText(state)}</span>}
          </div>
        )}
      </div>
    </div>
  )
}

type Virtual = ReturnType<typeof useVirtual>

interface Column extends Omit<CardListProps, 'index'> {
  /** The element that scrolls. */
  list: { readonly current: HTMLElement | null }
}

/**
 * Which cards of a column are in view, as a hook. How far it is scrolled is kept when it gets another place among the columns,
 * and for the next visit of the board.
 */
function useCardsInView(
  { lane, list, tasks, hasMore, fetchMore }: Column,
  index: number,
  focused: { readonly current: string | undefined },
  dragged: Task | undefined,
): { virtual: Virtual; items: VirtualItem[] } {
  const { projectId, fields } = useBoard()
  const { places } = memoryOf(projectId)
  const density = useValue(densityNow)
  const placed = places.get(lane.id)
  const isDue = useTurn(tasks.length > fewCards)
  const indexOf = (taskId: string | undefined) => tasks.findIndex(({ id }) => id === taskId)
  const virtual = useVirtual({
    // sizes of another density say nothing
    ...(placed?.density === density ? placed.place : {}),
    count: tasks.length,
    gap: gaps[density],
    // while one is dragged, lists scroll by script: nothing shows before it is drawn
    overscan: dragged ? 1 : 6,
    getScrollElement: () => list.current,
    estimateSize: (at) => cardHeight(tasks[at], fields, density),
    getItemKey: (at) => tasks[at]?.id ?? at,
    // a lifted or focused card stays in the DOM: removing it would end the drag or lose the focus
    rangeExtractor: (range) => withKept(range, [focused.current, dragged?.id].map(indexOf)),
  })
  // moving a list in the document scrolls it to its top, without an event
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = virtual.scrollOffset ?? 0
  }, [index, virtual])
  useLayoutEffect(
    () => () => {
      // the last known offset: the list itself may have lost its height by now
      const initialOffset = virtual.scrollOffset ?? 0
      const place = { initialOffset, initialMeasurementsCache: virtual.takeSnapshot() }
      places.set(lane.id, { density, place })
    },
    [places, lane.id, virtual, density],
  )
  // asked for before anything reads the range or the measures
  const items = isDue ? virtual.getVirtualItems() : []
  const end = virtual.range?.endIndex ?? -1
  useEffect(() => {
    if (end >= tasks.length - margin) fetchMore()
  })
  // shows a new card, which is at the end; if the end is not fetched yet, the view stays
  const newest = tasks.at(-1)
  const newId = newest && isDraft(newest) ? newest.id : undefined
  useEffect(() => {
    if (newId !== undefined && !hasMore) virtual.scrollToIndex(tasks.length - 1)
  }, [newId])
  return { virtual, items }
}

/** Makes a column known to what drags and selects its cards, and focuses the one that should have the focus, as a hook. */
function useColumnView({ lane, element, list, tasks, hasMore, fetchMore }: Column, virtual: Virtual): void {
  const { views, follow } = useBoard()
  useLayoutEffect(() => {
    if (!element.current || !list.current) return
    views.set(lane.id, {
      ...{ laneId: lane.id, label: lane.label, element: element.current, list: list.current },
      ...{ tasks, hasMore, fetchMore },
      indexAt: (y) => {
        // read from the element: the virtualizer learns of a scroll later than the drag does
        const { scrollTop = 0 } = list.current ?? {}
        const top = list.current?.getBoundingClientRect().top ?? 0
        return indexAt(virtual.measurementsCache, y - top + scrollTop)
      },
    })
    follow()
    keepShown(views)
  })
  useEffect(() => () => void views.delete(lane.id), [views, lane.id])
  const show = (index: number) => {
    virtual.scrollToIndex(index)
  }
  useGrantFocus({ laneId: lane.id, list, tasks, fetchMore, show })
}

/** The room that the cards of a column make for one that is dragged over it, as a hook. */
function useRoom({ lane, list, tasks }: Column, virtual: Virtual) {
  const lifted = useValue(liftedTasks)
  // a step of a drag concerns only the column that it is over
  const state = useComputed(() => (drag.value?.to?.laneId === lane.id ? drag.value : undefined), [lane.id])
  const own = tasks.findIndex(({ id }) => id === state?.task.id)
  const to = state?.to && gapIndex(tasks, state, state.to.index)
  const room =
    state && to !== undefined
      ? gapAt(virtual.measurementsCache, { own, to, height: state.height }, virtual.options.gap)
      : undefined
  useLayoutEffect(() => {
    // with a pointer, the place is already in view
    if (!state?.isByKeyboard || to === undefined) return
    const target = own === -1 ? '.drop-gap' : `[data-card="${state.task.id}"]`
    list.current?.querySelector(target)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [state?.isByKeyboard, to, room?.start])
  const isLifted = (task: Task) => lifted?.some(({ id }) => id === task.id) === true
  return { room, state, isGap: own === -1, isLifted }
}
