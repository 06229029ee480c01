import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../functions/index.ts'
import { matchPath, pathInApi } from '../../../lib/contract/routes.ts'
import { send, testPort } from '../../support/api.ts'
import { errorBody } from '../../support/tenant.ts'

describe('an unmatched route', () => {
  it.each(['/', '/job', '/tasks/1/2/3/4/5', '/../admin', '/TASKS', '/hooks'])(
    'answers 404 route_not_found for %s, without asking for a token',
    async (path) => {
      const { status, body, headers } = await send('GET', path)
      expect(status).toBe(404)
      expect(body).toEqual(errorBody('route_not_found', 'There is no such route.'))
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' })
    },
  )

  it.each(['/projects//tasks', '/projects//import'])('says that a part of %s is empty', async (path) => {
    const { status, body } = await send('GET', path)
    expect(status).toBe(404)
    const message = 'There is no such route. A part of the path is empty: is a variable not set?'
    expect(body).toEqual(errorBody('route_not_found', message))
  })

  it.each(['PUT', 'OPTIONS', 'HEAD', 'TRACE'])(
    'answers 405 with Allow to %s of a path that is there',
    async (method) => {
      const { status, headers, body } = await send(method, '/tasks/11111111-1111-1111-1111-111111111111')
      expect(status).toBe(405)
      expect(headers.allow).toBe('DELETE, GET, PATCH')
      const message = 'This route takes DELETE, GET, PATCH only.'
      expect(body).toEqual(method === 'HEAD' ? undefined : errorBody('method_not_allowed', message))
    },
  )

  it('answers 405 to a method that a declared path lacks', async () => {
    for (const { path } of endpoints) {
      // a route of another parameter's name has the same path, too
      const shapeOf = (of: string) => of.replace(/\{\w+\}/g, '{}')
      const same = endpoints.filter((other) => shapeOf(other.path) === shapeOf(path))
      const methods = same.map(({ method }) => method)
      const { status, headers } = await send('PUT', path.replace(/\{\w+\}/g, 'x'))
      expect(status).toBe(405)
      expect(headers.allow).toBe([...methods].sort().join(', '))
    }
  })
})

describe('the path that was meant', () => {
  const sent = async (method: string, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${testPort}${path}`, { method })
    const { error } = (await answer.json()) as { error: { message: string } }
    return [answer.status, error.message]
  }

  it.each([
    ['GET', '/tasks/11111111-1111-1111-1111-111111111111', 'GET /v1/tasks/{id}'],
    ['POST', '/tasks', 'POST /v1/tasks'],
    ['POST', '/v2/tasks', 'POST /v1/tasks'],
    ['POST', '/v1/tasks/', 'POST /v1/tasks'],
    ['GET', '/v1/projects/1/tasks//', 'GET /v1/projects/{projectId}/tasks'],
    ['POST', '/v1/lanes', 'POST /v1/projects/{projectId}/lanes'],
    ['PUT', '/projects', 'GET /v1/projects'],
    ['POST', '/v1/taks', 'POST /v1/tasks'],
    ['POST', '/v1/tsaks', 'POST /v1/tasks'],
    ['GET', '/v1/project', 'GET /v1/projects'],
    ['GET', '/v1/projects/1/taskks', 'GET /v1/projects/{projectId}/tasks'],
    ['GET', '/v1/calenders', 'GET /v1/calendars'],
  ])('is named in the answer to %s %s', async (method, path, meant) => {
    expect(await sent(method, path)).toEqual([404, `There is no such route. Did you mean ${meant}?`])
  })

  it('is named when the path is one of another method', async () => {
    expect(await sent('POST', '/v1/changes')).toEqual([405, 'This route takes GET only.'])
    expect(await sent('PATCH', '/v1/tasks')).toEqual([
      405,
      expect.stringMatching(/ only\. Did you mean PATCH \/v1\/projects\/\{projectId\}\/tasks\?$/),
    ])
  })

  it('repeats nothing that was sent', async () => {
    const [, message] = await sent('POST', '/projects/%3Cscript%3E/tasks/import')
    expect(message).toBe('There is no such route.')
  })
})

describe('matching', () => {
  it('prefers a literal segment to a parameter', () => {
    const routes = [
      { method: 'GET', path: '/tokens/{id}' },
      { method: 'GET', path: '/tokens/self' },
    ]
    expect(matchPath(routes, '/tokens/self')).toEqual([routes[1]])
    expect(matchPath(routes, '/tokens/other')).toEqual([routes[0]])
  })

  it('finds the path below the version, with and without the name of a stage', () => {
    expect(pathInApi('/v1/tasks', '$default')).toBe('/tasks')
    expect(pathInApi('/prod/v1/tasks', 'prod')).toBe('/tasks')
    expect(pathInApi('/v2/tasks', '$default')).toBeUndefined()
    expect(pathInApi('/v1', '$default')).toBeUndefined()
  })
})
