import { signal } from '@preact/signals-core'

/** The label of the open task, for the title of the page; undefined when none is open. */
export const taskTitle = signal<string | undefined>(undefined)
