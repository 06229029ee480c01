import { describe, expect, it } from 'vitest'
import { dedupeKeyOf } from '../../../lib/forms/dedupe-key.ts'
import type { MappingInput } from '../../../lib/forms/mapping.ts'
import type { IncomingRequest } from '../../../lib/forms/read-body.ts'
import { formRequest, jsonRequest, multipartRequest, part } from './requests.ts'

const minute = 60_000
const atMs = 29_000_000 * minute + 20_000

const input = (submissionId?: string, receivedAtMs = atMs): MappingInput => ({
  submission: {
    fields: [{ key: 'email', label: 'E-mail', value: 'ada@example.com' }],
    ...(submissionId && { submissionId }),
  },
  document: { order: { id: 42 }, empty: ' ' },
  formName: 'Contact',
  receivedAtMs,
})

const all = { 'idempotency-key': 'ik', 'webhook-id': 'wid', 'x-github-delivery': 'gd' }

describe('a submission is known by', () => {
  it.each<[string, Record<string, string>, string | undefined, string | undefined, string]>([
    ['the field that the form names', all, 's1', 'email', 'value ada@example.com'],
    ['the JSON Pointer that it names', all, 's1', '/order/id', 'value 42'],
    ["else the sender's own id", all, 's1', undefined, 'submission s1'],
    ['the same when the named value is empty', all, 's1', '/empty', 'submission s1'],
    ['the same when there is no such value', all, 's1', 'nobody', 'submission s1'],
    ['else Idempotency-Key', all, undefined, undefined, 'idempotency-key ik'],
    ['else webhook-id', { ...all, 'idempotency-key': ' ' }, undefined, undefined, 'webhook-id wid'],
    ['else X-GitHub-Delivery', { 'x-github-delivery': 'gd' }, undefined, undefined, 'x-github-delivery gd'],
  ])('%s', (_name, headers, submissionId, dedupeBy, key) => {
    expect(dedupeKeyOf(jsonRequest({}, headers), input(submissionId), dedupeBy)).toEqual({ key })
  })

  it('a hash of an id that is longer than ids are', () => {
    const keyOf = (id: string) => dedupeKeyOf(jsonRequest({}), input(id)).key
    expect(keyOf('x'.repeat(60_000))).toMatch(/^submission [0-9a-f]{64}$/)
    expect(keyOf('x'.repeat(60_000))).not.toBe(keyOf(`${'x'.repeat(60_000)}y`))
  })
})

describe('without any id', () => {
  const keyOf = (request: IncomingRequest, receivedAtMs = atMs) =>
    dedupeKeyOf(request, input(undefined, receivedAtMs))

  it('a submission is known by its body and the minute; the hash tells the same body at another time', () => {
    const { key, bodyHash } = keyOf(formRequest('a=1'))
    expect(bodyHash).toMatch(/^[0-9a-f]{64}$/)
    expect(key).toBe(`body ${String(bodyHash)} 29000000`)
    expect(keyOf(formRequest('a=1'), atMs + minute)).toEqual({
      key: `body ${String(bodyHash)} 29000001`,
      bodyHash,
    })
  })

  it('another body is another', () => {
    expect(keyOf(formRequest('a=1')).bodyHash).not.toBe(keyOf(formRequest('a=2')).bodyHash)
  })

  it('a multipart form is the same with another boundary', () => {
    const [one, other] = [part('a', '1'), part('a', '2')]
    expect(keyOf(multipartRequest([one], 'aaa'))).toEqual(keyOf(multipartRequest([one], 'bbb')))
    expect(keyOf(multipartRequest([one], 'aaa'))).not.toEqual(keyOf(multipartRequest([other], 'bbb')))
  })
})
