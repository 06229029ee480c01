import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, pick } from '../support/board.ts'
import {
  descriptionField,
  descriptionShown,
  hear,
  labelField,
  statusButton,
  taskDialog,
} from '../support/task-view.ts'
import { checkboxesIn, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Opens a task's dialog from its card. */
async function open(page: Page, label: string): Promise<Locator> {
  await page.getByRole('link', { name: label, exact: true }).click()
  const dialog = taskDialog(page)
  await dialog.waitFor()
  return dialog
}

/** The subtasks in the dialog from top to bottom, completed ones marked with `+`. */
const subtasksOf = (dialog: Locator) =>
  checkboxesIn(dialog.getByRole('list', { name: 'Subtasks', exact: true }))

const subtasksHeld = async (id: string) =>
  (await web.stored(id)).subtasks.map(({ label, is_completed }) => (is_completed ? '+' : '') + label)

describe('a task', () => {
  it('can be edited: label and description are saved by themselves', async () => {
    const scene = await web.scene('Editing')
    const task = await scene.createTask('Before', { description: 'Old words' })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const dialog = await open(page, 'Before')
    expect(page.url()).toContain(`#/projects/${scene.projectId}/tasks/${task.id}`)
    await descriptionShown(page).getByText('Old words').click()
    const description = descriptionField(page)
    expect(await description.inputValue()).toBe('Old words')
    await labelField(page).fill('After')
    await descriptionShown(page).click()
    await description.fill('New words\nin two lines')
    await eventually(() => web.stored(task.id)).toMatchObject({
      label: 'After',
      description: 'New words\nin two lines',
    })
    await hear(page, 'Saved.')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['After'])
    expect(page.url()).toBe(`${web.service.origin}/#/projects/${scene.projectId}`)
  })

  it('treats an empty description as none', async () => {
    const scene = await web.scene('Clearing')
    const task = await scene.createTask('Plain', { description: 'To be cleared' })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${task.id}`)
    await descriptionShown(page).click()
    await descriptionField(page).fill('')
    await eventually(async () => (await web.stored(task.id)).description).toBeNull()
  })

  it('changes its status, lane and project as soon as each is chosen', async () => {
    const target = await web.scene('The other project')
    const scene = await web.scene('The first project', ['Doing'])
    const task = await scene.createTask('Travels')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const dialog = await open(page, 'Travels')
    const choose = (name: string, label: string) =>
      dialog.getByRole('combobox', { name, exact: true }).selectOption({ label })
    await statusButton(page, 'In progress').click()
    await eventually(() => web.stored(task.id)).toMatchObject({ status: 1 })
    await choose('Lane', 'Doing')
    await eventually(() => web.stored(task.id)).toMatchObject({ workflow_lane_id: scene.laneIds[0] })
    await choose('Project', 'The other project')
    await eventually(() => web.stored(task.id)).toMatchObject({
      project_id: target.projectId,
      workflow_lane_id: null,
      status: 1,
    })
    expect(await scene.labels()).toEqual([])
    await page.goto(`${web.service.origin}/#/projects/${scene.projectId}`)
    await eventually(() => cardsIn(page, 'Doing')).toEqual([])
  })

  it('has subtasks that can be added, ticked, renamed, reordered and deleted', async () => {
    const scene = await web.scene('Subtasks')
    const task = await scene.createTask('Pack')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const dialog = await open(page, 'Pack')
    const add = dialog.getByRole('textbox', { name: 'Add a subtask', exact: true })
    for (const label of ['Socks', 'Shoes', 'Hat']) {
      await add.fill(label)
      await add.press('Enter')
      await eventually(() => add.inputValue()).toBe('')
    }
    const both = async (expected: string[]) => {
      await eventually(() => subtasksHeld(task.id)).toEqual(expected)
      await eventually(() => subtasksOf(dialog)).toEqual(expected)
    }
    const button = (name: string) => dialog.getByRole('button', { name, exact: true })
    const pickOf = (label: string, item: string) => pick(page, `Actions for subtask ${label}`, item)
    await both(['Socks', 'Shoes', 'Hat'])
    await dialog.getByRole('checkbox', { name: 'Shoes', exact: true }).click()
    await both(['Socks', '+Shoes', 'Hat'])
    await button('Rename Hat').click()
    const name = dialog.getByRole('textbox', { name: 'Name of subtask Hat', exact: true })
    await name.fill('Cap')
    await name.press('Enter')
    await both(['Socks', '+Shoes', 'Cap'])
    await pickOf('Cap', 'Move up')
    await both(['Socks', 'Cap', '+Shoes'])
    await pickOf('Socks', 'Move down')
    await both(['Cap', 'Socks', '+Shoes'])
    await pickOf('Socks', 'Delete')
    await both(['Cap', '+Shoes'])
    await button('Close').click()
    const card = page.getByRole('listitem').filter({ hasText: 'Pack' })
    await eventually(() => card.textContent()).toContain('1 of 2 subtasks')
  })

  it('closes on Escape, and returns the focus to its card', async () => {
    const scene = await web.scene('Escaping', [], { '': ['Look'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const dialog = await open(page, 'Look')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.locator(':focus').textContent()).toBe('Look')
  })

  it('opens with the focus on its title', async () => {
    const scene = await web.scene('Opening', [], { '': ['Look here'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const dialog = await open(page, 'Look here')
    const title = dialog.getByRole('group', { name: 'Look here', exact: true })
    await eventually(() => title.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Tab')
    await eventually(() => labelField(page).and(page.locator(':focus')).count()).toBe(1)
  })

  it('gives the focus to the next card when it is deleted, or to the one before it', async () => {
    const scene = await web.scene('Deleting', ['To do'], { 'To do': ['First', 'Second', 'Third'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    for (const [label, next] of [
      ['Second', 'Third'],
      ['Third', 'First'],
    ] as const) {
      const dialog = await open(page, label)
      await dialog.getByRole('button', { name: 'Delete task', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await eventually(() => page.locator(':focus').textContent()).toBe(next)
    }
    await eventually(() => scene.labels()).toEqual(['First'])
  })

  it('moves to the trash, and comes back with Undo', async () => {
    const scene = await web.scene('Undoing')
    const task = await scene.createTask('Oops')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const dialog = await open(page, 'Oops')
    await dialog.getByRole('button', { name: 'Delete task', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const toast = page.getByRole('status').filter({ hasText: 'Deleted “Oops”.' })
    await toast.waitFor()
    await eventually(() => cardsIn(page, 'No lane')).toEqual([])
    await eventually(async () => (await scene.trashed()).map(({ id }) => id)).toEqual([task.id])
    await toast.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Oops'])
    await eventually(() => scene.trashed()).toEqual([])
    expect(await web.stored(task.id)).toMatchObject({ label: 'Oops', project_id: scene.projectId })
    await open(page, 'Oops')
    await dialog.getByRole('button', { name: 'Delete task', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('main').press('ControlOrMeta+z')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Oops'])
    await eventually(() => scene.labels()).toEqual(['Oops'])
  })

  it('is reported as missing when a link leads to no task', async () => {
    const scene = await web.scene('Gone', [], { '': ['Still here'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${crypto.randomUUID()}`, {
      errors: [404],
    })
    await eventually(() => page.locator('body').textContent()).toMatch(/this task does not exist/i)
  })
})
