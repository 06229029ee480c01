import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, cardsIn, lane, pasteLines, pick } from '../support/board.ts'
import { button, textbox } from '../support/form-page.ts'
import { answers, asBefore, cards, openBoardThat, redoLast, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

async function addLater(page: Page): Promise<void> {
  await button(page, 'Add lane').click()
  await textbox(page, 'Name of the new lane').fill('Later')
  await page.keyboard.press('Enter')
}

/** Moves the card A. */
async function moveToLater(page: Page): Promise<void> {
  await pick(page, 'Actions for A', 'Move to lane…')
  await page.getByRole('menuitemradio', { name: 'Later', exact: true }).click()
}

it.each(answers)('undoes what was done to lanes, and does it again, answered %s', async (when) => {
  const { page, scene } = await openBoardThat(web, 'Lanes again', when)
  const lanes = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
      ({ label, task_status }) => (task_status === null ? label : `${label} ${task_status}`),
    )
  await page.getByRole('button', { name: 'Add lane', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the new lane', exact: true }).fill('Later')
  await page.keyboard.press('Enter')
  await eventually(lanes).toEqual(['To do', 'Doing', 'Later'])
  await pick(page, 'Actions for lane Doing', 'Rename')
  await page.getByRole('textbox', { name: 'Name of lane Doing', exact: true }).fill('Now')
  await page.keyboard.press('Enter')
  await eventually(lanes).toEqual(['To do', 'Now', 'Later'])
  await pick(page, 'Actions for lane Now', 'Move right')
  await eventually(lanes).toEqual(['To do', 'Later', 'Now'])
  await page.locator('main').focus()
  for (const expected of [
    ['To do', 'Now', 'Later'],
    ['To do', 'Doing', 'Later'],
    ['To do', 'Doing'],
  ]) {
    await undoLast(page)
    await eventually(lanes).toEqual(expected)
  }
  for (const expected of [
    ['To do', 'Doing', 'Later'],
    ['To do', 'Now', 'Later'],
    ['To do', 'Later', 'Now'],
  ]) {
    await redoLast(page)
    await eventually(lanes).toEqual(expected)
  }
  await undoLast(page)
  await eventually(lanes).toEqual(['To do', 'Now', 'Later'])
})

it.each(answers)('changes a lane again that was added again, answered %s', async (when) => {
  const { page, scene } = await openBoardThat(web, 'Lane anew', when)
  const lanes = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(({ label }) => label)
  await addLater(page)
  await pick(page, 'Actions for lane Later', 'Rename')
  await textbox(page, 'Name of lane Later').fill('Soon')
  await page.keyboard.press('Enter')
  await pick(page, 'Actions for lane Soon', 'Move left')
  await eventually(lanes).toEqual(['To do', 'Soon', 'Doing'])
  await page.locator('main').focus()
  for (let times = 0; times < 2; times += 1) {
    for (let steps = 0; steps < 3; steps += 1) await undoLast(page)
    await eventually(lanes).toEqual(['To do', 'Doing'])
    for (let steps = 0; steps < 3; steps += 1) await redoLast(page)
    await eventually(lanes).toEqual(['To do', 'Soon', 'Doing'])
  }
})

it.each(answers)('moves tasks again into a lane that was added again, answered %s', async (when) => {
  const { page, scene } = await openBoardThat(web, 'Into a lane anew', when)
  const later = async () => {
    const { project } = await web.service.client.projects.get(scene.projectId)
    const lane = project.workflow_lanes.find(({ label }) => label === 'Later')
    return lane && scene.labels(lane.id)
  }
  await addLater(page)
  await moveToLater(page)
  await eventually(later).toEqual(['A'])
  for (const label of ['E', 'F']) await card(page, label).click({ modifiers: ['Control'] })
  await pick(page, 'Move to lane', 'Later')
  await eventually(later).toEqual(['A', 'E', 'F'])
  await textbox(page, 'Add a task to Later').fill('New')
  await page.keyboard.press('Enter')
  await eventually(later).toEqual(['A', 'E', 'F', 'New'])
  await pasteLines(page, 'Later', ['Pasted', 'Too'])
  await button(page, 'Add 2 tasks').click()
  const all = ['A', 'E', 'F', 'New', 'Pasted', 'Too']
  await eventually(later).toEqual(all)
  await page.locator('main').focus()
  for (let times = 0; times < 2; times += 1) {
    for (let steps = 0; steps < 5; steps += 1) await undoLast(page)
    await eventually(later).toBe(undefined)
    for (let steps = 0; steps < 5; steps += 1) await redoLast(page)
    await eventually(later).toEqual(all)
    await eventually(() => cardsIn(page, 'Later')).toEqual(all)
  }
})

it('takes a task back before the lane is there that was added again', async () => {
  const { page, scene, held } = await openBoardThat(web, 'Back at once', 'late')
  const lanes = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(({ label }) => label)
  await addLater(page)
  await moveToLater(page)
  await eventually(() => cardsIn(page, 'Later')).toEqual(['A'])
  await page.locator('main').focus()
  for (let steps = 0; steps < 2; steps += 1) await undoLast(page)
  await eventually(lanes).toEqual(['To do', 'Doing'])
  await eventually(held).toEqual(asBefore)
  for (let steps = 0; steps < 2; steps += 1) await redoLast(page)
  await undoLast(page)
  await eventually(lanes).toEqual(['To do', 'Doing', 'Later'])
  await lane(page, 'Later').waitFor()
  expect(await held()).toEqual(asBefore)
  await eventually(() => cardsIn(page, 'To do')).toEqual(cards['To do'])
})
