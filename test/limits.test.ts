import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as limits from '../lib/contract/limits.ts'

const count = (number: number) => number.toLocaleString('en')
const textOf = (path: string) => readFileSync(path, 'utf8')

/** The second column of the table of limits, by the first. */
const rows = new Map(
  [...textOf('docs/limits.md').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, what = '', limit = '']) => [
    what,
    limit,
  ]),
)

/** What other documents say in passing, and the client, a package of its own: each number that stands so is this limit. */
const mentions: [pattern: RegExp, limit: number][] = [
  [/(\d[\d,]*) subtasks/g, limits.maxSubtasks],
  [/(\d[\d,]*) lanes/g, limits.maxLanes],
  [/pages at (\d[\d,]*) entries/g, limits.maxPageEntries],
  [/page of an export holds (\d[\d,]*) tasks/g, limits.maxExportedTasks],
  [/with (\d[\d,]*) characters/g, limits.maxDescriptionCharacters],
  [/(\d[\d,]*) printable ASCII characters/g, limits.maxIdempotencyKeyCharacters],
  [/page size: (\d[\d,]*) by default/g, limits.defaultPageEntries],
  [/by default, at most (\d[\d,]*)/g, limits.maxPageEntries],
  [/command line's, (\d[\d,]*)/g, limits.defaultTaskQuota],
  [
    /(?:deleted_at \+|(?:tasks?|stays|back) for|cursor (?:of|that is)|older than|is over) (\d[\d,]*) days/gi,
    limits.trashRetentionDays,
  ],
  [/forms of an account +\| (\d[\d,]*)/g, limits.maxForms],
  [/webhooks of an account +\| (\d[\d,]*)/g, limits.maxWebhooks],
  [/deliveries are kept +\| (\d[\d,]*) days/g, limits.maxEventDays],
  [/\| a submission +\| (\d[\d,]*) KiB/g, limits.maxSubmissionKib],
  [/submissions a minute to a form +\| (\d[\d,]*),/g, limits.defaultFormRateLimit],
  [/submissions a minute, 1 to (\d[\d,]*)/g, limits.maxFormRateLimit],
  [/submissions that a form holds +\| (\d[\d,]*)/g, limits.maxHeldSubmissions],
  [/the form holds (\d[\d,]*) already/g, limits.maxHeldSubmissions],
  [/is kept, 1 to (\d[\d,]*) days/g, limits.maxRetentionDays],
  [/takes up to (\d[\d,]*) operations/g, limits.maxBulkOperations],
  [/takes up to (\d[\d,]*) held submissions/g, limits.maxReplayedSubmissions],
]

const documents = [
  'README.md',
  'client/README.md',
  'client/src/pages.ts',
  'client/src/tasks.ts',
  'docs/architecture.md',
  ...globSync('docs/{how-to,concepts}/*.md'),
  ...globSync('docs/deploy*.md'),
  'docs/decisions.md',
  'docs/reference/endpoints.md',
  'docs/limits.md',
  'docs/performance.md',
  'docs/security.md',
  'docs/security-features.md',
]

describe('the documents', () => {
  it.each([
    ['tasks in a project', `its quota: ${count(limits.defaultTaskQuota)}, unless`],
    ['label of anything, name of a token', `1–${count(limits.maxLabelCharacters)} characters`],
    ['a file to import', `${count(limits.maxImportKib)} KiB, ${count(limits.maxImportRows)} tasks`],
    ['description', `${count(limits.maxDescriptionCharacters)} characters`],
    ['external id, `Idempotency-Key`', `${count(limits.maxExternalIdCharacters)} characters`],
    ['external id, `Idempotency-Key`', `${count(limits.maxIdempotencyKeyCharacters)} characters`],
    ['subtasks of a task, lanes of a project', `${limits.maxSubtasks}, ${limits.maxLanes}`],
    ['operations of a bulk request', String(limits.maxBulkOperations)],
    [
      'live tokens, members of an account',
      `${limits.maxLiveTokens}; ${limits.maxMembers}, each with ${limits.maxSessions} sessions of ${limits.sessionHours} hours`,
    ],
    ['forms of an account', String(limits.maxForms)],
    [
      'a form: body, submissions a minute, held ones',
      `${limits.maxSubmissionKib} KiB; ${count(limits.defaultFormRateLimit)}, or up to ${count(limits.maxFormRateLimit)} if its \`rateLimit\` says so; ${count(limits.maxHeldSubmissions)}`,
    ],
    ['webhooks of an account', String(limits.maxWebhooks)],
    ['events and deliveries are kept', `${limits.maxEventDays} days`],
    ['a submission is kept', `${limits.defaultRetentionDays} days, or up to ${limits.maxRetentionDays} if`],
    [
      'requests a minute',
      `${count(0.4 * limits.defaultRateLimit)} a token, ${count(limits.defaultRateLimit)} an account`,
    ],
    ['page', `1–${limits.maxPageEntries} tasks or projects, ${limits.defaultPageEntries} by default`],
    ['page of an export', `${count(limits.maxExportedTasks)} tasks, and 4 MiB`],
    ['trash', `${limits.trashRetentionDays} days`],
  ])('name the limit of the contract in docs/limits.md: %s, %s', (what, limit) => {
    expect(rows.get(what)).toMatch(new RegExp(`^${limit}\\b`))
  })

  it.each(mentions)('name it wherever they say %s: %i', (pattern, limit) => {
    const named = documents.flatMap((path) => [...textOf(path).matchAll(pattern)].map(([, number]) => number))
    expect(new Set(named)).toEqual(new Set([count(limit)]))
  })
})
