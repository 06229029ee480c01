import type { Field, Task } from '../../../client/src/index.ts'
import { chipsOf } from './chips.tsx'
import type { Density } from './density.ts'

const isTouch = matchMedia('(hover: none), (pointer: coarse)').matches

/** The height of a line of text, and of a card without its text, in pixels. */
const lineHeight = 21
const around: Record<Density, number> = isTouch
  ? { comfortable: 26, compact: 23 }
  : { comfortable: 22, compact: 10 }

/** How many characters a line holds, and how many as wide as a mark, or as a value with its frame. */
const charsOfLine = 27
const charsOfMark = 5
const charsOfChip = 12

/** The most lines of a label: style/card.css. */
const mostLines = 4

/**
 * The probable height of a card, in pixels. A wrong guess is corrected when the card is measured, which makes scrolling
 * slower.
 */
export function cardHeight(task: Task | undefined, fields: readonly Field[], density: Density): number {
  if (!task) return around[density] + lineHeight
  const marks = Number(task.description !== null) + Number(task.subtasks.length > 0)
  const more = marks * charsOfMark + chipsOf(task, fields).length * charsOfChip
  const label = Math.min(task.label.length, mostLines * charsOfLine)
  return around[density] + Math.max(1, Math.ceil((label + more) / charsOfLine)) * lineHeight
}
