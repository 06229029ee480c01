import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'
import { keepLanguage } from './language.ts'

/** VitePress's theme with the fonts of the system, and one choice of language for all samples. */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ router }) => {
    if (!import.meta.env.SSR) keepLanguage(router)
  },
} satisfies Theme
