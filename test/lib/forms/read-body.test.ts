import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/contract/api-error.ts'
import { maxJsonDepth } from '../../../lib/shared/json.ts'
import { documentOf, readBody, withoutFiles, type IncomingRequest } from '../../../lib/forms/read-body.ts'
import { formRequest, jsonRequest, multipartRequest, part } from './requests.ts'
import { rounds } from '../../support/rounds.ts'

const read = async (request: IncomingRequest) => {
  const body = await readBody(request)
  return body.kind === 'json' ? body.value : body.fields
}

const refusal = async (request: IncomingRequest) => {
  const error: unknown = await readBody(request).catch((thrown: unknown) => thrown)
  return error instanceof ApiError ? [error.status, error.message] : error
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const file = (filename: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(
      `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    Buffer.from(content),
  ])

describe('a JSON body', () => {
  it.each([
    ['an object', '{"a":1}', { a: 1 }],
    ['a list', '[1]', [1]],
    ['one that begins with a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    [
      'whole numbers that a double cannot hold',
      '{"id":12345678901234567,"n":1234567890123456}',
      { id: '12345678901234567', n: 1234567890123456 },
    ],
  ])('is read: %s', async (_name, text, value) => {
    expect(await read(jsonRequest(text))).toEqual(value)
  })

  it.each([
    'application/json; charset=utf-8',
    'application/JSON;charset="UTF-8"',
    'application/cloudevents+json',
  ])('is read as %s', async (type) => {
    expect(await read(jsonRequest('{"a":1}', { 'content-type': type }))).toEqual({ a: 1 })
  })

  it('keeps a member of any name, and no prototype changes', async () => {
    const body = await readBody(jsonRequest('{"__proto__":{"x":1},"constructor":2}'))
    expect(Object.entries(documentOf(body))).toEqual([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ])
    expect('x' in {}).toBe(false)
  })

  it.each([
    ['no JSON', '{"a":', [400, 'The body is not valid JSON: it ends too early.']],
    ['a bare value', '"a"', [400, 'The body must be a JSON object with the fields of the submission.']],
    ['null', 'null', [400, 'The body must be a JSON object with the fields of the submission.']],
    [
      'one level too deep',
      nested(maxJsonDepth + 1),
      [400, 'The body must not be nested more than 32 levels deep.'],
    ],
    ['10,000 levels deep', nested(10_000), [400, 'The body must not be nested more than 32 levels deep.']],
    [
      '32,000 lists deep',
      `${'['.repeat(32_000)}${']'.repeat(32_000)}`,
      [400, 'The body must not be nested more than 32 levels deep.'],
    ],
    ['nothing', '', [400, 'The submission has no body.']],
  ])('is refused: %s', async (_name, text, answer) => {
    expect(await refusal(jsonRequest(text))).toEqual(answer)
  })

  it('is read at the greatest depth', async () => {
    expect(JSON.stringify(await read(jsonRequest(nested(maxJsonDepth))))).toBe(nested(maxJsonDepth))
  })
})

describe('a form', () => {
  it('has each name once, with all its values, in order', async () => {
    const body = 'name=Ada+Lovelace&day=Mon&empty=&day=&day=Tue&__proto__=x&a%26b=%E2%82%AC&name='
    const fields = [
      ['name', 'Ada Lovelace'],
      ['day', 'Mon, Tue'],
      ['empty', ''],
      ['__proto__', 'x'],
      ['a&b', '€'],
    ]
    expect(await read(formRequest(body))).toEqual(fields)
    const names = ['name', 'day', 'empty', 'day', 'day', '__proto__', 'a&b', 'name']
    const values = ['Ada Lovelace', 'Mon', '', '', 'Tue', 'x', '€', '']
    const parts = names.map((name, index) => part(name, values[index] ?? ''))
    expect(await read(multipartRequest(parts))).toEqual(fields)
    expect(Object.entries(documentOf(await readBody(formRequest(body))))).toEqual(fields)
  })

  it('has the name and size of a file, whatever is in it', async () => {
    const parts = [part('name', 'Ada'), file('photo.png', Buffer.from([0xff, 0xd8, 0xfe, 0])), file('', '')]
    expect(await read(multipartRequest(parts))).toEqual([
      ['name', 'Ada'],
      ['file', 'photo.png (4 bytes)'],
    ])
  })

  it('may hold the replacement character', async () => {
    expect(await read(formRequest('a=%EF%BF%BD&b=\uFFFD'))).toEqual([
      ['a', '\uFFFD'],
      ['b', '\uFFFD'],
    ])
    expect(await read(multipartRequest([part('a', '\uFFFD')]))).toEqual([['a', '\uFFFD']])
  })

  it.each([
    [
      'multipart without a boundary',
      { ...multipartRequest([part('a', '1')]), headers: { 'content-type': 'multipart/form-data' } },
      [400, 'The Content-Type multipart/form-data needs its boundary.'],
    ],
    [
      'another boundary',
      {
        ...multipartRequest([part('a', '1')]),
        headers: { 'content-type': 'multipart/form-data; boundary=Y' },
      },
      [400, 'The body is not valid multipart/form-data.'],
    ],
    [
      'multipart that breaks off',
      { ...multipartRequest([]), bytes: Buffer.from('--X\r\nContent-Disposition: form-data; na') },
      [400, 'The body is not valid multipart/form-data.'],
    ],
    [
      '501 parts',
      multipartRequest(Array.from({ length: 501 }, () => part('a', ''))),
      [413, 'A form must send at most 500 fields.'],
    ],
    [
      '10,000 parts',
      multipartRequest(Array.from({ length: 10_000 }, () => part('a', ''))),
      [413, 'A submission must be at most 64 KiB.'],
    ],
    ['501 fields', formRequest('a&'.repeat(501)), [413, 'A form must send at most 500 fields.']],
  ])('is refused: %s', async (_name, request, answer) => {
    expect(await refusal(request)).toEqual(answer)
  })
})

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('a body that is not UTF-8', () => {
  const form = (body: Buffer | string, charset = '') => ({
    headers: { 'content-type': `application/x-www-form-urlencoded${charset}` },
    bytes: typeof body === 'string' ? latin1(body) : body,
  })
  const json = (bytes: Buffer, charset = '') => ({
    headers: { 'content-type': `application/json${charset}` },
    bytes,
  })
  const typed = (name: string, type: string, value: Buffer) =>
    Buffer.concat([
      Buffer.from(`Content-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
      value,
    ])
  const gruesse = latin1('Viele Gr\xFC\xDFe')

  it.each<[string, IncomingRequest, unknown]>([
    [
      'JSON in the charset that it names',
      json(latin1('{"a":"Gr\xFC\xDFe"}'), '; charset=ISO-8859-1'),
      { a: 'Grüße' },
    ],
    ['JSON in UTF-16 with its mark', json(Buffer.from('\uFEFF{"a":"Grüße"}', 'utf16le')), { a: 'Grüße' }],
    [
      'a form in the charset that it names',
      form('n%E4me=Gr%FC%DFe', '; charset=windows-1252'),
      [['näme', 'Grüße']],
    ],
    ['raw bytes of a form', form('a=Gr\xFC\xDFe', '; charset=latin1'), [['a', 'Grüße']]],
    ['several bytes for a character', form('a=%93%FA%96%7B', '; charset=shift_jis'), [['a', '日本']]],
    [
      'a form that names its charset as browsers do',
      form('_charset_=windows-1251&a=%CF%F0%E8%E2%E5%F2'),
      [
        ['_charset_', 'windows-1251'],
        ['a', 'Привет'],
      ],
    ],
    ['UTF-8 that is called latin1', form('a=%C3%BC', '; charset=iso-8859-1'), [['a', 'ü']]],
    ['UTF-8 that is called something unknown', form('a=%C3%BC', '; charset=x-own'), [['a', 'ü']]],
    [
      'a part in its own charset, beside one in UTF-8',
      multipartRequest([part('a', 'Grüße'), typed('b', 'text/plain; charset="iso-8859-1"', gruesse)]),
      [
        ['a', 'Grüße'],
        ['b', 'Viele Grüße'],
      ],
    ],
    [
      'parts in the charsets that a field names',
      multipartRequest([
        part('subject', 'Grüße an alle'),
        Buffer.concat([Buffer.from(part('text', '')), gruesse]),
        part('charsets', '{"subject":"UTF-8","text":"iso-8859-1"}'),
      ]),
      [
        ['subject', 'Grüße an alle'],
        ['text', 'Viele Grüße'],
        ['charsets', '{"subject":"UTF-8","text":"iso-8859-1"}'],
      ],
    ],
  ])('is read without a warning: %s', async (_name, request, expected) => {
    expect(await read(request)).toEqual(expected)
    expect((await readBody(request)).warnings).toBeUndefined()
  })

  const warning = (names: string) => [
    `This was not in UTF-8 or in a charset that its sender named, so it was read as windows-1252 and may be wrong: ${names}. The submission's body has it as it was sent.`,
  ]
  it.each<[string, IncomingRequest, unknown, string]>([
    [
      'a form without a charset',
      form('a=%FF&b=%C3%BC&c=%E9%E9'),
      [
        ['a', 'ÿ'],
        ['b', 'ü'],
        ['c', 'éé'],
      ],
      'a, c',
    ],
    ['a form in an unknown charset', form('a=%FC', '; charset=x-own'), [['a', 'ü']], 'a'],
    ['bytes that are not of their charset', form('a=%FF%FF', '; charset=shift_jis'), [['a', 'ÿÿ']], 'a'],
    ['raw bytes', form(Buffer.from([0x61, 0x3d, 0xff])), [['a', 'ÿ']], 'a'],
    ['a name', form('%FC=1'), [['ü', '1']], 'the name of a field'],
    ['JSON', json(latin1('{"a":"Gr\xFC\xDFe"}')), { a: 'Grüße' }, 'the body'],
    [
      'a part',
      multipartRequest([Buffer.concat([Buffer.from(part('a', '')), gruesse])]),
      [['a', 'Viele Grüße']],
      'a',
    ],
  ])('is read as well as it can be, and says so: %s', async (_name, request, expected, names) => {
    expect(await read(request)).toEqual(expected)
    expect((await readBody(request)).warnings).toEqual(warning(names))
  })

  it('keeps the bytes of its fields beside a file, which is read the same from then on', async () => {
    const request = multipartRequest([
      file('Gr\u00FC\u00DFe.png', Buffer.from([0xff, 0xd8, 0xef, 0xbb, 0xbf])),
      typed('b', 'text/plain; charset=iso-8859-1', gruesse),
      Buffer.concat([Buffer.from(part('c', '')), latin1('\xE9')]),
    ])
    const kept = await withoutFiles(request)
    expect(await read(kept)).toEqual([
      ['file', 'Grüße.png (5 bytes)'],
      ['b', 'Viele Grüße'],
      ['c', 'é'],
    ])
    expect(await readBody(kept)).toEqual(await readBody(request))
    expect(Buffer.from(kept.bytes).includes(gruesse)).toBe(true)
  })
})

describe('a body of any kind', () => {
  const types =
    'Send the submission as application/json, application/x-www-form-urlencoded or multipart/form-data, and name it in Content-Type.'
  it.each([
    ['no content type', {}, types],
    ['a content type that is none', { 'content-type': 'json' }, types],
    ['an unknown one', { 'content-type': 'text/xml' }, types],
    [
      'a compressed one',
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      'Send the body as it is, without a Content-Encoding.',
    ],
  ])('is refused with 415: %s', async (_name, headers: Record<string, string>, message) => {
    expect(await refusal({ headers, bytes: Buffer.from('{}') })).toEqual([415, message])
  })

  it('may have 64 KiB and no byte more', async () => {
    const value = 'x'.repeat(64 * 1024 - '{"a":""}'.length)
    expect(await read(jsonRequest({ a: value }))).toEqual({ a: value })
    expect(await refusal(jsonRequest({ a: `${value}x` }))).toEqual([
      413,
      'A submission must be at most 64 KiB.',
    ])
  })

  it('is read or refused, and nothing else happens', async () => {
    const type = fc.oneof(
      fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=X',
        'multipart/form-data; boundary="a\\"b;c"',
        'multipart/form-data',
      ),
      fc.string(),
    )
    const content = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ maxLength: 300 }).map((text) => Buffer.from(text)),
      fc
        .array(
          fc.constantFrom(
            '--X',
            '--X--',
            '\r\n',
            '\r\n\r\n',
            'Content-Disposition: form-data; name="a"',
            '; filename="b"',
            '\u0000',
            'x',
            '%',
            '=',
            '&',
            '"',
          ),
        )
        .map((tokens) => Buffer.from(tokens.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(type, content, async (contentType, bytes) => {
        const answer: unknown = await readBody({ headers: { 'content-type': contentType }, bytes }).catch(
          (error: unknown) => error,
        )
        if (answer instanceof ApiError) expect([400, 413, 415]).toContain(answer.status)
        else expect(answer).toHaveProperty('kind')
      }),
      { numRuns: rounds(200) },
    )
  })
})
