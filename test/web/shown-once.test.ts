import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inAccount } from '../support/header.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const permissions = ['clipboard-read', 'clipboard-write']
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const go = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`)

/** The tokens, with a page before them in the history. */
async function openTokens(name: string) {
  const scene = await web.scene(name)
  const { page } = await web.visit('#/webhooks', { permissions })
  await heading(page, 'Webhooks').waitFor()
  await go(page, '#/tokens')
  await heading(page, 'Tokens').waitFor()
  return { page, scene }
}

async function makeToken(page: Page): Promise<void> {
  await button(page, 'New token').click()
  await textbox(page, 'Name').fill('Shown once')
  await page.getByRole('checkbox', { name: 'read' }).check()
  await button(page, 'Create token').click()
}

/** Another tab, in which signing out has asked about a half-typed text and was cancelled. */
async function asksInAnotherTab(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(`${web.service.origin}/#/fields`)
  await heading(other, 'Fields').waitFor()
  await inAccount(other, 'Sign out')
  const question = dialog(other, 'Sign out and lose a text?')
  await question.getByText('A text that was typed was not added.').waitFor()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  return other
}

/** Whether the browser asks before it closes the page. */
async function asksBeforeItCloses(page: Page): Promise<boolean> {
  const asked = new Promise<boolean>((resolve) => {
    page.once('dialog', (question) => {
      resolve(question.type() === 'beforeunload')
      void question.dismiss()
    })
  })
  await page.evaluate('void setTimeout(() => location.reload())')
  return Promise.race([asked, page.waitForEvent('load').then(() => false)])
}

describe('the secret of a token that was not copied', () => {
  it.each([
    ['Back', (page: Page) => page.goBack()],
    ['another address', (page: Page) => go(page, '#/fields')],
  ])('stays, and a question comes, at %s', async (_, leave) => {
    const { page } = await openTokens('Left')
    await makeToken(page)
    const secret = await textbox(page, 'Secret').inputValue()
    const question = dialog(page, 'Close without the token?')
    await leave(page)
    await question.waitFor()
    await heading(page, 'Tokens').waitFor({ state: 'detached' })
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(await textbox(page, 'Secret').inputValue()).toBe(secret)
    await page.goBack()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Copy').click()
    await page.getByText('Copied.', { exact: true }).waitFor()
    await page.goForward()
    await textbox(page, 'Secret').waitFor({ state: 'detached' })
  })

  it('is also that of an agent, and of one whose page was left before the answer', async () => {
    const { page } = await openTokens('Agent')
    let answer = () => undefined as unknown
    await page.route('**/v1/tokens', (route) => {
      if (route.request().method() === 'POST') answer = () => route.continue()
      else return route.continue()
    })
    await button(page, 'Connect an agent').click()
    await button(page, 'Create token and show settings').click()
    await eventually(() => answer.toString()).toContain('continue')
    await page.goBack()
    await heading(page, 'Webhooks').waitFor()
    await answer()
    await dialog(page, 'Connect an agent').waitFor()
    await page.goForward()
    await dialog(page, 'Close without the token?').waitFor()
    await button(page, 'Close without it').click()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    await heading(page, 'Tokens').waitFor()
  })

  it('gives the focus back to the button that made it', async () => {
    const { page } = await openTokens('Focus')
    await makeToken(page)
    await button(page, 'Copy').click()
    await page.getByText('Copied.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => button(page, 'New token').evaluate((one) => one === document.activeElement)).toBe(
      true,
    )
  })
})

describe('the URL of a form that was not copied', () => {
  async function openForm(name: string) {
    const scene = await web.scene(name)
    const { page } = await web.visit(`#/projects/${scene.projectId}/forms`, { permissions })
    await button(page, 'New form').click()
    await textbox(page, 'Name of the new form').fill('Contact')
    await button(page, 'Create form').click()
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    const url = await textbox(page, 'URL').inputValue()
    return { page, url, scene }
  }

  it('is kept when its page is left, which says so, and the browser asks before it is lost', async () => {
    const { page, url } = await openForm('Kept')
    await go(page, '#/fields')
    const told = page.getByText('The URL of this form was not copied. Its page still shows it.', {
      exact: true,
    })
    await told.waitFor()
    expect(await asksBeforeItCloses(page)).toBe(true)
    await button(page, 'Show it').click()
    expect(await textbox(page, 'URL').inputValue()).toBe(url)
    await button(page, 'Copy').first().click()
    await page.getByText('Copied.', { exact: true }).first().waitFor()
    await go(page, '#/fields')
    await heading(page, 'Fields').waitFor()
    await eventually(() => told.count()).toBe(0)
    expect(await asksBeforeItCloses(page)).toBe(false)
  })

  it('is asked about before signing out', async () => {
    const { page, url } = await openForm('Signing out')
    const question = dialog(page, 'Sign out and lose a secret?')
    await inAccount(page, 'Sign out')
    await question.getByText('What is shown only once was not copied.').waitFor()
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(await textbox(page, 'URL').inputValue()).toBe(url)
    await inAccount(page, 'Sign out')
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(page, 'Sign in').waitFor()
  })

  it('is asked about like a text that was typed in another tab and not added', async () => {
    const scene = await web.scene('Half typed', ['To do'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const field = page.getByRole('textbox', { name: 'Add a task to To do', exact: true })
    await field.fill('Half a th')
    const other = await asksInAnotherTab(page)
    expect(await field.inputValue()).toBe('Half a th')
    await field.fill('')
    await inAccount(other, 'Sign out')
    await heading(other, 'Sign in').waitFor()
  })

  it('is asked about like a subtask that was typed in an open task and not added', async () => {
    const scene = await web.scene('Half a subtask', ['To do'])
    const { id } = await scene.createTask('Pack')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const field = textbox(page, 'Add a subtask')
    await field.fill('Half a th')
    const other = await asksInAnotherTab(page)
    expect(await field.inputValue()).toBe('Half a th')
    // what was discarded with its dialog is not asked about
    await page.keyboard.press('Escape')
    await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard', exact: true }).click()
    await dialog(page, 'Task').waitFor({ state: 'detached' })
    await inAccount(other, 'Sign out')
    await heading(other, 'Sign in').waitFor()
  })

  it('is not asked about when its form is gone', async () => {
    const { page } = await openForm('Gone')
    // a read of its submissions meets the deletion, as a poll may
    let release = () => undefined as unknown
    await page.route('**/submissions?*', (route) => (release = () => route.continue()), { times: 1 })
    const read = page.waitForResponse('**/submissions?*')
    await page.route('**/v1/forms/*', async (route) => {
      const response = await route.fetch()
      await release()
      await read
      await route.fulfill({ response })
    })
    await page.getByLabel('Filter by outcome').selectOption({ index: 1 })
    await eventually(() => release.toString()).toContain('continue')
    await button(page, 'Delete form').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete form', exact: true }).click()
    await page.getByText('Deleted “Contact”.').waitFor()
    expect(await asksBeforeItCloses(page)).toBe(false)
  })
})
