import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenDuringTest } from '../../support/listen.ts'

const passedOn = ['authorization', 'content-type', 'idempotency-key', 'if-match']

/** A proxy in front of the service, until the test ends. */
export interface Proxy {
  /** Its URL, without a path. */
  origin: string
  /** What it has received, in the format `GET /v1/tasks/{id}`. */
  seen: string[]
}

/**
 * Passes requests on to the service.
 * @param broken a method whose requests it answers itself, with what no client can read
 */
export async function openProxy(baseUrl: string, broken?: string): Promise<Proxy> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '', headers } = request
      const body = await buffer(request)
      seen.push(`${method} ${url.replace(/[0-9a-f-]{36}/, '{id}')}`)
      if (method === broken) return response.writeHead(502).end('<html>')
      const answer = await fetch(new URL(url, baseUrl), {
        method,
        headers: passedOn.flatMap((name): [string, string][] =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        ),
        ...(body.length > 0 && { body }),
      })
      // fetch has decoded the body
      const kept = [...answer.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name))
      return response.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text())
    })()
  })
  return { origin: await listenDuringTest(server), seen }
}
