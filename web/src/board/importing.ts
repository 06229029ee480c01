import { signal } from '@preact/signals-core'

/** Whether the dialog that imports tasks into the shown project is open. */
export const isImporting = signal(false)

export const openImport = (): void => {
  isImporting.value = true
}

export const closeImport = (): void => {
  isImporting.value = false
}
