/** A list's mark in front of a line: a bullet, perhaps with a box. */
const bullet = /^(?:[-*•]\s+)?(?:\[[ xX]?\]\s+)?/u

/** The tasks in a pasted text: its lines that are not blank, without the bullets of a list. */
export const tasksIn = (text: string): string[] =>
  text
    .split(/\r\n?|\n/u)
    .map((line) => line.trim().replace(bullet, '').trim())
    .filter((line) => line !== '')

/** The same text as one line. */
export const oneLine = (text: string): string =>
  text
    .trim()
    .split(/\s*(?:\r\n?|\n)\s*/u)
    .join(' ')

/** A new subtask. */
export interface NewLine {
  label: string
  isCompleted: boolean
}

/** The lines of a pasted text as new subtasks, without the bullets, numbers and boxes of a list. Empty lines are left out. */
export function linesOf(text: string): NewLine[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line) => {
    const entry = line.trim().replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/, '')
    const [, box, rest] = /^\[([ xX])\]\s+(.*)$/.exec(entry) ?? []
    const label = (rest ?? entry).trim()
    return label === '' ? [] : [{ label, isCompleted: box?.toLowerCase() === 'x' }]
  })
}
