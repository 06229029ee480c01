import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** The labels in the list, from top to bottom. */
const shown = (page: Page) => page.locator('.list-rows [data-column=label] a').allTextContents()

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')

const cell = (page: Page, column: string, label: string) =>
  page.getByRole('button', { name: new RegExp(`^${column} of ${label}:`) })

describe('the list of a project', () => {
  it('adds a task in place, by the key, too', async () => {
    const scene = await web.scene('Adding', ['To do'], { 'To do': ['A'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
    await eventually(() => shown(page)).toEqual(['A'])
    await page.getByRole('link', { name: 'A', exact: true }).press('n')
    const field = page.getByRole('textbox', { name: 'Add a task to the list', exact: true })
    await eventually(() => field.and(page.locator(':focus')).count()).toBe(1)
    for (const label of ['B', 'C']) {
      await page.keyboard.type(label)
      await page.keyboard.press('Enter')
    }
    await eventually(() => scene.labels()).toEqual(['A', 'B', 'C'])
    expect((await scene.taskOf('B')).workflow_lane_id).toBe(null)
    await eventually(() => shown(page)).toEqual(['A', 'B', 'C'])
    await cell(page, 'Lane', 'B').click()
    await page.getByRole('combobox', { name: 'Lane of B', exact: true }).selectOption('To do')
    await eventually(async () => (await scene.taskOf('B')).workflow_lane_id).toBe(scene.laneIds[0])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(() => shown(page)).toEqual(['A', 'B'])
    // an undo that is still under way would be kept, and done by the next page
    await eventually(() => scene.labels()).toEqual(['A', 'B'])
  })

  it('shows a task that waits for the connection among the others, and keeps it', async () => {
    const scene = await web.scene('Adding offline', [], { '': ['A'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`, { losesService: true })
    await eventually(() => shown(page)).toEqual(['A'])
    let isLost = true
    await page.route('**/v1/tasks', (route) => (isLost ? route.abort() : route.continue()))
    await page.getByRole('textbox', { name: 'Add a task to the list', exact: true }).fill('Later')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'Later' })
    await row.waitFor()
    expect(await row.getByRole('link').count()).toBe(0)
    isLost = false
    await eventually(() => scene.labels()).toEqual(['A', 'Later'])
    await eventually(() => shown(page)).toEqual(['A', 'Later'])
  })

  it('renames a task in place, with the mouse and with F2', async () => {
    const scene = await web.scene('Renaming', [], { '': ['A', 'B'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
    await eventually(() => shown(page)).toEqual(['A', 'B'])
    const field = (label: string) => page.getByRole('textbox', { name: `Name of ${label}`, exact: true })
    await page.getByRole('button', { name: 'Rename A', exact: true }).click()
    await field('A').fill('Ask Ada')
    await field('A').press('Enter')
    await eventually(() => scene.labels()).toEqual(['Ask Ada', 'B'])
    await eventually(() =>
      page.getByRole('link', { name: 'Ask Ada', exact: true }).and(page.locator(':focus')).count(),
    ).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('F2')
    await field('B').fill('dropped')
    await page.keyboard.press('Escape')
    await eventually(() => shown(page)).toEqual(['Ask Ada', 'B'])
    await page.keyboard.press('F2')
    await page.keyboard.type('Call Bob')
    await page.getByRole('searchbox', { name: 'Filter by text' }).click()
    await eventually(() => scene.labels()).toEqual(['Ask Ada', 'Call Bob'])
    await page.getByRole('link', { name: 'Ask Ada', exact: true }).focus()
    await page.keyboard.press('Control+z')
    await eventually(() => scene.labels()).toEqual(['Ask Ada', 'B'])
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('is at its top after it was sorted', async () => {
    const scene = await web.scene('Scrolled')
    const labels = Array.from({ length: 150 }, (_, index) => `Task ${String(index).padStart(3, '0')}`)
    await writeTasks(web.service.dataDir, web.service.demo.account_id, scene.projectId, labels)
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
    await page.getByText('150 tasks', { exact: true }).waitFor()
    const frame = page.locator('.list-frame')
    await frame.evaluate((element) => {
      element.scrollTop = 3000
    })
    await page.getByRole('link', { name: 'Task 070', exact: true }).waitFor()
    await heading(page, 'Task').click()
    await heading(page, 'Task').click()
    await page.getByRole('link', { name: 'Task 149', exact: true }).waitFor()
    expect(await frame.evaluate((element) => element.scrollTop)).toBe(0)
  })

  it('cuts no date and no time of a change', async () => {
    const scene = await web.scene('Uncut')
    const { fields } = web.service.client
    await fields.create({ key: 'due', label: 'Due', type: 'date' })
    await fields.create({ key: 'meets', label: 'Meets', type: 'datetime' })
    const { id } = await scene.createTask('A', {
      fields: { meets: '2020-11-25T12:00:00Z', due: '2020-11-25' },
    })
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`, { locale: 'en-US' })
    await eventually(() => shown(page)).toEqual(['A'])
    const cut = await page
      .locator('.list-rows .cell-text')
      .evaluateAll((cells) =>
        cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
    expect(cut).toEqual([])
    await web.service.client.tasks.delete(id)
    await fields.delete('meets')
  })
})

it('Enter leads from a card or row that X has selected to what can be done with it', async () => {
  const scene = await web.scene('X and Enter', ['To do', 'Doing'], { 'To do': ['A', 'B'] })
  for (const view of ['', '/list']) {
    const { page } = await web.visit(`#/projects/${scene.projectId}${view}`)
    const link = page.getByRole('link', { name: 'A', exact: true })
    await link.focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    const move = page.getByRole('button', { name: 'Move to lane', exact: true })
    await eventually(() => move.and(page.locator(':focus')).count()).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await link.press('Enter')
    await page.getByRole('dialog', { name: 'Task', exact: true }).waitFor()
  }
})
