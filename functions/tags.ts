import {
  maxComments,
  maxEventDays,
  maxFailedRuns,
  maxFields,
  maxLanes,
  maxRuleWritesPerMinute,
  maxSubtasks,
  runLogDays,
} from '../lib/contract/limits.ts'

/** The groups of operations in the document, in their order. */
export const tags = [
  {
    name: 'Tasks',
    description:
      'A task belongs to a project. It has a status, subtasks and a position in the order. `{id}` is the UUID of the task, or `ext:` followed by its external id. A write returns the whole task. A token with the scope `write` therefore sees the tasks that it writes, even without the scope `read`.',
  },
  {
    name: 'Subtasks',
    description: `Subtasks are the steps of a task, in their order. A task has at most ${maxSubtasks} subtasks. Two writes to different subtasks at the same time both take effect.`,
  },
  {
    name: 'Comments',
    description: `A task has up to ${maxComments.toLocaleString('en')} comments. They share its fate: they go to the trash, come back, move and go for good with it. \`{commentId}\` is the UUID of the comment, or \`ext:\` followed by its external id.`,
  },
  {
    name: 'Projects',
    description: 'A project holds tasks, up to its quota, and the lanes that the tasks are in.',
  },
  {
    name: 'Lanes',
    description: `Lanes are the columns of a project, in their order. A project has at most ${maxLanes} lanes. A task is in one lane or in none.`,
  },
  {
    name: 'Fields',
    description: `Fields hold what an account's tasks have beyond the built-in fields: a due date, a priority, labels, whatever a form asks. An account has at most ${maxFields} fields. They belong to the account, so a task that moves to another project loses nothing. The values of a task are in its \`fields\`.`,
  },
  {
    name: 'Changes',
    description: 'The changes that another system needs to stay in sync, including deletions.',
  },
  {
    name: 'History',
    description:
      'Every write of a task is remembered: when it was, who made it, which fields it changed, and their values before.',
  },
  {
    name: 'Forms',
    description:
      'A form has a URL. A website, a form service or an automation tool posts submissions to this URL. Each submission becomes a task in the project of the form. All operations on forms need the scope `hooks`. Operations that let a form create tasks also need `write`, and operations that read submissions also need `read`.',
  },
  {
    name: 'Submissions',
    description:
      'A submission is a request that arrived at the URL of a form. If the answer was 200, the submission is stored, whether it created a task or not.',
  },
  {
    name: 'Webhooks',
    description:
      'A webhook posts events to your URL as they happen. Each write of a task is one event. With another `format` than `standard`, it posts a line for people instead, as Slack, Discord, Teams or ntfy takes it. Deliveries are signed by [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id` is the id of the event, `webhook-timestamp` the time in seconds, and `webhook-signature` the HMAC-SHA256 of id, timestamp and body, with dots between. Answer 2xx within 15 seconds. After 410 the webhook is disabled. After any other answer, the event is sent again, up to ten times in about three days. While nothing at all can be delivered, events wait. An event can arrive twice: drop those whose id you know, and keep the task with the higher `version`. All operations on webhooks need the scope `hooks`. Those that show tasks to a receiver also need `read`.',
  },
  {
    name: 'Deliveries',
    description: `A delivery is one attempt to send an event to a webhook. Deliveries are kept for ${maxEventDays} days. All operations on them need the scopes \`hooks\` and \`read\`.`,
  },
  {
    name: 'Rules',
    description: `A rule acts by itself, in one project: at the times of a schedule, when the date of a task comes, or when an event happens to a task, it creates a task, changes or deletes tasks, or notifies webhooks. Each run is in the rule's log for ${runLogDays} days. After ${maxFailedRuns} failed runs in a row, a rule is disabled. The rules of an account write at most ${maxRuleWritesPerMinute} tasks per minute; the rest waits. All operations on rules need the scope \`hooks\`.`,
  },
  {
    name: 'Calendars',
    description:
      'A calendar has a URL to which calendar programs subscribe, such as Google Calendar, Apple Calendar, Outlook and Thunderbird. It shows the tasks that are not done, by the dates in one of their fields. All operations on calendars need the scope `hooks`. Those that show tasks to the holder of a URL also need `read`.',
  },
  {
    name: 'Tokens',
    description:
      'A token belongs to one account and grants scopes: `read`, `write`, `delete`, `admin` and `hooks`. Only its hash is stored.',
  },
  {
    name: 'Agents',
    description:
      'Assistants find, add and finish tasks by the [Model Context Protocol](https://modelcontextprotocol.io), with a token that limits what they can do.',
  },
  {
    name: 'Members',
    description:
      'A member is a person who may sign in to the account with an identity provider, such as Google or Keycloak. A session is a token that a person gets by signing in. The role of a member says what its sessions may do: `admin` has all scopes, `member` has `read`, `write`, `delete` and `hooks`, `viewer` has `read`.',
  },
  { name: 'Health', description: 'Whether the service answers, for load balancers and monitors.' },
] as const

/** The name of a group. */
export type Tag = (typeof tags)[number]['name']
