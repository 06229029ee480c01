import { describe, expect, it } from 'vitest'
import { card, cardsIn } from '../support/board.ts'
import {
  descriptionField,
  descriptionShown,
  hear,
  labelField,
  statusButton,
  taskDialog,
} from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

describe('a task that is being edited', () => {
  it('is saved after a pause, on Enter and on leaving the field, with one write at a time', async () => {
    const scene = await web.scene('Pauses', [], { '': ['First'] })
    const { id } = await scene.taskOf('First')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await card(page, 'First').getByRole('link').click()
    let underWay = 0
    let most = 0
    await page.route('**/v1/tasks/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      underWay += 1
      most = Math.max(most, underWay)
      const response = await route.fetch()
      underWay -= 1
      return route.fulfill({ response })
    })
    const label = labelField(page)
    await label.fill('Second')
    await eventually(async () => (await web.stored(id)).label).toBe('Second') // after a pause
    await label.fill('Third')
    await label.press('Enter')
    expect(await label.inputValue()).toBe('Third') // Enter makes no line
    await hear(page, 'Saved.')
    await descriptionField(page).fill('Words')
    await statusButton(page, 'Done').click()
    await eventually(() => web.stored(id)).toMatchObject({ label: 'Third', description: 'Words', status: 2 })
    // a label has no line breaks, and a task has a label
    await label.fill('One\nline')
    expect(await label.inputValue()).toBe('One line')
    // both before the page is drawn again
    await label.evaluate((field) => {
      const area = field as HTMLTextAreaElement
      area.value = ''
      area.dispatchEvent(new Event('input', { bubbles: true }))
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await taskDialog(page).getByRole('alert').filter({ hasText: 'A task needs a label.' }).waitFor()
    await page.keyboard.press('Escape')
    await taskDialog(page).waitFor({ state: 'detached' })
    expect(most).toBe(1)
    expect((await web.stored(id)).label).not.toBe('')
  })

  it('is saved by closing it, and Undo gives the earlier texts back', async () => {
    const scene = await web.scene('Closing')
    const { id } = await scene.createTask('Before', { description: 'Old' })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route('**/v1/tasks/*', async (route) => {
      if (route.request().method() === 'PATCH') await held
      return route.continue()
    })
    await labelField(page).fill('After')
    await labelField(page).press('Enter')
    await descriptionShown(page).click()
    await descriptionField(page).fill('New')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape') // the first save is still under way
    await taskDialog(page).waitFor({ state: 'detached' })
    expect(await web.stored(id)).toMatchObject({ label: 'Before', description: 'Old' })
    letGo(undefined)
    await eventually(() => web.stored(id)).toMatchObject({ label: 'After', description: 'New' })
    await page.getByRole('status').filter({ hasText: 'Changed “After”.' }).waitFor()
    await page.locator('main').press('ControlOrMeta+z')
    await eventually(() => web.stored(id)).toMatchObject({ label: 'Before', description: 'Old' })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Before'])
  })

  it.each(['late', 'lost'])('goes on with what is typed while the answer to a save is %s', async (kind) => {
    const isLost = kind === 'lost'
    const scene = await web.scene(`Answer ${kind}`)
    const { id } = await scene.createTask('Before')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, {
      ...(isLost && { losesService: true, errors: [412] }),
    })
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    let saves = 0
    let reads = 0
    await page.route('**/v1/tasks/*', async (route) => {
      const isFirst = route.request().method() === 'PATCH' && (saves += 1) === 1
      const response = await route.fetch()
      if (route.request().method() === 'GET' && saves > 0) reads += 1
      if (isFirst) await held
      await (isFirst && isLost ? route.abort() : route.fulfill({ response }))
    })
    const label = labelField(page)
    await label.fill('After')
    await label.press('Enter')
    await eventually(async () => (await web.stored(id)).label).toBe('After')
    // the text of before is the one that would be taken for unchanged
    const typed = isLost ? 'Then' : 'Before'
    await label.fill(typed)
    if (!isLost) await eventually(() => reads).toBeGreaterThan(0) // the page follows all changes, also its own
    letGo(undefined)
    await eventually(async () => (await web.stored(id)).label).toBe(typed)
    expect(await label.inputValue()).toBe(typed)
  })

  it('still says that a label is missing when earlier changes are answered', async () => {
    const scene = await web.scene('Missing')
    const { id } = await scene.createTask('Before')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route('**/v1/tasks/*', async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'PATCH') await held
      return route.fulfill({ response })
    })
    const label = labelField(page)
    await label.fill('After')
    await label.press('Enter')
    await eventually(async () => (await web.stored(id)).label).toBe('After')
    await statusButton(page, 'Done').click()
    await label.fill('')
    await label.press('Enter')
    const missing = taskDialog(page).getByRole('alert').filter({ hasText: 'A task needs a label.' })
    await missing.waitFor()
    letGo(undefined)
    await taskDialog(page).getByText('Saving…', { exact: true }).waitFor({ state: 'detached' })
    await eventually(async () => (await web.stored(id)).status).toBe(2)
    await page.unrouteAll({ behavior: 'wait' }) // all answers have come
    expect(await missing.count()).toBe(1)
  })

  it('opens without a connection, keeps what is typed after closing, and saves it when the service is back', async () => {
    const scene = await web.scene('Tunnel', ['Doing'])
    const { id } = await scene.createTask('Known', {
      description: 'From the board',
      workflowLaneId: String(scene.laneIds[0]),
    })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { losesService: true })
    await page.getByRole('link', { name: 'Known', exact: true }).waitFor()
    await page.waitForLoadState('networkidle') // the task's view is loaded in advance
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Known', exact: true }).click()
    await descriptionShown(page).getByText('From the board').waitFor()
    await labelField(page).fill('Typed offline')
    await hear(page, 'Not saved, retrying')
    await page.keyboard.press('Escape')
    await taskDialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Continue editing', exact: true }).click()
    expect(await labelField(page).inputValue()).toBe('Typed offline')
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await eventually(() => web.stored(id)).toMatchObject({
      label: 'Typed offline',
      description: 'From the board',
    })
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Typed offline'])
  })
})

describe('a choice', () => {
  it('is written once, however many entries the keys pass over', async () => {
    const scene = await web.scene('Keys', ['One', 'Two', 'Three'])
    const { id } = await scene.createTask('Choose')
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const own = [`PATCH /v1/tasks/${id}`, `POST /v1/tasks/${id}/move`]
    const writes = () => requests.filter((request) => own.includes(request)).length
    const lane = taskDialog(page).getByRole('combobox', { name: 'Lane', exact: true })
    await lane.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await lane.press(key)
    expect(await lane.locator('option:checked').textContent()).toBe('Two')
    expect(writes()).toBe(0)
    await lane.press('Enter')
    await eventually(async () => (await web.stored(id)).workflow_lane_id).toBe(scene.laneIds[1])
    await lane.press('ArrowDown')
    await lane.press('Escape') // takes it back
    expect(await lane.locator('option:checked').textContent()).toBe('Two')
    await lane.press('ArrowUp')
    await page.keyboard.press('Tab')
    await eventually(async () => (await web.stored(id)).workflow_lane_id).toBe(scene.laneIds[0])
    expect(writes()).toBe(2)
    // the status: buttons, so that moving the focus chooses nothing
    await statusButton(page, 'Open').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(async () => (await web.stored(id)).status).toBe(2)
    expect(writes()).toBe(3)
  })
})
