import { deviceStorage } from '../data/browser-storage.ts'

/** The themes that a person can choose. `system`: what the device says. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The name of each theme. */
export const themeNames: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const storageKey = 'tasks-theme'

/** The theme that is chosen on this device. */
export function storedTheme(): Theme {
  const stored = deviceStorage.getItem(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Shows the page in the chosen theme: style/base.css. */
export function showTheme(): void {
  document.documentElement.dataset.theme = storedTheme()
}

/** Chooses a theme for this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') deviceStorage.removeItem(storageKey)
  else deviceStorage.setItem(storageKey, theme)
  showTheme()
}
