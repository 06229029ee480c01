import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { pick } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { all, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const labelsOfService = async () => (await all(web.service.client.projects.list())).map(({ label }) => label)

const link = (page: Page, label: string) => page.getByRole('link', { name: label, exact: true })

describe('the projects', () => {
  it('are listed with their number of tasks, and of how many if that is soon all', async () => {
    const { createTask, projectId } = await web.scene('Counted')
    await createTask('One')
    await createTask('Two')
    const { page } = await web.visit('#/')
    const row = page.getByRole('listitem').filter({ has: link(page, 'Counted') })
    await eventually(() => row.textContent()).toBe('Counted2 tasks')
    await web.service.admin('project', 'update', projectId, '--task-quota', '2')
    await page.reload()
    await eventually(() => row.textContent()).toBe('Counted2 of 2 tasks')
  })

  it('can be created', async () => {
    const { page, requests } = await web.visit('#/')
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    const name = page.getByRole('textbox', { name: 'Name of the new project', exact: true })
    await eventually(() => name.and(page.locator(':focus')).count()).toBe(1)
    await name.fill(' Spring cleaning ')
    await page.getByRole('button', { name: 'Create project', exact: true }).click()
    await eventually(labelsOfService).toContain('Spring cleaning')
    await page
      .getByRole('heading', { name: 'Spring cleaning', level: 1 })
      .or(link(page, 'Spring cleaning'))
      .waitFor()
    expect(requests.filter((request) => request === 'POST /v1/projects')).toHaveLength(1)
  })

  it('can be renamed', async () => {
    await web.scene('Old name')
    const { page } = await web.visit('#/')
    await pick(page, 'Actions for project Old name', 'Rename')
    const name = page.getByRole('textbox', { name: 'Name of project Old name', exact: true })
    await name.fill('New name')
    await name.press('Enter')
    await link(page, 'New name').waitFor()
    await eventually(labelsOfService).toContain('New name')
    expect(await labelsOfService()).not.toContain('Old name')
  })

  it('can be deleted when empty', async () => {
    await web.scene('Done with')
    const { page } = await web.visit('#/')
    await pick(page, 'Actions for project Done with', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await link(page, 'Done with').waitFor({ state: 'detached' })
    await eventually(() => labelsOfService()).not.toContain('Done with')
  })

  it('say that they have tasks before a Delete is offered, and move these to the trash, in parts', async () => {
    const { projectId } = await web.scene('In use')
    const { dataDir, demo } = web.service
    const labels = Array.from({ length: 130 }, (_, index) => `Card ${index}`)
    await writeTasks(dataDir, demo.account_id, projectId, labels)
    const { page, requests } = await web.visit('#/')
    const row = page.getByRole('listitem').filter({ has: link(page, 'In use') })
    await pick(page, 'Actions for project In use', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete “In use”?', exact: true })
    await dialog.getByText('It has 130 tasks, and only a project without tasks can be deleted.').waitFor()
    const named = (name: string) => dialog.getByRole('button', { name, exact: true })
    expect(await named('Delete').count()).toBe(0)

    // it can be stopped: what is under way ends, and the rest stays
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isUnderWay = false
    await page.route(
      '**/v1/tasks/bulk',
      async (route) => {
        isUnderWay = true
        await held
        await route.continue()
      },
      { times: 1 },
    )
    await named('Move 130 tasks to the trash').click()
    await dialog.getByText('0 of 130 tasks moved to the trash…', { exact: true }).waitFor()
    await eventually(() => isUnderWay).toBe(true)
    await named('Stop').click()
    release()
    await eventually(() => row.textContent()).toBe('In use30 tasks')
    await pick(page, 'Actions for project In use', 'Delete')
    await named('Move 30 tasks to the trash').click()
    await named('Delete').waitFor()
    await eventually(() => named('Delete').and(page.locator(':focus')).count()).toBe(1)
    expect(await all(web.service.client.projects.listTrash(projectId))).toHaveLength(130)
    expect(requests.filter((request) => request === 'POST /v1/tasks/bulk')).toHaveLength(2)
    await named('Delete').click()
    await link(page, 'In use').waitFor({ state: 'detached' })
    await eventually(() => labelsOfService()).not.toContain('In use')
  })

  it('cannot be deleted if a task comes meanwhile, and the page explains why', async () => {
    const { createTask } = await web.scene('Filled meanwhile')
    const { page } = await web.visit('#/', { errors: [409] })
    await link(page, 'Filled meanwhile').waitFor()
    // from now on the page hears nothing, neither by the feed nor by reading the projects again
    await page.route(/\/v1\/(changes|projects)/, async (route) => {
      if (route.request().method() !== 'GET') await route.continue()
    })
    await pick(page, 'Actions for project Filled meanwhile', 'Delete')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
    await confirm.waitFor()
    await createTask('Just now')
    await confirm.click()
    await eventually(() => page.getByRole('alert').allTextContents()).toContainEqual(
      expect.stringMatching(/still has tasks/),
    )
    expect(await labelsOfService()).toContain('Filled meanwhile')
  })

  it('are replaced by a hint when there are none', async () => {
    const page = await emptyAccount()
    await eventually(() => page.locator('main').textContent()).toMatch(/no project/i)
    await page.getByRole('button', { name: 'New project', exact: true }).waitFor()
  })

  it('open as boards, and the page says when a project does not exist', async () => {
    const { projectId } = await web.scene('A board')
    const { page } = await web.visit('#/', { errors: [404] })
    await link(page, 'A board').click()
    await page.getByRole('heading', { name: 'A board', level: 1 }).waitFor()
    expect(page.url()).toBe(`${web.service.origin}/#/projects/${projectId}`)
    await page.evaluate(`location.hash = '#/projects/${crypto.randomUUID()}'`)
    await eventually(() => page.locator('main').textContent()).toMatch(
      /no (such )?project|not found|no longer/i,
    )
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await link(page, 'A board').waitFor()
  })
})

/** The projects page of an account without projects. The service's real answer is passed on with an empty list. */
async function emptyAccount(): Promise<Page> {
  const { page } = await web.visit('#/tokens')
  await page.route('**/v1/projects?*', (route) =>
    route.fulfill({ status: 200, json: { projects: [], next_cursor: null } }),
  )
  await page.route('**/v1/projects', (route) =>
    route.fulfill({ status: 200, json: { projects: [], next_cursor: null } }),
  )
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.reload()
  return page
}
