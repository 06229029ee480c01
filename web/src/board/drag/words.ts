import type { Task } from '../../../../client/src/index.ts'
import { whyGone } from '../../data/cache.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { goneWords } from '../../ui/gone.ts'
import { othersIn, type ColumnView } from './columns.ts'
import type { Place } from './place.ts'
import type { Drag } from './state.ts'

/** A place in words: "Doing, 2 of 3". */
export function placeText(column: ColumnView, lifted: readonly Task[], { index, isEnd }: Place): string {
  if (isEnd && column.hasMore) return `${column.label}, at the end`
  const count = formatCount(othersIn(column, lifted).length + lifted.length)
  return `${column.label}, ${formatCount(index + 1)} of ${column.hasMore ? `more than ${count}` : count}`
}

/** The lifted cards in words: the label of the one that the person has hold of, and how many more. */
export const liftedText = ({ task, tasks }: Pick<Drag, 'task' | 'tasks'>): string =>
  tasks.length === 1 ? `“${task.label}”` : `“${task.label}” and ${counted(tasks.length - 1, 'more card')}`

/** What to do next once a card is lifted with the keyboard. */
export const instructions =
  'The arrow keys move it, Home and End move it to the ends of its lane. Space drops it, Escape puts it back.'

/** Says that a card was deleted, or moved away, by someone else. */
export function goneText({ id, label }: Task): string {
  const why = whyGone(id)
  return `“${label}” ${why ? goneWords()[why] : 'is no longer shown here'}.`
}
