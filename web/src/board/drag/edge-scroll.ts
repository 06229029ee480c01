import { columnAt, type ColumnViews } from './columns.ts'
import type { Point } from './state.ts'

/** How close a point is to an edge: from 0 (not near) to 1 (at or beyond it); negative for the starting edge. */
export function edgeShare(at: number, start: number, end: number): number {
  const zone = Math.min(120, (end - start) / 4)
  if (zone <= 0) return 0
  const nearness = (distance: number) => Math.min(Math.max(1 - distance / zone, 0), 1)
  return nearness(end - at) - nearness(at - start)
}

/** Scroll speed in pixels per second: slow enough to aim inside the zone, very fast at the edge itself. */
export function edgeSpeed(share: number, heldMs: number): number {
  const closeness = Math.abs(share)
  const rush = Math.min(heldMs / 600, 1) // passing over the edge briefly does not scroll far
  return Math.sign(share) * (1200 * closeness + 24_000 * closeness ** 5 * rush)
}

const boardSpeed = 1200
/** A card lifted near an edge must move this far towards it before anything scrolls, in pixels. */
const intent = 10
/** Frames that take longer count as this long, in milliseconds. */
const longestFrameMs = 150

/** Returns a function that passes on an edge share only if the pointer has moved towards that edge. */
function watchIntent(first: Point) {
  let low = first
  let high = first
  return ({ x, y }: Point) => {
    low = { x: Math.min(low.x, x), y: Math.min(low.y, y) }
    high = { x: Math.max(high.x, x), y: Math.max(high.y, y) }
    const goes = (share: number, at: number, from: number, to: number) =>
      (share > 0 ? at - from : to - at) > intent ? share : 0
    return {
      alongX: (share: number) => goes(share, x, low.x, high.x),
      alongY: (share: number) => goes(share, y, low.y, high.y),
    }
  }
}

/** On a phone, where little more than one lane fits, a finger at the side passes one lane at a time. */
const isPhone = () => matchMedia('(max-width: 640px)').matches
/** How near the side it must be, and how long the board rests at a lane, in milliseconds: first, and then each time. */
const passShare = 0.4
const firstRestMs = 250
const restMs = 900

/** Returns a function that passes a lane of the board, to the side of the edge share, whenever it has rested. */
function passLanes() {
  let restedMs = 0
  let isFirst = true
  return (board: HTMLElement, share: number, ms: number) => {
    if (Math.abs(share) < passShare) {
      restedMs = 0
      isFirst = true
      return
    }
    restedMs += ms
    if (restedMs < (isFirst ? firstRestMs : restMs)) return
    restedMs = 0
    isFirst = false
    const lanes = [...board.querySelectorAll<HTMLElement>(':scope > [data-lane]')]
    const starts = lanes.map(({ offsetLeft }) => offsetLeft - (lanes[0]?.offsetLeft ?? 0))
    const isAhead = (start: number) => (start - board.scrollLeft) * Math.sign(share) > 1
    const left = share > 0 ? starts.find(isAhead) : starts.findLast(isAhead)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (left !== undefined) board.scrollTo({ left, behavior: isStill ? 'auto' : 'smooth' })
  }
}

/**
 * Scrolls the column and the board while the pointer is near their edges, until the returned function is called.
 * dnd-kit's own speed grows only linearly: fast enough for thousands of cards, it would be too fast to aim.
 */
export function scrollAtEdges(columns: ColumnViews, pointNow: () => Point, isByTouch: boolean): () => void {
  const pass = isByTouch && isPhone() ? passLanes() : undefined
  const intended = watchIntent(pointNow())
  let before = performance.now()
  let heldMs = 0
  let last: HTMLElement | undefined
  let reached = 0
  const run = (now: number) => {
    const ms = Math.min(now - before, longestFrameMs)
    before = now
    const point = pointNow()
    const { alongX, alongY } = intended(point)
    const list = columnAt(columns, point)?.list
    const box = list?.getBoundingClientRect()
    const share = box ? alongY(edgeShare(point.y, box.top, box.bottom)) : 0
    const isHeld = share !== 0 && list === last
    heldMs = isHeld ? heldMs + ms : 0
    last = share === 0 ? undefined : list
    if (list && share !== 0) {
      // when a card's height differs from the estimate, the virtual list resets scrollTop from an outdated value
      const furthest = share > 0 ? Math.max : Math.min
      const from = isHeld ? furthest(list.scrollTop, reached) : list.scrollTop
      list.scrollTop = from + (edgeSpeed(share, heldMs) * ms) / 1000
      reached = list.scrollTop
    }

    const board = [...columns.values()][0]?.element.parentElement
    const { left, right } = board?.getBoundingClientRect() ?? { left: 0, right: 0 }
    const sideways = alongX(edgeShare(point.x, left, right))
    if (board && pass) pass(board, sideways, ms)
    else if (sideways !== 0) board?.scrollBy((sideways * boardSpeed * ms) / 1000, 0)
    frame = requestAnimationFrame(run)
  }
  let frame = requestAnimationFrame(run)
  return () => {
    cancelAnimationFrame(frame)
  }
}
