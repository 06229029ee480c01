import { signalOf } from '../data/signal.ts'

/** The label of the open task, for the title of the page; undefined when none is open. */
export const taskTitle = signalOf<string | undefined>(undefined)
