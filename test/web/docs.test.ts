import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { overflow, violations } from '../support/axe.ts'
import { answer, openForm, sectionOf } from '../support/docs-page.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()
const token = () => web.service.demo.token

const openDocs = (options: VisitOptions = {}) => web.visit('v1/docs', { token: null, ...options })

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

describe('the layout', () => {
  it('has the samples beside the text at 1280 pixels, and below it at 360', async () => {
    const { page } = await openDocs({ viewport: { width: 1280, height: 800 } })
    const section = sectionOf(page, 'tasks.create')
    const [text, samples, contents] = [
      section.locator('.text'),
      section.locator('.samples'),
      page.getByRole('navigation'),
    ]
    const wide = { text: await boxOf(text), samples: await boxOf(samples), contents: await boxOf(contents) }
    expect(wide.contents.x + wide.contents.width).toBeLessThanOrEqual(wide.text.x)
    expect(wide.text.x + wide.text.width).toBeLessThanOrEqual(wide.samples.x)
    expect(wide.samples.y).toBe(wide.text.y)
    await page.setViewportSize({ width: 360, height: 740 })
    const small = { text: await boxOf(text), samples: await boxOf(samples) }
    expect(small.samples.y).toBeGreaterThanOrEqual(small.text.y + small.text.height)
  })

  it('is never wider than a phone; long lines of code scroll in their block', async () => {
    const { page } = await openDocs({ viewport: { width: 360, height: 740 } })
    await openForm(page, 'tasks.create')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const scrolls = `((pre) => pre.scrollWidth > pre.clientWidth)(document.querySelector('[id="tasks.create"] pre'))`
    expect(await page.evaluate(scrolls)).toBe(true)
  })

  it('is as dark as the system', async () => {
    const { page } = await openDocs({ colorScheme: 'dark' })
    const lightness = () =>
      page.evaluate<number>(
        `getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((sum, part) => sum + Number(part), 0)`,
      )
    expect(await lightness()).toBeLessThan(150)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await lightness()).toBeGreaterThan(700)
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)(
    'has nothing that axe finds, %s at %i pixels, with a form, an answer and a question',
    async (colorScheme, width) => {
      const { page } = await openDocs({ colorScheme, viewport: { width, height: 800 }, errors: [401] })
      const form = await openForm(page, 'tasks.delete')
      await form.getByLabel('Token').fill('tsk_wrong')
      await form.getByLabel('id path').fill('ext:none')
      await form.getByRole('button', { name: 'Send' }).press('Enter')
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Yes, run it' }).click()
      await answer(form).waitFor()
      expect(await violations(page)).toEqual([])
    },
  )
})

describe('"Try it"', () => {
  it('creates a task with a pasted token, and reads it back', async () => {
    const { projectId, taskOf } = await web.scene('From the page')
    const { page } = await openDocs()
    const create = await openForm(page, 'tasks.create')
    expect(JSON.parse(await create.getByLabel('Body').inputValue())).toMatchObject({ label: 'Call Ada' })
    await create.getByLabel('Token').fill(token())
    await create.getByLabel('Idempotency-Key').fill('page-1')
    await create.getByLabel('Body').fill(JSON.stringify({ projectId, label: 'Böb & <b>' }))
    for (const replayed of [false, true]) {
      await create.getByRole('button', { name: 'Send' }).press('Enter')
      await create
        .getByText('Idempotency-Replayed: true')
        .waitFor({ state: replayed ? 'visible' : 'detached' })
      await create.getByText(/^201 Created, after \d+ ms$/).waitFor()
    }
    const stored = await taskOf('Böb & <b>')
    expect(JSON.parse(await answer(create).innerText())).toEqual({ task: stored })
    expect(await create.locator('figcaption').innerText()).toContain('ETag: "1"')

    const get = await openForm(page, 'tasks.get')
    await get.getByLabel('id path').fill(stored.id)
    await get.getByRole('button', { name: 'Send' }).press('Enter')
    await answer(get).waitFor()
    expect(JSON.parse(await answer(get).innerText())).toEqual({ task: stored })
    await get.getByLabel('If-None-Match').fill('"1"')
    await get.getByLabel('If-None-Match').press('Enter')
    await get.getByText('304 Not Modified').waitFor()
    expect(await answer(get).innerText()).toBe('(no body)')
  })

  it('sends query parameters, and a list as several', async () => {
    const { projectId, createTask } = await web.scene('Asked for')
    await createTask('Open')
    await createTask('Done', { status: 2 })
    await createTask('In progress', { status: 1 })
    const { page } = await openDocs()
    const form = await openForm(page, 'projects.list-tasks')
    await form.getByLabel('Token').fill(token())
    await form.getByLabel('projectId').fill(projectId)
    await form.getByLabel('status').fill('1, 2')
    await form.getByLabel('limit').fill('1')
    await form.getByRole('button', { name: 'Send' }).click()
    await answer(form).waitFor()
    const { tasks } = JSON.parse(await answer(form).innerText()) as { tasks: { label: string }[] }
    expect(tasks.map(({ label }) => label)).toEqual(['Done'])
    expect(await form.locator('figcaption').innerText()).toContain('rel="next"')
  })

  it('offers the values that there are, marks what is required, and asks for no token where none is needed', async () => {
    const { page } = await openDocs()
    const form = await openForm(page, 'projects.import')
    for (const name of ['Token required, never stored', 'projectId path, required'])
      await form.getByLabel(name).waitFor()
    const format = form.getByLabel('format query, required')
    await eventually(() => format.getByRole('option').allTextContents()).toEqual([
      '',
      'csv',
      'json',
      'todoist',
      'trello',
    ])
    const { projectId, createTask } = await web.scene('Exported')
    await createTask('Kept')
    const exported = await openForm(page, 'projects.export')
    await exported.getByLabel('Token').fill(token())
    await exported.getByLabel('projectId').fill(projectId)
    await exported.getByLabel('format').selectOption('csv')
    await exported.getByRole('button', { name: 'Send' }).click()
    await answer(exported).getByText('Kept').waitFor()
    const health = await openForm(page, 'health.get')
    expect(await health.getByLabel('Token').count()).toBe(0)
    await health.getByRole('button', { name: 'Send' }).click()
    await health.getByText('200 OK').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('shows what a wrong token gets, and leads to what that means', async () => {
    const { page } = await openDocs({ errors: [401] })
    const form = await openForm(page, 'projects.list')
    await form.getByLabel('Token').fill('tsk_wrong')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('401 Unauthorized').waitFor()
    expect(JSON.parse(await answer(form).innerText())).toMatchObject({ error: { code: 'invalid_token' } })
    await form.getByRole('link', { name: 'What invalid_token means' }).click()
    await sectionOf(page, 'invalid_token').getByText('What to do').waitFor()
    expect(new URL(page.url()).hash).toBe('#invalid_token')
  })

  it('says so when there is no answer', async () => {
    const { page } = await openDocs({ losesService: true })
    const form = await openForm(page, 'projects.list')
    await form.getByLabel('Token').fill(token())
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('The request got no answer').waitFor()
    await page.context().setOffline(false)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('200 OK').waitFor()
  })

  it('asks before it deletes: Escape and Cancel leave the task, the yes deletes it', async () => {
    const { createTask, trashed, labels } = await web.scene('To be deleted')
    const { id } = await createTask('Old')
    const { page, requests } = await openDocs()
    const form = await openForm(page, 'tasks.delete')
    await form.getByLabel('Token').fill(token())
    await form.getByLabel('id path').fill(id)
    const send = form.getByRole('button', { name: 'Send' })
    const dialog = page.getByRole('dialog', { name: 'Delete a task?' })
    await send.press('Enter')
    await dialog.getByText(`DELETE /v1/tasks/${id}`).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await send.press('Enter')
    // the answer that does no harm has the focus
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await labels()).toEqual(['Old'])
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
    await send.press('Enter')
    await dialog.getByRole('button', { name: 'Yes, run it' }).press('Enter')
    await form.getByText('200 OK').waitFor()
    expect((await trashed()).map((task) => task.id)).toEqual([id])
  })
})

/** Every place of a page where a token could be left, as one text; the values of fields are no such place. */
const traces = (page: Page) =>
  page.evaluate<string>(`JSON.stringify([
    document.documentElement.outerHTML, location.href, history.state, document.cookie, name,
    { ...localStorage }, { ...sessionStorage },
    performance.getEntries().map((entry) => entry.name),
  ])`)

describe('a pasted token', () => {
  it('is in the fields of the open forms and nowhere else, and gone after a reload', async () => {
    const { page } = await openDocs()
    const form = await openForm(page, 'tokens.self')
    const field = form.getByLabel('Token')
    expect(await field.getAttribute('type')).toBe('password')
    expect(await field.getAttribute('autocomplete')).toBe('off')
    await field.fill(token())
    await form.getByRole('button', { name: 'Send' }).click()
    await answer(form).waitFor()
    const other = (await openForm(page, 'projects.list')).getByLabel('Token')
    expect(await other.inputValue()).toBe(token())
    await other.fill(`${token()}x`)
    expect(await field.inputValue()).toBe(`${token()}x`)
    expect(await traces(page)).not.toContain(token())
    const stored = await page.context().storageState({ indexedDB: true })
    expect(stored).toEqual({ cookies: [], origins: [] })

    await page.reload()
    const fresh = (await openForm(page, 'tokens.self')).getByLabel('Token')
    expect(await fresh.inputValue()).toBe('')
    await fresh.fill(token())
    // a browser may keep the page that is left in its memory, and show it again
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`)
    expect(await fresh.inputValue()).toBe('')
  })
})

describe('the page', () => {
  it('asks for nothing but itself', async () => {
    const { page, requests } = await openDocs()
    await openForm(page, 'tasks.create')
    expect(requests).toEqual(['GET /v1/docs'])
  })

  it('reads as a file, and runs nothing there', async () => {
    const { page } = await openDocs()
    await page.goto(pathToFileURL('docs/index.html').href)
    await sectionOf(page, 'begin').getByText('URL=http://localhost:3000/v1').waitFor()
    await sectionOf(page, 'tasks.create').getByRole('button', { name: 'TypeScript' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try it' }).count()).toBe(0)
  })

  it('shows everything without JavaScript', async () => {
    const { page } = await openDocs({ javaScriptEnabled: false })
    const section = sectionOf(page, 'tasks.create')
    for (const text of [
      'curl -s -X POST',
      'client.tasks.create(',
      '"position"',
      'The id of the task in your system',
    ])
      expect(await section.getByText(text).first().isVisible(), text).toBe(true)
    expect(await page.getByRole('link', { name: 'Create a task' }).first().isVisible()).toBe(true)
    expect(await page.getByRole('button').count()).toBe(0)
  })

  it('shows one language at a time, in all samples', async () => {
    const { page } = await openDocs()
    const curl = sectionOf(page, 'tasks.move').getByText('curl -s -X POST')
    const typescript = sectionOf(page, 'tasks.move').getByText('client.tasks.move(')
    expect([await curl.isVisible(), await typescript.isVisible()]).toEqual([true, false])
    await sectionOf(page, 'begin').getByRole('button', { name: 'TypeScript' }).press('Enter')
    expect([await curl.isVisible(), await typescript.isVisible()]).toEqual([false, true])
  })

  it('finds by words, from the key /, which is a letter in a field', async () => {
    const { page } = await openDocs()
    const form = await openForm(page, 'tasks.get')
    await form.getByLabel('id path').press('/')
    expect(await form.getByLabel('id path').inputValue()).toBe('/')
    await page.getByRole('button', { name: 'Try it: Create a task' }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('lane_not_found restore')
    expect(await sectionOf(page, 'lane_not_found').isVisible()).toBe(false)
    await page.getByLabel('Search').fill('lane_not_found')
    expect(await sectionOf(page, 'lane_not_found').isVisible()).toBe(true)
    expect(await sectionOf(page, 'tokens.list').isVisible()).toBe(false)
    await page.getByLabel('Search').fill('no such words')
    await page.getByText('Nothing is found.').waitFor()
    await page.evaluate(`location.hash = '#tokens.list'`)
    await sectionOf(page, 'tokens.list').waitFor()
  })
})
