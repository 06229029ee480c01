import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readDocs } from '../../../infra/web-assets/assets.ts'
import { builtDocs, builtWeb } from '../../../infra/web-assets/built.ts'
import { docsHeaders } from '../../../infra/web-assets/headers.ts'
import { makeProject, write } from './project.ts'

const scriptOf = (folder: string): string => {
  const [name = ''] = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
  return readFileSync(join(folder, 'assets', name), 'utf8')
}

const buildsOf = (root: string) => readdirSync(join(root, 'dist/web')).sort()

describe('the build of the web interface', () => {
  it('is a production build of a page with hashed assets, in a folder named after the sources', async () => {
    const root = makeProject()
    const folder = await builtWeb(root)
    expect(relative(root, folder)).toMatch(/^dist\/web\/[0-9a-f]{16}$/)
    expect(readdirSync(folder).sort()).toEqual(['assets', 'index.html'])
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toMatch(/src="\/assets\/index-[\w-]{8}\.js"/)
    expect(scriptOf(folder)).toContain('For production')
  })

  it('is built once for the same sources, and again for others', async () => {
    const root = makeProject()
    const first = await builtWeb(root)
    const { ctimeMs } = statSync(first)
    expect(await builtWeb(root)).toBe(first)
    expect(statSync(first).ctimeMs).toBe(ctimeMs)
    write(root, { 'web/main.ts': 'document.title = "Changed"' })
    const second = await builtWeb(root)
    expect(scriptOf(second)).toContain('Changed')
    expect(buildsOf(root)).toEqual([first, second].map((folder) => basename(folder)).sort())
  })

  it.each([
    'web/new.ts',
    'client/src/index.ts',
    'lib/contract/limits.ts',
    'lib/contract/fold.ts',
    'lib/contract/cut.ts',
    'lib/contract/webhook-formats.ts',
    'tsconfig.json',
    'package-lock.json',
  ])('follows %s', async (path) => {
    const root = makeProject()
    const before = await builtWeb(root)
    write(root, { [path]: '{ "changed": true }' })
    expect(await builtWeb(root)).not.toBe(before)
  })

  it('is made once, and complete, for several processes that start at once', async () => {
    const root = makeProject({
      'web/vite.config.ts':
        'import { appendFileSync } from "fs"; appendFileSync("made", "1 "); export default {}',
    })
    const folders = await Promise.all([1, 2, 3, 4].map(() => builtWeb(root)))
    expect(readFileSync(join(root, 'made'), 'utf8')).toBe('1 ')
    expect(new Set(folders).size).toBe(1)
    expect(buildsOf(root)).toEqual([basename(folders[0] ?? '')])
  })

  it.each([
    ['web/main.ts', 'const a: = 1', /Unexpected token .*web\/main\.ts:1:10/],
    ['web/main.ts', 'import "./nothing.ts"', /Could not resolve '\.\/nothing\.ts' in web\/main\.ts/],
    ['web/index.html', '<script type="module" src="/no.ts"></script>', /Failed to resolve \/no\.ts from/],
    ['web/tsconfig.json', '{ "extends": "./none.json" }', /threw an error Tsconfig not found .*none\.json/],
    ['web/vite.config.ts', 'nonsense', /nonsense is not defined/],
  ])(
    'fails in one line that names the problem, and leaves nothing: %s with %s',
    async (path, text, reason) => {
      const root = makeProject({ [path]: text })
      const failure: unknown = await builtWeb(root).catch((error: unknown) => error)
      const { message } = failure as Error // only the message is checked
      expect(message).toMatch(/^The web interface could not be built: [^\n]+$/)
      expect(message).toMatch(reason)
      expect(buildsOf(root)).toEqual([])
    },
  )

  it('says when it was ended because it took too long, whatever it said before', async () => {
    const root = makeProject({
      'web/vite.config.ts':
        'console.error("A warning"); export default () => new Promise((done) => setTimeout(done, 600_000, {}))',
    })
    await expect(builtWeb(root, 5_000)).rejects.toThrow(
      /^The web interface could not be built: it took too long$/,
    )
    // nobody waits for it any more
    write(root, { 'web/vite.config.ts': 'export default {}' })
    expect(existsSync(await builtWeb(root, 60_000))).toBe(true)
  })

  it('removes builds of other sources after a day', async () => {
    const root = makeProject()
    const others = ['0123456789abcdef', '0123456789abcdef.some-draft', 'fedcba9876543210']
    for (const name of others) mkdirSync(join(root, 'dist/web', name), { recursive: true })
    const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
    for (const name of others.slice(0, 2)) utimesSync(join(root, 'dist/web', name), twoDaysAgo, twoDaysAgo)
    const folder = await builtWeb(root)
    expect(buildsOf(root)).toEqual([basename(folder), 'fedcba9876543210'].sort())
  })
})

describe('the web interface itself', () => {
  const root = resolve(import.meta.dirname, '../../..')
  let chunks: Rolldown.OutputChunk[] = []
  beforeAll(async () => {
    const web = join(root, 'web')
    const options = { root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'silent' } as const
    vi.stubEnv('NODE_ENV', 'production') // as `npm start` builds it; of the tests', it would make a build for development
    // with `write` off it returns what it would write
    const built = (await build({ ...options, build: { write: false } })) as Rolldown.RolldownOutput
    vi.unstubAllEnvs()
    chunks = built.output.filter((file) => file.type === 'chunk')
  })

  it('is built only from the sources that its folder is named after', () => {
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    const own = modules.filter((id) => id.startsWith(root) && !id.includes('/node_modules/'))
    expect(own.length).toBeGreaterThan(1)
    expect(
      own.filter(
        (id) =>
          !/^(web\/|client\/src\/|lib\/contract\/(cut|fold|limits|webhook-formats)\.ts$)/.test(
            relative(root, id),
          ),
      ),
    ).toEqual([])
  })

  it('loads at first only what the first view needs: at most 120 KiB of scripts, gzipped', () => {
    const first = new Set(chunks.filter(({ isEntry }) => isEntry))
    for (const { imports } of first) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
    }
    const bytes = [...first].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
    expect(bytes).toBeGreaterThan(40 * 1024) // Preact, the client and the board
    expect(bytes).toBeLessThanOrEqual(120 * 1024)
    const modules = [...first].flatMap(({ moduleIds }) => moduleIds.map((id) => relative(root, id)))
    expect(modules).toContain('web/src/board/board.tsx')
    const later = [
      'transfer/import-dialog',
      'task/task-dialog',
      'trash/trash',
      'webhooks/views',
      'forms/views',
    ]
    for (const name of later) expect(modules).not.toContain(`web/src/${name}.tsx`)
  })

  it('has a page that the Content-Security-Policy allows: files from its own host, nothing inline', async () => {
    const folder = await builtWeb()
    expect(basename(dirname(folder))).toBe('web')
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<base|<iframe/i)
    expect([...page.matchAll(/<script(?![^>]*\ssrc=)/g)]).toEqual([])
    const links = [...page.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(1)
    for (const link of links.filter((one) => !one.startsWith('data:'))) {
      expect(link).toMatch(/^\/assets\//)
      expect(existsSync(join(folder, link))).toBe(true)
    }
  })
})

describe('the documentation', () => {
  let folder = ''
  let site = ''
  beforeAll(async () => {
    folder = await builtDocs()
    site = join(folder, 'docs')
  })

  const pages = () => globSync('**/*.html', { cwd: site }).sort()

  it('has a page for each text, the API reference, and one for addresses without a page', () => {
    const texts = globSync('docs/**/*.md').map((path) =>
      path
        .replace(/^docs\//, '')
        .replace(/README\.md$/, 'index.html')
        .replace(/\.md$/, '.html'),
    )
    expect(texts.length).toBeGreaterThan(20)
    expect(pages()).toEqual([...texts, '404.html', 'api.html'].sort())
  })

  it('has pages that the Content-Security-Policy allows: files of its own host, no inline script', () => {
    for (const page of pages()) {
      const html = readFileSync(join(site, page), 'utf8')
      expect([...html.matchAll(/<script(?![^>]*\ssrc=)/g)], page).toEqual([])
      expect(html, page).not.toMatch(/\son\w+=|<base|<iframe/i)
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]*)"/g)].map(
        ([, link = '']) => link,
      )
      expect(loaded.length, page).toBeGreaterThan(1)
      for (const link of loaded.filter((one) => !one.startsWith('data:'))) {
        expect(link).toMatch(/^\/docs\//)
        expect(existsSync(join(folder, link)), link).toBe(true)
      }
    }
  })

  it('can be served: each file has a known content type', () => {
    const assets = readDocs(folder)
    expect(assets.size).toBeGreaterThan(60)
    for (const { headers } of assets.values()) expect(headers).toMatchObject(docsHeaders)
  })
})
