import { describe, expect, it } from 'vitest'
import { receive } from '../../../lib/forms/receive.ts'
import { door, formSenders, type Sender } from './form-senders.ts'
import { formRequest, jsonRequest } from './requests.ts'

const nowMs = Date.parse('2026-11-21T14:03:27Z')
const noText = 'Contact, 2026-11-21 14:03 UTC'
const id = '65427cf400e02b306eaa049c'
const uuid = '21bcb6c7-02b3-4ed1-b6db-7856094fac03'
const form = (fields: Record<string, string>) => formRequest(new URLSearchParams(fields).toString())

/** Services of other kinds, which send events, bookings and mails. */
const otherSenders: Sender[] = [
  [
    'Calendly',
    jsonRequest({
      event: 'invitee.created',
      created_at: '2026-11-21T08:00:00.000000Z',
      created_by: 'https://api.calendly.com/users/A',
      payload: {
        name: 'Ada',
        email: 'ada@example.com',
        questions_and_answers: [
          {
            question: 'Please share anything that will help prepare for our meeting.',
            answer: door,
            position: 0,
          },
        ],
        scheduled_event: { name: '30 Minute Meeting' },
      },
    }),
    door,
    [['Please share anything that will help prepare for our meeting.', door]],
  ],
  [
    'Cal.com',
    jsonRequest({
      triggerEvent: 'BOOKING_CREATED',
      payload: {
        type: '30min',
        title: '30min between Ada and Bob',
        responses: {
          name: { label: 'your_name', value: 'Ada' },
          notes: { label: 'additional_notes', value: door },
        },
      },
    }),
    door,
    [
      ['your_name', 'Ada'],
      ['additional_notes', door],
    ],
  ],
  [
    'Postmark',
    jsonRequest({
      FromName: 'Ada',
      MessageStream: 'inbound',
      From: 'ada@example.com',
      Subject: 'The door',
      MessageID: uuid,
      TextBody: door,
      Headers: [{ Name: 'X-Spam-Status', Value: 'No' }],
    }),
    'The door',
    [['FromName', 'Ada']],
  ],
  [
    'Mailgun',
    form({
      recipient: 'box@example.com',
      sender: 'ada@example.com',
      subject: 'The door',
      'body-plain': door,
      token: 'a1',
      signature: 'b2',
    }),
    'The door',
    [['recipient', 'box@example.com']],
  ],
  [
    'Twilio',
    form({
      ToCountry: 'US',
      SmsMessageSid: 'SM0123456789abcdef0123456789abcdef',
      Body: door,
      From: '+15550000000',
    }),
    door,
    [['ToCountry', 'US']],
  ],
  [
    'Linear',
    jsonRequest({
      action: 'create',
      type: 'Issue',
      createdAt: '2026-11-21T08:00:00.000Z',
      data: { id: uuid, team: { name: 'Web' }, title: 'The door', description: door },
      url: 'https://linear.app/x',
    }),
    'The door',
    [],
  ],
  [
    'GitLab',
    jsonRequest({
      object_kind: 'issue',
      event_type: 'issue',
      user: { name: 'Ada' },
      project: { name: 'House', description: 'A house' },
      object_attributes: { id: 301, title: 'The door', description: door },
    }),
    'The door',
    [],
  ],
  [
    'Jira',
    jsonRequest({
      timestamp: 1,
      webhookEvent: 'jira:issue_created',
      user: { displayName: 'Ada' },
      issue: {
        id: '1',
        key: 'H-1',
        fields: {
          issuetype: { name: 'Bug', description: 'A fault' },
          project: { name: 'House' },
          summary: 'The door',
          description: door,
        },
      },
    }),
    'The door',
    [],
  ],
  [
    'Trello',
    jsonRequest({
      model: { id, name: 'House', desc: '' },
      action: {
        id,
        type: 'createCard',
        data: { card: { id, name: 'The door', shortLink: 'a1B2c3D4' }, board: { name: 'House' } },
      },
    }),
    'The door',
    [],
  ],
  [
    'Sentry',
    jsonRequest({
      action: 'created',
      installation: { uuid },
      data: { issue: { id: '1', shareId: null, title: 'The door', culprit: 'a.b' } },
      actor: { name: 'Sentry' },
    }),
    'The door',
    [],
  ],
  [
    'Stripe',
    jsonRequest({
      id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      object: 'event',
      type: 'charge.succeeded',
      data: { object: { id: 'ch_3MmlLrLkdIwHu7ix0snN0B15', object: 'charge', description: 'A door' } },
    }),
    'A door',
    [],
  ],
  [
    'Slack',
    jsonRequest({
      token: 'ZZZZZZWSxiZZZ2yIvs3peJ',
      team_id: 'T061EG9R6',
      event: {
        type: 'message',
        channel: 'C2147483705',
        user: 'U2147483697',
        text: door,
        ts: '1355517523.000005',
      },
      type: 'event_callback',
    }),
    door,
    [],
  ],
  [
    'HubSpot',
    jsonRequest([
      { eventId: 1, subscriptionType: 'contact.creation', objectId: 123, changeSource: 'CRM_UI' },
    ]),
    noText,
    [],
  ],
  [
    'HubSpot, a changed property',
    jsonRequest([
      {
        eventId: 2,
        subscriptionType: 'deal.propertyChange',
        objectId: 124,
        changeFlag: 'NEW',
        propertyName: 'dealname',
        propertyValue: 'A new door',
      },
    ]),
    'A new door',
    [['eventId', '2']],
  ],
  [
    'Smartsheet',
    jsonRequest({
      nonce: '4b2ed20d',
      scope: 'sheet',
      events: [{ objectType: 'row', eventType: 'created', id: 8_508_837 }],
    }),
    noText,
    [['objectType', 'row']],
  ],
  [
    'Xero',
    jsonRequest({
      events: [{ resourceId: uuid, eventType: 'UPDATE', eventCategory: 'CONTACT' }],
      entropy: 'S0M3R4ND0M3NTR0PY',
    }),
    noText,
    [['resourceId', uuid]],
  ],
  [
    'Event Grid',
    jsonRequest([
      {
        subject: '/containers/a/blobs/report.pdf',
        id: uuid,
        data: { api: 'PutBlockList', contentType: 'application/pdf' },
      },
    ]),
    '/containers/a/blobs/report.pdf',
    [['api', 'PutBlockList']],
  ],
  [
    'Shopify',
    jsonRequest({
      id: 8_209_829,
      name: '#9999',
      note: 'Ring twice',
      line_items: [{ title: 'A door', quantity: 1 }],
    }),
    'Ring twice',
    [['id', '8209829']],
  ],
  [
    'Intercom',
    jsonRequest({ data: { item: { source: { body: '<p>The door<br>does not open: a &lt; b</p>' } } } }),
    'The door does not open: a < b',
    [['item.source.body', '<p>The door<br>does not open: a &lt; b</p>']],
  ],
  [
    'a ping of ids alone',
    jsonRequest({
      id: uuid,
      event: 'form_submission',
      formId: id,
      url: 'https://example.com/a',
      created_at: '2026-05-16T23:20:05.324Z',
    }),
    noText,
    [],
  ],
]

const senders = [...formSenders, ...otherSenders]

describe('without a mapping, what a person wrote is the label, and the answers are the first fields', () => {
  it.each(senders)('%s', async (_sender, request, label, fields) => {
    const receipt = await receive({ name: 'Contact' }, request, nowMs)
    if (receipt.outcome !== 'task') throw new Error(`no task: ${receipt.reason}`)
    expect(receipt.task.label).toBe(label)
    const read = receipt.fields.map((field) => [field.label, field.value])
    expect(read.slice(0, fields.length)).toEqual(fields)
  })

  it('what pages add against abuse is no field, but a mapping can name it', async () => {
    const request = formRequest('csrfmiddlewaretoken=ZZZZZZZZ&name=Ada')
    expect(await receive({ name: 'Contact' }, request, nowMs)).toMatchObject({
      task: { description: 'name: Ada' },
    })
    const mapping = { label: '{{name}} {{csrfmiddlewaretoken}}' }
    expect(await receive({ name: 'Contact', mapping }, request, nowMs)).toMatchObject({
      task: { label: 'Ada ZZZZZZZZ' },
    })
  })

  it('the names of places in the document go on working in mappings', async () => {
    const [, [, request] = []] = senders
    const [[, fillout] = []] = senders
    const label = async (template: string, sent = request) =>
      sent && (await receive({ name: 'Contact', mapping: { label: template } }, sent, nowMs))
    expect(await label('{{payload.data.First Name}} {{payload.name}}')).toMatchObject({
      task: { label: 'Ada Contact Us' },
    })
    expect(await label('{{submission.questions.0.value}}', fillout)).toMatchObject({ task: { label: door } })
    expect(await label('{{fields[name][value]}}', senders[6]?.[1])).toMatchObject({ task: { label: 'Ada' } })
  })

  it('a honeypot works, whatever its field is called', async () => {
    for (const [honeypot, body] of [
      ['fields[website][value]', 'fields[website][value]=x&fields[website][title]=Web&name=Ada'],
      ['captcha', 'captcha=x&name=Ada'],
    ] as const) {
      expect(await receive({ name: 'Contact', honeypot }, formRequest(body), nowMs)).toMatchObject({
        outcome: 'spam',
      })
    }
  })
})
