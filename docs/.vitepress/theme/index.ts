import type { DefaultTheme as Configured, Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { keepLanguage } from './language.ts'
import { searchOptions } from './search.ts'
import './style.css'

/** VitePress's theme with the fonts of the system, and one choice of language for all samples. */
export default {
  extends: DefaultTheme,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its replacement is a component around the layout
  setup: keepLanguage,
  enhanceApp: ({ siteData }) => {
    // in the configuration, VitePress would make texts of the functions, which the page's policy does not let it run
    const { search } = siteData.value.themeConfig as Configured.Config // its type does not say so
    if (search?.provider === 'local') search.options = { ...search.options, miniSearch: { searchOptions } }
  },
} satisfies Theme
