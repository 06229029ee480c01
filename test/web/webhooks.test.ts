import { describe, expect, it, onTestFinished } from 'vitest'
import { Webhook as Verifier } from 'standardwebhooks'
import { alerts, button, heading, statuses, textbox } from '../support/form-page.ts'
import type { Receiver } from '../support/receiver.ts'
import { eventually, useWeb } from '../support/web.ts'
import { alarm, inDialog, openWebhook, receiverOf, rows } from '../support/webhook-page.ts'

const web = useWeb()

/** The receiver of another webhook of the project. */
async function otherOf(projectId: string): Promise<Receiver> {
  const receiver = await receiverOf()
  const { webhooks } = web.service.client
  const { webhook } = await webhooks.create({ url: receiver.url, projectIds: [projectId] })
  onTestFinished(() => webhooks.delete(webhook.id).then(() => undefined))
  return receiver
}

describe('a webhook', () => {
  it('is created, gets a change, and sends it again', async () => {
    const receiver = await receiverOf()
    const scene = await web.scene('Created')
    const { client } = web.service
    const { page } = await web.visit('#/webhooks', {
      permissions: ['clipboard-read', 'clipboard-write'],
      errors: [400],
    })
    await page.getByText('No webhooks yet.').waitFor()
    await button(page, 'New webhook').click()
    await button(page, 'Create webhook').click()
    await page.getByText('Give the URL to which the events are posted.').waitFor()
    await textbox(page, 'URL').fill('ftp://example.com')
    await button(page, 'Create webhook').click()
    await page.getByText(/^Must be a web address/).waitFor()
    const url = textbox(page, 'URL')
    expect(await url.getAttribute('aria-invalid')).toBe('true')
    await eventually(() => page.evaluate('document.activeElement.type')).toBe('url')
    await url.fill(receiver.url)
    await textbox(page, 'Description').fill('To the shop')
    await page.getByRole('checkbox', { name: 'All projects', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Created', exact: true }).check()
    await button(page, 'Create webhook').click()
    await heading(page, 'To the shop').waitFor()
    const secret = await textbox(page, 'Secret').inputValue()
    await button(page, 'Copy').click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    const [webhook, ...others] = (await client.webhooks.list()).webhooks
    if (!webhook || others.length > 0) throw new Error('There is not one webhook.')
    onTestFinished(async () => {
      await client.webhooks.delete(webhook.id)
    })
    expect(webhook).toMatchObject({
      url: receiver.url,
      event_types: ['task.*'],
      project_ids: [scene.projectId],
    })
    await button(page, 'I have copied it').click()
    expect(await page.content()).not.toContain(secret)

    await scene.createTask('Sell the boat')
    await eventually(() => receiver.received).toHaveLength(1)
    const [first] = receiver.received
    if (!first) throw new Error('Nothing arrived.')
    expect(new Verifier(secret).verify(first.body, first.headers as Record<string, string>)).toMatchObject({
      type: 'task.created',
    })
    await eventually(() => rows(page).allTextContents()).toEqual([
      expect.stringMatching(/^Delivered task\.created .*Attempt 1 · HTTP 204 · \d+ ms/),
    ])
    await rows(page)
      .getByRole('button', { name: /^Details of delivery 1, / })
      .click()
    await eventually(() => page.getByRole('region', { name: 'Sent', exact: true }).textContent()).toContain(
      '"label": "Sell the boat"',
    )
    await inDialog(page, 'Redeliver').click()
    await eventually(() => receiver.received.map(({ event }) => event.id)).toEqual([
      first.event.id,
      first.event.id,
    ])
    await eventually(() => rows(page).count()).toBe(2)
  })

  it('is paused, activated, and then replays what it missed', async () => {
    const receiver = await receiverOf()
    const { page, scene, current } = await openWebhook(web, 'Paused', receiver)
    const other = await otherOf(scene.projectId)
    await button(page, 'Pause').click()
    await page.getByText('This webhook is paused: nothing is sent.').waitFor()
    expect((await current()).status).toBe('paused')
    for (const label of ['One', 'Two']) await scene.createTask(label)
    // what one webhook has got is stored for the other: a moment before, a replay finds nothing
    await eventually(() => other.received).toHaveLength(2)
    await button(page, 'Activate').click()
    await button(page, 'Replay them').click()
    expect(receiver.received).toEqual([])
    await inDialog(page, 'Replay events').click()
    // first of all, because the message goes away by itself
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('Queued 2 events.'))
    await eventually(() => receiver.received.map(({ event }) => event.data.task.label)).toEqual([
      'One',
      'Two',
    ])
    await eventually(() => rows(page).count()).toBe(2)
    await button(page, 'Replay').click()
    await inDialog(page, 'Replay events').click()
    await eventually(() => statuses(page)).toContainEqual(
      expect.stringContaining('There is nothing to send again since then.'),
    )
  })

  it('sends what waited when it is activated, and says that it does', async () => {
    const receiver = await receiverOf(() => 500)
    const { page, scene } = await openWebhook(web, 'Waited', receiver)
    await scene.createTask('Failed')
    await eventually(() => rows(page).count()).toBeGreaterThan(0)
    await button(page, 'Pause').click()
    await page.getByText('This webhook is paused: nothing is sent.').waitFor()
    receiver.answer = () => 204
    receiver.received.length = 0
    // what another webhook has got, the paused one has not taken
    const other = await otherOf(scene.projectId)
    await scene.createTask('While paused')
    await eventually(() => other.received).toHaveLength(1)
    await button(page, 'Activate').click()
    await page
      .getByText('Active again. Events that waited are sent now; those since it stopped are not.', {
        exact: true,
      })
      .waitFor()
    const arrived = () => receiver.received.map(({ event }) => event.data.task.label)
    await eventually(arrived).toEqual(['Failed'])
    await eventually(() => rows(page).first().textContent()).toContain('Delivered')
    await scene.createTask('Afterwards')
    await eventually(arrived).toEqual(['Failed', 'Afterwards'])
  })

  it('refuses a replay of what is no longer kept, beside the field', async () => {
    const { page } = await openWebhook(web, 'Old', await receiverOf(), { errors: [400] })
    await button(page, 'Replay').click()
    await page.getByLabel('Since', { exact: true }).fill('2020-01-01T00:00')
    await inDialog(page, 'Replay events').click()
    await page.getByText('Must be at most 30 days back.').waitFor()
    await page.getByLabel('Since', { exact: true }).fill('')
    await inDialog(page, 'Replay events').click()
    await page.getByText('Give the time of the first event.').waitFor()
  })

  it('is tested, and gets a new secret that is shown once', async () => {
    const receiver = await receiverOf()
    const { page } = await openWebhook(web, 'Tested', receiver)
    await button(page, 'Test').click()
    await page.getByText(/The receiver answered 204 after \d+ ms\./).waitFor()
    receiver.answer = () => 500
    await button(page, 'Test again').click()
    await page.getByText(/The receiver answered 500\. It took \d+ ms\./).waitFor()
    await button(page, 'Close').click()
    await button(page, 'New secret').click()
    await page
      .getByRole('combobox', { name: 'How long the old secret still works', exact: true })
      .selectOption('Not at all: it is known to the wrong people')
    await button(page, 'Replace the secret').click()
    const secret = await textbox(page, 'Secret').inputValue()
    const recipes = page.getByRole('link', { name: 'Receive webhooks (in a new tab)', exact: true })
    expect(await recipes.getAttribute('href')).toBe('/docs/recipes/webhooks')
    receiver.answer = () => 204
    await button(page, 'Test').click()
    await page.getByText('The receiver answered 204').waitFor()
    const last = receiver.received.at(-1)
    if (!last) throw new Error('Nothing arrived.')
    new Verifier(secret).verify(last.body, last.headers as Record<string, string>)
  })

  it('keeps its settings; headers can be set but are never shown', async () => {
    const receiver = await receiverOf()
    const { page, scene, current } = await openWebhook(web, 'Set', receiver, { errors: [400] })
    await textbox(page, 'Headers').fill('X-Key: s3cret\nHost: example.com')
    await textbox(page, 'Left-out origins').fill('my sync')
    await button(page, 'Save settings').click()
    await eventually(() => textbox(page, 'Left-out origins').getAttribute('aria-invalid')).toBe('true')
    await eventually(() => alerts(page)).toContainEqual('Not saved: look at the marked fields.')
    await textbox(page, 'Left-out origins').fill('my-sync')
    await button(page, 'Save settings').click()
    await page.getByText(/^Line 2: the name must not be/).waitFor()
    await textbox(page, 'Headers').fill('X-Key: s3cret')
    await page.getByRole('checkbox', { name: 'Every change of a task', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: /^task\.updated/ }).check()
    await page.getByRole('checkbox', { name: /^webhook\.disabled/ }).check()
    await page.getByRole('checkbox', { name: 'A change of any field counts', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Label', exact: true }).check()
    await button(page, 'Save settings').click()
    await eventually(current).toMatchObject({
      event_types: ['task.updated', 'webhook.disabled'],
      changed_fields: ['label'],
      exclude_origin_ids: ['my-sync'],
      header_names: ['X-Key'],
    })
    await page.getByText('X-Key. Their values are never shown.').waitFor()
    expect(await page.content()).not.toContain('s3cret')
    const task = await scene.createTask('Before')
    await web.service.client.tasks.update(task.id, { label: 'Behind' })
    await eventually(() => receiver.received.map(({ headers }) => headers['x-key'])).toEqual(['s3cret'])
    await page
      .getByRole('combobox', { name: 'Headers that are set', exact: true })
      .selectOption('Remove them')
    await button(page, 'Save settings').click()
    await eventually(async () => (await current()).header_names).toBeNull()
  })

  it('sends messages in the format that its host takes, or that is chosen', async () => {
    const receiver = await receiverOf()
    const { page, scene, current } = await openWebhook(web, 'Told', receiver)
    const format = page.getByRole('combobox', { name: 'Format', exact: true })
    const chosen = () => format.locator('option:checked').textContent()
    await eventually(chosen).toBe('Events for a program')
    await textbox(page, 'URL').fill('https://discord.com/api/webhooks/1/x')
    await eventually(chosen).toBe('Messages to Discord')
    await format.selectOption('Events for a program')
    await page.getByText('The host of the URL takes “Messages to Discord”.').waitFor()
    await textbox(page, 'URL').fill(receiver.url)
    await format.selectOption('Messages to Slack')
    await page.getByText('Each event as one line for people, with a link to the task.').waitFor()
    await button(page, 'Save settings').click()
    await eventually(current).toMatchObject({ format: 'slack', url: receiver.url })
    await page.getByText(/^Gets .* · Messages to Slack$/).waitFor()
    await button(page, 'Test').click()
    const sent = page.getByRole('region', { name: 'Sent', exact: true })
    await eventually(() => sent.textContent()).toContain('This is a test of a webhook.')
    expect(JSON.parse((await sent.textContent()) ?? '')).toEqual(JSON.parse(receiver.received[0]?.body ?? ''))
    await button(page, 'Close').click()
    receiver.received.length = 0
    const { id } = await scene.createTask('Ship <!channel>')
    await eventually(() =>
      receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text),
    ).toEqual([
      `Task created: Ship &lt;!channel&gt; · <${web.service.origin}/#/projects/${scene.projectId}/tasks/${id}|Open the task>`,
    ])
    // the link of the message leads to the task
    await page.goto(`${web.service.origin}/#/projects/${scene.projectId}/tasks/${id}`)
    await page.getByRole('dialog').waitFor()
  })

  it('has targets of 44 px on a touch screen', async () => {
    const touch = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const receiver = await receiverOf()
    const { page, scene } = await openWebhook(web, 'Touched', receiver, touch)
    await scene.createTask('Seen')
    await page.getByRole('button', { name: /^Details of delivery 1, / }).waitFor()
    const small = () =>
      page.evaluate(`[...document.querySelectorAll(
          'main :is(a, button, select, textarea, label:has([type=checkbox]), input:not([type=checkbox]))'
        )]
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML)`)
    expect(await small()).toEqual([])
    await page.evaluate(`location.hash = '#/webhooks'`)
    await page.getByRole('link', { name: 'Touched', exact: true }).waitFor()
    expect(await small()).toEqual([])
  })

  it('is deleted after a confirmation', async () => {
    const receiver = await receiverOf()
    const { client } = web.service
    const { webhook } = await client.webhooks.create({ url: receiver.url, description: 'Short-lived' })
    const { page } = await web.visit(`#/webhooks/${webhook.id}`, { errors: [404] })
    await button(page, 'Delete webhook').click()
    await inDialog(page, 'Delete webhook').click()
    await heading(page, 'Webhooks').waitFor()
    const left = (await client.webhooks.list()).webhooks
    expect(left.map(({ id }) => id)).not.toContain(webhook.id)
    await page.evaluate(`location.hash = '#/webhooks/${webhook.id}'`)
    await heading(page, 'There is no such webhook').waitFor()
  })
})

describe('a webhook whose receiver has gone', () => {
  it('says so on every page to those who may mend it, until it is activated', async () => {
    const receiver = await receiverOf(() => 410)
    const { page, scene, current } = await openWebhook(web, 'Gone', receiver)
    await scene.createTask('Lost')
    await page.getByText('This webhook is disabled: nothing is sent.').waitFor()
    const { token } = await web.service.client.tokens.create({ name: 'Writer', scopes: ['read', 'write'] })
    const other = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
    await heading(other.page, 'Gone').waitFor()

    await page.goto(`${web.service.origin}/#/projects/${scene.projectId}`)
    await page.reload()
    await heading(page, 'Gone').waitFor()
    await eventually(() => alarm(page).textContent()).toBe(
      'The webhook “Gone” is disabled. The receiver answered 410: it wants no more events. Look at it',
    )
    expect(await alarm(other.page).textContent()).toBe('')
    expect(other.requests.filter((request) => request.includes('/webhooks'))).toEqual([])

    await alarm(page).getByRole('link', { name: 'Look at it', exact: true }).click()
    receiver.answer = () => 204
    receiver.received.length = 0
    await button(page, 'Activate').click()
    await eventually(async () => (await current()).status).toBe('active')
    await eventually(() => alarm(page).textContent()).toBe('')
    await button(page, 'Replay them').click()
    await inDialog(page, 'Replay events').click()
    await eventually(() => receiver.received.map(({ event }) => event.data.task.label)).toEqual(['Lost'])
    await page.getByRole('combobox', { name: 'Filter by outcome' }).selectOption('Delivered')
    await eventually(() => rows(page).count()).toBe(1)
  })
})

describe('a token', () => {
  const tokenWith = async (...scopes: ('read' | 'write' | 'hooks')[]) =>
    (await web.service.client.tokens.create({ name: scopes.join(' '), scopes })).token.secret

  it('without the scope hooks sees no webhooks, and none are asked for', async () => {
    const token = await tokenWith('read', 'write')
    const { page, requests } = await web.visit('#/', { token })
    await heading(page, 'Projects').waitFor()
    expect(await page.getByRole('link', { name: 'Webhooks', exact: true }).count()).toBe(0)
    await page.evaluate(`location.hash = '#/webhooks'`)
    await page.getByText('Webhooks need the scope hooks, which your token lacks.').waitFor()
    expect(requests.filter((request) => request.includes('/webhooks'))).toEqual([])
  })

  it('without the scope read looks at settings, but changes nothing and sees no deliveries', async () => {
    const token = await tokenWith('hooks')
    const receiver = await receiverOf()
    const { page, requests, current } = await openWebhook(web, 'Seen', receiver, { token, errors: [403] })
    await page.getByText('Changes need the scope read, which your token lacks.').waitFor()
    await page.getByText('They need the scope read, which your token lacks.').waitFor()
    for (const name of ['Pause', 'Replay', 'New secret', 'Save settings']) {
      const action = button(page, name)
      expect(await action.getAttribute('aria-disabled')).toBe('true')
      await action.click({ force: true })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await current()).status).toBe('active')
    expect(requests.filter((request) => /\/deliveries|^(?!GET)/.test(request))).toEqual([])
    await button(page, 'Test').click() // needs no more than hooks
    await page.getByText('The receiver answered 204').waitFor()
  })
})

describe('where webhooks are not available', () => {
  it('says so when one is created, and keeps what was filled in', async () => {
    const { page } = await web.visit('#/webhooks', { errors: [503] })
    const message = 'Webhooks need DynamoDB Streams, which this engine does not have.'
    const error = { code: 'service_unavailable', message, request_id: 'test', docs: '/v1/docs#x' }
    await button(page, 'New webhook').click()
    await textbox(page, 'URL').fill('https://example.com/tasks')
    await page.route('**/v1/webhooks', (route) => route.fulfill({ status: 503, json: { error } }))
    await button(page, 'Create webhook').click()
    await eventually(() => alerts(page)).toContainEqual(message)
    expect(await textbox(page, 'URL').inputValue()).toBe('https://example.com/tasks')
    await page.unroute('**/v1/webhooks')
  })

  it('says that there is no connection, on a device that is offline', async () => {
    const { page } = await openWebhook(web, 'Tunnel', await receiverOf(), { losesService: true })
    await page.context().setOffline(true)
    await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor()
    await button(page, 'New secret').click()
    await button(page, 'Replace the secret').click()
    await eventually(() => alerts(page), 60_000).toContainEqual(
      expect.stringContaining('The secret was not replaced. You are offline: this cannot be kept for later.'),
    )
    await page.context().setOffline(false)
  })
})
