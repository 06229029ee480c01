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

/** A schema of the documents, as far as the tests read it. */
interface Schema {
  description?: string
  const?: string
  properties?: Record<string, Schema>
  items?: Schema
  oneOf?: Schema[]
}

describe('the id in a body', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
  // the build has made both of these parts
  const { paths } = read('docs/openapi.json') as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
  }
  const { tools } = read('docs/mcp.json') as { tools: { name: string; inputSchema: Schema }[] }
  const bodyOf = (path: string) => paths[path]?.post.requestBody.content['application/json']?.schema
  const operations = bodyOf('/tasks/bulk')?.properties?.operations?.items?.oneOf ?? []

  it('is said to be chosen in each create, and to name the task in all others', () => {
    const schemas: [string, Schema | undefined][] = [
      ['POST /tasks', bodyOf('/tasks')],
      ...operations.map((one): [string, Schema] => [one.properties?.op?.const ?? '', one]),
      ...tools.map(({ name, inputSchema }): [string, Schema | undefined] => [
        name,
        inputSchema.properties?.tasks?.items,
      ]),
    ]
    const meanings = schemas.flatMap(([name, schema]) => {
      const meaning = schema?.properties?.id?.description
      return meaning === undefined ? [] : [[name, meaning.split(':')[0]]]
    })
    const [chosen, named] = ['The id that the task gets', 'The task']
    expect(Object.fromEntries(meanings)).toEqual({
      ...{ 'POST /tasks': chosen, create: chosen, create_tasks: chosen },
      ...{ update: named, move: named, delete: named, restore: named, update_tasks: named },
    })
  })
})

describe('GET /docs', () => {
  it('leads to the API reference, without a token', async () => {
    const response = await fetch(`http://127.0.0.1:${testPort}/v1/docs`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/docs/api')
    expect(await response.text()).toBe('The documentation is at /docs/api\n')
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

  it('is not the only one that has each', () => {
    const guide = readFileSync('docs/concepts/errors.md', 'utf8')
    expect(Object.keys(errorStatuses).filter((code) => !guide.includes(`\`${code}\``))).toEqual([])
  })
})

describe('a static route', () => {
  it('answers 405 to other methods', async () => {
    const { status, headers } = await send('POST', '/openapi.json')
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' })
  })
})
