import { cutText } from '../contract/cut.ts'
import type { WebhookFormat } from '../contract/webhook-formats.ts'
import { taskRoute, webOrigin } from '../shared/web-link.ts'
import { isAwsTarget } from './sending/aws-name.ts'
import type { ChangedName, TestEvent, WebhookEvent } from './event.ts'

/*
 * An event as a line for people, in the format of a chat. The line is made first, as plain text; then it is cut, escaped and
 * wrapped for its target. So no text of a person can become markup, a link or a mention there.
 */

/** What is posted, if it is not the event itself. */
export interface Message {
  body: string
  /** The headers that belong to the body, in place of the service's own. */
  headers: Readonly<Record<string, string>>
}

/** What a message says, in plain text. */
interface Line {
  text: string
  /** Where a person sees more: a route of the web interface, and the words of its link. */
  link?: { route: string; words: string } | undefined
}

const routes = {
  project: (projectId: string) => `#/projects/${projectId}`,
  task: taskRoute,
  trash: (projectId: string) => `#/projects/${projectId}/trash`,
  form: (projectId: string, formId: string) => `#/projects/${projectId}/forms/${formId}`,
  rule: (projectId: string, ruleId: string) => `#/projects/${projectId}/automation/${ruleId}`,
  webhook: (webhookId: string) => `#/webhooks/${webhookId}`,
}

const taskWords = {
  'task.created': 'Task created',
  'task.completed': 'Task completed',
  'task.reopened': 'Task reopened',
  'task.updated': 'Task updated',
  'task.deleted': 'Task deleted',
  'task.restored': 'Task restored',
} as const

/** The names of a task's fields, where people have other words for them. */
const fieldWords: Partial<Record<ChangedName, string>> = {
  project_id: 'project',
  workflow_lane_id: 'lane',
  external_id: 'external id',
}

const mostNames = 5

/**
 * The first of some names.
 * @param count how many there are
 */
function firstOf(names: readonly string[], count = names.length): string {
  const first = names.slice(0, mostNames)
  const more = count - first.length
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What changed, in a few words. */
const changesOf = (changed: readonly ChangedName[]): string =>
  firstOf(changed.map((name) => fieldWords[name] ?? name.replace(/^fields\./, '')))

/** The longest label in a list, in characters. */
const listedCharacters = 60

type EventOf<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>

function lineOfTask({ type, data }: EventOf<keyof typeof taskWords>): Line {
  const { task, changed, reason } = data
  const { id, project_id: projectId, label } = task
  const open = { route: routes.task(projectId, id), words: 'Open the task' }
  if (type === 'task.deleted') {
    // a task that has left the projects of a bound webhook is in no trash
    if (reason) return { text: `Task moved away: ${label}` }
    const link = { route: routes.trash(projectId), words: 'Open the trash' }
    return { text: `${taskWords[type]}: ${label}`, link }
  }
  if (reason) return { text: `Task moved here: ${label}`, link: open }
  const what = type === 'task.updated' && changed.length > 0 ? ` (${changesOf(changed)})` : ''
  return { text: `${taskWords[type]}: ${label}${what}`, link: open }
}

const commentWords = {
  'comment.created': 'Comment',
  'comment.updated': 'Comment changed',
  'comment.deleted': 'Comment deleted',
} as const

function lineOfComment({ type, data }: EventOf<keyof typeof commentWords>): Line {
  const { comment, project_id: projectId } = data
  const said = comment.text === undefined ? '' : `: ${comment.text}`
  const link = { route: routes.task(projectId, comment.task_id), words: 'Open the task' }
  return { text: `${commentWords[type]} by ${comment.author.name}${said}`, link }
}

function lineOfFiring({ data }: EventOf<'rule.fired'>): Line {
  const { rule, task, field, matched, tasks = [] } = data
  const openRule = { route: routes.rule(rule.project_id, rule.id), words: 'Open the rule' }
  const fired = `Rule fired: ${rule.label}`
  if (matched !== undefined) {
    const labels = tasks.map(({ label }) => cutText(label, listedCharacters))
    const named = labels.length > 0 ? `: ${firstOf(labels, matched)}` : ''
    return { text: `${fired} (${matched} ${matched === 1 ? 'task' : 'tasks'})${named}`, link: openRule }
  }
  if (!task) return { text: fired, link: openRule }
  const due = field ? ` (${field.key}: ${field.value})` : ''
  const link = { route: routes.task(task.project_id, task.id), words: 'Open the task' }
  return { text: `${fired}: ${task.label}${due}`, link }
}

/** @param projectIds the projects that a notice is about */
function lineOf(event: WebhookEvent | TestEvent, projectIds: readonly string[] = []): Line {
  switch (event.type) {
    case 'webhook.failing':
    case 'webhook.disabled': {
      const { id, url, disabled_reason: reason } = event.data.webhook
      // the whole URL would be a key to the other receiver; the name of a queue or a bus is none
      const host = isAwsTarget(url) ? url : URL.canParse(url) ? new URL(url).host : 'unknown host'
      const what = event.type === 'webhook.failing' ? 'has failed for 24 hours' : 'was disabled'
      const why = event.type === 'webhook.disabled' && reason !== null ? `: ${reason}` : ''
      const link = { route: routes.webhook(id), words: 'Open the webhook' }
      return { text: `The webhook to ${host} ${what}${why}`, link }
    }
    case 'form.submission_held': {
      const { form_id: formId, submission } = event.data
      const [projectId] = projectIds
      const why = submission.reason === null ? '' : `: ${submission.reason}`
      const link = projectId && { route: routes.form(projectId, formId), words: 'Open the form' }
      return { text: `A form submission waits${why}`, ...(link && { link }) }
    }
    case 'rule.fired':
      return lineOfFiring(event)
    case 'comment.created':
    case 'comment.updated':
    case 'comment.deleted':
      return lineOfComment(event)
    case 'rule.failed':
    case 'rule.disabled': {
      const { rule } = event.data
      const link = { route: routes.rule(rule.project_id, rule.id), words: 'Open the rule' }
      return event.type === 'rule.failed'
        ? { text: `Rule failed: ${rule.label}: ${event.data.run.error.message}`, link }
        : { text: `Rule disabled: ${rule.label}: ${event.data.rule.disabled_reason}`, link }
    }
    case 'webhook.test':
      return {
        text: 'This is a test of a webhook. Events of tasks will look like this.',
        link: { route: routes.webhook(event.data.webhook_id), words: 'Open the webhook' },
      }
    default:
      return lineOfTask(event)
  }
}

/** A text as one line, without what could hide or reorder its parts. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()

/**
 * Escapes as much of a text as fits. It is cut between whole characters, and before it is escaped, so that no escape is cut
 * in two.
 * @param most the largest size of the result, as `sizeOf` measures it
 */
function fitting(
  text: string,
  most: number,
  escape: (text: string) => string,
  sizeOf = (escaped: string) => escaped.length,
): string {
  // no character grows to more than this
  const growth = 5
  for (let count = text.length; ;) {
    const escaped = escape(cutText(text, count))
    const over = sizeOf(escaped) - most
    if (over <= 0 || count <= 1) return escaped
    count = Math.max(1, count - Math.ceil(over / growth))
  }
}

/** What a target is given: the plain line, and the whole URL of its link. */
interface Parts {
  text: string
  link: { url: string; words: string } | undefined
}

/**
 * Slack. Its mentions, links and dates all begin with `<`; with `verbatim` it makes none of plain text.
 * https://docs.slack.dev/messaging/formatting-message-text, https://docs.slack.dev/reference/block-kit/composition-objects/text-object
 */
function slack({ text, link }: Parts): Message {
  const end = link ? ` · <${link.url}|${link.words}>` : ''
  const escape = (part: string) =>
    part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const line = `${fitting(text, 3_000 - end.length, escape)}${end}`
  const block = { type: 'section', text: { type: 'mrkdwn', text: line, verbatim: true } }
  // the text is for notifications, and for programs that read no blocks
  return { body: JSON.stringify({ text: line, blocks: [block] }), headers: {} }
}

/**
 * Discord. A backslash takes the meaning from any sign. Signs with a meaning only where a line begins need none: the line
 * begins with a word. A colon has one in `:smile:` and `https://`. The flag leaves out previews of links.
 * https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
function discord({ text, link }: Parts): Message {
  const end = link ? ` · [${link.words}](${link.url})` : ''
  const escape = (part: string) => part.replace(/[\\*_~`|<>[\]#@/]|:(?=\S)/g, String.raw`\$&`)
  const content = `${fitting(text, 2_000 - end.length, escape)}${end}`
  return { body: JSON.stringify({ content, allowed_mentions: { parse: [] }, flags: 1 << 2 }), headers: {} }
}

/**
 * Teams: an Adaptive Card. A TextRun reads no Markdown, and a mention would need an entity of its own in the card. Only
 * `{{DATE(…)}}` has a meaning, so no run has two braces. A message may have 28 KB.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 * https://learn.microsoft.com/adaptive-cards/schema-explorer/text-run
 */
function teams({ text, link }: Parts): Message {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    ...{ type: 'AdaptiveCard', version: '1.2' },
    body: [
      {
        type: 'RichTextBlock',
        inlines: fitting(text, 4_000, (part) => part)
          .split(/(?<=\{)(?=\{)/)
          .map((run) => ({ type: 'TextRun', text: run })),
      },
    ],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.words, url: link.url }] }),
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
  return { body: JSON.stringify({ type: 'message', attachments: [attachment] }), headers: {} }
}

/**
 * ntfy: text, of at most 4,096 bytes: it makes a file of a longer one. The header `X-Markdown` comes before all others that
 * could say that it is Markdown. https://docs.ntfy.sh/publish/
 */
function ntfy({ text, link }: Parts): Message {
  const end = link ? `\n${link.url}` : ''
  const line = fitting(
    text,
    4_096 - end.length,
    (part) => part,
    (part) => Buffer.byteLength(part),
  )
  return {
    body: `${line}${end}`,
    headers: {
      ...{ 'content-type': 'text/plain; charset=utf-8', 'x-markdown': 'no' },
      ...(link && { click: link.url }),
    },
  }
}

const targets = { slack, discord, teams, ntfy }

/**
 * Returns the message of an event in a format; undefined for `standard`, where the event itself is posted.
 * @param format that of the webhook; one that was made by an earlier release has none, which means `standard`
 * @param body the event as JSON
 * @param projectIds the projects that a notice is about
 */
export function messageOf(
  format: WebhookFormat | undefined,
  body: string,
  projectIds?: readonly string[],
): Message | undefined {
  if (format === undefined || format === 'standard') return undefined
  const { text, link } = lineOf(JSON.parse(body) as WebhookEvent | TestEvent, projectIds) // it was made of one
  const origin = webOrigin()
  return targets[format]({
    text: plain(text),
    link: link && origin !== undefined ? { url: `${origin}/${link.route}`, words: link.words } : undefined,
  })
}
