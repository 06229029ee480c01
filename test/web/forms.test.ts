import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { pausedText } from '../../web/src/forms/words.ts'
import { alerts, button, heading, openForm, textbox } from '../support/form-page.ts'
import { inAccount } from '../support/header.ts'
import { post } from '../support/post.ts'
import { eventually, useWeb, type Scene } from '../support/web.ts'

const web = useWeb()

const forms = async ({ projectId }: Scene) =>
  (await web.service.client.forms.list()).forms.filter((form) => form.project_id === projectId)

/** The only form of a project. */
async function formOf(scene: Scene) {
  const [form, ...others] = await forms(scene)
  if (!form || others.length > 0) throw new Error('There is not one form.')
  return form
}

describe('a form', () => {
  it('is created in two steps, with a sample and a mapping', async () => {
    const scene = await web.scene('Website', ['Leads'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('link', { name: 'Forms', exact: true }).click()
    await page.getByText('No forms yet.').waitFor()
    await button(page, 'New form').click()
    await page.getByText('Its URL is shown once, on its page: copy it there.').waitFor()
    await textbox(page, 'Name of the new form').fill('Contact')
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
    const { page, scene, form } = await openForm(web, 'Wrong', {}, { errors: [400] })
    await page.getByRole('link', { name: 'Edit mapping', exact: true }).click()
    const sample = page.getByLabel('Paste what the sender posts')
    await sample.fill('{"name": "Ada"')
    await eventually(() => alerts(page)).toContainEqual('The body is not valid JSON: it ends too early.')
    const kind = page.getByRole('combobox', { name: 'Read it as', exact: true })
    await kind.selectOption('HTML form')
    await eventually(() => alerts(page)).not.toContainEqual(expect.stringContaining('not valid JSON'))
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
    const { page, form } = await openForm(web, 'Settings', {}, { errors: [400] })
    const { client } = web.service
    await textbox(page, 'Allowed websites').fill('https://example.com/contact')
    await button(page, 'Save settings').click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/^Allowed websites: .*origin/))
    await textbox(page, 'Allowed websites').fill('https://example.com\nhttps://example.org')
    await page.getByRole('combobox', { name: 'Signature', exact: true }).selectOption('Tally')
    await page.getByText(/^A new signature takes up to a minute\./).waitFor()
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
    const { page, form, scene } = await openForm(web, 'Rotated')
    await button(page, 'New URL').click()
    const hours = page.getByRole('combobox', { name: 'How long the old URL still works', exact: true })
    await hours.selectOption('Not at all: it is known to the wrong people')
    await button(page, 'Replace the URL').click()
    const url = await textbox(page, 'URL').inputValue()
    expect(url).not.toBe(form.url)
    expect((await post(url, { name: 'Ada' })).status).toBe(200)
    await eventually(() => post(form.url, { name: 'Bo' }).then(({ status }) => status), 80_000).toBe(404)
    await inAccount(page, 'Sign out')
    const question = page.getByRole('dialog', { name: 'Sign out and lose a secret?', exact: true })
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('Token', { exact: true }).fill(web.service.demo.token)
    await button(page, 'Sign in').click()
    await heading(page, 'Projects').waitFor()
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/forms/${form.id}'`)
    await page
      .getByText(/^The URL was shown once, and is not shown again\. If you miss it, “New URL”/)
      .waitFor()
    expect(await page.content()).not.toContain(url)
  }, 120_000)

  it('says until when an old URL works, also after a reload', async () => {
    const { page, form } = await openForm(web, 'Rotated slowly')
    await button(page, 'New URL').click()
    await button(page, 'Replace the URL').click()
    const note = page.getByText(/^The old URL still works until .*\d/)
    await note.waitFor()
    await page.reload()
    await note.waitFor()
    expect((await post(form.url, { name: 'Ada' })).status).toBe(200)
  })

  it('moves to another project, without the lane of the one before', async () => {
    const { page, form, scene } = await openForm(web, 'Before')
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

  it('leaves the status to the lane, unless it is set, and says which one that is', async () => {
    const { page, form, scene } = await openForm(web, 'Statuses')
    const { client } = web.service
    const { laneId } = await client.lanes.create(scene.projectId, { label: 'Solved', taskStatus: 2 })
    await client.forms.update(form.id, { mapping: { label: '{{name}}', workflowLaneId: laneId } })
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/forms/${form.id}/mapping'`)
    await page.reload()
    const status = page.getByRole('combobox', { name: 'Status', exact: true })
    const shown = () => status.locator('option:checked').textContent()
    await eventually(shown).toBe('As the lane says: done')
    await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('No lane')
    expect(await shown()).toBe('Not set: open')
    await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('Solved')
    await status.selectOption('Open')
    await button(page, 'Save mapping').click()
    await heading(page, 'Contact').waitFor()
    expect((await formOf(scene)).mapping).toMatchObject({ status: 0, workflow_lane_id: laneId })
    await post(form.url, { name: 'Ada' })
    expect(await scene.taskOf('Ada')).toMatchObject({ status: 0, workflow_lane_id: laneId })
  })

  it('has targets of 44 px on a touch screen', async () => {
    const touch = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { page, form, scene } = await openForm(web, 'Touched', { paused: true }, touch)
    await post(form.url, { name: 'Ada' })
    await page.reload()
    await page.getByRole('button', { name: /^Body of submission 1, / }).waitFor()
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

  it('stays paused when the answer of a read that began before comes late', async () => {
    const { page, form } = await openForm(web, 'Late')
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    const reads: Request[] = []
    const ended: Request[] = []
    page.on('requestfinished', (request) => ended.push(request))
    page.on('requestfailed', (request) => ended.push(request))
    await page.route(`**/v1/forms/${form.id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      reads.push(route.request())
      await released
      return route.fulfill({ response })
    })
    await eventually(() => reads.length).toBe(1) // the page reads the form again every ten seconds
    await button(page, 'Pause').click()
    await button(page, 'Resume').waitFor()
    release(undefined)
    await eventually(() => reads.every((read) => ended.includes(read))).toBe(true)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await button(page, 'Resume').count()).toBe(1)
  })

  it('is paused, resumed and deleted', async () => {
    const { page, scene, form } = await openForm(web, 'Paused')
    const stored = async () => (await web.service.client.forms.get(form.id)).form
    const isPaused = async () => (await stored()).paused
    await button(page, 'Pause').click()
    await button(page, 'Resume').waitFor()
    expect(await isPaused()).toBe(true)
    // on a machine that stood still for a minute, too: test/web/unit/forms says when it is which
    const shown = page.getByText(/^Paused: /)
    expect(await shown.textContent()).toBe(pausedText(await stored(), Date.now()))
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
