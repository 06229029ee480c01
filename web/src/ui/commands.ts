import { registryOf } from './registry.ts'

/** Something that the page can do, found by its name in the command palette. */
export interface Command {
  /** What it does, such as "New task". It tells the command from the others. */
  name: string
  run: () => void
  /** Other words that a person may look for: "dark light". */
  words?: string
  /** The keys that do the same, as a shortcut has them. */
  keys?: string
}

const registry = registryOf<[], Command>()

/** The commands of the views that are shown. */
export const commands = registry.all

/** Adds commands while a component is shown. The list may change with each render. */
export const useCommands: (list: readonly Command[]) => void = registry.useEntries
