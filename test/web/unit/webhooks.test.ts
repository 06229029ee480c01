import { describe, expect, it } from 'vitest'
import { TasksApiError, type Webhook } from '../../../client/src/index.ts'
import { hrefs, parseRoute } from '../../../web/src/ui/route.ts'
import { changesOf, draftOf, headersOf, newWebhookOf, withUrl } from '../../../web/src/webhooks/draft.ts'
import { minuteOf, timeOfInput } from '../../../web/src/ui/day.ts'
import { replayRange } from '../../../web/src/webhooks/replay.ts'
import { needsHelp, titleOf } from '../../../web/src/webhooks/health.ts'
import {
  durationText,
  eventsOf,
  formatHint,
  formatNote,
  problemsOf,
  stateOf,
} from '../../../web/src/webhooks/words.ts'

const webhook: Webhook = {
  id: 'w',
  url: 'https://example.com/tasks',
  event_types: ['task.*'],
  project_ids: null,
  bound: false,
  changed_fields: null,
  exclude_origin_ids: null,
  exclude_token_ids: null,
  header_names: null,
  description: null,
  format: 'standard',
  status: 'active',
  disabled_reason: null,
  failing_since: null,
  consecutive_failures: 0,
  next_attempt_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
}

describe('a draft', () => {
  it('of nothing makes a webhook of all tasks', () => {
    expect(newWebhookOf({ ...draftOf(), url: ' https://example.com ' })).toEqual({
      url: 'https://example.com',
      format: 'standard',
      eventTypes: ['task.*'],
      projectIds: null,
      changedFields: null,
      excludeOriginIds: null,
      description: null,
    })
  })

  it.each<Partial<Webhook>>([
    {},
    { event_types: ['task.*', 'webhook.disabled'], project_ids: ['b', 'a'], description: 'Shop' },
    { event_types: ['webhook.failing', 'task.updated', 'task.created'] },
    { event_types: ['form.submission_held'], changed_fields: ['status', 'label'] },
    { exclude_origin_ids: ['crm', 'my-sync'], header_names: ['X-Key'] },
  ])('that was not edited changes nothing: %j', (settings) => {
    const one = { ...webhook, ...settings }
    expect(changesOf(one, draftOf(one))).toEqual({})
  })

  it('sends what was edited, and nothing else', () => {
    const draft = draftOf(webhook)
    expect(
      changesOf(webhook, { ...draft, taskEvents: ['task.created'], notices: ['webhook.disabled'] }),
    ).toEqual({ eventTypes: ['task.created', 'webhook.disabled'] })
    expect(changesOf(webhook, { ...draft, projectIds: [] })).toEqual({ projectIds: [] })
    expect(changesOf(webhook, { ...draft, excludeOrigins: ' a \n\nb ' })).toEqual({
      excludeOriginIds: ['a', 'b'],
    })
    const described = { ...webhook, description: 'Shop' }
    expect(changesOf(described, { ...draftOf(described), description: ' ' })).toEqual({ description: null })
  })

  it('has the format that the host of its URL takes, until the person chooses another', () => {
    const slack = 'https://hooks.slack.com/services/T0/B0/x'
    const typed = { ...draftOf(), ...withUrl(draftOf(), slack) }
    expect(newWebhookOf(typed)).toMatchObject({ url: slack, format: 'slack' })
    expect(withUrl(typed, 'https://example.com')).toEqual({ url: 'https://example.com', format: 'standard' })
    const chosen = { ...typed, format: 'standard' as const }
    expect(withUrl(chosen, `${slack}y`)).toEqual({ url: `${slack}y` })
    const stored = draftOf({ ...webhook, format: 'ntfy' })
    expect(withUrl(stored, slack)).toEqual({ url: slack }) // a topic on a server of theirs
    expect(changesOf(webhook, { ...draftOf(webhook), format: 'teams' })).toEqual({ format: 'teams' })
  })

  it('says what its format means, and when the host takes another', () => {
    const hintOf = (url: string, format: Webhook['format']) => formatHint({ url, format })
    expect(hintOf('https://example.com', 'standard')).toBe('Each event as JSON.')
    expect(hintOf('https://example.com', 'slack')).toBe(
      'Each event as one line for people, with a link to the task.',
    )
    expect(hintOf(' https://discord.com/api/webhooks/1/x', 'standard')).toBe(
      'The host of the URL takes “Messages to Discord”.',
    )
    expect([formatNote({ format: 'standard' }), formatNote({ format: 'ntfy' })]).toEqual([
      '',
      ' · Messages to ntfy',
    ])
  })

  it('sends headers only when they are set anew or removed', () => {
    const set = { ...webhook, header_names: ['X-Key'] }
    const draft = { ...draftOf(set), headerLines: 'X-Key: a:b' }
    expect(changesOf(set, draft)).toEqual({})
    expect(changesOf(set, { ...draft, headers: 'replace' })).toEqual({
      headers: [{ name: 'X-Key', value: 'a:b' }],
    })
    expect(changesOf(set, { ...draft, headers: 'remove' })).toEqual({ headers: null })
  })

  it('reads headers line by line', () => {
    expect(headersOf('Authorization: Bearer x\n\n X-Key :y\nnothing')).toEqual([
      { name: 'Authorization', value: 'Bearer x' },
      { name: 'X-Key', value: 'y' },
      { name: 'nothing', value: '' },
    ])
  })
})

describe('a problem', () => {
  const refused = (...details: { path: string; message: string }[]) =>
    problemsOf(new TasksApiError('invalid_request', 'No.', { details }))

  it('stands beside its field, as a sentence', () => {
    expect(refused({ path: 'url', message: 'must be a web address' })).toEqual({
      url: 'Must be a web address.',
    })
    expect(refused({ path: 'eventTypes', message: 'must name a type of event' })).toEqual({
      eventTypes: 'Must name a type of event.',
    })
    expect(refused({ path: 'excludeOriginIds.1', message: 'must be short' })).toEqual({
      excludeOriginIds: 'Must be short.',
    })
  })

  it('of a header says which line it is', () => {
    expect(
      refused(
        { path: 'headers.0.name', message: 'must not be a header that the service sets' },
        { path: 'headers.2.value', message: 'is required' },
      ),
    ).toEqual({
      headers: 'Line 1: the name must not be a header that the service sets. Line 3: the value is required.',
    })
  })

  it('without a field stands by itself', () => {
    expect(refused({ path: 'cursor', message: 'is wrong' })).toEqual({ other: 'cursor is wrong.' })
    expect(problemsOf(new TasksApiError('quota_exceeded', 'No.')).other).toMatch(/50 webhooks/)
    expect(problemsOf(new TasksApiError('network_error', 'No.')).other).toMatch(/No connection/)
    expect(problemsOf(new TasksApiError('project_not_found', 'No.'))).toEqual({
      projectIds: 'One of them no longer exists.',
    })
  })
})

describe('a webhook', () => {
  const nowMs = Date.parse('2026-11-22T12:00:00.000Z')
  const failing = (since: string): Webhook => ({ ...webhook, failing_since: since })

  it('needs help when it is disabled, or has failed for a day', () => {
    expect(needsHelp(webhook, nowMs)).toBe(false)
    expect(needsHelp(failing('2026-11-21T12:00:00.001Z'), nowMs)).toBe(false)
    expect(needsHelp(failing('2026-11-21T12:00:00.000Z'), nowMs)).toBe(true)
    expect(needsHelp({ ...failing('2026-11-01T12:00:00.000Z'), status: 'paused' }, nowMs)).toBe(false)
    expect(needsHelp({ ...webhook, status: 'disabled' }, nowMs)).toBe(true)
  })

  it('is named and described in words', () => {
    expect(titleOf(webhook)).toBe('example.com/tasks')
    expect(titleOf({ ...webhook, description: 'Shop' })).toBe('Shop')
    expect(eventsOf({ event_types: ['task.*', 'webhook.failing'] })).toBe(
      'every change of a task, webhook.failing',
    )
    expect(eventsOf({ event_types: ['task.created', 'task.deleted'] })).toBe('task.created, task.deleted')
    expect(stateOf(failing('2026-11-22T11:00:00.000Z')).label).toBe('Failing')
    expect([durationText(87), durationText(1_540)]).toEqual(['87 ms', '1.5 s'])
  })
})

describe('a replay', () => {
  it('goes on until nothing is left, and tells how far it is', async () => {
    const asked: unknown[] = []
    const told: number[] = []
    const answers = [
      { queued: 1_000, next_from: '2026-11-21T10:00:00.000Z' },
      { queued: 7, next_from: null },
    ]
    const queued = await replayRange(
      (range) => {
        asked.push(range)
        return Promise.resolve(answers[asked.length - 1] ?? { queued: 0, next_from: null })
      },
      { from: '2026-11-21T09:00:00.000Z', onlyFailed: true },
      (soFar) => told.push(soFar),
    )
    expect(queued).toBe(1_007)
    expect(asked).toEqual([
      { from: '2026-11-21T09:00:00.000Z', onlyFailed: true },
      { from: '2026-11-21T10:00:00.000Z', onlyFailed: true },
    ])
    expect(told).toEqual([1_000, 1_007])
  })

  it('begins at the minute of a time, in local time', () => {
    const date = new Date(2026, 10, 2, 3, 4, 59, 999)
    expect(minuteOf(date)).toBe('2026-11-02T03:04')
    expect(timeOfInput('2026-11-02T03:04')).toBe(new Date(2026, 10, 2, 3, 4).toISOString())
    expect([timeOfInput(''), timeOfInput('soon')]).toEqual([undefined, undefined])
  })
})

describe('the routes of webhooks', () => {
  it('are read from the links to them', () => {
    expect(parseRoute(hrefs.webhooks)).toEqual({ view: 'webhooks' })
    expect(parseRoute(hrefs.webhook('w'))).toEqual({ view: 'webhook', webhookId: 'w' })
    expect(parseRoute('#/webhooks/')).toEqual({ view: 'webhooks' })
    expect(parseRoute('#/webhooks/w/else')).toEqual({ view: 'unknown' })
  })
})
