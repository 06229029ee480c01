import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lane, pick } from '../support/board.ts'
import { boundToken } from '../support/bound-token.ts'
import { chooseFile } from '../support/bulk-views.ts'
import { findField, openPalette } from '../support/find-views.ts'
import { alerts, button, heading, textbox } from '../support/form-page.ts'
import { taskDialog } from '../support/task-view.ts'
import { checkboxesIn, eventually, useWeb } from '../support/web.ts'
import { inDialog, receiverOf } from '../support/webhook-page.ts'

const web = useWeb()

const tokenNamed = async (name: string) =>
  (await web.service.client.tokens.list()).tokens.find((token) => token.name === name)

const projectGroup = (page: Page | Locator) => page.getByRole('group', { name: 'Projects', exact: true })
const box = (page: Page | Locator, name: string) => page.getByRole('checkbox', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Fills in the form for a token that may read. */
async function fillToken(page: Page, name: string): Promise<void> {
  await button(page, 'New token').click()
  await textbox(page, 'Name').fill(name)
  await page
    .getByRole('group', { name: 'Scopes', exact: true })
    .getByRole('checkbox', { name: 'read' })
    .check()
}

/** Waits for the secret of a new token, and returns what the token may do. */
async function created(page: Page) {
  const secret = await textbox(page, 'Secret').inputValue()
  const { token } = await web.service.clientOf(secret).tokens.self()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close without it', exact: true }).click()
  await textbox(page, 'Secret').waitFor({ state: 'detached' })
  onTestFinished(async () => {
    await web.service.client.tokens.delete(token.id)
  })
  return token
}

describe('a new token', () => {
  it('sees all projects, or those that are chosen; the table says which', async () => {
    const [ours] = [await web.scene('Chosen'), await web.scene('Not chosen')]
    const { page } = await web.visit('#/tokens')
    await fillToken(page, 'For all')
    await eventually(() => checkboxesIn(projectGroup(page))).toEqual(['+All projects'])
    await button(page, 'Create token').click()
    expect(await created(page)).toMatchObject({ name: 'For all', project_ids: null })
    await fillToken(page, 'For one')
    await box(page, 'All projects').uncheck()
    await box(page, 'Chosen').check()
    await button(page, 'Create token').click()
    expect(await created(page)).toMatchObject({ name: 'For one', project_ids: [ours.projectId] })
    await eventually(() => row(page, 'For one').getByRole('listitem').allTextContents()).toEqual(['Chosen'])
    expect(await row(page, 'For all').textContent()).toContain('All projects')
    // the next one begins anew
    await button(page, 'New token').click()
    await eventually(() => checkboxesIn(projectGroup(page))).toEqual(['+All projects'])
  })

  it('needs one to ten projects', async () => {
    const labels = Array.from({ length: 11 }, (_, index) => `Many ${index}`)
    for (const label of labels) await web.scene(label)
    const { page, requests } = await web.visit('#/tokens')
    await fillToken(page, 'Beyond')
    await box(page, 'All projects').uncheck()
    await button(page, 'Create token').click()
    await eventually(() => alerts(page)).toContainEqual('Choose at least one project.')
    for (const label of labels) await box(page, label).check()
    await button(page, 'Create token').click()
    await eventually(() => alerts(page)).toContainEqual('Choose at most 10 projects.')
    expect(requests).not.toContain('POST /v1/tokens')
    await box(page, 'Many 0').uncheck()
    await button(page, 'Create token').click()
    expect((await created(page)).project_ids).toHaveLength(10)
  })

  it('is refused for a project that has been deleted meanwhile, and the page says so', async () => {
    const { projectId } = await web.scene('Short-lived')
    const { page } = await web.visit('#/tokens', { errors: [404] })
    await fillToken(page, 'Late')
    await box(page, 'All projects').uncheck()
    await box(page, 'Short-lived').check()
    await web.service.client.projects.delete(projectId)
    await button(page, 'Create token').click()
    await eventually(() => alerts(page)).toContainEqual('One of the projects no longer exists.')
    expect(await tokenNamed('Late')).toBeUndefined()
  })
})

describe('the table of tokens', () => {
  it('says of projects that are gone that they are', async () => {
    const [left, gone, other] = [
      await web.scene('Left'),
      await web.scene('Gone'),
      await web.scene('Gone too'),
    ]
    await boundToken(web, [left, gone, other], { scopes: ['read'], name: 'Half gone' })
    await boundToken(web, [gone], { scopes: ['read'], name: 'All gone' })
    for (const { projectId } of [gone, other]) await web.service.client.projects.delete(projectId)
    const { page } = await web.visit('#/tokens')
    const projects = (name: string) => row(page, name).getByRole('listitem').allTextContents()
    await eventually(() => projects('Half gone')).toEqual(['Left', '2 projects that are gone'])
    expect(await projects('All gone')).toEqual(['A project that is gone'])
  })

  it('counts the projects where the scope read is missing', async () => {
    const scenes = [await web.scene('Unnamed'), await web.scene('Unnamed too')]
    const token = await boundToken(web, scenes, { scopes: ['admin'], name: 'Keeper' })
    const { page } = await web.visit('#/tokens', { token: token.secret, errors: [403] })
    await eventually(() => row(page, 'Keeper').textContent()).toContain('2 projects')
    await button(page, 'New token').click()
    await page.getByText('Projects: those of your token.').waitFor()
    expect(await projectGroup(page).count()).toBe(0)
    await textbox(page, 'Name').fill('Kept')
    await box(page, 'admin – manage tokens').check()
    await button(page, 'Create token').click()
    const ids = scenes.map(({ projectId }) => projectId)
    expect((await created(page)).project_ids?.toSorted()).toEqual(ids.toSorted())
  })
})

describe('a token that is bound to projects', () => {
  it('makes tokens that are bound to these or some of them, all by default', async () => {
    const [one, two, gone] = [
      await web.scene('One'),
      await web.scene('Two'),
      await web.scene('Deleted since'),
    ]
    await web.scene('Another')
    const token = await boundToken(web, [one, two, gone])
    await web.service.client.projects.delete(gone.projectId)
    const { page } = await web.visit('#/tokens', { token: token.secret })
    await page.getByText('it sees and makes only tokens that are bound to these').waitFor()
    await button(page, 'New token').click()
    await eventually(() => checkboxesIn(projectGroup(page))).toEqual(['+One', '+Two'])
    await button(page, 'Cancel').click()
    // it does not see tokens that see more
    await eventually(() => page.getByRole('button', { name: /^Revoke/ }).count()).toBe(1)
    await fillToken(page, 'As mine')
    await button(page, 'Create token').click()
    expect((await created(page)).project_ids).toEqual([one.projectId, two.projectId])
    await fillToken(page, 'Less')
    await box(page, 'One').uncheck()
    await button(page, 'Create token').click()
    expect((await created(page)).project_ids).toEqual([two.projectId])
    await fillToken(page, 'None')
    for (const name of ['One', 'Two']) await box(page, name).uncheck()
    await button(page, 'Create token').click()
    await eventually(() => alerts(page)).toContainEqual('Choose at least one project.')
    expect(await tokenNamed('None')).toBeUndefined()
  })

  it('sees its projects only, and is not offered to make or delete any', async () => {
    const [ours, theirs] = [await web.scene('Ours', ['Doing'], { Doing: ['Dig'] }), await web.scene('Theirs')]
    const token = await boundToken(web, [ours])
    const { page } = await web.visit('#/', { token: token.secret, errors: [404] })
    const list = page.getByRole('list', { name: 'Projects', exact: true })
    await eventually(() => list.getByRole('link').allTextContents()).toEqual(['Ours'])
    await page.getByText('it sees no others, and can neither create nor delete projects').waitFor()
    expect(await button(page, 'New project').count()).toBe(0)
    await button(page, 'Actions for project Ours').click()
    await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual(['Rename'])
    await page.keyboard.press('Escape')
    await openPalette(page)
    await findField(page).fill('new project')
    await eventually(() => page.locator('.find-status-line').textContent()).toMatch(/\w/)
    expect(await page.getByRole('option', { name: /^New project/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.evaluate(`location.hash = '#/projects/${theirs.projectId}'`)
    await heading(page, 'There is no such project').waitFor()
    await page.getByText('your token does not see it').waitFor()
    // it may rename its own
    await page.evaluate(`location.hash = '#/'`)
    await pick(page, 'Actions for project Ours', 'Rename')
    await textbox(page, 'Name of project Ours').fill('Still ours')
    await page.keyboard.press('Enter')
    await eventually(async () => (await web.service.client.projects.get(ours.projectId)).project.label).toBe(
      'Still ours',
    )
  })

  it('is told when all its projects were deleted', async () => {
    const ours = await web.scene('Emptied')
    const token = await boundToken(web, [ours])
    await web.service.client.projects.delete(ours.projectId)
    const { page } = await web.visit('#/', { token: token.secret })
    await page.getByText('The projects of your token were deleted.').waitFor()
    expect(await page.getByText('To create one').count()).toBe(0)
  })

  it('moves a task only to its projects', async () => {
    const [from, to] = [await web.scene('From', [], { '': ['Wander'] }), await web.scene('To')]
    await web.scene('Elsewhere')
    const token = await boundToken(web, [from, to])
    const { id } = await from.taskOf('Wander')
    const { page } = await web.visit(`#/projects/${from.projectId}/tasks/${id}`, { token: token.secret })
    const choice = taskDialog(page).getByRole('combobox', { name: 'Project', exact: true })
    await eventually(() => choice.getByRole('option').allTextContents()).toEqual(['From', 'To'])
    await choice.selectOption('To')
    await eventually(async () => (await web.stored(id)).project_id).toBe(to.projectId)
  })

  it('looks at fields, and cannot change them', async () => {
    const scene = await web.scene('Fields of ours', [], { '': ['Plain'] })
    const token = await boundToken(web, [scene])
    const { id } = await scene.taskOf('Plain')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { token: token.secret })
    const define = page.getByRole('link', { name: /^(Define fields|Add a due date)/ })
    await page.getByRole('region', { name: 'Fields', exact: true }).waitFor({ state: 'attached' })
    expect(await define.count()).toBe(0)
    await page.evaluate(`location.hash = '#/due'`)
    await page.getByText('No field holds dates yet.').waitFor()
    expect(await define.count()).toBe(0)
    await web.service.client.fields.create({ key: 'when', label: 'When', type: 'date' })
    onTestFinished(async () => {
      await web.service.client.fields.delete('when')
    })
    await page.evaluate(`location.hash = '#/fields'`)
    await page.reload()
    await row(page, 'When').waitFor()
    await page.getByText('fields belong to the whole account').waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    // it sets their values
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
    await pick(page, 'Add field', 'When')
    const control = taskDialog(page).getByLabel('When', { exact: true })
    await control.fill('2026-12-24')
    await control.press('Enter')
    await eventually(async () => (await web.stored(id)).fields).toEqual({ when: '2026-12-24' })
  })

  it('imports tasks, but makes no fields', async () => {
    const scene = await web.scene('Import of ours', ['Doing'])
    const token = await boundToken(web, [scene])
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
    await lane(page, 'Doing').waitFor()
    await chooseFile(page, 'tasks.csv', 'label,fields.mood\nSing,Glad\n')
    const dialog = page.getByRole('dialog', { name: 'Import tasks', exact: true })
    await dialog.getByText('1 task would be created.').waitFor()
    await dialog.getByText('Fields that are missing cannot be made').waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    await inDialog(page, 'Import 1 task').click()
    await dialog.getByText('1 task created.').waitFor()
    expect(await scene.labels()).toEqual(['Sing'])
    expect((await web.service.client.fields.list()).fields.map(({ key }) => key)).not.toContain('mood')
  })
})

describe('webhooks of a token that is bound to projects', () => {
  const boundWords = 'This webhook is bound to its projects'

  it('get the projects of the token by default, and say that they are bound', async () => {
    const [one, two] = [await web.scene('Hook one'), await web.scene('Hook two')]
    await web.scene('Hook elsewhere')
    const receiver = await receiverOf()
    const token = await boundToken(web, [one, two])
    const { page } = await web.visit('#/webhooks', { token: token.secret })
    const make = async (description: string) => {
      await button(page, 'New webhook').click()
      await textbox(page, 'URL').fill(receiver.url)
      await textbox(page, 'Description').fill(description)
      await eventually(() => checkboxesIn(projectGroup(page))).toEqual(['+Hook one', '+Hook two'])
    }
    const made = async (description: string) => {
      await heading(page, description).waitFor()
      const { webhooks } = await web.service.client.webhooks.list()
      const webhook = webhooks.find((other) => other.description === description)
      if (!webhook) throw new Error(`There is no webhook ${description}.`)
      onTestFinished(async () => {
        await web.service.client.webhooks.delete(webhook.id)
      })
      return webhook
    }
    await make('To both')
    await button(page, 'Create webhook').click()
    const both = await made('To both')
    expect(both).toMatchObject({ bound: true, project_ids: [one.projectId, two.projectId] })
    await page.getByText(boundWords).waitFor()
    await page.evaluate(`location.hash = '#/webhooks'`)
    await page.getByRole('listitem').getByText('Bound to its projects').waitFor()
    await make('To one')
    await box(page, 'Hook two').uncheck()
    await button(page, 'Create webhook').click()
    expect(await made('To one')).toMatchObject({ bound: true, project_ids: [one.projectId] })

    // it stays bound where all projects are seen: it must name some
    const all = await web.visit(`#/webhooks/${both.id}`)
    await all.page.getByText(boundWords).waitFor()
    await box(all.page, 'Hook elsewhere').waitFor()
    expect(await box(all.page, 'All projects').count()).toBe(0)
    await box(all.page, 'Hook one').uncheck()
    await button(all.page, 'Save settings').click()
    await eventually(
      async () => (await web.service.client.webhooks.get(both.id)).webhook.project_ids,
    ).toEqual([two.projectId])
  })

  it('become bound when such a token changes them, and the page says so before', async () => {
    const scene = await web.scene('Hook shared')
    const receiver = await receiverOf()
    const { client } = web.service
    const { webhook } = await client.webhooks.create({
      ...{ url: receiver.url, description: 'Shared', projectIds: [scene.projectId] },
    })
    onTestFinished(async () => {
      await client.webhooks.delete(webhook.id)
    })
    const token = await boundToken(web, [scene])
    const { page } = await web.visit(`#/webhooks/${webhook.id}`, { token: token.secret })
    await page.getByText('if you change this webhook, it is bound to its projects from then on').waitFor()
    await textbox(page, 'Description').fill('Shared with us')
    await button(page, 'Save settings').click()
    await page.getByText(boundWords).waitFor()
    expect((await client.webhooks.get(webhook.id)).webhook).toMatchObject({
      ...{ bound: true, description: 'Shared with us', project_ids: [scene.projectId] },
    })
  })
})
