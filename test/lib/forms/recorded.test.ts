import { describe, expect, it } from 'vitest'
import type { Source } from '../../../lib/forms/settings.ts'
import type { IncomingRequest } from '../../../lib/forms/read-body.ts'
import { receive } from '../../../lib/forms/receive.ts'
import { fieldsOf, readAs, submissionOf, type Row } from './readings.ts'
import { recorded } from './requests.ts'

const samples: [Source, IncomingRequest, object, Row[]][] = [
  [
    'typeform',
    recorded.typeform,
    {
      submissionId: 'a3a12ec67a1365927098a606107fac15',
      submittedAt: '2018-01-18T18:17:02.000Z',
      firstText:
        "It's cold right now! I live in an older medium-sized city with a university. Geographically, the area is hilly.",
    },
    [
      [
        'readable_ref_long_text',
        "Thanks, {{answer_60906475}}! What's it like where you live? Tell us in a few sentences.",
        "It's cold right now! I live in an older medium-sized city with a university. Geographically, the area is hilly.",
      ],
      [
        'readable_ref_email',
        "If you're OK with our city management following up if they have further questions, please give us your email address.",
        'laura@example.com',
      ],
      ['readable_ref_short_text', 'What is your first name?', 'Laura'],
      ['readable_ref_date', 'When did you move to the place where you live?', '2005-10-15'],
      [
        'readable_ref_picture_choice',
        'Which pictures do you like? You can choose as many as you like.',
        'London, Sydney',
      ],
      [
        'readable_ref_number1',
        'On a scale of 1 to 5, what rating would you give the weather in Sydney? 1 is poor weather, 5 is excellent weather',
        '5',
      ],
      [
        'readable_ref_legal',
        'By submitting this form, you understand and accept that we will share your answers with city management. Your answers will be anonymous will not be shared.',
        'yes',
      ],
      ['readable_ref_multiple_choice', 'Which of these cities is your favorite?', 'London'],
      ['readable_ref_yes_no', "Do you have a favorite city we haven't listed?", 'no'],
      [
        'readable_ref_opinion_scale',
        'How important is the weather to your opinion about a city? 1 is not important, 5 is very important.',
        '2',
      ],
      [
        'readable_ref_rating',
        'How would you rate the weather where you currently live? 1 is poor weather, 5 is excellent weather.',
        '3',
      ],
      [
        'readable_ref_number2',
        'On a scale of 1 to 5, what rating would you give the general quality of life in Sydney? 1 is poor, 5 is excellent',
        '4',
      ],
      ['user_id', 'user_id', 'abc123456'],
      ['score', 'score', '4'],
      ['name', 'name', 'typeform'],
    ],
  ],
  [
    'tally',
    recorded.tally,
    { submissionId: '2wgx4n', submittedAt: '2023-06-28T15:00:21.000Z', firstText: 'Hello' },
    [
      ['question_mVGEg3_8b5711e3-f6a2-4e25-9e68-5d730598c681', 'utm_campaign', 'newsletter'],
      ['question_nPpjVn_84b69d73-0a85-4577-89f4-8632632cc222', 'Score', '20'],
      ['question_nPpjVn_d8ad6961-4931-4737-b814-dda344f64391', 'Type', 'Hard'],
      ['question_3EKz4n', 'Text', 'Hello'],
      ['question_nr5yNw', 'Number', '10'],
      ['question_w4Q4Xn', 'Email', 'alice@example.com'],
      ['question_3jZaa3', 'Phone number', '+32491223344'],
      ['question_w2XEjm', 'Website', 'example.com'],
      ['question_3xrXrn', 'Date', '2023-06-28'],
      ['question_mZ8jow', 'Time', '12:00'],
      ['question_3Nrpl3', 'Long text', 'Hello world'],
      ['question_3qL4Gm', 'Multiple choice', 'In progress'],
      ['question_wQ1K7w', 'Checkboxes', 'Swimming, Skiing'],
      ['question_n9BqQm', 'Dropdown', 'Hard'],
      ['question_meMqem', 'Multi-select', 'Surf, Golf'],
      [
        'question_nW2ONw',
        'File upload',
        'https://storage.googleapis.com/tally-response-assets-dev/vBXMXN/34fd1ee5-4ead-4929-9a4a-918ac9f0b416/Tally_Icon.png',
      ],
      ['question_wa9QBw_price', 'Payment (price)', '9'],
      ['question_wa9QBw_currency', 'Payment (currency)', 'USD'],
      ['question_wa9QBw_name', 'Payment (name)', 'Alice Smith'],
      ['question_wa9QBw_email', 'Payment (email)', 'alice@example.com'],
      ['question_wa9QBw_link', 'Payment (link)', 'https://dashboard.stripe.com/payments/[PAYMENT_ID]'],
      ['question_m6L8kw', 'Rating', '4'],
      ['question_w7qRZm', 'Ranking', 'Pear, Apple, Banana'],
      ['question_wbq5L3', 'Linear scale', '7'],
      [
        'question_wAz7Dn',
        'Signature',
        'https://storage.googleapis.com/tally-response-assets-dev/vBXMXN/signatures/ca8f2e11-f99a-4042-b872-0888811b8118.png',
      ],
      ['question_mBazQn', 'Matrix', 'Quality: Satisfied; Speed: Neutral'],
    ],
  ],
  [
    'jotform',
    recorded.jotform,
    { submissionId: '6197916587414311452', firstText: 'Value1 with colon: and comma, end' },
    [
      ['nameHehe', 'Key1 with colon: and comma, end', 'Value1 with colon: and comma, end'],
      ['multipleChoice', 'Multiple Choice Question, options:', 'Option; 1, Option2'],
      [
        'fileUpload',
        'File Upload with colon : and comma , end',
        'https://www.jotform.com/uploads/ada/243490908500051/6197916587414311452/error%3B%20frontend%2C%20UI.png, https://www.jotform.com/uploads/ada/243490908500051/6197916587414311452/Screenshot_20250331_201054.png',
      ],
    ],
  ],
  [
    'jotform',
    recorded.jotformParts,
    { submissionId: '6084250982513018472', firstText: 'Ada Lovelace' },
    [
      ['studentsName', "Student's Name", 'Ada Lovelace'],
      ['typeOf', 'Type of Tutoring', 'Online Tutoring'],
      ['subjectFor', 'Subject for Tutoring', 'Math'],
      ['grade', 'Grade', '12'],
      ['priorTutoring', 'Prior Tutoring?', 'No'],
      ['appointment', 'appointment', ''],
      ['date', 'date', ''],
      ['table', 'table', ''],
      ['description', 'description', ''],
      [
        'identityProof',
        'Identity Proof',
        'https://www.jotform.com/uploads/ada/243231271343446/6111139644845227683/Student_ID_%21_%24%26%27%28%29_%2C-.%3B%3D%40%5B%5D%5E_%60%7B%7D~%20.png, https://www.jotform.com/uploads/ada/243231271343446/6111139644845227684/Driving.license.png',
      ],
      [
        'reports',
        'Reports',
        'https://www.jotform.com/uploads/ada/243231271343446/6111139644845227685/Report%20Card.pdf',
      ],
    ],
  ],
  [
    'formbricks',
    recorded.formbricks,
    { submissionId: 'responseId', submittedAt: '2025-07-24T07:47:56.116Z' },
    [
      ['q1', 'q1', 'clicked'],
      ['q2', 'q2', 'accepted'],
    ],
  ],
  [
    'google',
    recorded.google,
    {
      submissionId: '2_ABaOnudGEUcqFJsWO6nh9Q',
      submittedAt: '2026-11-20T09:30:00.000Z',
      firstText: 'The door\ndoes not open.',
    },
    [
      ['email', 'E-mail', 'ada@example.com'],
      ['1633920210', 'Topic', 'Support'],
      ['1770822543', 'What has happened?', 'The door\ndoes not open.'],
      ['2071230458', 'Which rooms?', 'Hall, Office'],
      ['401029481', 'How content are you?', 'Quality: Good; Speed: Bad'],
      ['511029481', 'When may we come?', 'Monday: Morning, Evening'],
      ['611029481', 'Since when?', '2026-11-18'],
    ],
  ],
  [
    'github',
    recorded.githubIssue,
    {
      submissionId: 'issues 444500041',
      submittedAt: '2019-05-15T15:20:18.000Z',
      firstText: 'Spelling error in the README file',
    },
    [
      ['title', 'Title', 'Spelling error in the README file'],
      ['body', 'Text', "It looks like you accidently spelled 'commit' with two 't's."],
      ['url', 'Address', 'https://github.com/Codertocat/Hello-World/issues/1'],
      ['author', 'Author', 'Codertocat'],
      ['labels', 'Labels', 'bug'],
      ['assignees', 'Assignees', 'Codertocat'],
      ['milestone', 'Milestone', 'v1.0'],
      ['number', 'Number', '1'],
      ['repository', 'Repository', 'Codertocat/Hello-World'],
      ['event', 'Event', 'issues'],
    ],
  ],
  [
    'github',
    recorded.githubPullRequest,
    {
      submissionId: 'pull_request 279147437',
      submittedAt: '2019-05-15T15:20:33.000Z',
      firstText: 'Update the README with new information.',
    },
    [
      ['title', 'Title', 'Update the README with new information.'],
      ['body', 'Text', 'This is a pretty simple change that we need to pull into master.'],
      ['url', 'Address', 'https://github.com/Codertocat/Hello-World/pull/2'],
      ['author', 'Author', 'Codertocat'],
      ['labels', 'Labels', 'bug'],
      ['assignees', 'Assignees', 'Codertocat'],
      ['milestone', 'Milestone', ''],
      ['number', 'Number', '2'],
      ['repository', 'Repository', 'Codertocat/Hello-World'],
      ['event', 'Event', 'pull_request'],
    ],
  ],
]

describe('the recorded sample of a sender', () => {
  it.each(samples)('%s is recognised and read', async (source, request, rest, rows) => {
    expect(await readAs(request)).toEqual({
      source,
      outcome: 'read',
      submission: { fields: fieldsOf(rows), ...rest },
    })
  })
})

/** What a task of a sample says below its label. */
const descriptionOf = (rows: Row[]) =>
  rows
    .filter(([, , value]) => value !== '')
    .map(([, label, value]) => `${label.replace(/:$/, '')}: ${value}`)
    .join('\n')

describe('without a mapping, the recorded sample becomes the task', () => {
  it.each<[keyof typeof recorded, string]>([
    ['tally', 'Hello'],
    ['jotform', 'Value1 with colon: and comma, end'],
    ['jotformParts', 'Ada Lovelace'],
    ['formbricks', 'Feedback, 2025-07-24 07:47 UTC'],
    ['google', 'The door does not open.'],
    ['githubIssue', 'Spelling error in the README file'],
    ['githubPullRequest', 'Update the README with new information.'],
    [
      'typeform',
      "It's cold right now! I live in an older medium-sized city with a university. Geographically, the area is hilly.",
    ],
  ])('%s', async (name, label) => {
    const request = recorded[name]
    const [, , , rows] = samples.find(([, sample]) => sample === request) ?? []
    const { submissionId } = await submissionOf(request)
    expect(await receive({ name: 'Feedback' }, request, Date.parse('2026-11-21T14:03:27Z'))).toEqual({
      outcome: 'task',
      task: { label, description: descriptionOf(rows ?? []) },
      truncated: false,
      warnings: [],
      fields: fieldsOf(rows ?? []),
      dedupe: { key: `submission ${submissionId}` },
    })
  })
})
