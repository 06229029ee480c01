import { expect, it, vi } from 'vitest'
import { TasksApiError } from '../../../client/src/index.ts'
import { connection } from '../../../web/src/data/connection.ts'
import { explain } from '../../../web/src/ui/explain.ts'

const answered = (status: number, body: unknown = '<html>') =>
  explain(TasksApiError.of(new Response(null, { status }), body))

it.each([500, 502, 503, 504, 404])('explains the answer of a proxy in plain words: %i', (status) => {
  expect(answered(status)).toBe(`The service cannot be reached at the moment (HTTP ${status}).`)
})

it('says when something other than the service answered', () => {
  const text = explain(new TasksApiError('unexpected_answer', 'is the base URL right?'))
  expect(text).toBe('The service cannot be reached at the moment: something else answered in its place.')
})

it.each([
  [503, 'service_unavailable', 'The service is busy. Try again in a moment.'],
  [429, 'rate_limited', 'Too many requests.'],
])('passes on the message of the service: %i', (status, code, message) => {
  expect(answered(status, { error: { code, message, docs: `/docs#${code}` } })).toBe(message)
})

it('says that the service is busy when a gateway limits the rate', () => {
  expect(answered(429)).toBe('The service is busy. Try again in a moment.')
})

it.each([
  [true, 'The service does not respond: '],
  [false, 'You are offline: '],
])('blames a lost connection on the device only if it is offline; online: %s', (onLine, beginning) => {
  vi.stubGlobal('navigator', { onLine })
  connection.value = 'lost'
  expect(explain(new TasksApiError('network_error', 'fetch failed'))).toContain(beginning)
  connection.value = 'unknown'
  vi.unstubAllGlobals()
})
