import { signalOf } from '../data/signal.ts'

/** What is open over the page: the command palette, or the list of shortcuts. */
export const panel = signalOf<'palette' | 'shortcuts' | undefined>(undefined)
