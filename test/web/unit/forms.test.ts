import { describe, expect, it } from 'vitest'
import type { Form } from '../../../client/src/index.ts'
import { canInsert, draftOf, insertKey, kindOf, mappingOf } from '../../../web/src/forms/mapping.ts'
import { changesOf, settingsOf } from '../../../web/src/forms/settings-draft.ts'
import { curlSnippet, htmlSnippet } from '../../../web/src/forms/snippets.ts'
import { pausedText } from '../../../web/src/forms/words.ts'
import { parseRoute, hrefs } from '../../../web/src/ui/route.ts'

const form: Form = {
  id: 'f',
  name: 'Contact',
  project_id: 'p',
  source: null,
  mapping: null,
  signature: null,
  honeypot: null,
  redirect_url: null,
  allowed_origins: null,
  dedupe_by: null,
  time_zone: null,
  paused: false,
  rate_limit: 600,
  retention_days: 30,
  held_count: 0,
  old_url_until: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
}

describe('a mapping', () => {
  it('is none while nothing is filled in', () => {
    expect(mappingOf(draftOf(form))).toBeNull()
    expect(mappingOf({ ...draftOf(form), label: '  ' })).toBeNull()
  })

  it('is the same after a draft was made of it', () => {
    const mapping = {
      label: 'Call {{name}}',
      external_id: '{{id}}',
      status: 1 as const,
      workflow_lane_id: 'lane',
    }
    expect(mappingOf(draftOf({ ...form, mapping }))).toEqual({
      label: 'Call {{name}}',
      externalId: '{{id}}',
      status: 1,
      workflowLaneId: 'lane',
    })
  })

  it('gets a key in place of what is selected', () => {
    expect(insertKey('Call you now', 'name', { start: 5, end: 8 })).toEqual({
      text: 'Call {{name}} now',
      caret: 13,
    })
  })

  it.each([
    ['email', true],
    ['customer.name', true],
    ['', false],
    ['a|b', false],
    ['{x}', false],
    ['/a', false],
    [' a', false],
  ])('takes the key %j: %s', (key, is) => {
    expect(canInsert(key)).toBe(is)
  })
})

describe('a sample', () => {
  it.each([
    ['{"a": 1}', 'json'],
    ['\n [1]', 'json'],
    ['name=Ada', 'form'],
    ['', 'form'],
  ])('%j is recognized as %s', (sample, kind) => {
    expect(kindOf(sample)).toBe(kind)
  })
})

describe('the settings', () => {
  it('are sent as far as they changed', () => {
    const draft = settingsOf(form)
    expect(changesOf(form, draft)).toEqual({})
    const edited = {
      ...draft,
      name: ' Contact us ',
      allowedOrigins: 'https://a.example\n\nhttps://b.example',
    }
    expect(changesOf(form, edited)).toEqual({
      name: 'Contact us',
      allowedOrigins: ['https://a.example', 'https://b.example'],
    })
    expect(changesOf({ ...form, honeypot: 'fax' }, { ...draft, honeypot: '' })).toEqual({ honeypot: null })
  })

  it('leave out the lane of a mapping when the form moves to another project', () => {
    const moved = (mapping: Form['mapping']) =>
      changesOf({ ...form, mapping }, { ...settingsOf(form), projectId: 'q' })
    const kept = { label: 'Ticket', comment_on: 'ext:{{ticket}}' }
    expect(moved(kept)).toEqual({ projectId: 'q' })
    expect(moved({ ...kept, workflow_lane_id: 'lane' })).toEqual({
      projectId: 'q',
      mapping: { label: 'Ticket', commentOn: 'ext:{{ticket}}' },
    })
  })

  it('send a signature only with a new scheme or secret', () => {
    const signed: Form = { ...form, signature: 'hmac' }
    const draft = settingsOf(signed)
    expect(changesOf(signed, draft)).toEqual({})
    const hmac = { scheme: 'hmac', secret: 's', header: 'x-signature', encoding: 'hex' }
    expect(changesOf(signed, { ...draft, secret: 's', header: 'x-signature' })).toEqual({ signature: hmac })
    expect(changesOf(signed, { ...draft, scheme: '' })).toEqual({ signature: null })
    expect(changesOf(form, { ...settingsOf(form), scheme: 'tally', secret: 's' })).toEqual({
      signature: { scheme: 'tally', secret: 's' },
    })
  })
})

describe('a snippet', () => {
  it('cannot be broken by the name of its form', () => {
    expect(htmlSnippet('https://x/v1/hooks/k', { ...form, name: '</title><script>' })).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;</title>',
    )
    expect(curlSnippet("https://x/'", form)).toContain(`'https://x/'\\'''`)
  })

  it('has a honeypot only where the form has one', () => {
    expect(htmlSnippet('https://x', { ...form, honeypot: 'fax' })).toContain('name="fax"')
    expect(htmlSnippet('https://x', { ...form, honeypot: null })).not.toContain('tabindex')
  })
})

describe('the routes of forms', () => {
  it('are read from the links to them', () => {
    expect(parseRoute(hrefs.forms('p'))).toEqual({ view: 'forms', projectId: 'p' })
    expect(parseRoute(hrefs.form('p', 'f'))).toEqual({ view: 'form', projectId: 'p', formId: 'f' })
    expect(parseRoute(hrefs.mapping('p', 'f'))).toEqual({ view: 'mapping', projectId: 'p', formId: 'f' })
    expect(parseRoute('#/projects/p/forms/f/else')).toEqual({ view: 'unknown' })
  })
})

describe('what is said of a paused form', () => {
  const createdAt = '2026-11-25T12:00:00.000Z'
  const at = (nowIso: string, updated_at = '2026-11-25T12:05:00.000Z') =>
    pausedText({ ...form, created_at: createdAt, updated_at }, Date.parse(nowIso))

  it('is that it may make tasks for a minute after it was paused', () => {
    expect(at('2026-11-25T12:05:00.000Z')).toBe('Paused: within a minute, submissions wait')
    expect(at('2026-11-25T12:05:59.999Z')).toBe('Paused: within a minute, submissions wait')
    expect(at('2026-11-25T12:06:00.000Z')).toBe('Paused: submissions wait')
  })

  it('is no such thing of a form that was created paused', () => {
    expect(at(createdAt, createdAt)).toBe('Paused: submissions wait')
  })
})
