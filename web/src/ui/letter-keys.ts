import { deviceStorage } from '../data/browser-storage.ts'
import { signalOf } from '../data/signal.ts'

const storageKey = 'tasks-letter-keys'

/** Whether letters alone are shortcuts. */
export const letterKeys = signalOf(deviceStorage.getItem(storageKey) !== 'off')

/** Turns shortcuts of one letter on or off, on this device. */
export function setLetterKeys(isOn: boolean): void {
  letterKeys.set(isOn)
  if (isOn) deviceStorage.removeItem(storageKey)
  else deviceStorage.setItem(storageKey, 'off')
}
