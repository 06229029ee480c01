import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionIds } from '../functions/index.ts'

/** Folders with generated, downloaded or local files, which are not checked. */
const others = ['node_modules', 'dist', 'coverage', 'cdk.out', '.data']

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { exclude: (path) => others.some((folder) => path.split('/').includes(folder)) }).sort()

const documents = filesOf('**/*.md')
const sources = ['lib', 'infra', 'functions', 'test', 'web', 'client'].flatMap((folder) =>
  filesOf(`${folder}/**/*.{ts,tsx}`),
)

/** A document without its code blocks, which may contain what looks like a link or a heading. */
const proseOf = (path: string): string => readFileSync(path, 'utf8').replace(/^```[^]*?^```$/gm, '')

const headingsOf = (path: string): string[] =>
  [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** The anchors that GitHub gives to a document's headings. Repeated ones get a number. */
function anchorsOf(path: string): string[] {
  const slugs = headingsOf(path).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length
    return earlier === 0 ? slug : `${slug}-${earlier}`
  })
}

/** The problem of a relative link in a document; undefined if its target exists. */
function problemOf(document: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(target)) return `${link}: there is no ${target}`
  if (anchor === undefined || anchorsOf(target).includes(anchor)) return undefined
  return `${link}: ${target} has no heading for it`
}

/** As many characters as a line of code has room for on the site, in a window of 1,280 px: docs/.vitepress/theme/style.css. */
const maxColumns = 80

/** The lines of shell in a document's code blocks. */
const shellIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^ *```sh.*\n([^]*?)^ *```/gm)].flatMap(([, code = '']) =>
    code.split('\n'),
  )

/** The paths of this repository in a document's inline code; `<name>` stands for any name. */
const pathsIn = (document: string): string[] =>
  [...proseOf(document).matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => /^(?:lib|infra|functions|test|docs|client|web|\.github)\//.test(word))
    .map((word) => word.replace(/<\w+>/g, '*'))

const resources = new Set(functionIds.map((id) => id.split('.')[0]))

/** The functions that a document names, such as `tasks.get`; a file such as `tasks.db` and a value such as `fields.due` are none. */
const functionsIn = (document: string): string[] =>
  [...proseOf(document).matchAll(/`([a-z-]+)\.([a-z-]+)`/g)]
    .filter(
      ([, resource = '', rest = '']) =>
        resources.has(resource) && resource !== 'fields' && !/^(csv|db|ya?ml|env)/.test(rest),
    )
    .map(([, resource = '', operation = '']) => `${resource}.${operation}`)

/** Each `docs/….md, "heading"` in a file, also across two lines of a comment. */
const referencesIn = (path: string): { document: string; heading: string }[] =>
  [
    ...readFileSync(path, 'utf8')
      .replace(/\n\s*\*\s*/g, ' ')
      .matchAll(/\b((?:docs\/(?:[\w-]+\/)?)?[\w-]+\.md), "([^"\n]+)"/g),
  ].map(([, document = '', heading = '']) => ({ document, heading }))

const references = sources.flatMap((path) => referencesIn(path).map((reference) => ({ path, ...reference })))

describe('the Markdown files', () => {
  it('are found', () => {
    expect(documents).toEqual(
      expect.arrayContaining([
        'README.md',
        'client/README.md',
        'docs/architecture.md',
        'docs/concepts/errors.md',
      ]),
    )
  })

  it.each(documents.filter((document) => document !== 'CHANGELOG.md'))(
    '%s: has `npx tasks` only where the repository is: elsewhere that is a package of somebody else',
    (document) => {
      const text = readFileSync(document, 'utf8')
      const place = /npm ci|this repository|command-line\.md/.exec(text)?.index ?? Infinity
      const call = /npx tasks(?![-\w])/.exec(text)?.index ?? Infinity
      expect(place).toBeLessThanOrEqual(call)
    },
  )

  it.each(documents)('%s: has only links whose targets exist', (document) => {
    const links = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const relative = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(relative.flatMap((link) => problemOf(document, link) ?? [])).toEqual([])
  })

  // a changelog may name files that no longer exist
  it.each(documents.filter((document) => document !== 'CHANGELOG.md'))(
    '%s: names only files that are there',
    (document) => {
      expect(pathsIn(document).filter((path) => globSync(path).length === 0)).toEqual([])
    },
  )

  it.each(documents.filter((document) => document !== 'CHANGELOG.md'))(
    '%s: names only functions that there are',
    (document) => {
      expect(functionsIn(document).filter((id) => !functionIds.includes(id))).toEqual([])
    },
  )

  it.each(
    documents.filter((document) =>
      /^(?:client|docs)\/(?!reference\/(?:errors|python-file)\.md)/.test(document),
    ),
  )('%s: has at most 400 lines', (document) => {
    expect(readFileSync(document, 'utf8').split('\n').length).toBeLessThanOrEqual(401)
  })

  it.each(documents.filter((document) => /^(?:README|client\/|docs\/)/.test(document)))(
    '%s: has lines of shell that fit on the site',
    (document) => {
      expect(shellIn(document).filter((line) => line.length > maxColumns)).toEqual([])
    },
  )

  it('has at most 150 lines in the README', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150)
  })
})

describe('the code', () => {
  it('is found to refer to headings of documents', () => {
    expect(references.length).toBeGreaterThan(15)
  })

  it.each(references)('$path: refers to $document, "$heading", which exists', ({ document, heading }) => {
    expect(existsSync(document)).toBe(true)
    expect(headingsOf(document)).toContain(heading)
  })
})
