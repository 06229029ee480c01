import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { docsArtefacts } from '../../../infra/docs/artefacts.ts'
import { errorsOf, pathOf, type Endpoint } from '../../../lib/contract/endpoint.ts'
import { errorStatuses } from '../../../lib/contract/errors.ts'
import { endpoints } from '../../../functions/index.ts'
import { buildDocument } from '../../../infra/docs/openapi/document.ts'
import { errorGuide } from '../../../infra/docs/openapi/error-guide.ts'
import { placesOf } from '../../../infra/docs/openapi/samples.ts'
import type { Operation, Ref, Response, Schema } from '../../../infra/docs/openapi/types.ts'
import { isValid } from '../../support/json-schema.ts'
import { jsonBodyOf } from '../../harness/body-schema.ts'

const document = buildDocument()
const places = placesOf(document)

function operationOf(endpoint: Endpoint): Operation {
  const operation = document.paths[pathOf(endpoint)]?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`${endpoint.id} is not in the document`)
  return operation
}

/** The path parameter that is a key: it is not in `params`. */
const keyOf = ({ auth }: Endpoint): string => (auth.kind === 'key' ? auth.param : '')

/** An operation without a token says so: an empty list is no requirement. */
function securityOf({ auth }: Endpoint) {
  if (auth.kind !== 'token') return []
  return [{ bearer: auth.scope === 'any' ? [] : [auth.scope, ...(auth.also ?? [])] }]
}

const resolved = (response: Response | Ref | undefined): Response => {
  if (response && !('$ref' in response)) return response
  const name = response?.$ref.replace('#/components/responses/', '') ?? ''
  const found = document.components.responses[name]
  if (!found) throw new Error(`There is no response ${name}`)
  return found
}

describe('the files that are made of the contract', () => {
  it('are as npm run docs:build writes them', async () => {
    for (const { path, content } of await docsArtefacts()) {
      expect(readFileSync(path, 'utf8') === content, `${path}: run npm run docs:build`).toBe(true)
    }
  })
})

describe('the document', () => {
  it('has the operations of the contract and no other', () => {
    const declared = endpoints.map((endpoint) => `${endpoint.id} ${endpoint.method} ${pathOf(endpoint)}`)
    const shown = places.map(
      ({ method, path, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    )
    expect(shown.sort()).toEqual(declared.sort())
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'gives %s its scope, its answers and its errors',
    (_, endpoint) => {
      const { security, responses, 'x-error-codes': codes } = operationOf(endpoint)
      expect(security).toEqual(securityOf(endpoint))
      expect(new Set(codes)).toEqual(new Set([...errorsOf(endpoint), 'headers_too_large']))
      const shown = Object.entries(responses).flatMap(([status, response]) =>
        Number(status) < 400
          ? []
          : Object.entries(resolved(response).content?.['application/json']?.examples ?? {}).map(
              ([code, { value }]) => {
                expect(value).toMatchObject({ error: { code } })
                return [code, Number(status)]
              },
            ),
      )
      expect(Object.fromEntries(shown)).toEqual(
        Object.fromEntries(
          codes.map((code) => [code, Object.entries(errorStatuses).find(([name]) => name === code)?.[1]]),
        ),
      )
    },
  )

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'shows examples of %s that the contract allows',
    (_, endpoint) => {
      const { parameters, requestBody, responses } = operationOf(endpoint)
      const of = (kind: string) =>
        Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === kind && parameter.example !== undefined)
            .map(({ name, example }) => [kind === 'header' ? name.toLowerCase() : name, example]),
        )
      const asText = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value))
      const query = Object.entries(of('query')).map(([name, value]) => [name, asText(value)])
      const params = Object.entries(of('path')).filter(([name]) => name !== keyOf(endpoint))
      expect(endpoint.params.safeParse(Object.fromEntries(params)).error).toBeUndefined()
      expect(endpoint.query.safeParse(Object.fromEntries(query)).error).toBeUndefined()
      expect(endpoint.headers?.safeParse(of('header')).error).toBeUndefined()
      const body = requestBody?.content['application/json']?.examples.request?.value
      const schema = jsonBodyOf(endpoint)
      expect(body === undefined).toBe(endpoint.body === undefined)
      expect(schema?.safeParse(body).error).toBeUndefined()
      const { content = {} } = resolved(responses[endpoint.success])
      expect(Object.keys(content)).toEqual(endpoint.produces ?? ['application/json'])
      if (endpoint.produces) {
        for (const media of Object.values(content))
          expect(media?.examples.answer?.value).toMatch(/Call Ada[^]*\r?\n$/)
        return
      }
      const answer = content['application/json']?.examples.answer?.value
      // an answer has all its members and no other
      expect(endpoint.answer.safeParse(answer).data).toEqual(answer)
    },
  )

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'lists the headers of the limits with every answer of %s to a token that is known',
    (_, endpoint) => {
      const counted = Object.entries(operationOf(endpoint).responses)
        .filter(([, response]) => 'RateLimit' in resolved(response).headers)
        .map(([status]) => Number(status))
      const ofCaller = endpoint.auth.kind === 'none' ? [] : [endpoint.success, 429]
      expect(counted).toEqual(expect.arrayContaining([...ofCaller, 400, 500, 503]))
      expect(counted).not.toContain(401)
    },
  )

  it('explains every error code, and knows no other', () => {
    expect(Object.keys(errorGuide)).toEqual(Object.keys(errorStatuses))
    expect(document.components.schemas.Error?.properties?.error?.properties?.code?.enum).toEqual(
      Object.keys(errorStatuses),
    )
  })
})

describe('its schemas', () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'allow the examples of %s',
    (_, endpoint) => {
      const { requestBody, responses } = operationOf(endpoint)
      const { schemas } = document.components
      const contents = [requestBody, ...Object.values(responses).map(resolved)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      )
      for (const { schema, examples } of contents.filter((content) => content !== undefined)) {
        for (const { value } of Object.values(examples)) {
          expect(isValid(value, schema, schemas), JSON.stringify(value)).toBe(true)
        }
      }
      expect(contents.length).toBeGreaterThan(1)
    },
  )

  it('close every answer: additionalProperties is false wherever there are properties', () => {
    const open: unknown[] = []
    JSON.parse(
      JSON.stringify([document.components.schemas, places.map(({ operation }) => operation.responses)]),
      (_, value: unknown) => {
        const isObject =
          typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
        const { additionalProperties, properties } = (value ?? {}) as Schema // read only where it is an object
        const isMap = typeof additionalProperties === 'object' && properties === undefined
        if (isObject && !isMap && additionalProperties !== false) open.push(value)
        return value
      },
    )
    expect(open).toEqual([])
  })

  it('have patterns that Python compiles, and that hold to the grammar of RE2', () => {
    const patterns: string[] = []
    JSON.parse(JSON.stringify(document), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.push(value)
      return value
    })
    expect(patterns.length).toBeGreaterThan(100)
    const compile = 'import json, re, sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)'
    execFileSync('python3', ['-c', compile], { input: JSON.stringify(patterns) })
    // no look-around, back reference or character by its number; test/generated-clients asks RE2 itself
    expect(patterns.filter((pattern) => /\(\?(?:[=!]|<[=!])|\\[1-9ukxc]/.test(pattern))).toEqual([])
  })

  it('say how long an array of a request may be, and a list, unless its entries are of a closed set', () => {
    const open: string[] = []
    for (const { operation } of places) {
      const requests = [operation.parameters, operation.requestBody?.content]
      JSON.parse(JSON.stringify(requests), (_, value: unknown) => {
        const { type, items, maxItems } = (value ?? {}) as Schema // read only where it is an array
        if (type === 'array' && maxItems === undefined && !items?.enum) open.push(operation.operationId)
        return value
      })
      if (!/\.(?:list|bulk)/.test(operation.operationId)) continue
      const answer = resolved(operation.responses['200']).content?.['application/json']?.schema
      for (const [name, { type, maxItems }] of Object.entries(answer?.properties ?? {}))
        if (type === 'array' && maxItems === undefined) open.push(`${operation.operationId} ${name}`)
    }
    expect(open).toEqual([])
  })

  it('say the limits that zod keeps to itself', () => {
    const body = document.paths['/tasks']?.post?.requestBody?.content['application/json']?.schema.properties
    expect(body).toMatchObject({
      label: { minLength: 1, maxLength: 500 },
      description: { anyOf: [{ type: 'string', maxLength: 10_000 }, { type: 'null' }] },
      // null stands for what is left out
      externalId: { anyOf: [{ minLength: 1, maxLength: 255 }, { type: 'null' }] },
      status: { anyOf: [{ type: 'integer', enum: [0, 1, 2] }, { type: 'null' }] },
      subtasks: {
        anyOf: [
          {
            maxItems: 100,
            items: {
              properties: {
                label: { maxLength: 500 },
                isCompleted: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
              },
            },
          },
          { type: 'null' },
        ],
      },
    })
  })
})
