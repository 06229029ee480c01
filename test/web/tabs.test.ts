import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card } from '../support/board.ts'
import { account, inAccount, signIn } from '../support/header.ts'
import { add } from '../support/offline.ts'
import { descriptionField, taskDialog } from '../support/task-view.ts'
import { eventually, toApi, useWeb } from '../support/web.ts'

const web = useWeb()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stored = (page: Page, storage: 'localStorage' | 'sessionStorage') =>
  page.evaluate<string>(`JSON.stringify({ ...${storage} })`)

async function newTab(page: Page, hash = '#/'): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(`${web.service.origin}/${hash}`)
  return tab
}

const readerToken = async (name: string) =>
  (await web.service.client.tokens.create({ name, scopes: ['read'] })).token

describe('the tabs of a browser', () => {
  it('share one session until the last of them is closed', async () => {
    const scene = await web.scene('Shared', [], { '': ['Seen in both'] })
    const { page, requests } = await web.visit('#/')
    const second = await newTab(page, `#/projects/${scene.projectId}`)
    await card(second, 'Seen in both').waitFor()
    expect(await stored(second, 'localStorage')).not.toContain('tsk_')
    await page.close()
    await second.reload()
    await card(second, 'Seen in both').waitFor()

    // signing out ends it in all of them, also in one that slept and comes back with what it had stored
    const third = await newTab(second)
    await account(third).waitFor()
    const slept = await stored(third, 'sessionStorage')
    await inAccount(second, 'Sign out')
    await heading(third, 'Sign in').waitFor()
    await third.getByRole('alert').filter({ hasText: 'signed out in another tab' }).waitFor()
    await third.evaluate(`Object.assign(sessionStorage, ${slept})`)
    const asked = requests.length
    await third.reload()
    await heading(third, 'Sign in').waitFor()
    expect(await stored(third, 'sessionStorage')).toBe('{}')
    expect(toApi(requests.slice(asked))).toEqual([])

    // signing in does so in all of them
    await signIn(third, web.service.demo.token)
    await heading(second, 'Projects').waitFor()
    await Promise.all([second.close(), third.close()])
    const later = await page.context().newPage()
    await later.goto(web.service.origin)
    await heading(later, 'Sign in').waitFor()
    expect(await stored(later, 'localStorage')).not.toContain('tsk_')
  })

  it('keep a session on the device if the person wants that, until signing out', async () => {
    const { page } = await web.visit('#/', { token: null })
    await signIn(page, web.service.demo.token, true)
    await heading(page, 'Projects').waitFor()
    expect(await stored(page, 'sessionStorage')).toBe('{}')
    const context = page.context()
    await page.close()
    const later = await context.newPage()
    await later.goto(web.service.origin)
    await heading(later, 'Projects').waitFor()
    await inAccount(later, 'Sign out')
    await heading(later, 'Sign in').waitFor()
    expect(await stored(later, 'localStorage')).toBe('{}')
  })

  it('know what is typed in each of them, also after one has kept the session on the device', async () => {
    const scene = await web.scene('Typed', [], { '': ['Long letter'] })
    const { id } = await scene.taskOf('Long letter')
    const { page } = await web.visit('#/', { errors: [401] })
    const tab = await newTab(page, `#/projects/${scene.projectId}/tasks/${id}`)
    await tab.route('**/v1/tasks/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    )
    await descriptionField(tab).fill('Dear all')
    await taskDialog(tab).getByRole('textbox', { name: 'Add a subtask', exact: true }).fill('Half a')
    const later = await tab.evaluateHandle<{ told: Promise<unknown> }>(
      `({ told: new Promise((done) => addEventListener('storage', () => setTimeout(done))) })`,
    )
    await inAccount(page, 'Keep me signed in')
    await later.evaluate(({ told }) => told)

    await inAccount(page, 'Sign out')
    const question = page.getByRole('dialog', { name: 'Sign out and lose a text?', exact: true })
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    const error = { code: 'invalid_token', message: 'It was revoked.' }
    await page.route('**/v1/**', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: JSON.stringify({ error }) }),
    )
    const left = tab.getByRole('region', { name: 'What you typed', exact: true })
    await eventually(() =>
      left
        .locator('textarea')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value)),
    ).toEqual(['Dear all', 'Half a'])
  })
})

describe('a link with a token, where somebody is signed in', () => {
  it('asks before it switches, and tells the tokens by their names', async () => {
    const scene = await web.scene('Kept open', [], { '': ['Where I was'] })
    const reader = await readerToken('Guest')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await card(page, 'Where I was').waitFor()
    const dialog = (tab: Page) => tab.getByRole('dialog', { name: 'Sign in with another token?' })
    await page.evaluate(`location.hash = '#token=${reader.secret}'`)
    await dialog(page).getByText('with the token “Demo”. The link is signed in with “Guest”.').waitFor()
    expect(await page.content()).not.toContain('tsk_')
    expect(page.url()).toBe(`${web.service.origin}/#/projects/${scene.projectId}`)
    await button(page, 'Stay signed in').click()
    await dialog(page).waitFor({ state: 'detached' })
    await card(page, 'Where I was').waitFor()
    expect(await stored(page, 'sessionStorage')).toContain(web.service.demo.token)

    // in a new tab of the same browser, too; a yes switches all tabs
    const other = await newTab(page, `#token=${reader.secret}`)
    await dialog(other).getByRole('button', { name: 'Switch', exact: true }).click()
    for (const tab of [page, other])
      await eventually(() => stored(tab, 'sessionStorage')).toContain(reader.secret)
    await inAccount(other, 'Tokens')
    await other.getByText('your token lacks').waitFor()
    expect(await page.getByRole('textbox', { name: /^Add a task/ }).count()).toBe(0)
  })

  it('asks before it switches also where the tab that is signed in is busy', async () => {
    const reader = await readerToken('Later')
    const { page } = await web.visit('#/')
    await heading(page, 'Projects').waitFor()
    await page.evaluate(`{
      const { postMessage } = BroadcastChannel.prototype
      BroadcastChannel.prototype.postMessage = function (message) {
        setTimeout(() => postMessage.call(this, message), 1_000)
      }
    }`)
    const other = await newTab(page, `#token=${reader.secret}`)
    await other.getByText('The link is signed in with “Later”.').waitFor()
    expect(await stored(page, 'sessionStorage')).toContain(web.service.demo.token)
    await button(other, 'Stay signed in').click()
    await heading(other, 'Projects').waitFor()
  })

  it('asks about changes that were not sent, in whichever tab they wait', async () => {
    const scene = await web.scene('Not sent', ['Doing'], { Doing: ['There'] })
    const reader = await readerToken('Other account')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await card(page, 'There').waitFor()
    const requested = Promise.withResolvers<Route>()
    await page.route('**/v1/tasks', (route) => {
      requested.resolve(route)
    })
    const link = `#token=${reader.secret}`
    const other = await newTab(page, link)
    await button(other, 'Switch').waitFor()
    await add(page, 'Doing', 'Precious')
    await button(other, 'Switch without it').waitFor()
    await page.evaluate(`location.hash = '${link}'`)
    await page.getByText('1 change was not sent yet. If you switch now, that is lost.').waitFor()
    await button(page, 'Stay signed in').click()
    await (await requested.promise).continue()
    await button(other, 'Switch').waitFor()
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['There', 'Precious'])
    await button(other, 'Switch').click()
    await eventually(() => stored(page, 'sessionStorage')).toContain(reader.secret)
  })

  it('says when its token is not accepted, and changes nothing', async () => {
    const gone = await readerToken('Gone')
    await web.service.client.tokens.delete(gone.id)
    const { page } = await web.visit('#/', { errors: [401] })
    await page.evaluate(`location.hash = '#token=${gone.secret}'`)
    await page.getByRole('alert').filter({ hasText: 'The link cannot be used' }).waitFor()
    expect(await button(page, 'Switch').count()).toBe(0)
    await button(page, 'Stay signed in').click()
    await page.evaluate(`location.hash = '#token=nonsense'`)
    await page.getByRole('alert').filter({ hasText: 'This is not a token' }).waitFor()
    // its own token again is no question
    await page.evaluate(`location.hash = '#token=${web.service.demo.token}'`)
    await eventually(() => page.url()).toBe(`${web.service.origin}/#/`)
    await heading(page, 'Projects').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
