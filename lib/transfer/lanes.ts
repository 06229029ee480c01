import { maxLanes } from '../contract/limits.ts'
import { fold } from './fold-name.ts'

/** A lane as a project has it. */
interface Lane {
  id: string
  label: string
}

/** Finds lanes by their labels: the very label first, else one that differs only in case, accents or white space. */
class LaneFinder {
  readonly #byLabel = new Map<string, string>()
  readonly #byFolded = new Map<string, string>()

  constructor(lanes: readonly Lane[]) {
    for (const { id, label } of lanes) this.add(label, id)
  }

  add(label: string, id: string): void {
    const folded = fold(label)
    if (!this.#byLabel.has(label)) this.#byLabel.set(label, id)
    if (!this.#byFolded.has(folded)) this.#byFolded.set(folded, id)
  }

  /** Returns the id of the lane; undefined if there is none. */
  find(label: string): string | undefined {
    return this.#byLabel.get(label) ?? this.#byFolded.get(fold(label))
  }
}

/** Returns a function that finds the id of a lane by its label. */
export function laneFinder(lanes: readonly Lane[]): (label: string) => string | undefined {
  const finder = new LaneFinder(lanes)
  return (label) => finder.find(label)
}

/** The labels of a file that no lane has, the first of them, as many as the project has room for. */
export const missingLanes =
  (labels: readonly string[]) =>
  (lanes: readonly Lane[]): string[] => {
    const finder = new LaneFinder(lanes)
    const missing: string[] = []
    for (const label of labels) {
      if (lanes.length + missing.length >= maxLanes) break
      if (finder.find(label) !== undefined) continue
      finder.add(label, '')
      missing.push(label)
    }
    return missing
  }
