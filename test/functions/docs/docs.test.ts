import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorStatuses } from '../../../lib/contract/errors.ts'
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
  it('leads to the API reference, without a token', async () => {
    const response = await fetch(`http://127.0.0.1:${testPort}/v1/docs`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/docs/api')
    expect(await response.text()).toBe('')
  })

  it('leads to where the environment says, on a stage without the site', async () => {
    process.env.DOCS_LOCATION = '/v1/openapi.json'
    onTestFinished(() => {
      delete process.env.DOCS_LOCATION
    })
    const { status, headers } = await fetch(`http://127.0.0.1:${testPort}/v1/docs`, { redirect: 'manual' })
    expect({ status, location: headers.get('location') }).toEqual({
      status: 302,
      location: '/v1/openapi.json',
    })
  })
})

describe('the old address of the documentation', () => {
  it('answers 405 to other methods, as it always has', async () => {
    const { status, headers } = await send('POST', '/docs')
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' })
  })
})

describe('the page of error codes', () => {
  it('has a section for each code, named as the fragment of the link in an error', async () => {
    const page = readFileSync('docs/reference/errors.md', 'utf8')
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(sections).toEqual(Object.keys(errorStatuses))
    const { body } = await send('GET', '/tasks/1')
    const { docs } = (body as { error: { docs: string } }).error // `send` has checked it
    expect(sections).toContain(docs.split('#')[1])
  })
})

describe('a static route', () => {
  it('answers 405 to other methods', async () => {
    const { status, headers } = await send('POST', '/openapi.json')
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' })
  })
})
