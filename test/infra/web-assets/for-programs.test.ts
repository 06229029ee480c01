import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '../../../functions/index.ts'
import { apiCatalog, llmsPath } from '../../../infra/web-assets/api-catalog.ts'
import { readDocs } from '../../../infra/web-assets/assets.ts'
import { writeForPrograms } from '../../../infra/web-assets/for-programs.ts'
import { slugify } from '../../../docs/.vitepress/markdown.ts'
import { sidebar } from '../../../docs/.vitepress/pages.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'

const folder = newTempFolder()
writeForPrograms(join(import.meta.dirname, '../../..'), folder)
const assets = readDocs(folder)
const textOf = (path: string) => assets.get(path)?.body.toString()

/** The targets of the links in a text, outside of code. */
const linksIn = (text: string) =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/\]\((\/[^)\s]+)\)/g)].map(([, href = '']) => href)

it('lists each page of the sidebar with what it is about', () => {
  const list = textOf(llmsPath) ?? ''
  const pages = sidebar.flatMap(({ items = [] }) => items)
  const lines = list.split('\n').filter((line) => line.startsWith('- '))
  expect(lines).toHaveLength(pages.length)
  for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(\/\S+\): \S.*[.!?]$/)
  expect(new Set(linksIn(list)).size).toBe(pages.length)
})

it('has each page as Markdown, and all links between them lead somewhere', () => {
  const files = readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' })
  const names = files
    .filter((name) => name.endsWith('.md'))
    .map((name) => `/docs/${name.replaceAll('\\', '/')}`)
  expect(names.length).toBeGreaterThan(40)
  const dead = [llmsPath, ...names].flatMap((from) =>
    linksIn(textOf(from) ?? '').filter((href) => {
      const [path = '', anchor] = href.split('#')
      const text = textOf(path)
      const headings = (text ?? '').match(/^#+ .*$/gm) ?? []
      const isThere = text !== undefined || path === '/v1/openapi.json'
      return (
        !isThere ||
        (anchor !== undefined && !headings.some((one) => slugify(one.replace(/^#+ /, '')) === anchor))
      )
    }),
  )
  expect(dead).toEqual([])
  expect(textOf('/docs/tutorial.md')).toContain('the service, started with') // the README has no page
})

it('has the client in Python as a file', () => {
  const path = '/docs/tasks_api.py'
  expect(readFileSync('docs/reference/python.md', 'utf8')).toContain(`http://localhost:3000${path}\n`)
  expect(textOf(path)).toBe(readFileSync('client/python/tasks_api.py', 'utf8'))
})

it('has the catalogue of the API, of addresses that there are', () => {
  expect(assets.get(apiCatalog.path)?.headers['Content-Type']).toBe(apiCatalog.contentType)
  expect(assets.get('/docs/guide.md')?.headers['Content-Type']).toBe('text/markdown; charset=utf-8')
  const { linkset } = JSON.parse(textOf(apiCatalog.path) ?? '') as {
    linkset: [{ anchor: string; status: [{ href: string }]; 'service-meta': [{ href: string }] }]
  }
  const [{ anchor, status, 'service-meta': meta }] = linkset
  expect(endpoints.map(({ path }) => anchor + path)).toContain(status[0].href)
  expect(assets.has(meta[0].href)).toBe(true)
})
