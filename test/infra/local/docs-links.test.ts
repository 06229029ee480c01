import { request } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

/** The links of four errors: of a function, of the gateway, of an operation in a bulk request, of a path that is not there. */
async function linksOf(variables: Record<string, string>) {
  const demo = await start(variables).ready()
  const { port, origin } = new URL(demo.base_url)
  const docsOf = async (method: string, path: string, headers: Record<string, string>, body = '') => {
    const asking = request({ host: '127.0.0.1', port, method, path, headers }).end(body)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return ((await json(answer)) as { error: { docs: string } }).error.docs
  }
  const asDemo = headersOf(demo)
  const operations = JSON.stringify({ operations: [{ op: 'delete', id: demo.project_id }] })
  const bulk = await fetch(`${demo.base_url}/tasks/bulk`, {
    method: 'POST',
    headers: asDemo,
    body: operations,
  })
  const { results } = (await bulk.json()) as { results: [{ error: { docs: string } }] }
  return {
    origin,
    links: [
      await docsOf('GET', '/v1/tokens/self', { Host: 'evil.example', 'X-Forwarded-Proto': 'https' }),
      await docsOf('GET', '/v1/tokens/self', { Host: 'evil.example', Expect: 'a miracle' }),
      results[0].error.docs,
      await docsOf('GET', '/nowhere', {}),
    ],
  }
}

const paths = ['invalid_token', 'invalid_request', 'task_not_found', 'route_not_found'].map(
  (code) => `/v1/docs#${code}`,
)

describe('the link of an error to its explanation', () => {
  it('begins with the address of a service that only this machine reaches, whatever Host says', async () => {
    const { origin, links } = await linksOf({ LOOPBACK_ORIGIN: 'https://elsewhere.example' })
    expect(links).toEqual(paths.map((path) => `${origin}${path}`))
    const page = await fetch(links[0] ?? '', { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('/docs/api')
  })

  it.each([
    [{ PUBLIC_ORIGIN: 'https://tasks.example.com' }, 'https://tasks.example.com'],
    [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://tasks.example.com' }, 'https://tasks.example.com'],
    [{ HOST: '0.0.0.0' }, ''],
    [{ TRUST_PROXY: '1' }, ''],
  ])('with %j begins with "%s"', async (variables, origin) => {
    expect((await linksOf(variables)).links).toEqual(paths.map((path) => `${origin}${path}`))
  })
})
