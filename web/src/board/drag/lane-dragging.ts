import { signal } from '@preact/signals-core'
import { DragDropManager } from '@dnd-kit/dom'
import { type Direction, sensorsOf } from '../../ui/drag-sensors.ts'
import { focusSoon } from '../../ui/focus.ts'
import { edgeShare } from './edge-scroll.ts'
import { announcement, type Point } from './state.ts'
import { swallowClick } from './swallow-click.ts'
import type { Lane } from '../use-lanes.ts'

/** A lane being dragged. */
interface LaneDrag {
  lane: Lane
  /** Where a drop would put it: its index among the other lanes. */
  index: number
  isByKeyboard: boolean
}

/** The lane being dragged, if any. */
export const laneDrag = signal<LaneDrag | undefined>(undefined)

/** The pointer that drags it, in pixels of the window. It changes far more often than the target. */
export const lanePoint = signal<Point>({ x: 0, y: 0 })

/** The element of a lane's column. */
export const columnOf = (laneId: string): HTMLElement | null =>
  document.querySelector(`.board > [data-lane="${laneId}"]`)

const steps: Partial<Record<Direction, number>> = { left: -1, right: 1, top: -Infinity, end: Infinity }
const scrollPerFrame = 18

/**
 * Dragging of lanes by their headers, with mouse, touch and keyboard.
 * @param lanes the lanes from left to right
 * @param onDrop called once when a lane was dropped in another place: its index among the other lanes
 */
export function openLaneDragging(
  lanes: () => readonly Lane[],
  onDrop: (lane: Lane, index: number) => void,
): DragDropManager {
  const others = ({ lane }: LaneDrag) => lanes().filter(({ id }) => id !== lane.id)
  const placeText = (state: LaneDrag) => `${state.index + 1} of ${lanes().length}`

  const onStep = (direction: Direction) => {
    const state = laneDrag.value
    const by = steps[direction]
    if (!state || by === undefined) return
    const rest = others(state)
    const next = { ...state, index: Math.min(Math.max(state.index + by, 0), rest.length) }
    laneDrag.value = next
    announcement.value = `“${state.lane.label}”: ${placeText(next)}.`
    const beside = rest[Math.min(next.index, rest.length - 1)]
    if (beside) columnOf(beside.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const manager = new DragDropManager({ sensors: sensorsOf(onStep), plugins: [] })
  const root = document.documentElement.classList
  let frame = 0

  /** The place at the pointer: behind all other lanes whose middle is on its left. */
  const aim = (point: Point) => {
    lanePoint.value = point
    const state = laneDrag.value
    if (!state || state.isByKeyboard) return
    const index = others(state).filter(({ id }) => {
      const { left = 0, width = 0 } = columnOf(id)?.getBoundingClientRect() ?? {}
      return left + width / 2 < point.x
    }).length
    if (index !== state.index) laneDrag.value = { ...state, index }
  }
  const scroll = () => {
    const state = laneDrag.value
    const board = state && columnOf(state.lane.id)?.parentElement
    if (!board) return
    const { left, right } = board.getBoundingClientRect()
    const share = edgeShare(lanePoint.value.x, left, right)
    if (share !== 0) {
      board.scrollBy(share * scrollPerFrame, 0)
      aim(lanePoint.value)
    }
    frame = requestAnimationFrame(scroll)
  }

  manager.monitor.addEventListener('dragstart', ({ operation }) => {
    const { source, activatorEvent, position } = operation
    const index = lanes().findIndex(({ id }) => id === source?.id)
    const lane = lanes()[index]
    if (!lane) return
    const isByKeyboard = activatorEvent instanceof KeyboardEvent
    const state = { lane, index, isByKeyboard }
    laneDrag.value = state
    if (isByKeyboard) announcement.value = `Lifted the lane “${lane.label}”: ${placeText(state)}.`
    else frame = requestAnimationFrame(scroll)
    root.toggle('is-dragging', !isByKeyboard)
    aim(position.current)
  })

  manager.monitor.addEventListener('dragmove', ({ to }) => {
    if (to) aim(to)
  })

  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    const state = laneDrag.value
    cancelAnimationFrame(frame)
    root.remove('is-dragging')
    laneDrag.value = undefined
    if (!state) return
    const { lane, index, isByKeyboard } = state
    if (!isByKeyboard) swallowClick()
    const isThere = lanes()[index]?.id === lane.id
    if (canceled || isThere) announcement.value = `The lane “${lane.label}” is where it was.`
    else {
      announcement.value = `Dropped the lane “${lane.label}”: ${placeText(state)}.`
      onDrop(lane, index)
    }
    if (isByKeyboard) focusSoon(() => columnOf(lane.id)?.querySelector<HTMLElement>('.lane-handle'))
  })
  return manager
}
