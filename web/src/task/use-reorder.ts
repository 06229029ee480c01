import { DragDropManager } from '@dnd-kit/dom'
import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../ui/announce.ts'
import { type Direction, sensorsOf } from '../ui/drag-sensors.ts'

/** A row that is being moved. */
interface Lift {
  id: string
  from: number
  /** The index that a drop would give it. */
  to: number
  /** How far the pointer has carried it, in pixels; undefined when the keyboard moves it. */
  by: number | undefined
  /** Its height, in pixels. */
  height: number
}

interface Row {
  id: string
  label: string
}

/** The list, as it is now. */
interface List {
  rows: readonly Row[]
  onDrop: (id: string, to: number, isByKey: boolean) => void
  onLift: (lift: Lift | undefined) => void
}

const steps: Partial<Record<Direction, number>> = { up: -1, down: 1, top: -Infinity, end: Infinity }

/** How near to an edge a pointer scrolls, and how far in a frame, in pixels. */
const zone = 56
const scrollPerFrame = 10

/** Dragging of the rows of one list by their handles, as on a board. */
function openReordering(list: () => List) {
  let lift: Lift | undefined
  const set = (next: Lift | undefined) => {
    lift = next
    list().onLift(next)
  }
  const place = (to: number) => `${to + 1} of ${list().rows.length}`
  const manager = new DragDropManager({
    sensors: sensorsOf((direction) => {
      const by = steps[direction]
      if (!lift || by === undefined) return
      const to = Math.min(Math.max(lift.to + by, 0), list().rows.length - 1)
      set({ ...lift, to })
      announce(place(to))
    }, true),
    plugins: [],
  })
  const pointer = openPointer((to, by) => {
    if (lift) set({ ...lift, to, by })
  })

  manager.monitor.addEventListener('dragstart', ({ operation }) => {
    const { source, activatorEvent, position } = operation
    const from = list().rows.findIndex(({ id }) => id === source?.id)
    const row = list().rows[from]
    if (!row || !source?.element) return
    const isByKey = activatorEvent instanceof KeyboardEvent
    const { height } = source.element.getBoundingClientRect()
    set({ id: row.id, from, to: from, by: isByKey ? undefined : 0, height })
    if (!isByKey) pointer.press(source.element, position.initial.y)
    else
      announce(
        `Lifted “${row.label}”: ${place(from)}. The arrow keys move it. Space drops it, Escape puts it back.`,
      )
  })
  manager.monitor.addEventListener('dragmove', ({ to }) => {
    if (to) pointer.move(to.y)
  })
  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    pointer.release()
    const { id, from, to, by } = lift ?? { from: 0, to: 0 }
    set(undefined)
    const row = list().rows.find((one) => one.id === id)
    if (!row) return // it was deleted by someone else meanwhile
    if (canceled || to === from) announce(`“${row.label}” is back where it was.`)
    else {
      announce(`Dropped “${row.label}”: ${place(to)}.`)
      list().onDrop(row.id, to, by === undefined)
    }
  })
  return manager
}

/**
 * Follows the pointer that drags a row, and scrolls the dialog around it while the pointer is near its upper or lower edge.
 * @param onAim is given the index that a drop would give the row, and how far the row has been carried, in pixels
 */
function openPointer(onAim: (to: number, by: number) => void) {
  let frame = 0
  let y = 0
  let aim: (() => void) | undefined
  return {
    press: (row: Element, from: number) => {
      const others = [...(row.parentElement?.children ?? [])].filter((other) => other !== row)
      const middles = others.map(middleOf)
      const own = middleOf(row)
      const area = row.closest('dialog') ?? document.documentElement
      const start = area.scrollTop
      y = from
      aim = () => {
        const by = y - from + area.scrollTop - start
        onAim(middles.filter((middle) => middle < own + by).length, by)
      }
      const scroll = () => {
        const { top, bottom } = area.getBoundingClientRect()
        const before = area.scrollTop
        if (y < top + zone) area.scrollTop -= scrollPerFrame
        else if (y > bottom - zone) area.scrollTop += scrollPerFrame
        if (area.scrollTop !== before) aim?.()
        frame = requestAnimationFrame(scroll)
      }
      frame = requestAnimationFrame(scroll)
    },
    move: (to: number) => {
      y = to
      aim?.()
    },
    release: () => {
      cancelAnimationFrame(frame)
      aim = undefined
    },
  }
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}

/**
 * Moves the rows of a list by their handles: with the mouse, a finger, or the keyboard (Space lifts and drops, the arrows
 * move, Escape puts back). The order changes with the drop; until then rows are only shown elsewhere.
 */
export function useReorder(rows: readonly Row[], onDrop: List['onDrop']) {
  const [lift, setLift] = useState<Lift>()
  const list = useRef<List>({ rows, onDrop, onLift: setLift })
  list.current = { rows, onDrop, onLift: setLift }
  const [manager] = useState(() => openReordering(() => list.current))
  const putBack = () => {
    manager.actions.stop({ canceled: true })
  }
  useEffect(
    () => () => {
      manager.destroy()
    },
    [manager],
  )
  // the row may be deleted by someone else while it is lifted
  const isThere = lift === undefined || rows.some(({ id }) => id === lift.id)
  useEffect(() => {
    if (!isThere) putBack()
  }, [isThere])
  return {
    manager,
    lifted: lift?.id,
    /** How far a row is shown from its place, in pixels. */
    shiftOf: (index: number): number => {
      if (!lift) return 0
      const { from, to, by, height } = lift
      if (index === from) return by ?? (to - from) * height
      if (index > from && index <= to) return -height
      return index < from && index >= to ? height : 0
    },
    /** To be called when a handle loses the focus. */
    leave: () => {
      if (lift?.by === undefined && lift) putBack()
    },
  }
}
