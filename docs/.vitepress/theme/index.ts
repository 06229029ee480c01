import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { keepLanguage } from './language.ts'
import './style.css'

/** VitePress's theme with the fonts of the system, and one choice of language for all samples. */
export default {
  extends: DefaultTheme,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its replacement is a component around the layout
  setup: keepLanguage,
} satisfies Theme
