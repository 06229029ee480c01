import { signal } from '@preact/signals-core'
import { deviceStorage } from '../data/browser-storage.ts'

/** How close the cards of a board are. */
export type Density = 'comfortable' | 'compact'

/** The name of each density. */
export const densityNames: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }

/** The gap between two cards, in pixels. */
export const gaps: Record<Density, number> = { comfortable: 8, compact: 4 }

const storageKey = 'tasks-density'

/** The density that is chosen on this device. */
export const densityNow = signal<Density>(
  deviceStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable',
)

/** Chooses a density for this device. */
export function chooseDensity(density: Density): void {
  if (density === 'comfortable') deviceStorage.removeItem(storageKey)
  else deviceStorage.setItem(storageKey, density)
  densityNow.value = density
}
