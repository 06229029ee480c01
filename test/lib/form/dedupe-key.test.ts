import { describe, expect, it } from 'vitest'
import { dedupeKeyOf } from '../../../lib/form/dedupe-key.ts'
import type { MappingInput } from '../../../lib/form/mapping.ts'
import type { IncomingRequest } from '../../../lib/form/read-body.ts'
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
  const keysOf = (request: IncomingRequest, receivedAtMs: number) => {
    const { key, previousKey } = dedupeKeyOf(request, input(undefined, receivedAtMs))
    return [key, previousKey ?? 'none']
  }
  const isRepeat = (first: IncomingRequest, firstMs: number, second: IncomingRequest, secondMs: number) =>
    keysOf(second, secondMs).includes(keysOf(first, firstMs)[0] ?? '')

  it('the same body within 60 s is a repeat, at whatever second of the minute; after 120 s it is none', () => {
    const request = formRequest('a=1')
    for (let second = 0; second < 60; second++) {
      const firstMs = atMs + second * 1000
      for (const later of [0, 1, 999, 20_000, 59_999]) {
        expect(isRepeat(request, firstMs, request, firstMs + later)).toBe(true)
      }
      expect(isRepeat(request, firstMs, request, firstMs + 2 * minute)).toBe(false)
    }
  })

  it('another body is none', () => {
    expect(isRepeat(formRequest('a=1'), atMs, formRequest('a=2'), atMs)).toBe(false)
  })

  it('a multipart form is the same with another boundary', () => {
    const [one, other] = [part('a', '1'), part('a', '2')]
    expect(isRepeat(multipartRequest([one], 'aaa'), atMs, multipartRequest([one], 'bbb'), atMs)).toBe(true)
    expect(isRepeat(multipartRequest([one], 'aaa'), atMs, multipartRequest([other], 'bbb'), atMs)).toBe(false)
  })
})
