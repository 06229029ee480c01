import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { overflow, violations } from '../support/axe.ts'
import { account, inAccount } from '../support/header.ts'
import { button, heading, newEmail, signInAs, useSignIn } from '../support/sign-in-views.ts'
import { eventually, type VisitOptions } from '../support/web.ts'

const place = useSignIn()
const { web } = place

const memberOf = async (email: string) =>
  (await web.service.client.members.list()).members.find((member) => member.email === email)

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** Signs in as a new administrator, and opens the list of members. */
async function openMembers() {
  const admin = await place.newMember({ role: 'admin' })
  const opened = await place.open('#/members', { errors: [400, 409, 429] })
  await signInAs(opened.page, admin.email)
  await row(opened.page, admin.email).waitFor()
  return { ...opened, admin }
}

async function add(page: Page, email: string): Promise<void> {
  await button(page, 'New member').click()
  const dialog = dialogOf(page, 'New member')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByRole('button', { name: 'Add member', exact: true }).click()
}

describe('the list of members', () => {
  it('is empty at first, and says so', async () => {
    const { page } = await place.open('#/projects', { token: web.service.demo.token })
    await inAccount(page, 'Members')
    await page.getByText('There are no members yet.').waitFor()
    await eventually(() => page.title()).toBe('Members · Tasks')
  })

  it('adds a member with a role and projects, who can sign in at once', async () => {
    const { page, admin } = await openMembers()
    await row(page, admin.email).getByText('(you)').waitFor()
    const scene = await web.scene('Only this')
    await page.reload()
    await button(page, 'New member').click()
    const dialog = dialogOf(page, 'New member')
    const email = newEmail('grace')
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByRole('radio', { name: /^viewer/ }).check()
    await dialog.getByRole('checkbox', { name: 'All projects', exact: true }).uncheck()
    await dialog.getByRole('button', { name: 'Add member', exact: true }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Choose at least one project.' }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Only this', exact: true }).check()
    await dialog.getByRole('button', { name: 'Add member', exact: true }).click()
    await row(page, email).getByText('Only this').waitFor()
    expect(await memberOf(email)).toMatchObject({ role: 'viewer', project_ids: [scene.projectId] })
  })

  it('changes and removes a member', async () => {
    const { page } = await openMembers()
    const { id, email } = await place.newMember()
    await page.reload()
    await button(page, `Change ${email}`).click()
    const dialog = dialogOf(page, `Change ${email}`)
    expect(await dialog.getByRole('radio', { name: /^member/ }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /^admin/ }).check()
    await button(page, 'Save').click()
    await row(page, email).getByText('admin', { exact: true }).waitFor()
    expect(await memberOf(email)).toMatchObject({ id, role: 'admin' })
    await page.keyboard.press('Control+z')
    await eventually(async () => (await memberOf(email))?.role).toBe('member')
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => (await memberOf(email))?.role).toBe('admin')
    await button(page, `Remove ${email}`).click()
    await dialogOf(page, `Remove ${email}?`).getByRole('button', { name: 'Remove', exact: true }).click()
    await row(page, email).waitFor({ state: 'detached' })
    expect(await memberOf(email)).toBeUndefined()
    await page.keyboard.press('Control+z')
    await page.getByText(`This cannot be undone: Removed ${email}. Add them again to let them in.`).waitFor()
  })

  it('says what is wrong', async () => {
    const { page, admin } = await openMembers()
    const said = (text: string) => page.getByRole('dialog').getByRole('alert').filter({ hasText: text })
    await add(page, 'no address')
    await said('This is not an e-mail address.').waitFor()
    await page.keyboard.press('Escape')
    await add(page, admin.email.toUpperCase())
    await said('Somebody with this e-mail address is a member already.').waitFor()
    await page.keyboard.press('Escape')
    const error = { code: 'quota_exceeded', message: 'Full.', docs: '/v1/docs' }
    await page.route('**/v1/members', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, contentType: 'application/json', body: JSON.stringify({ error }) })
        : route.continue(),
    )
    await add(page, newEmail())
    await said('The account has 500 members').waitFor()
  })

  it('is not for others', async () => {
    const { email } = await place.newMember()
    const { page } = await place.open('#/members')
    await signInAs(page, email)
    await page.getByText('Managing members needs the scope admin').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })
})

describe('a member', () => {
  it('sees who is signed in, and is told of a role and not of a token', async () => {
    const scene = await web.scene('Seen', ['To do'], { 'To do': ['A'] })
    const { email } = await place.newMember({ role: 'viewer', projectIds: [scene.projectId] })
    const { page } = await place.open('#/')
    await signInAs(page, email)
    await page
      .getByText('Your role can only look at projects: changing them needs the scope write.')
      .waitFor()
    await page.getByText('Your membership is bound to projects: it sees no others').waitFor()
    await account(page).click()
    await page.getByText(`Signed in as ${email}`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    await page.getByText('Managing tokens needs the scope admin, which your role lacks.').waitFor()
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/trash'`)
    await page.getByText('Restoring it needs the scope write, which your role lacks.').waitFor()
    expect(await page.getByText(/your token/i).count()).toBe(0)
  })

  it('who uses a token sees which', async () => {
    const { page } = await web.visit('#/')
    await account(page).click()
    await page.getByText(/^Signed in with the token ./).waitFor()
  })
})

describe('the list of tokens', () => {
  it('says which member has made a token', async () => {
    const { page, admin } = await openMembers()
    await page.evaluate(`location.hash = '#/tokens'`)
    await button(page, 'New token').click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hers')
    await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox', { name: 'read' }).check()
    await button(page, 'Create token').click()
    await page.getByRole('textbox', { name: 'Secret', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'Hers').getByText(`made by ${admin.email}`).waitFor()
  })
})

describe.each<[string, VisitOptions]>([
  ['a phone', { viewport: { width: 360, height: 740 } }],
  ['the dark', { colorScheme: 'dark' }],
])('on %s', (_, options) => {
  it('signing in and members have no problem that axe finds, and fit', async () => {
    const fits = async (page: Page) => {
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
    }
    const admin = await place.newMember({ role: 'admin', email: newEmail(`a${'long'.repeat(12)}`) })
    const made = await web.service.operate('account', 'create', '--name', 'Second account', '--json')
    const { account } = JSON.parse(made) as { account: { id: string } } // the command prints it
    const other = ['--account', account.id, '--email', admin.email, '--role', 'viewer']
    await web.service.operate('member', 'add', ...other)
    const { page } = await place.open('#/members', { ...options, errors: [401] })
    await button(page, 'Sign in with Example ID').waitFor()
    await fits(page)
    await signInAs(page, admin.email)
    await heading(page, 'Choose an account').waitFor()
    await fits(page)
    await page.getByRole('button').filter({ hasNotText: 'Second account' }).click()
    await row(page, admin.email).waitFor()
    await fits(page)
    await button(page, 'New member').click()
    await dialogOf(page, 'New member').waitFor()
    await fits(page)
    await page.keyboard.press('Escape')
    const scene = await web.scene(`For ${String(options.colorScheme)}`, [], { '': ['A card'] })
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}'`)
    await page.getByLabel('Add a task to No lane').fill('Not saved yet')
    await web.service.client.members.delete(admin.id)
    await page.getByRole('heading', { name: 'What you typed' }).waitFor({ timeout: 75_000 })
    await eventually(() => button(page, 'Sign in with Example ID').count()).toBe(1)
    await fits(page)
  })
})
