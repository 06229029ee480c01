import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressing } from '../../../lib/http/compression.ts'
import type { ApiEvent, ApiResult } from '../../../lib/http/types.ts'

const long = JSON.stringify({ label: 'all the same '.repeat(200) })

/** What a function that answers so says on AWS to a caller who accepts this. */
const answer = (result: ApiResult, accepted?: string): Promise<ApiResult> => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  // the wrapper reads no more of an event, and nothing of the context
  return compressing(() => Promise.resolve(result))({ headers } as ApiEvent, {} as never)
}

const json = { 'Content-Type': 'application/json' }

describe('an answer on AWS', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'is compressed as %s for those who take it, and keeps its strong ETag',
    async (encoding, expand) => {
      const { body, headers, isBase64Encoded, statusCode } = await answer(
        { statusCode: 200, headers: { ...json, ETag: '"7"' }, body: long },
        encoding,
      )
      expect({ headers, isBase64Encoded, statusCode }).toEqual({
        headers: { ...json, ETag: '"7"', 'Content-Encoding': encoding, Vary: 'Accept-Encoding' },
        isBase64Encoded: true,
        statusCode: 200,
      })
      expect(String(body).length).toBeLessThan(long.length / 2)
      expect(expand(Buffer.from(String(body), 'base64')).toString()).toBe(long)
    },
  )

  it('is sent as it is to others, and says that it varies', async () => {
    expect(await answer({ statusCode: 200, headers: json, body: long })).toEqual({
      statusCode: 200,
      headers: { ...json, Vary: 'Accept-Encoding' },
      body: long,
    })
  })

  it('is sent as it is when it is short, also with an ETag, or is no text', async () => {
    const short = { statusCode: 200, headers: { ...json, ETag: '"1"' }, body: '{}' }
    expect(await answer(short, 'br')).toEqual(short)
    const none = { statusCode: 304, headers: { ETag: '"1"' } }
    expect(await answer(none, 'br')).toEqual(none)
    const bytes = {
      ...{ statusCode: 200, headers: { 'Content-Type': 'image/png' } },
      ...{ body: Buffer.alloc(5_000).toString('base64'), isBase64Encoded: true },
    }
    expect(await answer(bytes, 'br')).toEqual(bytes)
  })

  it('is sent to an event without headers', async () => {
    const handler = compressing(() => Promise.resolve({ statusCode: 400, headers: json, body: long }))
    for (const event of [{}, null])
      expect(await handler(event as never, {} as never)).toMatchObject({ body: long })
  })
})
