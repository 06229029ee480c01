import { describe, expect, it } from 'vitest'
import { account, inAccount, signIn } from '../support/header.ts'
import { closeTask, descriptionField, descriptionShown, hear, labelField } from '../support/task-view.ts'
import { told } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const newToken = async (name: string) =>
  (await web.service.client.tokens.create({ name, scopes: ['read', 'write'] })).token.secret

describe('undo after closing a task', () => {
  it('takes back own changes, and none that others have made meanwhile', async () => {
    const scene = await web.scene('Whose')
    const { id } = await scene.createTask('Mine', { description: 'Old' })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const open = () => page.getByRole('link', { name: /^Mine/ }).click()
    const theyWrite = async (description: string) => {
      await web.service.client.tasks.update(id, { description })
      await descriptionShown(page).getByText(description, { exact: true }).waitFor()
    }
    await open()
    await theyWrite('Theirs')
    await closeTask(page)
    await page.locator('main').press('ControlOrMeta+z')
    await told(page, 'Nothing to undo.')
    expect((await web.stored(id)).description).toBe('Theirs')

    await open()
    await labelField(page).fill('Mine, changed')
    await labelField(page).press('Enter')
    await hear(page, 'Saved.')
    await theyWrite('Theirs again')
    await closeTask(page)
    await page.locator('main').press('ControlOrMeta+z')
    await eventually(async () => (await web.stored(id)).label).toBe('Mine')
    expect((await web.stored(id)).description).toBe('Theirs again')
  })
})

describe('a text that is still being saved after closing', () => {
  it('is told once more when the service does not take it', async () => {
    const scene = await web.scene('Refused')
    const { id } = await scene.createTask('Saved later')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, {
      losesService: true,
      errors: [403],
    })
    let isLost = true
    await page.route(`**/v1/tasks/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      if (isLost) return route.abort()
      const error = { code: 'forbidden', message: 'This token may not write.' }
      return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ error }) })
    })
    await descriptionField(page).fill('Long thoughts')
    await hear(page, 'Not saved, retrying')
    await page.keyboard.press('Escape') // ends editing
    await closeTask(page)
    await told(page, 'The text of “Saved later” is not saved yet. It is tried again.')
    isLost = false
    await told(page, '“Saved later” has unsaved changes.')
    await page.getByRole('button', { name: 'Continue editing', exact: true }).click()
    await descriptionShown(page).getByText('Long thoughts', { exact: true }).waitFor()
  })
})

describe('the end of a session', () => {
  it('shows nothing of it in the next one, whenever its saves end', async () => {
    const scene = await web.scene('Before the end')
    const { id } = await scene.createTask('Private')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const other = await newToken('Next')
    await labelField(page).fill('Private too')
    await labelField(page).press('Enter')
    await hear(page, 'Saved.')
    // another tab signs out while the task is open
    const tab = await page.context().newPage()
    await tab.goto(web.service.origin)
    await inAccount(tab, 'Sign out')
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await signIn(page, other)
    await account(page).waitFor()
    expect(await page.getByText('Changed “Private too”.').count()).toBe(0)
    await page.locator('main').press('ControlOrMeta+z')
    await told(page, 'Nothing to undo.')

    // signing out while a save is under way
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route(`**/v1/tasks/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await held
      return route.continue()
    })
    await labelField(page).fill('Private still')
    await closeTask(page)
    await inAccount(page, 'Sign out')
    await signIn(page, web.service.demo.token)
    await account(page).waitFor()
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
    letGo(undefined)
    await (await answered).finished()
    await eventually(async () => (await web.stored(id)).label).toBe('Private still')
    await page.locator('main').press('ControlOrMeta+z')
    await told(page, 'Nothing to undo.')
    expect(await page.getByText('Changed “Private still”.').count()).toBe(0)
  })

  it('is asked about while a text waits for the version that it is based on', async () => {
    const scene = await web.scene('Not based yet')
    const { id } = await scene.createTask('Read late')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route(`**/v1/tasks/${id}*`, async (route) => {
      if (route.request().method() === 'GET') await held
      return route.continue()
    })
    await page.getByRole('link', { name: 'Read late', exact: true }).click()
    await labelField(page).fill('Typed early')
    await closeTask(page)
    await inAccount(page, 'Sign out')
    await page.getByText('1 change was not sent yet.').waitFor()
    letGo(undefined)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await eventually(async () => (await web.stored(id)).label).toBe('Typed early')
  })

  it('keeps what could not be saved, for who may see the task', async () => {
    const scene = await web.scene('Revoked')
    const { id } = await scene.createTask('Written')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [401] })
    const long = 'x'.repeat(10_001)
    await descriptionField(page).fill(long)
    const error = { code: 'invalid_token', message: 'It was revoked.' }
    await page.route('**/v1/**', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: JSON.stringify({ error }) }),
    )
    await page.getByRole('alert').filter({ hasText: 'not accepted' }).waitFor()
    await page.unroute('**/v1/**')
    await signIn(page, web.service.demo.token)
    await account(page).waitFor()
    expect(await descriptionField(page).inputValue()).toBe(long)
    await descriptionField(page).fill('Shortened')
    await eventually(async () => (await web.stored(id)).description).toBe('Shortened')
  })
})
