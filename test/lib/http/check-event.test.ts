import { describe, expect, it } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import type { ApiEvent } from '../../../lib/http/types.ts'

const functions = await loadFunctions()

const events: [string, unknown][] = [
  ['the test event of the console', { key1: 'value1', key2: 'value2', key3: 'value3' }],
  ['null', null],
  ['a text', 'hello'],
  ['a list', []],
  ['an event of a REST API', { httpMethod: 'GET', headers: {}, requestContext: { requestId: 'one' } }],
  ['an event with an empty context', { rawPath: '/', rawQueryString: '', headers: {}, requestContext: {} }],
  [
    'an event without headers',
    { rawPath: '/', rawQueryString: '', headers: null, requestContext: { requestId: 'one', http: {} } },
  ],
]

describe.each(['tasks.get', 'tasks.create', 'routes.unmatched', 'docs.openapi'])('%s', (id) => {
  it.each(events)('answers 400 with the usual error body to %s', async (_, event) => {
    const { statusCode, headers, body } = await functions.invoke(id, event as ApiEvent) // it is not one
    const requestId = headers?.['X-Request-Id']
    expect(requestId).toMatch(/^(?:one|[0-9a-f-]{36})$/)
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    expect(statusCode).toBe(400)
    expect(JSON.parse(body ?? '')).toEqual({
      error: {
        code: 'invalid_request',
        message: 'This is not an event of an API Gateway HTTP API, payload format 2.0.',
        request_id: requestId,
        docs: '/v1/docs#invalid_request',
      },
    })
  })
})
