import { dirname, join, relative, resolve } from 'node:path'
import type { MarkdownOptions } from 'vitepress'

const root = resolve(import.meta.dirname, '../..')

/** Pages whose text stands in a file outside `docs`, by their own files. */
export const texts = new Map([['docs/reference/client.md', 'client/README.md']])

/** The address of the page of a file, without the site's base; undefined if it has none. */
function addressOf(file: string): string | undefined {
  const [page = file] = [...texts].find(([, text]) => text === file) ?? []
  const [, path] = /^docs\/(.*)\.md$/.exec(page) ?? []
  return path === undefined ? undefined : `/${path.replace(/(^|\/)(?:README|index)$/, '$1')}`
}

/** The address on the site of a relative link in a file; undefined if its target has no page, such as a source file. */
export function onSite(file: string, href: string): string | undefined {
  const [path = '', anchor] = href.split('#')
  const address = addressOf(join(dirname(file), path))
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`
}

/**
 * Lets the links that work in the repository work on the site. One to a file that has no page becomes text.
 * @param md VitePress's Markdown-it
 */
export const linksOfRepository: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('links-of-repository', ({ tokens, env }) => {
    const { path = root } = env as { path?: string } // VitePress says which file it is
    const page = relative(root, path).replaceAll('\\', '/')
    const file = texts.get(page) ?? page
    for (const { children } of tokens) {
      const links = (children ?? []).filter(({ type }) => type === 'link_open' || type === 'link_close')
      links.forEach((link, index) => {
        const href = link.attrGet('href') ?? ''
        if (link.type === 'link_close' || /^(?:[a-z]+:|#|\/)/.test(href)) return
        const address = onSite(file, href)
        if (address !== undefined) link.attrSet('href', address)
        else
          for (const tag of [link, links[index + 1]]) Object.assign(tag ?? {}, { tag: 'span', attrs: null })
      })
    }
  })
}

/** Leaves out the marks of figures and lists that `npm run docs:build` writes: infra/docs/pages.ts. */
export const withoutMarks: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.before('normalize', 'without-marks', (state) => {
    state.src = state.src.replace(/<!-- [\w:\s-]+ -->/g, '')
  })
}

/** Lets `{{ }}` in a text or in code be text: VitePress would run it as an expression of Vue. */
export const plainText: NonNullable<MarkdownOptions['config']> = ({ renderer: { rules } }) => {
  for (const kind of ['text', 'code_inline'] as const) {
    const render = rules[kind]
    rules[kind] = (...parts) => (render?.(...parts) ?? '').replaceAll('{{', '&#123;&#123;')
  }
}

/** An empty cell at the head of a table is a cell, not a header: a screen reader would announce a header without a name. */
export const emptyHeaders: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    tokens.forEach((token, index) => {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') return
      for (const one of [token, tokens[index + 2]]) Object.assign(one ?? {}, { tag: 'td' })
    })
  })
}

/** The anchor of a heading, as in the repository: https://docs.github.com/en/get-started/writing-on-github */
export const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
