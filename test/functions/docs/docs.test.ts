import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorStatuses } from '../../../lib/contract/errors.ts'
import { endpoints } from '../../../functions/index.ts'
import { send, testPort } from '../../support/api.ts'

const fetchDocs = (path: string) => fetch(`http://127.0.0.1:${testPort}/v1${path}`)

describe('GET /openapi.json', () => {
  it('answers 200 with the committed document, without a token', async () => {
    const response = await fetchDocs('/openapi.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')))
  })
})

describe('GET /docs', () => {
  it('answers 200 with the committed page, under a policy that allows requests to this service only', async () => {
    const response = await fetchDocs('/docs')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toBe(readFileSync('docs/index.html', 'utf8'))
    const hash = (tag: string) => {
      const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('loads nothing from another host', async () => {
    const page = await (await fetchDocs('/docs')).text()
    const html = page.replace(/<a href="https:[^"]*">/g, '') // a link loads nothing until a person follows it
    const targets = [...html.matchAll(/(?:src|href|action|poster|data)="([^"]*)"/g)].map(
      ([, target]) => target,
    )
    expect(targets.filter((target) => target !== 'openapi.json' && !target?.startsWith('#'))).toEqual([])
    // what it fetches goes to this service: the policy's connect-src; a method may be called import
    expect(html).not.toMatch(/XMLHttpRequest|WebSocket|EventSource|sendBeacon|@import|url\(|(?<!\.)import\(/)
  })

  it('has a section for each operation and each error code, and no broken link', async () => {
    const html = await (await fetchDocs('/docs')).text()
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor)
    expect(new Set(anchors).size).toBe(anchors.length)
    const wanted = [...endpoints.map(({ id }) => id), ...Object.keys(errorStatuses)]
    expect(wanted.filter((anchor) => !anchors.includes(anchor))).toEqual([])
    const links = [...html.replace(/<script>[^]*<\/script>/, '').matchAll(/href="#([^"]+)"/g)].map(
      ([, anchor]) => anchor,
    )
    expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
  })

  it('shows links of the texts as links', async () => {
    const html = (await (await fetchDocs('/docs')).text()).replace(/<script>[^]*<\/script>/, '')
    expect(html).toContain('<a href="https://www.standardwebhooks.com">Standard Webhooks</a>')
    expect(html).not.toMatch(/\]\(http/)
  })

  it('has the anchor that the docs of an error body link to', async () => {
    const { body } = await send('GET', '/tasks/1')
    const { docs } = (body as { error: { docs: string } }).error // `send` has checked it
    const response = await fetch(new URL(docs, `http://127.0.0.1:${testPort}`))
    expect(await response.text()).toContain(` id="${docs.split('#')[1] ?? ''}"`)
  })
})

describe('a static route', () => {
  it.each(['/docs', '/openapi.json'])('answers 405 to other methods of %s', async (path) => {
    const { status, headers } = await send('POST', path)
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' })
  })
})
