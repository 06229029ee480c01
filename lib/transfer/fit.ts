import { cutText } from '../contract/cut.ts'
import { characters, externalId, isVisible } from '../contract/fields.ts'
import {
  maxDescriptionCharacters,
  maxExternalIdCharacters,
  maxLabelCharacters,
  maxSubtasks,
} from '../contract/limits.ts'
import { isJsonObject } from '../shared/json.ts'
import type { RawTask } from './parsed.ts'

/** A row that fits a task, and what was done to it: ends of sentences, and sentences about rows in general. */
export interface Fitted {
  task: RawTask
  remarks: string[]
  counts: string[]
}

const count = (number: number) => number.toLocaleString('en')

/** A text that is valid Unicode. Anything else stays, for the schema to judge. */
const wellFormed = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/** A lane as a task names it: one without visible text is none. Anything else stays. */
export function fittingLane(lane: unknown): unknown {
  if (typeof lane !== 'string') return lane
  const text = lane.toWellFormed().trim()
  return isVisible(text) ? cutText(text, maxLabelCharacters) : undefined
}

/** A subtask as a line of a description, which shows it as a box to tick. */
const lineOf = ({ label, isCompleted }: { label?: unknown; isCompleted?: unknown }): string =>
  `- [${isCompleted === true ? 'x' : ' '}] ${String(label).replace(/\s+/g, ' ').trim()}`

/** Whether a label has become shorter in a subtask. */
const isCutTo = (label: unknown, short: unknown): boolean =>
  typeof label === 'string' && isJsonObject(short) && short.label !== label.toWellFormed().trim()

/** What a task has no room for, as text for its description: no more than a description takes. */
class Surplus {
  readonly #parts: string[] = []
  #characters = 0

  /** Adds subtasks, each as a line. A file may have a hundred thousand of them. */
  add(subtasks: readonly unknown[]): void {
    for (const one of subtasks) {
      if (this.#characters > maxDescriptionCharacters) return
      if (!isJsonObject(one)) continue
      const line = lineOf(one)
      this.#parts.push(line)
      this.#characters += line.length
    }
  }

  get text(): string {
    return this.#parts.join('\n')
  }
}

/**
 * Makes a row fit into a task: a part of it is better than no task. Texts are cut, and what is cut of a label or of the
 * subtasks is in the description, as far as that has room.
 * @param nameOf the file's name of a field
 */
export function fit(raw: RawTask, nameOf: (field: string) => string): Fitted {
  const task: RawTask = { ...raw, label: wellFormed(raw.label), description: wellFormed(raw.description) }
  const remarks: string[] = []
  const counts: string[] = []
  const surplus = new Surplus()
  const moved: string[] = []

  const lane = fittingLane(raw.lane)
  if (typeof raw.lane === 'string' && lane !== raw.lane.trim()) {
    counts.push(
      lane === undefined ? 'Lanes without a name are left out.' : 'The names of some lanes are cut.',
    )
  }
  if (raw.lane !== undefined) task.lane = lane

  const id = raw.externalId
  if (typeof id === 'string' && !externalId.safeParse(id).success) {
    delete task.externalId
    remarks.push(
      `${nameOf('externalId')} must be at most ${maxExternalIdCharacters} characters long: it is left out`,
    )
  }

  if (Array.isArray(raw.subtasks)) {
    const all: readonly unknown[] = raw.subtasks
    const named = all.filter(
      (one) => !isJsonObject(one) || typeof one.label !== 'string' || isVisible(one.label),
    )
    if (named.length < all.length) counts.push('Subtasks without text are left out.')
    surplus.add(named.slice(maxSubtasks))
    if (named.length > maxSubtasks) {
      moved.push(`only ${maxSubtasks} of ${count(named.length)} ${nameOf('subtasks')} are subtasks`)
    }
    const kept = named.slice(0, maxSubtasks)
    const short = kept.map((one) =>
      isJsonObject(one) && typeof one.label === 'string'
        ? { ...one, label: cutText(one.label.toWellFormed().trim(), maxLabelCharacters) }
        : one,
    )
    const cut = kept.filter((one, index) => isJsonObject(one) && isCutTo(one.label, short[index]))
    surplus.add(cut)
    if (cut.length > 0) moved.push(`some ${nameOf('subtasks')} are cut at ${maxLabelCharacters} characters`)
    task.subtasks = short
  }

  let whole: string | undefined
  if (typeof task.label === 'string' && isVisible(task.label)) {
    const label = task.label.trim()
    const short = cutText(label, maxLabelCharacters)
    if (short !== label) {
      whole = label
      moved.unshift(`${nameOf('label')} is cut at ${maxLabelCharacters} characters`)
      task.label = short
    }
  }

  const own = task.description
  if (own !== undefined && own !== null && typeof own !== 'string') return { task, remarks, counts }
  const parts = [whole ?? '', own ?? '', surplus.text].filter((part) => part !== '')
  const description = parts.join('\n\n')
  const short = cutText(description, maxDescriptionCharacters)
  if (moved.length > 0 || short !== description) task.description = short
  const rest =
    short === description
      ? 'the description has what is missing'
      : 'the description has as much of the rest as it takes'
  if (moved.length > 0) remarks.push(`${moved.join(', ')}: ${rest}`)
  else if (short !== description) {
    remarks.push(
      `${nameOf('description')} has ${count(characters(description))} characters and is cut at ${count(maxDescriptionCharacters)}`,
    )
  }
  return { task, remarks, counts }
}
