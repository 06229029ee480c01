import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleOf } from '../../../lib/contract/field-texts.ts'
import type { WebhookFormat } from '../../../lib/contract/webhook-formats.ts'
import { taskTexts } from '../../../lib/tasks/fields.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { EventType, RuleFired, TaskEvent, TestEvent, WebhookEvent } from '../../../lib/webhooks/event.ts'
import { messageOf } from '../../../lib/webhooks/message.ts'
import { parseRoute, type Route } from '../../../web/src/ui/route.ts'
import {
  eventsOfEachType,
  formId,
  projectId,
  ruleId,
  taskId,
  webhookId,
} from '../../support/events-of-each-type.ts'
import { rounds } from '../../support/rounds.ts'

const origin = 'https://tasks.example.com'

beforeEach(() => {
  vi.stubEnv('PUBLIC_ORIGIN', origin)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

const messageIn = (format: WebhookFormat, event: WebhookEvent | TestEvent) => {
  const message = messageOf(format, JSON.stringify(event), [projectId])
  if (!message) throw new Error('There is no message.')
  return message
}

/** The plain line and its link: ntfy takes both as they are. */
function lineOf(event: WebhookEvent | TestEvent) {
  const [text, url, ...more] = messageIn('ntfy', event).body.split('\n')
  if (more.length > 0) throw new Error('The message has more lines.')
  return { text, route: url === undefined ? undefined : parseRoute(new URL(url).hash) }
}

interface SlackBody {
  text: string
  blocks: { type: string; text: { type: string; text: string; verbatim: boolean } }[]
}
interface DiscordBody {
  content: string
  allowed_mentions: object
}
interface TeamsBody {
  attachments: {
    content: { body: { inlines: { text: string }[] }[]; actions?: { url: string }[]; msteams?: unknown }
  }[]
}

const slackText = (event: WebhookEvent) => (JSON.parse(messageIn('slack', event).body) as SlackBody).text
const discordText = (event: WebhookEvent) =>
  (JSON.parse(messageIn('discord', event).body) as DiscordBody).content
const teamsCard = (event: WebhookEvent) =>
  (JSON.parse(messageIn('teams', event).body) as TeamsBody).attachments[0]?.content

/** What Slack shows of a text without links. */
const unescapedBySlack = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** What Discord shows of a text in which nothing has a meaning. */
const unescapedByDiscord = (text: string) => text.replace(/\\([^0-9A-Za-z\s])/g, '$1')

const trash: Route = { view: 'trash', projectId }
const task: Route = { view: 'board', projectId, taskId }
const rule: Route = { view: 'rule', projectId, ruleId, isEdited: false }
const webhook: Route = { view: 'webhook', webhookId }

const lines: Record<EventType, [text: string, route: Route]> = {
  'task.created': ['Task created: Call Ada', task],
  'task.completed': ['Task completed: Call Ada', task],
  'task.reopened': ['Task reopened: Call Ada', task],
  'task.updated': ['Task updated: Call Ada (label, lane, due)', task],
  'task.deleted': ['Task deleted: Call Ada', trash],
  'task.restored': ['Task restored: Call Ada', task],
  'comment.created': ['Comment by Call Ada: Call Ada', task],
  'comment.updated': ['Comment changed by Call Ada: Call Ada', task],
  'comment.deleted': ['Comment deleted by Call Ada', task],
  'webhook.failing': ['The webhook to hooks.slack.com has failed for 24 hours', webhook],
  'webhook.disabled': ['The webhook to hooks.slack.com was disabled: Call Ada', webhook],
  'form.submission_held': ['A form submission waits: Call Ada', { view: 'form', projectId, formId }],
  'rule.fired': ['Rule fired: Call Ada: Call Ada (due: 2026-11-22)', task],
  'rule.failed': ['Rule failed: Call Ada: Call Ada', rule],
  'rule.disabled': ['Rule disabled: Call Ada: Call Ada', rule],
}

const labelled = (label: string): Task => ({ ...exampleOf<Task>(taskTexts()), label })

const cases = Object.entries(lines) as [EventType, (typeof lines)[EventType]][] // its own

describe('an event as a line', () => {
  it.each(cases)('%s is readable, and leads to a view of the web interface', (type, [text, route]) => {
    expect(lineOf(eventsOfEachType('Call Ada')[type])).toEqual({ text, route })
  })

  it('a test says what it is', () => {
    const event: TestEvent = {
      ...{ id: 'evt_1_1', type: 'webhook.test', timestamp: '2026-11-21T09:00:00.000Z' },
      data: { webhook_id: webhookId },
    }
    const text = 'This is a test of a webhook. Events of tasks will look like this.'
    expect(lineOf(event)).toEqual({ text, route: webhook })
  })

  it.each<[string, TaskEvent['type'], Partial<TaskEvent['data']>, string, Route | undefined]>([
    ['a task that entered', 'task.created', { reason: 'moved' }, 'Task moved here: Call Ada', task],
    ['a task that left', 'task.deleted', { reason: 'moved' }, 'Task moved away: Call Ada', undefined],
    [
      'many changes',
      'task.updated',
      { changed: ['label', 'status', 'project_id', 'external_id', 'position', 'fields.a', 'fields.b'] },
      'Task updated: Call Ada (label, status, project, external id, position and 2 more)',
      task,
    ],
  ])('%s', (_, type, data, text, route) => {
    const event = eventsOfEachType('Call Ada')[type] as TaskEvent // of this type
    expect(lineOf({ ...event, data: { ...event.data, ...data } })).toEqual({ text, route })
  })

  it.each<[string, Partial<RuleFired['data']>, string]>([
    ['without a task', {}, 'Rule fired: Call Ada'],
    [
      'with a digest of one',
      { matched: 1, tasks: [labelled('Call Bob')] },
      'Rule fired: Call Ada (1 task): Call Bob',
    ],
    ['with a digest of none', { matched: 0, tasks: [] }, 'Rule fired: Call Ada (0 tasks)'],
    [
      'with a digest',
      { matched: 12, tasks: ['A', 'B', 'C', 'D', 'E', 'F'].map(labelled) },
      'Rule fired: Call Ada (12 tasks): A, B, C, D, E and 7 more',
    ],
    [
      'with a long label',
      { matched: 1, tasks: [labelled('x'.repeat(500))] },
      `Rule fired: Call Ada (1 task): ${'x'.repeat(59)}…`,
    ],
  ])('a rule %s leads to the rule', (_, data, text) => {
    const event = eventsOfEachType('Call Ada')['rule.fired'] as RuleFired // of this type
    const { rule: fired, occurrence } = event.data
    expect(lineOf({ ...event, data: { rule: fired, occurrence, ...data } })).toEqual({ text, route: rule })
  })

  it('of a form without a project, or of a service that does not know its address, has no link', () => {
    const held = eventsOfEachType('Call Ada')['form.submission_held']
    expect(messageOf('ntfy', JSON.stringify(held))).toMatchObject({
      body: 'A form submission waits: Call Ada',
    })
    vi.stubEnv('PUBLIC_ORIGIN', undefined)
    const events = eventsOfEachType('Call Ada')
    const { headers, body } = messageIn('ntfy', events['task.created'])
    expect({ headers, body }).toEqual({
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-markdown': 'no' },
      body: 'Task created: Call Ada',
    })
    expect(slackText(events['task.created'])).toBe('Task created: Call Ada')
    expect(discordText(events['task.created'])).toBe('Task created: Call Ada')
    expect(teamsCard(events['task.created'])).not.toHaveProperty('actions')
  })

  it('has no link where there is no web interface', () => {
    vi.stubEnv('WEB_INTERFACE', 'off')
    expect(messageIn('ntfy', eventsOfEachType('Call Ada')['task.created']).body).toBe(
      'Task created: Call Ada',
    )
  })

  it('leads to this machine where the service is reached only here', () => {
    vi.stubEnv('PUBLIC_ORIGIN', undefined)
    vi.stubEnv('LOOPBACK_ORIGIN', 'http://127.0.0.1:3000')
    expect(messageIn('ntfy', eventsOfEachType('Call Ada')['task.created']).headers.click).toBe(
      `http://127.0.0.1:3000/#/projects/${projectId}/tasks/${taskId}`,
    )
  })

  it('is none in the format standard, also of a webhook that an earlier release made', () => {
    const body = JSON.stringify(eventsOfEachType('Call Ada')['task.created'])
    expect([messageOf('standard', body), messageOf(undefined, body)]).toEqual([undefined, undefined])
  })
})

describe('a message', () => {
  const url = `${origin}/#/projects/${projectId}/tasks/${taskId}`
  const created = () => eventsOfEachType('Ship & <test> *now*')['task.created']

  it('to Slack is a text and a block of it', () => {
    const line = `Task created: Ship &amp; &lt;test&gt; *now* · <${url}|Open the task>`
    expect(JSON.parse(messageIn('slack', created()).body)).toEqual({
      text: line,
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: line, verbatim: true } }],
    })
  })

  it('to Discord mentions nobody', () => {
    expect(JSON.parse(messageIn('discord', created()).body)).toEqual({
      content: String.raw`Task created: Ship & \<test\> \*now\* · [Open the task](${url})`,
      allowed_mentions: { parse: [] },
      flags: 4,
    })
  })

  it('to Teams is a card', () => {
    expect(JSON.parse(messageIn('teams', created()).body)).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.2',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'Task created: Ship & <test> *now*' }],
              },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open the task', url }],
          },
        },
      ],
    })
  })

  it('to ntfy is text, with a link to tap', () => {
    expect(messageIn('ntfy', created())).toEqual({
      body: `Task created: Ship & <test> *now*\n${url}`,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-markdown': 'no', click: url },
    })
  })

  it.each(Object.keys(lines) as EventType[])('of %s shows no secret of another webhook', (type) => {
    const event = eventsOfEachType('Call Ada')[type]
    for (const format of ['slack', 'discord', 'teams', 'ntfy'] as const) {
      const { body, headers } = messageIn(format, event)
      expect(body + JSON.stringify(headers)).not.toContain('SECRET')
    }
  })
})

/** What people might write to act for the service. */
const forged = [
  '<!channel> <!here> <@U012> <#C012> <https://evil.example|Open the task> &lt;!channel&gt; &amp;',
  '@everyone @here <@123> <@&456> <#789> <:a:1> <t:1> </x:1> [x](http://evil.example) <http://evil.example>',
  '`code` ```block``` **b** __u__ ~~s~~ ||spoiler|| # h \\',
  String.raw`\[x](http://evil.example) \\[x](http://evil.example) :smile: https://evil.example discord.gg/evil`,
  '<at>Ada</at> [x](http://evil.example) {{DATE(2017-02-14T06:00:00Z)}}',
  'a\r\nX-Tags: evil\r\n\r\n# heading\n> quote\u2028- list\u0000\u001B[31m\u0085',
  '\u202Etxt.exe\u202C \u2066\u2069\u200F\u061C',
  '\uD800 half a character',
]

const eachForged = forged.flatMap((text) => Object.values(eventsOfEachType(text)))

describe('what people have written', () => {
  it('is one line in every message, which nothing hides or turns round', () => {
    for (const event of eachForged) {
      const { text, route } = lineOf(event)
      expect(text).toMatch(/^(Task|Comment|Rule|The webhook|A form)/)
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u)
      expect(route?.view).not.toBe('unknown')
      // nothing of a person is in a header
      expect(Object.keys(messageIn('ntfy', event).headers)).toEqual(['content-type', 'x-markdown', 'click'])
      expect(messageIn('ntfy', event).headers.click).toMatch(/^https:\/\/tasks\.example\.com\/#[\w/-]+$/)
    }
  })

  it('makes no mention and no link in Slack', () => {
    for (const event of eachForged) {
      const [, text = '', link] = /^(.*) · (<https:\/\/tasks\.example\.com\/#[\w/-]+\|[\w ]+>)$/.exec(
        slackText(event),
      ) ?? [slackText(event)]
      expect(link).toBeDefined()
      expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/)
      expect(unescapedBySlack(text)).toBe(lineOf(event).text)
    }
  })

  it('makes no mention, no link and no markup in Discord', () => {
    for (const event of eachForged) {
      const [, text = '', link] = /^(.*) · (\[[\w ]+\]\(https:\/\/tasks\.example\.com\/#[\w/-]+\))$/.exec(
        discordText(event),
      ) ?? [discordText(event)]
      expect(link).toBeDefined()
      // what is left without the escaped signs has none with a meaning
      expect(text.replace(/\\[^0-9A-Za-z\s]/g, '')).not.toMatch(/[\\*_~`|<>[\]#@/]|:\S/)
      expect(unescapedByDiscord(text)).toBe(lineOf(event).text)
    }
  })

  it('is only the text of a run in Teams, which reads no Markdown', () => {
    for (const event of eachForged) {
      const card = teamsCard(event)
      const runs = card?.body[0]?.inlines.map(({ text }) => text) ?? []
      expect(runs.join('')).toBe(lineOf(event).text)
      expect(runs.filter((run) => run.includes('{{'))).toEqual([])
      expect(card?.actions?.map(({ url }) => url)).toEqual([messageIn('ntfy', event).headers.click])
      expect(card).not.toHaveProperty('msteams')
    }
  })

  it('is shown as it was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }), (text) => {
        const event = eventsOfEachType(text)['rule.disabled']
        const { text: line } = lineOf(event)
        expect(unescapedBySlack(slackText(event).split(' · <').slice(0, -1).join(' · <'))).toBe(line)
        expect(unescapedByDiscord(discordText(event).split(' · [').slice(0, -1).join(' · ['))).toBe(line)
        expect(
          teamsCard(event)
            ?.body[0]?.inlines.map((run) => run.text)
            .join(''),
        ).toBe(line)
      }),
      { numRuns: rounds(100) },
    )
  })

  it.each(['&', '*', '<', '😀', '👨‍👩‍👧‍👦', 'e\u0301', 'ä'])(
    'fits into each target, cut between whole characters: %s',
    (character) => {
      const event = eventsOfEachType(character.repeat(4_000))['rule.disabled']
      const [line = ''] = messageIn('ntfy', event).body.split('\n')
      expect(Buffer.byteLength(messageIn('ntfy', event).body)).toBeLessThanOrEqual(4_096)
      const texts = [
        line,
        unescapedBySlack(slackText(event)).split(' · <')[0],
        unescapedByDiscord(discordText(event)).split(' · [')[0],
        teamsCard(event)?.body[0]?.inlines[0]?.text,
      ]
      expect(slackText(event).length).toBeLessThanOrEqual(3_000)
      expect(discordText(event).length).toBeLessThanOrEqual(2_000)
      expect(Buffer.byteLength(messageIn('teams', event).body)).toBeLessThanOrEqual(28_000)
      for (const text of texts) {
        const rest = (text ?? '').replace('Rule disabled: ', '').replace(/…$/, '')
        expect(text).toMatch(/…$/)
        expect(rest.replaceAll(character, '')).toBe('')
        expect(rest.length).toBeGreaterThan(300)
      }
    },
  )
})
