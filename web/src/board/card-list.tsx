import { defaultRangeExtractor, type Range } from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useBoard } from './board-context.ts'
import { Card } from './card.tsx'
import { isDraft } from './draft-task.ts'
import type { ColumnViews } from './drag/columns.ts'
import { amongAll, indexAt } from './drag/place.ts'
import { drag } from './drag/state.ts'
import { useGrantFocus } from './drag/use-grant-focus.ts'
import { choose, keepShown, selection } from './select/state.ts'
import type { Lane } from './use-lanes.ts'
import { useVirtual } from './use-virtual.ts'

interface CardListProps {
  lane: Lane
  element: { readonly current: HTMLElement | null }
  tasks: Task[]
  hasMore: boolean
  fetchMore: () => void
}

/** The next page is fetched when the view is within this many cards of the last fetched one. */
const margin = 30
const gap = 8

/** The cards of a column. Only those in view are in the DOM. */
export function CardList({ lane, element, tasks, hasMore, fetchMore }: CardListProps) {
  const { views, follow, mayWrite } = useBoard()
  const { isOn: isSelecting, ids: selected } = selection.use()
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef<string | undefined>(undefined)
  const state = drag.use()
  const indexOf = (taskId: string | undefined) => tasks.findIndex(({ id }) => id === taskId)
  const virtual = useVirtual({
    count: tasks.length,
    gap,
    overscan: 6,
    getScrollElement: () => list.current,
    estimateSize: () => 74, // a one-line label; every wrong guess is corrected while scrolling, which slows it down
    getItemKey: (index) => tasks[index]?.id ?? index,
    // a lifted or focused card stays in the DOM: removing it would end the drag or lose the focus
    rangeExtractor: (range) => withKept(range, [indexOf(focused.current), indexOf(state?.task.id)]),
  })

  useLayoutEffect(() => {
    if (!element.current || !list.current) return
    views.set(lane.id, {
      ...{ laneId: lane.id, label: lane.label, element: element.current, list: list.current, tasks, hasMore },
      indexAt: (y) => {
        // read from the element: the virtualizer learns of a scroll later than the drag does
        const { scrollTop = 0 } = list.current ?? {}
        const top = list.current?.getBoundingClientRect().top ?? 0
        return indexAt(virtual.measurementsCache, y - top + scrollTop)
      },
      reveal: (index) => {
        element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        if (tasks.length > 0) virtual.scrollToIndex(Math.min(index, tasks.length - 1))
      },
    })
    follow()
    keepShown(views)
  })
  useEffect(() => () => void views.delete(lane.id), [views, lane.id])

  const items = virtual.getVirtualItems()
  const end = virtual.range?.endIndex ?? -1
  useEffect(() => {
    if (end >= tasks.length - margin) fetchMore()
  })
  const show = (index: number) => {
    virtual.scrollToIndex(index)
  }
  useGrantFocus({ laneId: lane.id, list, tasks, fetchMore, show })

  // a new card is at the end, which may be out of view
  const newest = tasks.at(-1)
  const newId = newest && isDraft(newest) ? newest.id : undefined
  useEffect(() => {
    if (newId !== undefined) virtual.scrollToIndex(tasks.length - 1)
  }, [newId])

  const own = indexOf(state?.task.id)
  const to = state?.to?.laneId === lane.id ? amongAll(state.to.index, own) : undefined
  // no line where a drop would change nothing
  const line = to !== undefined && to !== own && to !== own + 1 ? to : own === -1 ? to : undefined
  return (
    <div
      ref={list}
      class="cards"
      role="list"
      onFocusIn={(event) => {
        focused.current = event.target instanceof Element ? (cardId(event.target) ?? undefined) : undefined
      }}
      onKeyDown={(event) => {
        if (mayWrite && !state) pressKey(event, views)
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget !== null) focused.current = undefined
      }}
    >
      <div class="cards-sizer" style={{ height: `${virtual.getTotalSize()}px` }}>
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
              style={{ transform: `translateY(${start}px)` }}
            >
              <Card
                task={task}
                isLifted={state?.task.id === task.id}
                isSelecting={isSelecting}
                isSelected={selected.has(task.id)}
              />
            </div>
          )
        })}
        {line !== undefined && (
          <div class="drop-line" style={{ transform: `translateY(${lineOffset(virtual, line)}px)` }}>
            {state?.isByKeyboard && <span>{state.task.label}</span>}
          </div>
        )}
      </div>
    </div>
  )
}

const cardId = (element: Element) => element.closest('[data-card]')?.getAttribute('data-card')

/** X selects the focused card, with Shift all cards up to it. Enter on its box goes to the actions. */
function pressKey(event: KeyboardEvent, views: ColumnViews): void {
  const { key, target, shiftKey } = event
  if (!(target instanceof HTMLElement) || target.matches('select')) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const id = cardId(target)
  if (key.toLowerCase() === 'x' && id !== undefined && id !== null) {
    // the handle is not there while cards are selected
    if (target.matches('.handle')) target.closest('.card')?.querySelector<HTMLElement>('a')?.focus()
    choose(views, id, shiftKey)
  } else if (key === 'Enter' && target.matches('.card-check')) {
    document.querySelector<HTMLElement>('.select-bar button')?.focus()
  } else return
  event.preventDefault()
}

function withKept(range: Range, kept: number[]): number[] {
  const indexes = new Set(defaultRangeExtractor(range))
  for (const index of kept) if (index >= 0 && index < range.count) indexes.add(index)
  return [...indexes].sort((one, other) => one - other)
}

/** The middle of the gap before a card. */
function lineOffset({ measurementsCache }: ReturnType<typeof useVirtual>, index: number): number {
  const next = measurementsCache[index]
  if (next) return next.start - gap / 2
  return (measurementsCache.at(-1)?.end ?? 0) + gap / 2
}
