import * as z from 'zod/mini'
import { ownMember, parseJson } from '../../shared/json.ts'
import {
  readingOf,
  jsonOf,
  readShape,
  senderId,
  type FieldAnswer,
  type Preset,
  type PresetInput,
} from '../reading.ts'

const user = z.nullish(z.object({ login: z.nullish(z.string()) }))

const thing = z.object({
  id: senderId,
  number: z.nullish(z.number()),
  title: z.nullish(z.string()),
  name: z.nullish(z.string()),
  body: z.nullish(z.string()),
  html_url: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  user,
  author: user,
  labels: z.nullish(z.array(z.object({ name: z.nullish(z.string()) }))),
  assignees: z.nullish(z.array(z.object({ login: z.nullish(z.string()) }))),
  milestone: z.nullish(z.object({ title: z.nullish(z.string()) })),
})

/** The events that create a task, with the member of the payload that holds the subject, and the action for a new one. */
const newThings = new Map([
  ['issues', { member: 'issue', action: 'opened' }],
  ['pull_request', { member: 'pull_request', action: 'opened' }],
  ['discussion', { member: 'discussion', action: 'created' }],
  ['issue_comment', { member: 'comment', action: 'created' }],
  ['release', { member: 'release', action: 'published' }],
])

/** Returns the payload. A webhook is configured to send JSON, or a form with the JSON text in its field `payload`. */
function payloadOf({ body }: PresetInput): unknown {
  if (body.kind === 'json') return jsonOf(body)
  const [, text] = body.fields.find(([name]) => name === 'payload') ?? []
  const parsed = parseJson(text ?? '')
  return 'value' in parsed ? parsed.value : undefined
}

/**
 * GitHub: new issues, pull requests, discussions, comments and releases. Later events about them create no task.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads
 */
export const github: Preset = {
  name: 'GitHub',
  detect: ({ headers }) => headers['x-github-event'] !== undefined,
  read: (input) => {
    const event = input.headers['x-github-event']
    if (event === undefined) {
      return { outcome: 'held', reason: 'This is not what GitHub sends: it has no header X-GitHub-Event.' }
    }
    const payload = payloadOf(input)
    const expected = newThings.get(event)
    const action = ownMember(payload, 'action')
    if (!expected || (typeof action === 'string' && action !== expected.action)) {
      return { outcome: 'ignored', reason: 'This GitHub event is about nothing new.' }
    }
    return readShape(thing, ownMember(payload, expected.member), 'GitHub', (it) => {
      const title = it.title ?? it.name ?? ownMember(ownMember(payload, 'issue'), 'title')
      const repository = ownMember(ownMember(payload, 'repository'), 'full_name')
      const fields: FieldAnswer[] = [
        { key: 'title', label: 'Title', value: title, isText: true },
        { key: 'body', label: 'Text', value: it.body, isText: true },
        { key: 'url', label: 'Address', value: it.html_url, isText: false },
        { key: 'author', label: 'Author', value: (it.user ?? it.author)?.login, isText: false },
        { key: 'labels', label: 'Labels', value: it.labels?.map(({ name }) => name), isText: false },
        {
          key: 'assignees',
          label: 'Assignees',
          value: it.assignees?.map(({ login }) => login),
          isText: false,
        },
        { key: 'milestone', label: 'Milestone', value: it.milestone?.title, isText: false },
        { key: 'number', label: 'Number', value: it.number, isText: false },
        { key: 'repository', label: 'Repository', value: repository, isText: false },
        { key: 'event', label: 'Event', value: event, isText: false },
      ]
      return readingOf(fields, { submissionId: `${event} ${it.id}`, submittedAt: it.created_at })
    })
  },
}
