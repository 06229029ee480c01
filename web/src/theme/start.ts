import { showTheme } from './theme.ts'

// A separate classic script, so that it runs before the page is painted: vite.config.ts puts it into the page's head.
showTheme()
addEventListener('storage', showTheme) // another tab has chosen
