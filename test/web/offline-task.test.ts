import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, circle, lift } from '../support/board.ts'
import { goOffline, goOnline, offlineBoard, waiting } from '../support/offline.ts'
import { closeTask, hear, labelField, openTask, statusButton, taskDialog } from '../support/task-view.ts'
import { told } from '../support/undo-board.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

const isPressed = (page: Page, status: string) => statusButton(page, status).getAttribute('aria-pressed')
const laneShown = (page: Page) =>
  taskDialog(page).getByRole('combobox', { name: 'Lane' }).locator('option:checked').textContent()

/** Such a board, whose dialog is loaded. */
async function openBoard(name: string, options: VisitOptions = {}) {
  const visit = await offlineBoard(web, name, options)
  await openTask(visit.page, 'A')
  await closeTask(visit.page)
  return visit
}

describe('without a connection', () => {
  it('a task opens as its card shows it, and its card stays so', async () => {
    const { page, scene } = await openBoard('As its card')
    await goOffline(page)
    await circle(page, 'A').click()
    await lift(page, 'B')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await waiting(page, '2 changes are waiting for the connection.')
    await openTask(page, 'A')
    await eventually(() => isPressed(page, 'Done')).toBe('true')
    await closeTask(page)
    await openTask(page, 'B')
    await eventually(() => laneShown(page)).toBe('Doing')
    await statusButton(page, 'In progress').click()
    await waiting(page, '3 changes are waiting for the connection.')
    await eventually(async () => [await laneShown(page), await isPressed(page, 'In progress')]).toEqual([
      'Doing',
      'true',
    ])
    await closeTask(page)
    expect(await cardsIn(page, 'Doing')).toEqual(['B'])
    await page.locator('main').press('ControlOrMeta+z')
    await waiting(page, '2 changes are waiting for the connection.')
    expect(await cardsIn(page, 'Doing')).toEqual(['B'])
    await goOnline(page)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['B'])
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    expect((await scene.taskOf('B')).status).toBe(0)
  })

  it('a text that was typed in a task is on its card at once', async () => {
    // the text and what was done on the board are sent beside each other: then one is sent again
    const { page, scene } = await openBoard('Typed', { errors: [412] })
    await goOffline(page)
    await openTask(page, 'A')
    await labelField(page).fill('Typed')
    await hear(page, 'Not saved, retrying')
    await closeTask(page)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Typed', 'B', 'C'])
    await told(page, 'The text of “Typed” is not saved yet. It is tried again.')
    await circle(page, 'Typed').click()
    await told(page, '“Typed” is done.')
    await openTask(page, 'Typed')
    expect(await isPressed(page, 'Done')).toBe('true')
    expect(await labelField(page).inputValue()).toBe('Typed')
    await labelField(page).fill('Typed again')
    await statusButton(page, 'In progress').click()
    await closeTask(page)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Typed again', 'B', 'C'])
    await goOnline(page)
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['Typed again', 'B', 'C'])
    await eventually(async () => (await scene.taskOf('Typed again')).status).toBe(1)
    await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
    expect(await cardsIn(page, 'To do')).toEqual(['Typed again', 'B', 'C'])
  })

  it('a text that goes back is in its task at once, and may be typed once more', async () => {
    const { page, scene } = await openBoard('Back')
    for (const label of ['A', 'B']) {
      await openTask(page, label)
      await labelField(page).fill(`${label} new`)
      await hear(page, 'Saved.')
      await closeTask(page)
      await told(page, `Changed “${label} new”.`)
    }
    await goOffline(page)
    await page.locator('main').press('ControlOrMeta+z')
    await page.locator('main').press('ControlOrMeta+z')
    await waiting(page, '2 changes are waiting for the connection.')
    await openTask(page, 'A')
    expect(await labelField(page).inputValue()).toBe('A')
    await labelField(page).press('End')
    await labelField(page).pressSequentially(' new')
    expect(await labelField(page).inputValue()).toBe('A new')
    await closeTask(page)
    await waiting(page, '1 change is waiting for the connection.')
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A new', 'B', 'C'])
    await goOnline(page)
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A new', 'B', 'C'])
  })
})
