import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../ui/announce.ts'

/** A row that is being moved. */
interface Lift {
  id: string
  from: number
  /** The index that a drop would give it. */
  to: number
  /** How far the pointer has carried it, in pixels; undefined when the keyboard moves it. */
  by: number | undefined
  /** Its height with the gap below it, in pixels. */
  height: number
}

interface Row {
  id: string
  label: string
}

/** A pointer that moves less than this, in pixels, is a click. */
const clickSlack = 4

/**
 * Moves the rows of a list by their handles: with the mouse, a finger, or the keyboard (Space lifts and drops, the arrows
 * move, Escape puts back). The order changes with the drop; until then rows are only shown elsewhere.
 */
export function useReorder(rows: readonly Row[], onDrop: (id: string, to: number, isByKey: boolean) => void) {
  const [lift, setLift] = useState<Lift>()
  const now = useRef(lift)
  now.current = lift
  const set = (next: Lift | undefined) => {
    now.current = next
    setLift(next)
  }
  const labelOf = (id: string) => rows.find((row) => row.id === id)?.label ?? ''
  const place = (to: number) => `${to + 1} of ${rows.length}`

  const end = (isDropped: boolean) => {
    const { current } = now
    set(undefined)
    if (!current) return
    const label = `“${labelOf(current.id)}”`
    if (!isDropped || current.to === current.from) announce(`${label} is back where it was.`)
    else {
      announce(`Dropped ${label}: ${place(current.to)}.`)
      onDrop(current.id, current.to, current.by === undefined)
    }
  }

  // the row may be deleted by someone else while it is lifted
  const isThere = lift === undefined || rows.some(({ id }) => id === lift.id)
  useEffect(() => {
    if (!isThere) set(undefined)
  }, [isThere])

  const press = (event: PointerEvent, id: string) => {
    const handle = event.currentTarget
    if (event.button !== 0 || !(handle instanceof HTMLElement)) return
    const list = handle.closest('ul')
    const boxes = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
    const from = rows.findIndex((row) => row.id === id)
    const box = boxes[from]
    if (!list || !box) return
    const listening = new AbortController()
    const scroll = edgeScroll(list)
    let y = event.clientY
    const track = () => {
      const by = y - event.clientY + scroll.travelled()
      if (!now.current && Math.abs(by) < clickSlack) return
      const middle = box.top + box.height / 2 + by
      const to = boxes.filter(
        (other, index) => index !== from && other.top + other.height / 2 < middle,
      ).length
      set({ id, from, to, by, height: box.height })
    }
    const stop = (isDropped: boolean) => {
      listening.abort()
      scroll.stop()
      if (now.current) end(isDropped)
    }
    const options = { signal: listening.signal, capture: true }
    handle.setPointerCapture(event.pointerId)
    const move = (moved: PointerEvent) => {
      y = moved.clientY
      scroll.towards(y, track)
      track()
    }
    handle.addEventListener('pointermove', move, options)
    for (const type of ['pointerup', 'pointercancel'] as const) {
      handle.addEventListener(
        type,
        () => {
          stop(type === 'pointerup')
        },
        options,
      )
    }
    addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return
        key.preventDefault()
        key.stopPropagation()
        stop(false)
      },
      options,
    )
  }

  const pressKey = (event: KeyboardEvent, id: string) => {
    const { current } = now
    const from = rows.findIndex((row) => row.id === id)
    const isToggle = event.key === ' ' || event.key === 'Enter'
    if (!current && !isToggle) return
    const last = rows.length - 1
    const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -last, End: last }
    const step = steps[event.key]
    if (!current) {
      const height = event.currentTarget instanceof Element ? heightOf(event.currentTarget) : 0
      set({ id, from, to: from, by: undefined, height })
      announce(
        `Lifted “${labelOf(id)}”: ${place(from)}. The arrow keys move it. Space drops it, Escape puts it back.`,
      )
    } else if (isToggle) end(true)
    else if (event.key === 'Escape') end(false)
    else if (step !== undefined) {
      const to = Math.min(Math.max(current.to + step, 0), last)
      set({ ...current, to })
      announce(place(to))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    lifted: lift?.id,
    /** How far a row is shown from its place, in pixels. */
    shiftOf: (index: number): number => {
      if (!lift) return 0
      const { from, to, by, height } = lift
      if (index === from) return by ?? (to - from) * height
      if (index > from && index <= to) return -height
      return index < from && index >= to ? height : 0
    },
    press,
    pressKey,
    /** To be called when a handle loses the focus. */
    leave: () => {
      if (now.current?.by === undefined && now.current) end(false)
    },
  }
}

const heightOf = (handle: Element) => handle.closest('li')?.getBoundingClientRect().height ?? 0

/** How near to an edge a pointer scrolls, and how far in a frame, in pixels. */
const zone = 56
const step = 10

/** Scrolls the dialog around an element while the pointer is near its upper or lower edge. */
function edgeScroll(element: Element) {
  const area = element.closest('dialog') ?? document.documentElement
  const start = area.scrollTop
  let frame: number | undefined
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  return {
    stop,
    /** How far it has been scrolled since the beginning, in pixels. */
    travelled: () => area.scrollTop - start,
    /** Follows the pointer; `onScroll` is called after each step. */
    towards: (y: number, onScroll: () => void) => {
      stop()
      const { top, bottom } = area.getBoundingClientRect()
      const way = y < top + zone ? -step : y > bottom - zone ? step : 0
      if (way === 0) return
      const run = () => {
        const before = area.scrollTop
        area.scrollTop += way
        onScroll()
        frame = area.scrollTop === before ? undefined : requestAnimationFrame(run)
      }
      frame = requestAnimationFrame(run)
    },
  }
}
