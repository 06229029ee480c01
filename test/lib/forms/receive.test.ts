import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/contract/api-error.ts'
import type { Mapping } from '../../../lib/forms/settings.ts'
import { sources } from '../../../lib/forms/settings.ts'
import type { IncomingRequest } from '../../../lib/forms/read-body.ts'
import { headersToKeep, interpret, receive, type FormRules } from '../../../lib/forms/receive.ts'
import { formRequest, jsonRequest, recorded } from './requests.ts'
import { rounds } from '../../support/rounds.ts'

const nowMs = Date.parse('2026-11-21T14:03:27Z')
const contact: FormRules = { name: 'Contact' }
const submit = (rules: Partial<FormRules>, request: IncomingRequest) =>
  receive({ ...contact, ...rules }, request, nowMs)

describe('a submission', () => {
  it('of a plain HTML form is a task; without an id, its body is remembered for a minute', async () => {
    const receipt = await submit({}, formRequest('name=Ada&message=Hello'))
    expect(receipt).toMatchObject({
      outcome: 'task',
      task: { label: 'Hello', description: 'name: Ada\nmessage: Hello' },
      truncated: false,
      warnings: ['This submission has no id, so repeats are recognised only for a minute.'],
      fields: [
        { key: 'name', label: 'name', value: 'Ada' },
        { key: 'message', label: 'message', value: 'Hello' },
      ],
    })
    expect(receipt.outcome === 'task' && receipt.dedupe).toEqual({
      key: expect.stringMatching(/^body [0-9a-f]{64} 29921163$/) as string,
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
  })

  it('is mapped, and says what a task has no room for', async () => {
    const mapping: Mapping = {
      label: '{{name}} {{nobody}}',
      description: '{{message}}',
      workflowLaneId: 'lane',
    }
    const request = jsonRequest({ name: 'Ada', message: 'x'.repeat(10_001) }, { 'idempotency-key': 'k' })
    expect(await submit({ mapping, dedupeBy: 'order' }, request)).toMatchObject({
      outcome: 'task',
      task: { label: 'Ada', description: `${'x'.repeat(9_999)}…`, workflowLaneId: 'lane' },
      truncated: true,
      dedupe: { key: 'idempotency-key k' },
      warnings: [
        "The mapping's label names {{nobody}}, which this submission lacks.",
        'The submission is longer than a task may be: the task has only a part of it.',
        'This submission has nothing at order, so it is known by something else.',
      ],
    })
  })

  it('that is the event of a webhook is a task, unless a form or a rule has caused it', async () => {
    const event = (type: string, via: string) =>
      jsonRequest({
        id: 'evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795251600000',
        type,
        data: {
          task: { label: 'Call Ada' },
          origin: { via, token_id: null, origin_id: null, member_id: null, rule_id: null },
        },
      })
    expect(await submit({}, event('task.created', 'api'))).toMatchObject({ outcome: 'task' })
    const ignored = { outcome: 'ignored', reason: expect.stringContaining('without end') as string }
    expect(await submit({}, event('task.created', 'form'))).toEqual(ignored)
    expect(await submit({ paused: true }, event('task.updated', 'form'))).toEqual(ignored)
    // a rule may have acted on the task that a form made
    expect(await submit({}, event('task.updated', 'rule'))).toEqual(ignored)
    const notice = { id: 'evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1', type: 'form.submission_held', data: {} }
    expect(await submit({ mapping: { label: '{{nobody}}' } }, jsonRequest(notice))).toEqual(ignored)
    const fired = (data: object) => jsonRequest({ ...notice, type: 'rule.fired', data })
    expect(await submit({}, fired({ task: { label: 'Call Ada' } }))).toEqual(ignored)
    const scheduled = { occurrence: { at: '2026-11-21T09:00:00.000Z' }, matched: 0, tasks: [] }
    expect(await submit({}, fired(scheduled))).toMatchObject({ outcome: 'task' })
    // what only looks like it is a submission as any other
    expect(await submit({}, jsonRequest({ ...notice, id: 'evt_1' }))).toMatchObject({ outcome: 'task' })
  })

  it('that cannot be mapped to a task is held, with its contents', async () => {
    const request = jsonRequest({ name: '' }, { 'webhook-id': 'w' })
    expect(await submit({ mapping: { label: '{{name}}' } }, request)).toEqual({
      outcome: 'held',
      reason: "The task's label must contain at least one visible character: look at the mapping's label.",
      fields: [{ key: 'name', label: 'name', value: '' }],
      dedupe: { key: 'webhook-id w' },
    })
  })

  it('that is not from the sender of the form is held', async () => {
    expect(await submit({ source: 'tally' }, recorded.typeform)).toEqual({
      outcome: 'held',
      reason: 'This is not what Tally sends: look at data in the body.',
    })
  })

  it('to a paused form is held; spam and what means nothing stay what they are', async () => {
    const rules = { paused: true, honeypot: 'website' }
    expect(await submit(rules, jsonRequest({ a: 'b' }, { 'webhook-id': 'w' }))).toEqual({
      outcome: 'held',
      reason: 'The form was paused.',
      fields: [{ key: 'a', label: 'a', value: 'b' }],
      dedupe: { key: 'webhook-id w' },
    })
    expect(await submit(rules, formRequest('website=x'))).toMatchObject({ outcome: 'spam' })
    expect(await submit(rules, jsonRequest({ event: 'testEndpoint' }))).toMatchObject({ outcome: 'ignored' })
  })

  it('with the hidden field filled in is spam; an empty one is no field', async () => {
    expect(await submit({ honeypot: 'website' }, formRequest('name=Ada&website=x'))).toEqual({
      outcome: 'spam',
      reason: 'The field that people do not see was filled in.',
    })
    expect(await submit({ honeypot: 'website' }, formRequest('name=Ada&website='))).toMatchObject({
      outcome: 'task',
      fields: [{ key: 'name', label: 'name', value: 'Ada' }],
    })
  })

  it.each([
    ['https://example.com', 'task'],
    ['https://example.com.evil.test', 'spam'],
    ['null', 'spam'],
    [undefined, 'spam'],
  ])('to a form of one website, from %s: %s', async (origin, outcome) => {
    const request = formRequest('name=Ada', origin === undefined ? {} : { origin })
    expect(await submit({ allowedOrigins: ['https://example.com'] }, request)).toMatchObject({ outcome })
  })
})

it.each<[string, IncomingRequest]>(Object.entries(recorded))(
  'what is kept of a submission is enough to map it anew: %s',
  async (_name, request) => {
    const kept = Object.fromEntries(headersToKeep.map((name) => [name, request.headers[name]]))
    const first = await submit({}, request)
    expect(first.outcome).toBe('task')
    expect(await interpret(contact, { headers: kept, bytes: request.bytes }, nowMs)).toEqual(first)
  },
)

describe('whatever is sent', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 10 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'data',
      'fields',
      'form_response',
      'answers',
      'event',
      'eventType',
      'key',
      'type',
      'value',
      'id',
      'payload',
      'rawRequest',
      'submissionID',
      'pretty',
      'rows',
      'options',
    ),
  )
  const { json } = fc.letrec<{ json: unknown; object: object }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        'FORM_RESPONSE',
        'form_response',
        'google-forms',
        'responseFinished',
        '',
        '{{all}}',
        '\uD800',
        null,
        true,
        1e300,
      ),
      fc.string(),
      fc.array(tie('json'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(name, tie('json'), { maxKeys: 6, noNullPrototype: true }),
  }))
  /** Generates a recorded request with one value replaced. */
  const spoilt = fc
    .tuple(fc.constantFrom('typeform', 'tally', 'formbricks', 'google', 'githubIssue'), fc.nat(), json)
    .map(([sender, pick, other]) => {
      const request = recorded[sender]
      let count = 0
      const text = JSON.stringify(JSON.parse(request.bytes.toString()), (_key, value: unknown) =>
        count++ === pick % 80 ? other : value,
      )
      return { ...request, bytes: Buffer.from(text) }
    })
  const form = fc
    .array(fc.tuple(name, fc.oneof(fc.string(), fc.json())), { maxLength: 6 })
    .map((entries) =>
      formRequest(
        new URLSearchParams(
          entries.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]),
        ).toString(),
      ),
    )
  const meaningless = fc.constantFrom(
    jsonRequest({ event: 'testEndpoint' }),
    jsonRequest({ event_type: 'form_response_partial', form_response: {} }),
    jsonRequest({ zen: '' }, { 'x-github-event': 'ping' }),
  )
  const request = fc.oneof(
    spoilt,
    form,
    meaningless,
    json.map((value) => jsonRequest(value)),
  )
  const rules = fc.record(
    {
      source: fc.constantFrom(...sources),
      mapping: fc.record(
        { label: fc.string(), externalId: fc.constantFrom('{{id}}', '{{/data/id}}') },
        { requiredKeys: [] },
      ),
      dedupeBy: fc.constantFrom('id', '/data', '/__proto__', ''),
      honeypot: name,
    },
    { requiredKeys: [] },
  )

  it('has an outcome, or is refused with 4xx', async () => {
    const outcomes = new Set<string>()
    await fc.assert(
      fc.asyncProperty(rules, request, async (some, sent) => {
        const answer: unknown = await submit(some, sent).catch((error: unknown) => error)
        if (answer instanceof ApiError) expect(answer.status).toBe(400)
        else outcomes.add((answer as Awaited<ReturnType<typeof receive>>).outcome)
      }),
      { numRuns: rounds(3_000) }, // so many that each outcome is among them
    )
    expect([...outcomes].sort()).toEqual(['held', 'ignored', 'spam', 'task'])
  })
})
