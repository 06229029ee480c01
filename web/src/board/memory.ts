import type { VirtualItem } from '@tanstack/virtual-core'
import type { Density } from './density.ts'

/** Where a column was scrolled to, and the sizes of its cards as they were measured, at a density. */
export interface ScrollPlace {
  density: Density
  place: { initialOffset: number; initialMeasurementsCache: VirtualItem[] }
}

/** What a board remembers while another view is shown. */
interface Memory {
  /** Its filter, as a query. */
  query: string
  /** How far it is scrolled sideways, in pixels. */
  left: number
  /** By lane id. */
  places: Map<string, ScrollPlace>
  /** The texts in the fields for new tasks, by lane id. */
  texts: Map<string, string>
}

const memories = new Map<string, Memory>()

/** What is remembered of a project's board; it can be changed. */
export function memoryOf(projectId: string): Memory {
  const known = memories.get(projectId)
  if (known) return known
  const memory: Memory = { query: '', left: 0, places: new Map(), texts: new Map() }
  memories.set(projectId, memory)
  return memory
}

/** Forgets all boards: the session has ended. */
export function forgetBoards(): void {
  memories.clear()
}
