import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { docsServer } from '../../../infra/local/serve-docs.ts'
import { apiCatalog, llmsPath } from '../../../infra/web-assets/api-catalog.ts'
import { docsHeaders } from '../../../infra/web-assets/headers.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { errorBody } from '../../support/tenant.ts'
import { write } from '../web-assets/project.ts'

const functions = await loadFunctions()

function makeBuild(): string {
  const folder = newTempFolder()
  write(folder, {
    'docs/index.html': '<p>Start</p>',
    'docs/404.html': '<p>Not found</p>',
    'docs/api.html': '<p>Reference</p>',
    'docs/recipes/index.html': '<p>Recipes</p>',
    'docs/recipes/tally.html': '<p>Tally</p>',
    'docs/assets/app-1.js': 'app()',
    'docs/guide.md': '# Guide',
    'llms.txt': '# Tasks API',
    '.well-known/api-catalog': '{}',
  })
  return folder
}

/** Serves the API with a documentation, and counts how often that is built. */
async function serve(build: () => Promise<string>) {
  const builds = vi.fn(build)
  const server = createGateway(functions, { docs: docsServer(builds) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { get, builds }
}

describe('the documentation of npm start', () => {
  it.each([
    ['/docs', 'Start'],
    ['/docs/', 'Start'],
    ['/docs/api?from=mail', 'Reference'],
    ['/docs/recipes/', 'Recipes'],
    ['/docs/recipes/tally', 'Tally'],
  ])('serves the page of %s, with its own security policy', async (path, text) => {
    const { get } = await serve(() => Promise.resolve(makeBuild()))
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(`<p>${text}</p>`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': docsHeaders['Content-Security-Policy'],
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  it.each([
    ['/docs/guide.md', '# Guide', 'text/markdown; charset=utf-8'],
    [llmsPath, '# Tasks API', 'text/plain; charset=utf-8'],
    [apiCatalog.path, '{}', apiCatalog.contentType],
  ])('serves programs %s', async (path, text, contentType) => {
    const { get } = await serve(() => Promise.resolve(makeBuild()))
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('content-type')).toBe(contentType)
  })

  it('serves assets that a browser may cache forever', async () => {
    const { get } = await serve(() => Promise.resolve(makeBuild()))
    const { headers } = await get('/docs/assets/app-1.js')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it.each(['/docs/none', '/docs/api.html', '/docs/assets/', '/docs2', '/docs/..%2fpackage.json'])(
    'serves no other file: %s gets the API’s 404',
    async (path) => {
      const { get } = await serve(() => Promise.resolve(makeBuild()))
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(errorBody('route_not_found', expect.any(String)))
    },
  )

  it('shows a browser a page at an address that has none', async () => {
    const { get } = await serve(() => Promise.resolve(makeBuild()))
    const answer = await get('/docs/none', { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('<p>Not found</p>')
    expect(answer.headers.get('content-security-policy')).toBe(docsHeaders['Content-Security-Policy'])
  })

  it('is built at the first request for it, once, and nothing else waits', async () => {
    const build = Promise.withResolvers<string>()
    const { get, builds } = await serve(() => build.promise)
    expect((await get('/v1/openapi.json')).status).toBe(200)
    expect(builds).not.toHaveBeenCalled()
    const waiting = await get('/docs/api')
    expect(waiting.status).toBe(503)
    expect(waiting.headers.get('retry-after')).toBe('2')
    expect(waiting.headers.get('cache-control')).toBe('no-store')
    // a browser asks again by itself
    expect(await waiting.text()).toContain('<meta http-equiv="refresh" content="2" />')
    const late = get('/docs/api')
    build.resolve(makeBuild())
    expect(await (await late).text()).toBe('<p>Reference</p>')
    expect(builds).toHaveBeenCalledTimes(1)
  })

  it('says so when it cannot be built; the reason is on the terminal alone', async () => {
    const terminal = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => {
      terminal.mockRestore()
    })
    const { get } = await serve(() =>
      Promise.reject(new Error('The documentation could not be built: a reason')),
    )
    const answer = await get('/docs')
    expect(answer.status).toBe(503)
    const page = await answer.text()
    expect(page).toContain('There is no documentation here')
    expect(page).not.toContain('a reason')
    expect(page).not.toContain('refresh')
    expect(terminal.mock.calls).toEqual([['The documentation could not be built: a reason']])
  })
})
