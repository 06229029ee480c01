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
