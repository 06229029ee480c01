import { signal } from '@preact/signals-core'
import { deviceStorage } from '../data/browser-storage.ts'

const storageKey = 'tasks-letter-keys'

/** Whether letters alone are shortcuts. */
export const letterKeys = signal(deviceStorage.getItem(storageKey) !== 'off')

/** Turns shortcuts of one letter on or off, on this device. */
export function setLetterKeys(isOn: boolean): void {
  letterKeys.value = isOn
  if (isOn) deviceStorage.removeItem(storageKey)
  else deviceStorage.setItem(storageKey, 'off')
}
