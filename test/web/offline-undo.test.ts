import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, cardsIn, circle, lane, pick } from '../support/board.ts'
import { add, goOffline, goOnline, offlineBoard, reload, waiting } from '../support/offline.ts'
import { hear, labelField, statusButton } from '../support/task-view.ts'
import { told } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const undo = (page: Page) => page.locator('main').press('ControlOrMeta+z')
const redo = (page: Page) => page.locator('main').press('ControlOrMeta+Shift+z')
const isDone = (page: Page, label: string) => circle(page, label).getAttribute('aria-pressed')
const nothingWaits = (page: Page) =>
  eventually(() => page.getByText('waiting for the connection').count()).toBe(0)

it('what was taken back before it was sent is made again', async () => {
  const { page, scene } = await offlineBoard(web, 'Made again')
  await page.getByRole('link', { name: 'A', exact: true }).click()
  await labelField(page).waitFor() // the task's view is loaded
  await page.keyboard.press('Escape')
  await goOffline(page)
  await circle(page, 'A').click()
  await pick(page, 'Actions for B', 'Move to top')
  await pick(page, 'Actions for C', 'Delete')
  await add(page, 'Doing', 'N')
  await waiting(page, '4 changes are waiting for the connection.')
  for (let times = 0; times < 4; times += 1) await undo(page)
  await nothingWaits(page)
  await eventually(() => isDone(page, 'A')).toBe('false')
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'C'])
  await redo(page)
  await eventually(() => isDone(page, 'A')).toBe('true')
  for (let times = 0; times < 3; times += 1) await redo(page)
  await lane(page, 'Doing').getByText('N', { exact: true }).waitFor()
  await eventually(() => cardsIn(page, 'To do')).toEqual(['B', 'A'])
  await waiting(page, '4 changes are waiting for the connection.')
  await redo(page)
  await told(page, 'Nothing to redo.')
  await goOnline(page)
  await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['B', 'A'])
  await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['N'])
  await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
})

it('what was done to one task more than once is made again in its order', async () => {
  const { page, scene } = await offlineBoard(web, 'In its order')
  await goOffline(page)
  await circle(page, 'A').click()
  await pick(page, 'Actions for A', 'Move to bottom')
  await waiting(page, '2 changes are waiting for the connection.')
  for (let times = 0; times < 2; times += 1) {
    await undo(page)
    await undo(page)
    await nothingWaits(page)
    await redo(page)
    await redo(page)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['B', 'C', 'A'])
    await eventually(() => isDone(page, 'A')).toBe('true')
  }
  await goOnline(page)
  await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['B', 'C', 'A'])
  await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
})

it('what was taken back in a task before it was sent is made again there', async () => {
  const { page, scene } = await offlineBoard(web, 'Made again inside')
  await page.getByRole('link', { name: 'A', exact: true }).click()
  await labelField(page).waitFor()
  await goOffline(page)
  await statusButton(page, 'In progress').click()
  await waiting(page, '1 change is waiting for the connection.')
  for (let times = 0; times < 2; times += 1) {
    await page.keyboard.press('ControlOrMeta+z')
    await hear(page, 'Undone: Status: In progress.')
    await nothingWaits(page)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await waiting(page, '1 change is waiting for the connection.')
  }
  await eventually(() => statusButton(page, 'In progress').getAttribute('aria-pressed')).toBe('true')
  await goOnline(page)
  await eventually(async () => (await scene.taskOf('A')).status).toBe(1)
})

it.each(['after', 'before'])('what was undone on a slow line is made again, %s the answers', async (when) => {
  const { page, scene } = await offlineBoard(web, 'Slow line')
  const held = Promise.withResolvers<undefined>()
  await page.route('**/v1/tasks**', async (route) => {
    if (route.request().method() !== 'GET') await held.promise
    await route.continue()
  })
  await circle(page, 'A').click()
  await add(page, 'Doing', 'Slow')
  await pick(page, 'Actions for C', 'Delete')
  for (let times = 0; times < 3; times += 1) await undo(page)
  if (when === 'after') {
    held.resolve(undefined)
    await told(page, '“A” is open again.')
  }
  for (let times = 0; times < 3; times += 1) await redo(page)
  held.resolve(undefined)
  await told(page, 'Deleted “C”.')
  await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'B'])
  await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['Slow'])
  await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
  // and undone once more
  for (let times = 0; times < 3; times += 1) await undo(page)
  await eventually(async () => (await scene.taskOf('A')).status).toBe(0)
  await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'B', 'C'])
  await eventually(() => scene.labels(scene.laneIds[1])).toEqual([])
})

it('what is done with several cards waits as one, also beyond a reload, and is taken back as one', async () => {
  const { page, scene } = await offlineBoard(web, 'Several')
  const choose = async (...labels: string[]) => {
    for (const label of labels) await card(page, label).click({ modifiers: ['ControlOrMeta'] })
  }
  await choose('A')
  await page.getByRole('button', { name: 'Set status', exact: true }).waitFor() // it is loaded
  await goOffline(page)
  await choose('C')
  await pick(page, 'Move to lane', 'Doing')
  await eventually(() => cardsIn(page, 'Doing')).toEqual(['A', 'C'])
  await choose('B', 'C')
  await pick(page, 'Set status', 'Done')
  await page.getByRole('button', { name: 'Select', exact: true }).click() // selects no longer
  await waiting(page, '4 changes are waiting for the connection.')
  await undo(page)
  await waiting(page, '2 changes are waiting for the connection.')
  await eventually(() => isDone(page, 'C')).toBe('false')
  await redo(page)
  await waiting(page, '4 changes are waiting for the connection.')
  await reload(page)
  await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['A', 'C'])
  await eventually(async () => (await scene.taskOf('B')).status).toBe(2)
  await undo(page)
  await told(page, 'Undone: 2 tasks were changed.')
  expect((await scene.taskOf('B')).status).toBe(0)
  expect((await scene.taskOf('C')).status).toBe(0)
  await undo(page)
  await told(page, 'Undone: 2 tasks were moved.')
  expect(await scene.labels(scene.laneIds[0])).toEqual(['A', 'B', 'C'])
})
