import { describe, expect, it } from 'vitest'
import { createUrlKey } from '../../../lib/shared/url-key.ts'
import { testPort } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { newForm, tasksOf, type TestForm } from './support.ts'

/** What somebody gets who has sent no submission: these answers are those of the senders' protocols. */
async function ask(key: string, method: string, query = '', headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${testPort}/v1/hooks/${key}${query}`
  const reply = await fetch(url, { method, headers })
  return { status: reply.status, headers: reply.headers, body: await reply.text() }
}

/** A key that could be one, but is not. */
const unknownKey = () => createUrlKey('hk', crypto.randomUUID(), crypto.randomUUID()).key

const words = 'This is the address of a form. It takes submissions by POST.\n'

describe('a sender that checks the URL of a form gets its answer', () => {
  it.each<[string, string, string, Record<string, string>, string, string]>([
    ['a person', 'GET', '', {}, 'text/plain; charset=utf-8', words],
    ['Trello', 'HEAD', '', {}, 'text/plain; charset=utf-8', ''],
    [
      'WebSub',
      'GET',
      '?hub.mode=subscribe&hub.topic=https%3A%2F%2Fexample.com&hub.challenge=0123456789abcdef0123456789abcdef',
      {},
      'text/plain; charset=utf-8',
      '0123456789abcdef0123456789abcdef',
    ],
    [
      'Meta',
      'GET',
      '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=own',
      {},
      'text/plain; charset=utf-8',
      '1158201444',
    ],
    [
      'Strava',
      'GET',
      '?hub.verify_token=STRAVA&hub.challenge=15f7d1a91c1f40f8a748fd134752feb3&hub.mode=subscribe',
      {},
      'application/json',
      '{"hub.challenge":"15f7d1a91c1f40f8a748fd134752feb3"}',
    ],
    ['Dropbox', 'GET', '?challenge=a-b_c~1', {}, 'text/plain; charset=utf-8', 'a-b_c~1'],
    [
      'Okta',
      'GET',
      '',
      { 'X-Okta-Verification-Challenge': 'mySecret' },
      'application/json',
      '{"verification":"mySecret"}',
    ],
  ])('%s', async (_sender, method, query, headers, type, body) => {
    const form = await newForm(await newTenant())
    for (const key of [form.key, unknownKey()]) {
      const reply = await ask(key, method, query, headers)
      expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body })
      expect(reply.headers.get('content-type')).toBe(type)
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(await form.submissions()).toEqual([])
  })

  it('with the CloudEvents check, by OPTIONS', async () => {
    const headers = { 'WebHook-Request-Origin': 'eventgrid.azure.net' }
    const reply = await ask(unknownKey(), 'OPTIONS', '', headers)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('webhook-allowed-origin')).toBe('eventgrid.azure.net')
    expect(reply.headers.get('webhook-allowed-rate')).toBeNull()
    const withRate = await ask(unknownKey(), 'OPTIONS', '', { ...headers, 'WebHook-Request-Rate': '120' })
    expect(withRate.headers.get('webhook-allowed-rate')).toBe('*')
    expect((await ask(unknownKey(), 'OPTIONS')).status).toBe(405)
  })

  it('but repeats nothing that could be a page or a message', async () => {
    for (const text of ['<h1>Sign in</h1> again', 'ä', 'x'.repeat(1_001), '']) {
      for (const name of ['hub.challenge', 'challenge']) {
        const { body } = await ask(unknownKey(), 'GET', `?${name}=${encodeURIComponent(text)}`)
        expect(body).toBe(words)
      }
    }
  })

  it('and other methods are refused as before', async () => {
    const reply = await ask(unknownKey(), 'PUT')
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('a handshake by POST', () => {
  const code = '512D38B6-C7B8-40C8-89FE-F46F9E9622B6'

  const post = (form: TestForm, query: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`http://127.0.0.1:${testPort}/v1/hooks/${form.key}${query}`, {
      method: 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })

  it('of Microsoft Graph and of SharePoint is repeated as text', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    for (const name of ['validationToken', 'validationtoken']) {
      const query = `?${name}=Validation%3a+Testing+client+application+reachability`
      const reply = await post(form, query, { 'Content-Type': 'text/plain; charset=utf-8' })
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await reply.text()).toBe('Validation: Testing client application reachability')
    }
    expect(await form.submissions()).toEqual([])
    expect(await tasksOf(tenant)).toEqual([])
    expect(
      (await post(form, '?validationToken=a', { 'Content-Type': 'application/json' }, { name: 'Ada' }))
        .status,
    ).toBe(200)
    expect(await form.submissions()).toHaveLength(1)
  })

  it('of Event Grid gets its code', async () => {
    const form = await newForm(await newTenant())
    const event = {
      id: '2d1781af-3a4c-4d7c-bd0c-e34b19da4e66',
      topic: '/subscriptions/x',
      data: { validationCode: code, validationUrl: 'https://example.com' },
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
    }
    const headers = { 'Content-Type': 'application/json', 'aeg-event-type': 'SubscriptionValidation' }
    const reply = await post(form, '', headers, [event])
    expect([reply.status, await reply.json()]).toEqual([200, { validationResponse: code }])
    expect(await form.submissions()).toEqual([])
  })

  it('of Smartsheet gets its challenge, in a header and in the body', async () => {
    const form = await newForm(await newTenant())
    const headers = { 'Content-Type': 'application/json', 'Smartsheet-Hook-Challenge': code }
    const reply = await post(form, '', headers, { challenge: code, webhookId: 7 })
    expect([reply.status, await reply.json()]).toEqual([200, { smartsheetHookResponse: code }])
    expect(reply.headers.get('smartsheet-hook-response')).toBe(code)
    expect(await form.submissions()).toEqual([])
  })
})
