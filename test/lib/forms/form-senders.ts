import type { IncomingRequest } from '../../../lib/forms/read-body.ts'
import { formRequest, jsonRequest } from './requests.ts'

export const door = 'The door does not open.'
const id = '65427cf400e02b306eaa049c'
const uuid = '21bcb6c7-02b3-4ed1-b6db-7856094fac03'
const form = (fields: Record<string, string>) => formRequest(new URLSearchParams(fields).toString())

/** A sender, what it documents or is known to send, with invented values; the label; and the first fields. */
export type Sender = [sender: string, request: IncomingRequest, label: string, fields: [string, string][]]

/** Services of forms. */
export const formSenders: Sender[] = [
  [
    'Fillout',
    jsonRequest({
      formId: 'vso75K',
      formName: 'Contact',
      submission: {
        submissionId: 'abc',
        questions: [
          { id: '4KC356y4M6W8jHPKx9QfEy', name: 'Anything else?', type: 'LongAnswer', value: door },
          { id: 'x', name: 'When?', type: 'DatePicker', value: '2026-05-20' },
          {
            id: 'f',
            name: 'Photo',
            type: 'FileUpload',
            value: [{ url: 'https://example.com/a.png', filename: 'a.png' }],
          },
        ],
        urlParameters: [{ id: 'utm', name: 'utm', value: 'x' }],
      },
    }),
    door,
    [
      ['Anything else?', door],
      ['When?', '2026-05-20'],
      ['Photo', 'https://example.com/a.png'],
    ],
  ],
  [
    'Webflow',
    jsonRequest({
      triggerType: 'form_submission',
      payload: {
        name: 'Contact Us',
        siteId: id,
        data: { 'First Name': 'Ada', email: 'ada@example.com', Message: door, 'Phone Number': 15550000000 },
        schema: [{ fieldName: 'First Name', fieldType: 'FormTextInput' }],
        id,
      },
    }),
    door,
    [
      ['First Name', 'Ada'],
      ['email', 'ada@example.com'],
      ['Message', door],
    ],
  ],
  [
    'Webflow, version 1',
    jsonRequest({ name: 'Sample Form', site: id, data: { name: 'Ada', email: 'a@example.com' }, _id: id }),
    'Ada',
    [['name', 'Ada']],
  ],
  [
    'Django',
    formRequest('csrfmiddlewaretoken=ZZZZZZZZ&name=Ada&message=The+door'),
    'The door',
    [
      ['name', 'Ada'],
      ['message', 'The door'],
    ],
  ],
  [
    'Contact Form 7',
    form({
      _wpcf7: '5',
      _wpnonce: 'a1b2c3d4e5',
      'your-name': 'Ada',
      'your-email': 'ada@example.com',
      'your-subject': 'The door',
      'your-message': door,
    }),
    'The door',
    [
      ['_wpcf7', '5'],
      ['your-name', 'Ada'],
    ],
  ],
  [
    'ASP.NET',
    form({
      __RequestVerificationToken: 'CfDJ8Nrx',
      Name: 'Ada',
      Comments: door,
      'g-recaptcha-response': '03AGdBq2',
    }),
    door,
    [
      ['Name', 'Ada'],
      ['Comments', door],
    ],
  ],
  [
    'Elementor, plain',
    form({
      'form[id]': 'a1b2c3d',
      'form[name]': 'New form',
      'fields[name][id]': 'name',
      'fields[name][type]': 'text',
      'fields[name][title]': 'Name',
      'fields[name][value]': 'Ada',
      'fields[message][id]': 'message',
      'fields[message][type]': 'textarea',
      'fields[message][title]': 'Message',
      'fields[message][value]': door,
      'meta[remote_ip][title]': 'Remote IP',
      'meta[remote_ip][value]': '203.0.113.4',
    }),
    door,
    [
      ['Name', 'Ada'],
      ['Message', door],
    ],
  ],
  [
    'Paperform',
    jsonRequest({
      data: [
        { title: 'Your name', type: 'text', key: 'ba7ri', custom_key: null, value: 'Ada' },
        { title: 'What is wrong?', type: 'text', key: 'tgp8', value: door },
      ],
      submission_id: id,
      form_id: 'x',
    }),
    'Ada',
    [
      ['Your name', 'Ada'],
      ['What is wrong?', door],
    ],
  ],
  [
    'HeyForm',
    jsonRequest({
      id,
      formId: 'TEjgpIyO',
      formName: 'Quiz',
      fields: [{ title: ["What's your name?"], kind: 'short_text', id: 'a' }],
      answers: [{ id: 'a', title: ["What's your name?"], kind: 'short_text', value: 'Ada' }],
    }),
    'Ada',
    [["What's your name?", 'Ada']],
  ],
  [
    'Sitecliq',
    jsonRequest({
      fields: {
        short_text: { title: 'Short text', value: 'Hello', type: 'text' },
        [uuid]: { title: 'Long text', value: door, type: 'textArea' },
      },
    }),
    door,
    [
      ['Short text', 'Hello'],
      ['Long text', door],
    ],
  ],
  [
    'Form Forge',
    jsonRequest({
      form_id: 1,
      form_title: 'Contact Form',
      submission_id: 42,
      timestamp: '2025-01-20T14:35:22+00:00',
      fields: {
        field_1: { label: 'Full Name', value: 'Ada' },
        field_2: { label: 'Email', value: 'ada@example.com' },
      },
    }),
    'Ada',
    [['Full Name', 'Ada']],
  ],
  [
    'FilaForms',
    jsonRequest({
      type: 'submission_created',
      timestamp: '2025-01-15T10:30:00+00:00',
      data: {
        form: { id: '01HX', name: 'Contact Form' },
        submission: { id: '01HX', fields: { name: 'Ada', email: 'ada@example.com' } },
        metadata: { ip: '192.168.1.1' },
      },
    }),
    'Ada',
    [['name', 'Ada']],
  ],
  [
    'to.co',
    jsonRequest({
      id: 'zjcqv4ej75fvbxgp_fs',
      created: '2023-05-26T13:25:29.096Z',
      form: { id: 't34tep5kt346_fm', name: 'Form Name' },
      fields: { text_input: 'Example text', name: 'Ada' },
      user_agent: 'Mozilla/5.0 (Windows NT 10.0)',
    }),
    'Example text',
    [['text_input', 'Example text']],
  ],
  [
    'Wix',
    jsonRequest({
      entity: {
        formId: uuid,
        namespace: 'wix.form_app.form',
        status: 'PENDING',
        submissions: { first_name: 'Ada', message_1: door },
      },
    }),
    'Ada',
    [['first_name', 'Ada']],
  ],
  [
    'Formstack',
    jsonRequest({
      FormID: '23534',
      Name: { first: 'Ada', last: 'Example' },
      Email: 'ada@example.com',
      UniqueID: '12345678',
    }),
    'Ada',
    [['FormID', '23534']],
  ],
  ['Framer', jsonRequest({ Name: 'Ada', Email: 'ada@example.com', Message: door }), door, [['Name', 'Ada']]],
  [
    'Netlify',
    jsonRequest({
      id,
      number: 1,
      title: null,
      email: 'ada@example.com',
      name: 'Ada',
      summary: door,
      body: door,
      data: { name: 'Ada', message: door, ip: '203.0.113.4', user_agent: 'Mozilla/5.0' },
      ordered_human_fields: [
        { title: 'Name', name: 'name', value: 'Ada' },
        { title: 'Message', name: 'message', value: door },
      ],
      form_name: 'contact',
    }),
    door,
    [
      ['Name', 'Ada'],
      ['Message', door],
    ],
  ],
]
