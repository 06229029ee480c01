import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onSite, texts } from '../../docs/.vitepress/markdown.ts'
import { sidebar, site } from '../../docs/.vitepress/pages.ts'
import { basePath, sitePath } from '../../lib/contract/routes.ts'
import { apiCatalog, llmsPath } from './api-catalog.ts'

/** The address of the Markdown of a page. */
const markdownOf = (address: string): string => `${sitePath}${address.replace(/\/$/, '/index')}.md`

/** Lets the links of a page lead to the Markdown of others. One to a file that has no page becomes text. */
function withLinks(file: string, text: string): string {
  // every other part is a block of code
  const parts = text.split(/^(```[^]*?^```)/m)
  const linked = parts.map((part, index) =>
    index % 2 === 1
      ? part
      : part.replace(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole: string, words: string, href: string) => {
          if (/^(?:[a-z]+:|#|\/)/.test(href)) return whole
          const [address, anchor] = onSite(file, href)?.split('#') ?? []
          if (address === undefined) return words
          return `[${words}](${markdownOf(address)}${anchor === undefined ? '' : `#${anchor}`})`
        }),
  )
  return linked.join('')
}

/** The first sentence of a page. */
const firstSentence = (text: string): string => {
  const paragraph = text.split(/\n{2,}/).find((part) => /^\p{L}|^`/u.test(part)) ?? ''
  const words = paragraph.replace(/\s+/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return /^.*?[.!?:](?= |$)/.exec(words)?.[0].replace(/:$/, '.') ?? ''
}

/**
 * Writes what programs read of the documentation: each page as Markdown beside it, a list of them (https://llmstxt.org), the client
 * in Python, and the catalogue of the API (RFC 9727, in the format of RFC 9264).
 * @param root the project's root
 * @param folder the folder of the built documentation
 * @throws Error when the sidebar has a page that there is no text of
 */
export function writeForPrograms(root: string, folder: string): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const readPage = (address: string): string => {
    const page = `docs${address.replace(/\/$/, address === '/' ? '/index' : '/README')}.md`
    const file = texts.get(page) ?? page
    const text = readFileSync(join(root, file), 'utf8').replace(/<!-- [\w:\s-]+ -->\n?/g, '')
    return withLinks(file, text)
  }
  const sections = sidebar.map(({ text: title, items = [] }) => {
    const lines = items.map(({ text: name = '', link = '' }) => {
      if (link === '/api')
        return `- [OpenAPI document](${basePath}/openapi.json): Every endpoint, as OpenAPI 3.1.`
      const text = readPage(link)
      write(markdownOf(link), text)
      return `- [${name}](${markdownOf(link)}): ${firstSentence(text)}`
    })
    return `## ${title ?? ''}\n\n${lines.join('\n')}\n`
  })
  const head = `# ${site.title}\n\n> ${site.description}\n`
  write(`${sitePath}/tasks_api.py`, readFileSync(join(root, 'client/python/tasks_api.py'), 'utf8'))
  write(llmsPath, [head, ...sections].join('\n'))
  write(apiCatalog.path, apiCatalog.text)
}
