import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, pasteLines } from '../support/board.ts'
import { account, inAccount } from '../support/header.ts'
import { button, heading, reason, signInAs, storedToken, useSignIn } from '../support/sign-in-views.ts'
import { eventually } from '../support/web.ts'

const place = useSignIn()
const { web } = place

/** The name and the text of each field. */
const toNamed = (fields: Element[]) =>
  (fields as HTMLTextAreaElement[]).map(({ labels, value }) => [
    labels[0]?.firstElementChild?.textContent,
    value,
  ]) // fields for several lines

/** Whether the service takes the secret of a session. */
const isTaken = (secret: string) =>
  web.service
    .clientOf(secret)
    .tokens.self()
    .then(
      () => true,
      () => false,
    )

describe('signing out', () => {
  it('ends the session at the service, in all tabs, and Back shows nothing of it', async () => {
    const { email } = await place.newMember()
    const scene = await web.scene('Secret project', [], { '': ['Secret card'] })
    const { page } = await place.open(`#/projects/${scene.projectId}`, { errors: [401] })
    await signInAs(page, email)
    await card(page, 'Secret card').waitFor()
    const secret = await storedToken(page)
    const tab = await page.context().newPage()
    await tab.goto(`${web.service.origin}/#/tokens`)
    await heading(tab, 'Tokens').waitFor()
    await inAccount(page, 'Sign out')
    await heading(page, 'Sign in').waitFor()
    await heading(tab, 'Sign in').waitFor()
    await eventually(() => isTaken(secret), 65_000).toBe(false)
    await page.goBack()
    await heading(page, 'Sign in').waitFor()
    expect(await page.getByText('Secret').count()).toBe(0)
  })

  it('says that the session lasts on where the service cannot be reached', async () => {
    const { email } = await place.newMember()
    const { page } = await place.open('#/tokens', { losesService: true })
    await signInAs(page, email)
    await heading(page, 'Tokens').waitFor()
    await page.route('**/v1/sessions/self', (route) => route.abort())
    await inAccount(page, 'Sign out')
    await reason(page, 'You are signed out in this browser. The service could not be reached')
  })

  it('only forgets a token', async () => {
    const { page, requests } = await place.open('', { token: web.service.demo.token })
    await inAccount(page, 'Sign out')
    await button(page, 'Sign in with Example ID').waitFor()
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
  })
})

describe('somebody who is removed while signed in', () => {
  it('is out within a minute, and can copy what was not saved, in each tab', async () => {
    const { id, email } = await place.newMember()
    const scene = await web.scene('Removed', ['Doing', 'Done'], { '': ['Long letter'] })
    const task = await scene.taskOf('Long letter')
    const { page } = await place.open(`#/projects/${scene.projectId}`, {
      errors: [401],
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await signInAs(page, email)
    await card(page, 'Long letter').waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${web.service.origin}/#/projects/${scene.projectId}/tasks/${task.id}`)
    // nothing is saved from now on
    await tab.route('**/v1/tasks/*', async (route) => {
      if (route.request().method() === 'PATCH') return
      await route.continue()
    })
    const dialog = tab.getByRole('dialog', { name: 'Task', exact: true })
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Dear all,\ngoodbye')
    await dialog.getByRole('textbox', { name: 'Add a subtask', exact: true }).fill('Half a')
    await page.getByLabel('Add a task to No lane').fill('Another half')
    await pasteLines(page, 'Doing', ['Buy paint', 'Paint the door'])
    await page.locator('.pasted-lines :focus').waitFor()
    await page.getByRole('heading', { name: 'Done', level: 2 }).dblclick()
    await page.getByRole('textbox', { name: 'Name of lane Done' }).fill('Finished')
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${web.service.origin}/#/projects/${scene.projectId}`)
    await elsewhere.getByLabel('Add a task to Doing').fill('Hidden half')
    await elsewhere.evaluate(`location.hash = '#/'`)
    await button(elsewhere, 'New project').click()
    await elsewhere.getByLabel('Name of the new project').fill('House')
    await web.service.client.members.delete(id)
    for (const each of [page, tab, elsewhere])
      await each
        .getByRole('alert')
        .filter({ hasText: /session/ })
        .first()
        .waitFor({ timeout: 75_000 })
    expect(await tab.getByRole('textbox', { name: 'Description of “Long letter”' }).inputValue()).toBe(
      'Dear all,\ngoodbye',
    )
    const subtask = tab.getByRole('textbox', { name: 'New subtask of “Long letter”' })
    expect(await subtask.inputValue()).toBe('Half a')
    const left = (of: Page) =>
      of.getByRole('region', { name: 'What you typed' }).getByRole('textbox').evaluateAll(toNamed)
    expect(await left(page)).toEqual([
      ['New task in No lane', 'Another half'],
      ['Lines pasted into Doing', 'Buy paint\nPaint the door'],
      ['Name of lane Done', 'Finished'],
    ])
    expect(await left(elsewhere)).toEqual([
      ['New task in Doing', 'Hidden half'],
      ['Name of the new project', 'House'],
    ])
    await button(tab, 'Copy: Description of “Long letter”').click()
    await eventually(() => tab.evaluate('navigator.clipboard.readText()')).toBe('Dear all,\ngoodbye')
    expect((await web.stored(task.id)).description).toBeNull()
    // whoever signs in next sees nothing of it
    await page.getByLabel('Token', { exact: true }).fill(web.service.demo.token)
    await button(page, 'Sign in').click()
    await account(page).waitFor()
    await inAccount(page, 'Sign out')
    await heading(page, 'Sign in').waitFor()
    for (const each of [page, tab, elsewhere]) expect(await each.getByText('What you typed').count()).toBe(0)
  })

  it('leaves nothing when it was the person who signed out', async () => {
    const { email } = await place.newMember()
    const scene = await web.scene('Left', [], { '': ['A card'] })
    const { page } = await place.open(`#/projects/${scene.projectId}`)
    await signInAs(page, email)
    await page.getByLabel('Add a task to No lane').fill('Half')
    await inAccount(page, 'Sign out')
    const question = page.getByRole('dialog', { name: 'Sign out and lose a text?', exact: true })
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(page, 'Sign in').waitFor()
    await button(page, 'Sign in with Example ID').waitFor()
    expect(await page.getByText('What you typed').count()).toBe(0)
  })
})

// last, since this service takes no attempt from this machine for a minute afterwards
describe('attempts to sign in', () => {
  it('that are too many are refused for a while, and the page says so', async () => {
    const { email } = await place.newMember()
    const { page } = await place.open('', { errors: [429] })
    const attempt = () =>
      fetch(`${web.service.origin}/v1/sessions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ticket: 'made-up', accountId: randomUUID() }),
      })
    // the count begins again with each minute, also between two of these attempts
    for (let leftSeconds = 0; leftSeconds < 20;) {
      await setTimeout(leftSeconds * 1000)
      const answers = await Promise.all(Array.from({ length: 61 }, attempt))
      const refused = answers.find(({ status }) => status === 429)
      leftSeconds = Number(refused?.headers.get('retry-after') ?? 0)
    }
    await signInAs(page, email)
    await reason(page, 'Too many requests: one address may try to sign in 60 a minute.')
  })
})
