import { QueryClient } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import type { Task } from '../../../client/src/index.ts'
import { keys } from '../../../web/src/data/api.ts'
import { isBefore } from '../../../web/src/data/columns.ts'
import { placesBack } from '../../../web/src/data/moves-back.ts'
import { type Order, orderOf } from '../../../web/src/data/moves.ts'
import { isWhere, noteBack } from '../../../web/src/data/own-writes.ts'

const task = (id: string, position: string, laneId = 'l'): Task => ({
  ...{ id, label: id, status: 0, project_id: 'p', workflow_lane_id: laneId, position },
  ...{ description: null, subtasks: [], created_at: '', updated_at: '' },
})
function cacheOf(...tasks: Task[]) {
  const cache = new QueryClient()
  for (const laneId of ['l', 'm']) {
    const inLane = tasks.filter((one) => one.workflow_lane_id === laneId).toSorted(by)
    cache.setQueryData(keys.column('p', laneId, { statuses: [] }), {
      ...{ pages: [{ tasks: inLane, next_cursor: null }], pageParams: [undefined] },
    })
  }
  return cache
}
const by = (one: Task, other: Task) => (isBefore(one, other) ? -1 : 1)
/** Where tasks go back to: "A after B". */
const ways = (now: Task[], tasks: Task[], order: Order) =>
  placesBack(cacheOf(...now), tasks, order).map(({ task, place }) => {
    if (place.afterTaskId !== undefined) return `${task.id} after ${place.afterTaskId}`
    return `${task.id} ${place.beforeTaskId === undefined ? (place.to ?? '') : `before ${place.beforeTaskId}`}`
  })

const [a, b, c, d] = [task('A', '1'), task('B', '2'), task('C', '3'), task('D', '4')]
const order = [a, b, c, d]

test('a task goes back between its neighbours, whatever positions they have by now', () => {
  expect(ways([a, { ...c, position: '15' }, d], [b], order)).toEqual(['B after A'])
  // others have moved the one before it away, or to the end, or have put something between
  expect(ways([task('A', '1', 'm'), c, d], [b], order)).toEqual(['B after A'])
  expect(ways([{ ...a, position: '9' }, c, d], [b], order)).toEqual(['B before C'])
  expect(ways([a, task('X', '25'), c, d], [b], order)).toEqual(['B after A'])
  expect(ways([a, { ...d, position: '2' }, task('X', '25'), c], [b], order)).toEqual(['B after A'])
  // the first of all stays behind what is new above it
  expect(ways([task('X', '0'), b, c, d], [a], order)).toEqual(['A after X'])
  expect(ways([task('X', '0')], [a], order)).toEqual(['A after X'])
  expect(ways([], [a], order)).toEqual(['A bottom'])
})

test('its own lane counts first', () => {
  const [e, f, g] = [task('E', '11', 'm'), task('F', '12', 'm'), task('G', '13', 'm')]
  const whole = [a, e, f, g, b, c]
  // all of the other lane are above by now
  const moved = [e, f, g].map((one, index) => ({ ...one, position: `0${String(index)}` }))
  expect(ways([...moved, a, c], [b], whole)).toEqual(['B after A'])
})

test('several go back in their order, each to its place', () => {
  expect(ways([a], [d, b, c], order)).toEqual(['D after A', 'C after A', 'B after A'])
  expect(ways([c], [d, b, a], order)).toEqual(['A before C', 'B before C', 'D after C'])
  const shown = placesBack(cacheOf(a), [d, b, c], order).map(({ task, position }) => ({ ...task, position }))
  expect([a, ...shown].toSorted(by).map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D'])
})

test('the order of known tasks counts each once, and those that it is given', () => {
  const cache = cacheOf(b, a, task('Z', '5', 'm'))
  cache.setQueryData(keys.column('p', 'l', { statuses: [], search: 'x' }), {
    ...{ pages: [{ tasks: [a], next_cursor: null }], pageParams: [undefined] },
  })
  expect(orderOf(cache, 'p', [d, a]).map(({ id }) => id)).toEqual(['A', 'B', 'D', 'Z'])
  expect(orderOf(cache, 'other')).toEqual([])
})

test('a place that an undo has given stands for the one before, and no other does', () => {
  const cache = new QueryClient()
  const [first, again, third] = ['2', '21', '22'].map((position) => task('B', position))
  if (!first || !again || !third) throw new Error('There are three.')
  expect(isWhere(cache, again, first)).toBe(false)
  noteBack(cache, first, again)
  expect(isWhere(cache, again, first)).toBe(true)
  noteBack(cache, again, third)
  expect(isWhere(cache, third, first)).toBe(true)
  // back and forth ends
  noteBack(cache, third, first)
  expect(isWhere(cache, first, third)).toBe(true)
  expect(isWhere(cache, task('B', '3'), first)).toBe(false)
  expect(isWhere(cache, { ...third, workflow_lane_id: 'm' }, first)).toBe(false)
})
