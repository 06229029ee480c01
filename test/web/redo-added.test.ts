import { expect, it } from 'vitest'
import { circle, pasteLines, pick } from '../support/board.ts'
import { answerLate, asBefore, cards, openBoard, redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

it.each(['at once', 'late'])(
  'brings back the very task that was added, and does again what was done with it, answered %s',
  async (when) => {
    const { page, scene, held, statusOf } = await openBoard(web, `Same task ${when}`)
    if (when === 'late') await answerLate(page)
    const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
    await field.fill('New')
    await field.press('Enter')
    await field.blur()
    const added = [cards['To do'], ['E', 'F', 'New']]
    const moved = [cards['To do'], ['New', 'E', 'F']]
    await eventually(held).toEqual(added)
    const { id } = await scene.taskOf('New')
    await pick(page, 'Actions for New', 'Move to top')
    await eventually(held).toEqual(moved)
    await circle(page, 'New').click()
    await eventually(() => statusOf('New')).toBe(2)
    for (let times = 0; times < 2; times += 1) {
      await undoLast(page)
      await eventually(() => statusOf('New')).toBe(0)
      await undoLast(page)
      await eventually(held).toEqual(added)
      await undoLast(page)
      await told(page, 'Deleted “New”.')
      await eventually(held).toEqual(asBefore)
      // without waiting in between
      for (let steps = 0; steps < 3; steps += 1) await redoLast(page)
      await eventually(held).toEqual(moved)
      await eventually(() => statusOf('New')).toBe(2)
      expect((await scene.taskOf('New')).id).toBe(id)
      expect(await scene.trashed()).toEqual([])
    }
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
  },
)

it('brings back the tasks of pasted lines, and does again what was done with one', async () => {
  const { page, scene, held, statusOf } = await openBoard(web, 'Same lines')
  await pasteLines(page, 'Doing', ['One', 'Two'])
  await page.getByRole('button', { name: 'Add 2 tasks', exact: true }).click()
  const added = [cards['To do'], ['E', 'F', 'One', 'Two']]
  await eventually(held).toEqual(added)
  const { id } = await scene.taskOf('One')
  await circle(page, 'One').click()
  await eventually(() => statusOf('One')).toBe(2)
  await page.locator('main').focus()
  await undoLast(page)
  await eventually(() => statusOf('One')).toBe(0)
  await undoLast(page)
  await eventually(held).toEqual(asBefore)
  await redoLast(page)
  await eventually(held).toEqual(added)
  await redoLast(page)
  await eventually(() => statusOf('One')).toBe(2)
  expect((await scene.taskOf('One')).id).toBe(id)
  expect(await scene.trashed()).toEqual([])
})
