import type { Field, Task } from '../../../client/src/index.ts'
import { chipsOf } from './chips.tsx'
import type { Density } from './density.ts'

const isTouch = matchMedia('(hover: none), (pointer: coarse)').matches

/** The height of a line of text, and of a card without its text, in pixels. */
const lineHeight = 21
const around: Record<Density, number> = isTouch
  ? { comfortable: 26, compact: 23 }
  : { comfortable: 22, compact: 10 }

/** How many characters a line holds, and how many are as wide as a mark. */
const charsOfLine = 27
const charsOfMark = 5

/** The height of a row of values with its gap, and what is around all rows, in pixels; and how many a row holds. */
const chipRowHeight = 24
const aroundChips = 2
const chipsOfRow = 2

/** The most lines of a label: style/card.css. */
const mostLines = 4

/**
 * The probable height of a card, in pixels. A wrong guess is corrected when the card is measured, which makes scrolling
 * slower.
 */
export function cardHeight(task: Task | undefined, fields: readonly Field[], density: Density): number {
  if (!task) return around[density] + lineHeight
  const marks = Number(task.description !== null) + Number(task.subtasks.length > 0)
  const label = Math.min(task.label.length, mostLines * charsOfLine)
  const lines = Math.max(1, Math.ceil((label + marks * charsOfMark) / charsOfLine))
  const chipRows = Math.ceil(chipsOf(task, fields).length / chipsOfRow)
  return around[density] + lines * lineHeight + (chipRows === 0 ? 0 : chipRows * chipRowHeight + aroundChips)
}
