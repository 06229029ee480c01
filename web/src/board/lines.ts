/** A sign of a list in front of a line: a bullet, perhaps with a box. */
const bullet = /^(?:[-*•]\s+)?(?:\[[ xX]?\]\s+)?/u

/** The tasks that a pasted text means: its lines that are not blank, without the bullets of a list. */
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
