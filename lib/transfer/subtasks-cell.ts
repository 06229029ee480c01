import { isVisible } from '../contract/fields.ts'
import { isJsonObject, parseJson } from '../shared/json.ts'

/** Characters that some reader takes for the end of a line: an export writes a label with one of them as JSON. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

/** `[x] ` or `[ ] `, as an export writes it, and as people write it in Markdown. */
const mark = /^\s*(?:[-*] )?\[([ xX])\] ?/

const ofJson = (entries: readonly unknown[]): unknown[] =>
  entries.map((entry) =>
    isJsonObject(entry)
      ? { label: entry.label, isCompleted: entry.is_completed ?? entry.isCompleted ?? false }
      : entry,
  )

/**
 * Reads the subtasks of a task from one cell: one on each line, with `[x] ` before those that are done; or a JSON array,
 * as an export writes labels with several lines. They are not checked yet.
 */
export function readSubtasks(cell: string): unknown[] {
  if (/^\s*\[\s*\{/.test(cell)) {
    const json = parseJson(cell)
    if ('value' in json && Array.isArray(json.value)) return ofJson(json.value)
  }
  return cell
    .split(lineEnd)
    .filter(isVisible)
    .map((line) => ({
      label: line.replace(mark, ''),
      isCompleted: /x/i.test(mark.exec(line)?.[1] ?? ''),
    }))
}
