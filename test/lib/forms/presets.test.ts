import { describe, expect, it } from 'vitest'
import type { Source } from '../../../lib/forms/settings.ts'
import { withoutFiles } from '../../../lib/forms/read-body.ts'
import { fieldsOf, readAs, submissionOf } from './readings.ts'
import { formRequest, jsonRequest, multipartRequest, part, recorded } from './requests.ts'

describe('any other document', () => {
  it('is read by the names that lead to its values', async () => {
    const body = {
      customer: { name: 'Ada', address: { city: 'London' } },
      tags: ['new', 1, true, null],
      items: [{ sku: 'a' }, { sku: 'b' }],
      agreed: true,
      none: {},
      broken: 'x\uD800y',
    }
    expect(await submissionOf(jsonRequest(body))).toEqual({
      firstText: 'Ada',
      fields: fieldsOf([
        ['customer.name', 'customer.name', 'Ada'],
        ['customer.address.city', 'customer.address.city', 'London'],
        ['tags', 'tags', 'new, 1, yes'],
        ['items.0.sku', 'items.0.sku', 'a'],
        ['items.1.sku', 'items.1.sku', 'b'],
        ['agreed', 'agreed', 'yes'],
        ['none', 'none', ''],
        ['broken', 'broken', 'x\uFFFDy'],
      ]),
    })
  })

  it('with too many values says how many are left out', async () => {
    const { fields, omittedFields } = await submissionOf(
      jsonRequest(Object.fromEntries(Array.from({ length: 507 }, (_, index) => [`f${index}`, index]))),
    )
    expect([fields.length, fields[499]?.key, omittedFields]).toEqual([500, 'f499', 7])
  })

  it('has no uploaded file as its label, in a form or as a data URL', async () => {
    const file = (filename: string) =>
      `Content-Disposition: form-data; name="photo"; filename="${filename}"\r\n\r\nabc`
    const form = multipartRequest([file('a.png'), file('b (2).png'), part('name', 'Ada')])
    expect(await submissionOf(form)).toMatchObject({ firstText: 'Ada' })
    expect(await submissionOf(await withoutFiles(form))).toMatchObject({ firstText: 'Ada' })
    const json = jsonRequest({ photo: 'data:image/png;base64,iVBORw0KGgo=', name: 'Ada' })
    expect(await submissionOf(json)).toMatchObject({ firstText: 'Ada' })
  })

  it('that is a form is read as it is', async () => {
    expect(await submissionOf(formRequest('name=Ada&__proto__=x'))).toEqual({
      firstText: 'Ada',
      fields: fieldsOf([
        ['name', 'name', 'Ada'],
        ['__proto__', '__proto__', 'x'],
      ]),
    })
  })
})

describe('Jotform', () => {
  const jotform = (answers: object | string, pretty: string) =>
    multipartRequest([
      part('submissionID', '1'),
      part('rawRequest', typeof answers === 'string' ? answers : JSON.stringify(answers)),
      part('pretty', pretty),
    ])

  it('answers of several parts become text, each with its question', async () => {
    const answers = {
      slug: 'submit/1',
      q3_studentsName: { first: 'Ada', last: 'King' },
      q4_phone: { full: '(020) 123' },
      q5_address: { addr_line1: '1 Main St', addr_line2: '', city: 'London', postal: 'N1' },
      q6_date: { month: '11', day: '08', year: '2026' },
      q7_when: { month: '11', day: '08', year: '2026', hour: '9', min: '30', ampm: 'AM' },
      q8_appointment: {
        implementation: 'new',
        date: '2026-11-08 10:00',
        duration: '60',
        timezone: 'Europe/London',
      },
      q9_noAppointment: { implementation: 'new', date: '', duration: '60', timezone: 'Europe/London' },
      q10_table: { colIds: '["0"]', rowIds: '["0"]' },
      q11_empty: '',
      q12_grade: '12',
    }
    const pretty =
      "Student's Name:Ada King, Phone:(020) 123, Address:1 Main St London N1, Date:11 08 2026, When:11 08 2026 9 30 AM, Appointment:Sunday, Nov 8, Your grade, please:12"
    expect((await submissionOf(jotform(answers, pretty))).fields).toEqual(
      fieldsOf([
        ['studentsName', "Student's Name", 'Ada King'],
        ['phone', 'Phone', '(020) 123'],
        ['address', 'Address', '1 Main St, London, N1'],
        ['date', 'Date', '2026-11-08'],
        ['when', 'When', '2026-11-08 9:30 AM'],
        ['appointment', 'appointment', '2026-11-08 10:00 Europe/London'],
        ['noAppointment', 'noAppointment', ''],
        ['table', 'table', ''],
        ['empty', 'empty', ''],
        // the appointment before it is written in another way, so nobody knows where this question begins
        ['grade', 'grade', '12'],
      ]),
    )
  })

  it.each<[string, unknown, string]>([
    ['a name', { prefix: 'Dr', first: 'Ada', last: 'King' }, 'Dr Ada King'],
    ['an address', { addr_line1: '1 Main St', city: 'London' }, '1 Main St, London'],
    ['a phone number', { area: '020', phone: '123' }, '020 123'],
    ['a date', { month: '11', day: '08', year: '2026' }, '2026-11-08'],
    ['a time', { timeInput: '09:30', hourSelect: '09', minuteSelect: '30', ampm: 'AM' }, '09:30 AM'],
    ['choices', ['Monday', 'Friday'], 'Monday, Friday'],
    ['a matrix', { Quality: 'Good', Speed: 'Bad' }, 'Quality: Good; Speed: Bad'],
  ])('the first answer is the label, also where it has parts: %s', async (_, answer, firstText) => {
    const answers = {
      q1_files: ['https://www.jotform.com/uploads/ada/1/2/a.png'],
      q2_first: answer,
      q3_more: 'x',
    }
    expect(await submissionOf(jotform(answers, ''))).toMatchObject({ firstText })
  })

  it.each<[string, unknown]>([
    ['no answer', ''],
    ['a list of files', ['https://www.jotform.com/uploads/ada/1/2/a.png']],
    ['one file', 'https://eu.jotform.com/uploads/ada/1/2/a.png'],
    ['a drawn signature', 'data:image/png;base64,iVBORw0KGgo='],
  ])('%s is never the label', async (_, answer) => {
    const submission = await submissionOf(jotform({ q1_first: answer, q2_text: 'Ada' }, ''))
    expect(submission).toMatchObject({ firstText: 'Ada' })
  })

  it('answers that are no JSON are held', async () => {
    expect(await readAs(jotform('{', ''))).toMatchObject({
      outcome: 'held',
      reason: "Jotform's field rawRequest is not valid JSON: it ends too early.",
    })
    expect(await readAs(jotform('[['.repeat(20_000), ''))).toMatchObject({ outcome: 'held' })
  })
})

describe('GitHub', () => {
  it.each(['labeled', 'closed', 'reopened'])(
    'what happens to an issue later is ignored: %s',
    async (action) => {
      const body = { ...(JSON.parse(recorded.githubIssue.bytes.toString()) as object), action }
      expect(await readAs(jsonRequest(body, { 'x-github-event': 'issues' }))).toMatchObject({
        outcome: 'ignored',
      })
    },
  )

  it('a ping is ignored', async () => {
    expect(
      await readAs(jsonRequest({ zen: 'Keep it logically awesome.' }, { 'x-github-event': 'ping' })),
    ).toMatchObject({
      outcome: 'ignored',
    })
  })

  it('a payload in a form is read', async () => {
    const form = new URLSearchParams({ payload: recorded.githubIssue.bytes.toString() }).toString()
    expect(await submissionOf(formRequest(form, { 'x-github-event': 'issues' }))).toMatchObject({
      submissionId: 'issues 444500041',
    })
  })

  it('a comment has the title of its issue', async () => {
    const body = { action: 'created', issue: { title: 'Door' }, comment: { id: 7, body: 'Still shut.' } }
    expect(await submissionOf(jsonRequest(body, { 'x-github-event': 'issue_comment' }))).toMatchObject({
      submissionId: 'issue_comment 7',
      firstText: 'Door',
    })
  })
})

it.each<[string, object]>([
  ['an unfinished response of Formbricks', { webhookId: 'w', event: 'responseCreated', data: { id: 'r' } }],
  ["Formbricks' test of an address", { event: 'testEndpoint' }],
  [
    'an unfinished response of Typeform',
    { event_type: 'form_response_partial', form_response: { token: 't' } },
  ],
])('%s is ignored', async (_name, body) => {
  expect(await readAs(jsonRequest(body))).toMatchObject({ outcome: 'ignored' })
})

describe('what does not have the shape of its sender', () => {
  it.each<[Source, object, string]>([
    ['typeform', {}, 'This is not what Typeform sends: look at form_response in the body.'],
    [
      'typeform',
      { form_response: { token: 't', answers: [{ type: 'text' }] } },
      'This is not what Typeform sends: look at form_response.answers.0.field in the body.',
    ],
    [
      'tally',
      { data: { responseId: 'r', fields: 1 } },
      'This is not what Tally sends: look at data.fields in the body.',
    ],
    ['jotform', { submissionID: '1' }, 'This is not what Jotform sends: look at rawRequest in the body.'],
    ['formbricks', { data: { id: '' } }, 'This is not what Formbricks sends: look at data.id in the body.'],
    [
      'google',
      { source: 'google-forms' },
      'This is not what the script for Google Forms sends: look at responseId in the body.',
    ],
    ['github', {}, 'This is not what GitHub sends: it has no header X-GitHub-Event.'],
  ])('is held, with the reason: %s', async (source, body, reason) => {
    expect(await readAs(jsonRequest(body), source)).toEqual({ source, outcome: 'held', reason })
  })

  it.each<Source>(['typeform', 'tally', 'jotform', 'formbricks', 'google', 'github'])(
    'is held when it is a list or a form: %s',
    async (source) => {
      expect(await readAs(jsonRequest([]), source)).toMatchObject({ outcome: 'held' })
      expect(await readAs(formRequest('a=1'), source)).toMatchObject({ outcome: 'held' })
    },
  )

  it('is held by GitHub for a known event without its issue', async () => {
    expect(await readAs(jsonRequest({ action: 'opened' }, { 'x-github-event': 'issues' }))).toMatchObject({
      outcome: 'held',
    })
  })
})

it("Tally's text beside an option is kept: only its yes or no says nothing more", async () => {
  const fields = [
    { key: 'q', type: 'CHECKBOXES', value: ['o'], options: [{ id: 'o', text: 'Other' }] },
    { key: 'q_o', type: 'CHECKBOXES', value: true },
    { key: 'q_o', type: 'INPUT_TEXT', value: 'Chess' },
  ]
  const submission = await submissionOf(
    jsonRequest({ eventType: 'FORM_RESPONSE', data: { responseId: 'r', fields } }),
  )
  expect(submission.fields.map(({ value }) => value)).toEqual(['Other', 'Chess'])
})

it("a Typeform answer's type is never looked up in a prototype", async () => {
  const answers = ['constructor', '__proto__', 'toString'].map((type) => ({ type, field: { id: type } }))
  const { fields } = await submissionOf(jsonRequest({ form_response: { token: 't', answers } }))
  expect(fields.map(({ value }) => value)).toEqual(['', '', ''])
})
