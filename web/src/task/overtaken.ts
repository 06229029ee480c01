import { fieldNames, type Field } from './conflict.ts'

/** How often a write is repeated without asking when others have changed other fields. */
export const mostRepeats = 5

/** A successful write in words, with what others have changed meanwhile. */
export const doneText = (done: string, others: ReadonlySet<Field>): string =>
  others.size === 0
    ? done
    : `${done} Someone else changed: ${[...others].map((field) => fieldNames[field]).join(', ')}.`
