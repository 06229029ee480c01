import { describe, expect, it } from 'vitest'
import { card } from '../support/board.ts'
import { descriptionField, labelField, taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

describe('an open task', () => {
  it('is named by the title, and Back after closing does not open it again', async () => {
    const scene = await web.scene('Garden', [], { '': ['Dig'] })
    const { page } = await web.visit('#/')
    await page.getByRole('link', { name: 'Garden', exact: true }).click()
    await card(page, 'Dig').getByRole('link').click()
    await eventually(() => page.title()).toBe('Dig · Garden · Tasks')
    await labelField(page).fill('Dig deep')
    await eventually(() => page.title()).toBe('Dig deep · Garden · Tasks')
    await page.keyboard.press('Escape')
    await taskDialog(page).waitFor({ state: 'detached' })
    await eventually(() => page.title()).toBe('Garden · Tasks')
    await page.goBack()
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    expect(await taskDialog(page).count()).toBe(0)
    await page.goForward()
    await card(page, 'Dig deep').waitFor()
    expect(await taskDialog(page).count()).toBe(0)
    await eventually(() => scene.labels()).toEqual(['Dig deep'])
  })

  it('that came from a link leaves its card in view and focused when it closes, however far down it is', async () => {
    const labels = Array.from({ length: 60 }, (_, index) => `Card ${index}`)
    const scene = await web.scene('Far', ['Long'], { Long: labels })
    const { id } = await scene.taskOf('Card 55')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    await labelField(page).waitFor()
    await page.keyboard.press('Escape')
    await taskDialog(page).waitFor({ state: 'detached' })
    await eventually(() => page.locator(':focus').textContent()).toBe('Card 55')
    expect(await page.locator(':focus').isVisible()).toBe(true)
    await page.goBack()
    expect(await taskDialog(page).count()).toBe(0)
  })
})

describe('a token that may only read', () => {
  it('sees a task as text', async () => {
    const scene = await web.scene('Museum', ['Doing'])
    const task = await scene.createTask('Look', {
      ...{ description: 'At **this**', externalId: 'crm-7', workflowLaneId: String(scene.laneIds[0]) },
      subtasks: [{ label: 'Closely', isCompleted: true }, { label: 'Again' }],
    })
    const { token } = await web.service.client.tokens.create({ name: 'Visitor', scopes: ['read'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${task.id}`, {
      token: token.secret,
    })
    const dialog = taskDialog(page)
    await dialog.getByRole('heading', { name: 'Look', exact: true }).waitFor()
    await dialog.getByText('Your token may only look').waitFor()
    await eventually(() => dialog.locator('strong').textContent()).toBe('this')
    const text = await dialog.textContent()
    for (const part of ['Open', 'Doing', 'Museum', 'Closely', 'crm-7']) expect(text).toContain(part)
    // which subtasks are done is drawn: not every device has letters for it
    const drawn = (name: string) => dialog.getByRole('img', { name, exact: true }).locator('svg > *').count()
    expect([await drawn('Done:'), await drawn('Not done:')]).toEqual([2, 1])
    const line = (label: string) =>
      dialog.getByText(label, { exact: true }).evaluate((text) => getComputedStyle(text).textDecorationLine)
    expect([await line('Closely'), await line('Again')]).toEqual(['line-through', 'none'])
    expect(await descriptionField(page).count()).toBe(0)
    expect(await dialog.locator('input, select, textarea, [disabled]').count()).toBe(0)
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Copy external id', 'Copy link'])
  })
})

describe('what a task is known by', () => {
  it('is copied: its link and its external id', async () => {
    const scene = await web.scene('Copies')
    const task = await scene.createTask('Known', { externalId: 'crm/7 x' })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${task.id}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await taskDialog(page).getByRole('button', { name: 'Copy link', exact: true }).click()
    await eventually(copied).toBe(`${web.service.origin}/#/projects/${scene.projectId}/tasks/${task.id}`)
    await taskDialog(page).getByRole('button', { name: 'Copy external id', exact: true }).click()
    await eventually(copied).toBe('crm/7 x')
  })
})
