import { expect, it } from 'vitest'
import { TasksApiError } from '../../../client/src/index.ts'
import { explain } from '../../../web/src/ui/explain.ts'

const answered = (status: number, body: unknown = '<html>') =>
  explain(TasksApiError.of(new Response(null, { status }), body))

it.each([500, 502, 503, 504, 404])('says for people what an answer of a proxy means: %i', (status) => {
  expect(answered(status)).toBe(`The service cannot be reached at the moment (HTTP ${status}).`)
})

it('says when something else answers in its place', () => {
  const text = explain(new TasksApiError('unexpected_answer', 'is the base URL right?'))
  expect(text).toBe('The service cannot be reached at the moment: something else answers in its place.')
})

it.each([
  [503, 'service_unavailable', 'The service is busy. Try again in a moment.'],
  [429, 'rate_limited', 'Too many requests.'],
])('leaves the words of the service as they are: %i', (status, code, message) => {
  expect(answered(status, { error: { code, message, docs: `/docs#${code}` } })).toBe(message)
})

it('asks for patience when a gateway lets nothing through', () => {
  expect(answered(429)).toBe('The service has too much to do at the moment. Try again in a moment.')
})
