import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBody, withoutFiles, type IncomingRequest } from '../../../lib/forms/read-body.ts'
import { formRequest, jsonRequest, multipartRequest, part, recorded } from './requests.ts'
import { rounds } from '../../support/rounds.ts'

const file = (filename: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    content,
  ])

const encoded = async (data: FormData): Promise<IncomingRequest> => {
  const body = new Response(data)
  const type = body.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, bytes: Buffer.from(await body.arrayBuffer()) }
}

describe('a request without files', () => {
  it.each([
    ['JSON', jsonRequest({ name: 'Ada' })],
    ['a form', formRequest('name=Ada')],
    ['a multipart form', multipartRequest([part('name', 'Ada')])],
    ['one that a sender was recorded with', recorded.jotform],
  ])('stays as it is: %s', async (_name, request) => {
    expect(await withoutFiles(request)).toBe(request)
  })
})

describe('a request with files', () => {
  it('has their names and sizes instead, and the other parts as they were', async () => {
    const parts = [
      part('text', 'a\nb\r\nc '),
      file('photo.png', Buffer.from([0xff, 0xd8, 0xfe, 0])),
      file('', Buffer.alloc(0)),
    ]
    const request = multipartRequest(parts)
    expect(await withoutFiles(request)).toEqual(
      multipartRequest([part('text', 'a\nb\r\nc '), part('file', 'photo.png (4 bytes)'), part('file', '')]),
    )
  })

  it('reads as before, is not longer, and stays as it is from then on', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replaceAll('\uFFFD', ''))
    const name = fc.oneof(text, fc.constantFrom('"', 'a"b', '\r\n', '%22', '__proto__', 'x; filename="y"'))
    const content = fc.uint8Array({ maxLength: 40 })
    const parts = fc.array(fc.tuple(name, text, fc.option(content, { nil: undefined })), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(parts, async (all) => {
        const data = new FormData()
        for (const [key, value, bytes] of all) {
          if (bytes)
            data.append(key, new File([bytes], `${value}.png`)) // without a name it is a field
          else data.append(key, value)
        }
        const request = await encoded(data)
        const cleaned = await withoutFiles(request)
        expect(await readBody(cleaned)).toEqual(await readBody(request))
        expect(cleaned.bytes.length).toBeLessThanOrEqual(request.bytes.length)
        expect(await withoutFiles(cleaned)).toBe(cleaned)
      }),
      { numRuns: rounds(100) },
    )
  })
})
