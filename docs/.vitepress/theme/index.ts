import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { keepLanguage } from './language.ts'
import './style.css'

/** VitePress's theme with the fonts of the system, and one choice of language for all samples. */
export default {
  extends: DefaultTheme,
  setup: keepLanguage,
} satisfies Theme
