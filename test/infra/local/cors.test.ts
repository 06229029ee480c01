import { describe, expect, it } from 'vitest'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

/** Starts the service, and returns how it answers the script of a page. */
async function serviceFor(corsOrigins: string) {
  const demo = await start({ CORS_ORIGINS: corsOrigins }).ready()
  const ask = async (path: string, origin: string, { headers, ...init }: RequestInit = {}) => {
    const given = { ...(headers as Record<string, string> | undefined), Origin: origin } // only plain objects are given
    const answer = await fetch(`${demo.base_url}${path}`, { ...init, headers: given })
    await answer.arrayBuffer()
    return answer
  }
  return { demo, ask }
}

const allowed = 'https://app.example.com'
const preflight = {
  method: 'OPTIONS',
  headers: {
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,content-type,if-match',
  },
}
const listIn = (answer: Response, header: string) => answer.headers.get(header)?.toLowerCase().split(',')

describe('CORS_ORIGINS', () => {
  it('lets the scripts of these websites use the API, and no others', async () => {
    const { demo, ask } = await serviceFor(`${allowed}, http://localhost:5173`)
    const headers = headersOf(demo)
    for (const origin of [allowed, 'http://localhost:5173']) {
      const asked = await ask('/tasks/some-id', origin, preflight)
      expect(asked.status).toBe(204)
      expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(origin)
      expect(listIn(asked, 'Access-Control-Allow-Methods')).toContain('patch')
      expect(listIn(asked, 'Access-Control-Allow-Headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'if-match', 'idempotency-key']),
      )
      const answer = await ask('/projects', origin, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin)
      expect(listIn(answer, 'Access-Control-Expose-Headers')).toContain('etag')
      expect(answer.headers.get('Vary')).toBe('Origin')
      const refused = await ask('/projects', origin)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(origin)
    }
    for (const origin of ['https://evil.example', 'https://app.example.com.evil.example', 'null']) {
      expect((await ask('/tasks/some-id', origin, preflight)).status).toBe(405)
      const answer = await ask('/projects', origin, { headers })
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
      expect(answer.headers.get('Vary')).toBe('Origin')
    }
  })

  it('keeps what an answer says itself', async () => {
    const { ask } = await serviceFor(allowed)
    const { headers } = await ask('/openapi.json', 'https://any.example')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Vary')).toBe('Origin, Accept-Encoding')
  })

  it('may be * for all', async () => {
    const { ask } = await serviceFor('*')
    const asked = await ask('/tasks', 'https://any.example', preflight)
    expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
  })

  it('allows nobody without a value', async () => {
    const { demo, ask } = await serviceFor('')
    const answer = await ask('/projects', allowed, { headers: headersOf(demo) })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(answer.headers.get('Vary')).toBeNull()
    expect((await ask('/tasks', allowed, preflight)).status).toBe(405)
  })
})
