import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn } from '../support/board.ts'
import { all, eventually, useWeb, type Scene, type VisitOptions } from '../support/web.ts'

const web = useWeb()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const alerts = (page: Page) => page.getByRole('alert').allTextContents()
const statuses = (page: Page) => page.getByRole('status').allTextContents()

const forms = async ({ projectId }: Scene) =>
  (await web.service.client.forms.list()).forms.filter((form) => form.project_id === projectId)

/** The only form of a project. */
async function formOf(scene: Scene) {
  const [form, ...others] = await forms(scene)
  if (!form || others.length > 0) throw new Error('There is not one form.')
  return form
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A form of a new project, with its page open. */
async function openForm(label: string, settings: { paused?: boolean } = {}, options: VisitOptions = {}) {
  const scene = await web.scene(label)
  const { client } = web.service
  const { form } = await client.forms.create({ projectId: scene.projectId, name: 'Contact', ...settings })
  const submissions = () => all(client.submissions.list(form.id))
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}/forms/${form.id}`, options)
  await heading(page, 'Contact').waitFor()
  return { scene, form, page, requests, submissions }
}

describe('a form', () => {
  it('is created in two steps, with a sample and a mapping', async () => {
    const scene = await web.scene('Website', ['Leads'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('link', { name: 'Forms', exact: true }).click()
    await page.getByText('No forms yet.').waitFor()
    await textbox(page, 'New form').fill('Contact')
    await button(page, 'Create form').click()
    await page.getByLabel('Paste what the sender posts').fill('name=Ada&message=Please+call+me')
    const task = page.getByRole('region', { name: 'The task', exact: true })
    await eventually(() => task.textContent()).toContain('name: Ada')
    await textbox(page, 'Label').fill('Call ')
    await button(page, 'Insert name').click()
    expect(await textbox(page, 'Label').inputValue()).toBe('Call {{name}}')
    await eventually(() => task.textContent()).toContain('Call Ada')
    await textbox(page, 'Description').focus()
    await button(page, 'Insert message').click()
    await eventually(() => task.textContent()).not.toContain('name: Ada')
    await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('Leads')
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('In progress')
    await button(page, 'Save mapping').click()
    const url = await textbox(page, 'URL').inputValue()
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(url)
    expect((await formOf(scene)).mapping).toEqual({
      label: 'Call {{name}}',
      description: '{{message}}',
      status: 1,
      workflow_lane_id: scene.laneIds[0],
    })
    expect((await post(url, { name: 'Bo', message: 'Hi' })).status).toBe(200)
    expect(await scene.taskOf('Call Bo')).toMatchObject({
      description: 'Hi',
      status: 1,
      workflow_lane_id: scene.laneIds[0],
    })
    await button(page, 'I have copied it').click()
    expect(await page.content()).not.toContain(url)
  })

  it('shows in plain words what is wrong with a sample or a template, and how the sample is read', async () => {
    const { page, scene, form } = await openForm('Wrong', {}, { errors: [400] })
    await page.getByRole('link', { name: 'Edit mapping', exact: true }).click()
    const sample = page.getByLabel('Paste what the sender posts')
    await sample.fill('{"name": "Ada"')
    await eventually(() => alerts(page)).toContainEqual('The body is not valid JSON.')
    const kind = page.getByRole('combobox', { name: 'Read it as', exact: true })
    await kind.selectOption('HTML form')
    await eventually(() => alerts(page)).not.toContainEqual('The body is not valid JSON.')
    await kind.selectOption('')
    await sample.fill('{"name": "Ada"}')
    await textbox(page, 'Label').fill('{{name} and {{')
    await page.getByText(/has \{\{ without its \}\}/).waitFor()
    await button(page, 'Save mapping').click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/^Label: has \{\{ without/))
    expect((await web.service.client.forms.get(form.id)).form.mapping).toBeNull()
    expect(await scene.labels()).toEqual([])
  })

  it('keeps its settings; a secret can be set but is never shown', async () => {
    const { page, form } = await openForm('Settings', {}, { errors: [400] })
    const { client } = web.service
    await textbox(page, 'Allowed websites').fill('https://example.com/contact')
    await button(page, 'Save settings').click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/^Allowed websites: .*origin/))
    await textbox(page, 'Allowed websites').fill('https://example.com\nhttps://example.org')
    await page.getByRole('combobox', { name: 'Signature', exact: true }).selectOption('Tally')
    await textbox(page, 'Secret').fill('s3cret')
    await textbox(page, 'Name').fill('Contact us')
    await page.getByRole('spinbutton', { name: 'Days kept', exact: true }).fill('7')
    await textbox(page, 'Redirect URL').fill('https://example.com/thanks')
    await button(page, 'Save settings').click()
    await heading(page, 'Contact us').waitFor()
    expect((await client.forms.get(form.id)).form).toMatchObject({
      name: 'Contact us',
      allowed_origins: ['https://example.com', 'https://example.org'],
      signature: 'tally',
      retention_days: 7,
      rate_limit: 600,
      redirect_url: 'https://example.com/thanks',
      honeypot: null,
    })
    expect(await textbox(page, 'Secret').inputValue()).toBe('')
    await textbox(page, 'Allowed websites').fill('')
    await button(page, 'Save settings').click()
    await eventually(async () => (await client.forms.get(form.id)).form.allowed_origins).toBeNull()
    expect((await client.forms.get(form.id)).form.signature).toBe('tally')
  })

  it('gets a new URL; the old one ends when the person says so', async () => {
    const { page, form, scene } = await openForm('Rotated')
    await button(page, 'New URL').click()
    const hours = page.getByRole('combobox', { name: 'How long the old URL still works', exact: true })
    await hours.selectOption('Not at all: it is known to the wrong people')
    await button(page, 'Replace the URL').click()
    const url = await textbox(page, 'URL').inputValue()
    expect(url).not.toBe(form.url)
    expect((await post(url, { name: 'Ada' })).status).toBe(200)
    await eventually(() => post(form.url, { name: 'Bo' }).then(({ status }) => status), 80_000).toBe(404)
    await button(page, 'Sign out').click()
    await page.getByLabel('Token', { exact: true }).fill(web.service.demo.token)
    await button(page, 'Sign in').click()
    await heading(page, 'Projects').waitFor()
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/forms/${form.id}'`)
    await button(page, 'New URL').waitFor()
    expect(await page.content()).not.toContain(url)
  }, 120_000)

  it('moves to another project, without the lane of the one before', async () => {
    const { page, form, scene } = await openForm('Before')
    const other = await web.scene('Behind')
    const { laneId } = await web.service.client.lanes.create(scene.projectId, { label: 'Leads' })
    const mapping = { label: 'Call {{name}}', workflowLaneId: laneId }
    await web.service.client.forms.update(form.id, { mapping })
    await page.reload()
    await page.getByRole('combobox', { name: 'Project', exact: true }).selectOption('Behind')
    await button(page, 'Save settings').click()
    await eventually(() => page.evaluate('location.hash')).toBe(
      `#/projects/${other.projectId}/forms/${form.id}`,
    )
    expect((await formOf(other)).mapping).toEqual({ label: 'Call {{name}}' })
  })

  it('has targets of 44 px on a touch screen', async () => {
    const touch = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { page, form, scene } = await openForm('Touched', { paused: true }, touch)
    await post(form.url, { name: 'Ada' })
    await page.reload()
    await button(page, 'Body').waitFor()
    const small = () =>
      page.evaluate(`[...document.querySelectorAll('main :is(a, button, select, input, textarea)')]
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML)`)
    expect(await small()).toEqual([])
    await page.getByRole('link', { name: 'Edit mapping', exact: true }).click()
    await page.getByLabel('Paste what the sender posts').fill('name=Ada')
    await button(page, 'Insert name').waitFor()
    expect(await small()).toEqual([])
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/forms'`)
    await page.getByRole('link', { name: 'Contact', exact: true }).waitFor()
    expect(await small()).toEqual([])
  })

  it('is paused, resumed and deleted', async () => {
    const { page, scene, form } = await openForm('Paused')
    const isPaused = async () => (await web.service.client.forms.get(form.id)).form.paused
    await button(page, 'Pause').click()
    await page.getByText('Paused: submissions wait').waitFor()
    expect(await isPaused()).toBe(true)
    await button(page, 'Resume').click()
    await button(page, 'Pause').waitFor()
    expect(await isPaused()).toBe(false)
    await button(page, 'Delete form').click()
    expect(await forms(scene)).toHaveLength(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete form', exact: true }).click()
    await page.getByText('No forms yet.').waitFor()
    expect(await forms(scene)).toEqual([])
  })
})

describe('submissions', () => {
  it('that find the quota full show on the board, and become tasks when all are replayed', async () => {
    const scene = await web.scene('Full', [], { '': ['First'] })
    const quota = (tasks: number) =>
      web.service.admin('project', 'update', scene.projectId, '--task-quota', String(tasks))
    await quota(1)
    const { projectId } = scene
    const { form } = await web.service.client.forms.create({ projectId, name: 'Contact' })
    const { page } = await web.visit(`#/projects/${projectId}`)
    for (const name of ['Ada', 'Bo']) expect((await post(form.url, { name })).status).toBe(200)
    await page.getByText('2 form submissions are waiting.').waitFor()
    await page.getByRole('link', { name: 'Look at them', exact: true }).click()
    await eventually(() => page.getByRole('list', { name: 'Submissions' }).textContent()).toMatch(/quota/)
    await button(page, 'Replay all').click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/2 submissions still wait/))
    expect(await scene.labels()).toEqual(['First'])
    await quota(10)
    await button(page, 'Replay all').click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('2 tasks created.'))
    expect((await scene.labels()).toSorted()).toEqual(['Ada', 'Bo', 'First'])
    await eventually(() => button(page, 'Replay all').count()).toBe(0)
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toHaveLength(3)
    expect(await page.getByText('form submissions are waiting').count()).toBe(0)
  })

  it('are replayed by the hundred, until none waits', async () => {
    const { page, form, scene } = await openForm('Hundred', { paused: true })
    for (let count = 0; count < 101; count += 1) await post(form.url, { name: `N${count}` })
    await page.reload()
    await button(page, 'Replay all').click()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('101 tasks created.'))
    expect(await scene.labels()).toHaveLength(101)
  })

  it('are listed with outcome and reason, filtered, read and replayed one by one', async () => {
    const { page, form, scene, submissions } = await openForm('List', { paused: true })
    for (const name of ['Ada', 'Bo']) await post(form.url, { name })
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
    await eventually(() => rows.count()).toBe(2)
    expect(await rows.first().textContent()).toContain('The form is paused.')
    await rows.first().getByRole('button', { name: 'Body', exact: true }).click()
    expect(await page.getByRole('region', { name: 'Body', exact: true }).textContent()).toBe(
      '{\n  "name": "Bo"\n}',
    )
    await button(page, 'Close').click()
    await rows.first().getByRole('button', { name: 'Replay', exact: true }).click()
    await eventually(() => scene.labels()).toEqual(['Bo'])
    expect((await submissions()).map(({ outcome }) => outcome)).toEqual(['created', 'held'])
    await page.getByRole('combobox', { name: 'Filter by outcome' }).selectOption('Task created')
    await eventually(() => rows.count()).toBe(1)
    await rows.getByRole('link', { name: 'Task', exact: true }).click()
    await eventually(() => textbox(page, 'Label').inputValue()).toBe('Bo')
  })

  it('come page by page', async () => {
    const { page, form } = await openForm('Many', { paused: true })
    for (let count = 0; count < 51; count += 1) await post(form.url, { name: `N${count}` })
    await page.reload()
    const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
    await eventually(() => rows.count()).toBe(50)
    await button(page, 'Show more').click()
    await eventually(() => rows.count()).toBe(51)
  })
})

describe('a token', () => {
  const tokenWith = async (...scopes: ('read' | 'write' | 'hooks')[]) =>
    (await web.service.client.tokens.create({ name: scopes.join(' '), scopes })).token.secret

  it('without the scope hooks sees no forms, and none are asked for', async () => {
    const scene = await web.scene('Hidden')
    const token = await tokenWith('read', 'write')
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}`, { token })
    await heading(page, 'Hidden').waitFor()
    expect(await page.getByRole('link', { name: 'Forms', exact: true }).count()).toBe(0)
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/forms'`)
    await page.getByText('Forms need the scope hooks, which your token lacks.').waitFor()
    expect(requests.filter((request) => request.includes('/forms'))).toEqual([])
  })

  it('without the scope write looks at forms, but changes nothing', async () => {
    const token = await tokenWith('read', 'hooks')
    const { page, form, requests } = await openForm('Seen', { paused: true }, { token })
    await page.getByText('Changes need the scope write, which your token lacks.').waitFor()
    for (const name of ['Resume', 'New URL', 'Save settings']) {
      const action = button(page, name)
      expect(await action.getAttribute('aria-disabled')).toBe('true')
      await action.click({ force: true })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await web.service.client.forms.get(form.id)).form.paused).toBe(true)
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  })
})
