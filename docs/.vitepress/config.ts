import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { emptyHeaders, linksOfRepository, plainText, slugify, withoutMarks } from './markdown.ts'
import { nav, sidebar, site } from './pages.ts'

const base = '/docs/'

/**
 * Moves the scripts in a page into files: the Content-Security-Policy forbids inline scripts. They are the same in all pages.
 * @param outDir the folder of the built site
 */
function scriptsIntoFiles(html: string, outDir: string): string {
  return html.replace(/<script(?: id="[\w-]+")?>([^]*?)<\/script>/g, (_, text: string) => {
    const name = `page.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`
    mkdirSync(join(outDir, 'assets'), { recursive: true })
    writeFileSync(join(outDir, 'assets', name), text)
    return `<script src="${base}assets/${name}"></script>`
  })
}

/** The site of the documentation: infra/web-assets builds it, and npm start serves it at /docs. */
export default defineConfig({
  base,
  lang: 'en',
  ...site,
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true, // without it, each page has an inline script
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify },
    // VitePress's own themes have pale comments and keywords
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    html: false, // the texts are Markdown alone: <id> is no element
    config: (md) => {
      withoutMarks(md)
      linksOfRepository(md)
      plainText(md)
      emptyHeaders(md)
    },
  },
  transformHtml: (html, _, { siteConfig }) => scriptsIntoFiles(html, siteConfig.outDir),
  vite: {
    // the policy allows data: URLs only for images
    build: { assetsInlineLimit: 0, reportCompressedSize: false },
  },
  themeConfig: {
    nav,
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    externalLinkIcon: true,
    docFooter: { prev: 'Previous', next: 'Next' },
    search: {
      provider: 'local',
      options: { detailedView: true }, // theme/search.ts ranks what it finds
    },
  },
})
