import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, circle, lane, lift, pick } from '../support/board.ts'
import { add, goOffline, goOnline, offlineBoard, reload, waiting } from '../support/offline.ts'
import { hear, labelField, statusButton, taskDialog } from '../support/task-view.ts'
import { checkboxesIn, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** The card of a task that waits to be added: it leads nowhere. */
const waits = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) })

async function setStatus(page: Page, label: string, status: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
}

/** Uses the page, which then loads what opens such a task. */
async function loadDialog(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/\/waiting-dialog-/)
  await page.mouse.move(5, 5)
  await loaded
}

const board = (name: string) => offlineBoard(web, name)

describe('what is changed without a connection', () => {
  it('takes back at once what was not sent', async () => {
    const { page, scene, requests } = await board('Taken back')
    await goOffline(page)
    await circle(page, 'A').click()
    await waiting(page, '1 change is waiting for the connection.')
    await page.locator('main').press('ControlOrMeta+z')
    await page.getByText('“A” is open again.', { exact: true }).waitFor()
    await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
    await goOnline(page)
    await add(page, 'Doing', 'Afterwards')
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['Afterwards'])
    expect((await scene.taskOf('A')).status).toBe(0)
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  })

  it('is undone later when its undo waits for the connection, too', async () => {
    const { page, scene } = await board('Undone later')
    await circle(page, 'A').click()
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await add(page, 'Doing', 'N')
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['N'])
    await goOffline(page)
    const undo = () => page.locator('main').press('ControlOrMeta+z')
    await undo()
    await waiting(page, '1 change is waiting for the connection.')
    await undo()
    await waiting(page, '2 changes are waiting for the connection.')
    await eventually(() => cardsIn(page, 'Doing')).toEqual([])
    await eventually(() => circle(page, 'A').getAttribute('aria-pressed')).toBe('false')
    await reload(page)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual([])
    await eventually(async () => (await scene.taskOf('A')).status).toBe(0)
  })

  it('keeps what is done to lanes, also beyond a reload of the page, and undoes that', async () => {
    const { page, scene } = await board('Lanes')
    const held = async () =>
      (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
        ({ label }) => label,
      )
    await goOffline(page)
    await page.getByRole('button', { name: 'Add lane', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Name of the new lane', exact: true })
    await field.fill('Later')
    await field.press('Enter')
    await lane(page, 'Later').waitFor()
    await field.press('Escape')
    await pick(page, 'Actions for lane Later', 'Move left')
    await pick(page, 'Actions for lane Doing', 'Rename')
    await page.getByRole('textbox', { name: 'Name of lane Doing', exact: true }).fill('Now')
    await page.keyboard.press('Enter')
    await pick(page, 'Actions for A', 'Move to lane…')
    await page.getByRole('menuitemradio', { name: 'Later', exact: true }).click()
    await waiting(page, '4 changes are waiting for the connection.')
    await pick(page, 'Actions for lane To do', 'Delete')
    await page.getByRole('button', { name: 'Delete lane', exact: true }).click()
    await waiting(page, '5 changes are waiting for the connection.')
    await lane(page, 'To do').waitFor({ state: 'detached' })
    await page.locator('main').press('ControlOrMeta+z')
    await waiting(page, '4 changes are waiting for the connection.')
    await lane(page, 'To do').waitFor()
    await reload(page)
    await eventually(held).toEqual(['To do', 'Later', 'Now'])
    await eventually(() => cardsIn(page, 'Later')).toEqual(['A'])
    const undo = () => page.locator('main').press('ControlOrMeta+z')
    await undo()
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'B', 'C'])
    for (const expected of [
      ['To do', 'Later', 'Doing'],
      ['To do', 'Doing', 'Later'],
      ['To do', 'Doing'],
    ]) {
      await undo()
      await eventually(held).toEqual(expected)
    }
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'C'])
  })

  it('keeps each of several changes in a task, and its deletion', async () => {
    const { page, scene } = await board('Dialog')
    await page.getByRole('link', { name: 'C', exact: true }).click()
    await labelField(page).waitFor()
    await goOffline(page)
    await statusButton(page, 'In progress').click()
    await taskDialog(page).getByRole('combobox', { name: 'Lane' }).selectOption('Doing')
    await waiting(page, '2 changes are waiting for the connection.')
    await statusButton(page, 'Done').click()
    await waiting(page, '3 changes are waiting for the connection.')
    await page.keyboard.press('ControlOrMeta+z')
    await hear(page, 'Undone: Status: Done.')
    await waiting(page, '2 changes are waiting for the connection.')
    await page.keyboard.press('Escape')
    await page.evaluate(`location.hash += '/tasks/${(await scene.taskOf('B')).id}'`)
    await taskDialog(page).getByRole('button', { name: 'Delete task', exact: true }).click()
    await taskDialog(page).waitFor({ state: 'detached' })
    await waiting(page, '3 changes are waiting for the connection.')
    await reload(page)
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A'])
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['C'])
    await eventually(async () => (await scene.taskOf('C')).status).toBe(1)
  })

  it('keeps what is done to subtasks, also beyond a reload of the page', async () => {
    const { page, scene } = await board('Subtasks')
    const { id } = await scene.taskOf('C')
    await web.service.client.subtasks.create(id, { label: 'One' })
    await web.service.client.subtasks.create(id, { label: 'Two' })
    await page.getByRole('link', { name: 'C', exact: true }).click()
    const dialog = taskDialog(page)
    await dialog.getByRole('checkbox', { name: 'Two', exact: true }).waitFor()
    const adding = dialog.getByRole('textbox', { name: 'Add a subtask', exact: true })
    const shown = () => checkboxesIn(dialog.getByRole('list', { name: 'Subtasks' }))
    await goOffline(page)
    await adding.fill('Three')
    await adding.press('Enter')
    await dialog.getByRole('checkbox', { name: 'Three', exact: true }).check()
    await pick(page, 'Actions for subtask Three', 'Move up')
    await pick(page, 'Actions for subtask One', 'Delete')
    await eventually(shown).toEqual(['+Three', 'Two'])
    await waiting(page, '4 changes are waiting for the connection.')
    await adding.fill('Four')
    await adding.press('Enter')
    await waiting(page, '5 changes are waiting for the connection.')
    await page.keyboard.press('ControlOrMeta+z')
    await waiting(page, '4 changes are waiting for the connection.')
    await reload(page)
    const held = async () =>
      (await web.stored(id)).subtasks.map(({ label, is_completed }) => (is_completed ? '+' : '') + label)
    await eventually(held).toEqual(['+Three', 'Two'])
    await eventually(shown).toEqual(['+Three', 'Two'])
  })

  it('loads what is not loaded yet when the connection is back', async () => {
    const { page, scene, protocol } = await board('Not loaded')
    await (await protocol()).send('Network.setCacheDisabled', { cacheDisabled: true })
    await goOffline(page)
    let failures = 0
    page.on('requestfailed', () => failures++)
    await circle(page, 'A').click() // the first that a person does: the page would load more of itself
    await waiting(page, '1 change is waiting for the connection.')
    await eventually(() => failures).toBeGreaterThan(1) // it has tried to reach the service again
    await goOnline(page)
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByLabel('Search tasks, projects and commands', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('main').press('ControlOrMeta+z')
    await eventually(async () => (await scene.taskOf('A')).status).toBe(0)
  })

  it('changes the texts of a task that waits to be added, also beyond a reload, and undoes that', async () => {
    const { page, scene } = await board('Typo')
    const dialog = page.getByRole('dialog', { name: 'New task', exact: true })
    const label = dialog.getByRole('textbox', { name: 'Label', exact: true })
    const text = dialog.getByRole('textbox', { name: 'Description', exact: true })
    await loadDialog(page)
    await goOffline(page)
    await add(page, 'Doing', 'Cal Bob')
    await waits(page, 'Cal Bob').getByText('Cal Bob', { exact: true }).click()
    await label.fill('Call Bob')
    await label.press('Enter')
    await text.fill('Before noon')
    await statusButton(page, 'In progress', dialog).click()
    await waiting(page, '4 changes are waiting for the connection.')
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await waiting(page, '2 changes are waiting for the connection.')
    await eventually(() => text.inputValue()).toBe('')
    await text.fill('After noon')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await waits(page, 'Call Bob').waitFor()
    await waiting(page, '3 changes are waiting for the connection.')
    await reload(page)
    await eventually(async () => (await scene.tasks(scene.laneIds[1]))[0]).toMatchObject({
      label: 'Call Bob',
      description: 'After noon',
      status: 0,
    })
    expect(await scene.labels(scene.laneIds[1])).toEqual(['Call Bob'])
  })

  it('undoes a text of a new task after it was sent, and offers one that the service has not taken', async () => {
    const { page, scene } = await offlineBoard(web, 'Sent', { errors: [400, 404, 412] })
    const dialog = page.getByRole('dialog', { name: 'New task', exact: true })
    const label = dialog.getByRole('textbox', { name: 'Label', exact: true })
    const edit = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Actions for ${from}`, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Open task' }).click()
      await label.fill(to)
      await page.keyboard.press('Escape')
      await waits(page, to).waitFor()
    }
    await loadDialog(page)
    await goOffline(page)
    await add(page, 'To do', 'D')
    await edit('D', 'E')
    await add(page, 'Doing', 'F')
    await edit('F', 'Precious')
    await web.service.client.lanes.delete(scene.projectId, String(scene.laneIds[1]))
    await goOnline(page)
    await page.getByRole('button', { name: '1 more', exact: true }).click()
    const told = page.getByRole('alert').filter({ hasText: '“F” was not changed. It was not added.' })
    await told.getByRole('button', { name: 'Copy text', exact: true }).first().waitFor()
    await eventually(() => scene.labels()).toEqual(['A', 'B', 'C', 'E'])
    await page.locator('main').press('ControlOrMeta+z')
    await eventually(() => scene.labels()).toEqual(['A', 'B', 'C', 'D'])
  })

  it('keeps what is done with a task that waits to be added', async () => {
    const { page, scene, requests } = await board('New one')
    await goOffline(page)
    await add(page, 'Doing', 'N')
    await add(page, 'Doing', 'Taken back')
    await waits(page, 'N').getByRole('button', { name: 'Done: N', exact: true }).click()
    await setStatus(page, 'Taken back', 'In progress')
    await waiting(page, '4 changes are waiting for the connection.')
    await page.locator('main').press('ControlOrMeta+z')
    await page.locator('main').press('ControlOrMeta+z')
    await page.locator('main').press('ControlOrMeta+z')
    await waits(page, 'Taken back').waitFor({ state: 'detached' })
    await waiting(page, '1 change is waiting for the connection.')
    await lift(page, 'B')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await pick(page, 'Actions for N', 'Move to bottom')
    await setStatus(page, 'N', 'In progress')
    await add(page, 'To do', 'Unwanted')
    await pick(page, 'Actions for Unwanted', 'Delete')
    await waiting(page, '6 changes are waiting for the connection.')
    await reload(page)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['B', 'N'])
    await eventually(async () => (await scene.taskOf('N')).status).toBe(1)
    await eventually(async () => (await scene.trashed()).map(({ label }) => label)).toEqual(['Unwanted'])
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'C'])
    expect(requests.filter((request) => request === 'POST /v1/tasks')).toHaveLength(2)
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['B', 'N'])
  })
})
