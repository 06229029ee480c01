import { expect, it } from 'vitest'
import { hear, labelField, taskDialog } from '../support/task-view.ts'
import { openBoard, redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

it('Ctrl+Z in a field undoes what was typed there, then what was done in the task, and never types in another field', async () => {
  const { page, scene } = await openBoard(web, 'Fields')
  const { id } = await scene.taskOf('A')
  const subtasks = async () => (await web.stored(id)).subtasks.map(({ label }) => label)
  await page.getByRole('link', { name: 'A', exact: true }).click()
  const adding = taskDialog(page).getByRole('textbox', { name: 'Add a subtask', exact: true })
  for (const [index, label] of ['t1', 't2'].entries()) {
    await adding.pressSequentially(label)
    await adding.press('Enter')
    await eventually(subtasks).toHaveLength(index + 1)
  }
  const title = labelField(page)
  await title.click()
  await title.press('End')
  await title.pressSequentially(' more')
  await hear(page, 'Saved.')
  await undoLast(page)
  await eventually(() => title.inputValue()).toBe('A')
  await undoLast(page)
  await told(page, 'Undoing: Added “t2”.')
  await eventually(subtasks).toEqual(['t1'])
  await undoLast(page)
  await eventually(subtasks).toEqual([])
  await undoLast(page)
  await told(page, 'Nothing to undo.')
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
  await redoLast(page)
  await redoLast(page)
  await redoLast(page)
  await eventually(subtasks).toEqual(['t1', 't2'])
  await redoLast(page)
  await eventually(() => title.inputValue()).toBe('A more')
  await eventually(async () => (await web.stored(id)).label).toBe('A more')
  await eventually(() => adding.inputValue()).toBe('')
})

it('Enter in the title makes a step of it, which is undone as such', async () => {
  const { page, scene } = await openBoard(web, 'Enter')
  const { id } = await scene.taskOf('A')
  const label = async () => (await web.stored(id)).label
  await page.getByRole('link', { name: 'A', exact: true }).click()
  await labelField(page).click()
  await labelField(page).press('End')
  await labelField(page).pressSequentially(' more')
  await labelField(page).press('Enter')
  await eventually(label).toBe('A more')
  await undoLast(page)
  await eventually(label).toBe('A')
  await undoLast(page)
  await told(page, 'Nothing to undo.')
  expect(await label()).toBe('A')
})

it('a field has its own undo and redo: by lines, by pastes, and where the caret was', async () => {
  const { page } = await openBoard(web, 'Lines')
  const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
  await field.pressSequentially('one')
  await field.press('Home')
  await field.pressSequentially('zero ')
  await field.press('Backspace')
  expect(await field.inputValue()).toBe('zeroone')
  for (const text of ['zero one', 'one', '']) {
    await field.press('Control+z')
    expect(await field.inputValue()).toBe(text)
  }
  for (const text of ['one', 'zero one', 'zeroone']) {
    await field.press('Control+Shift+z')
    expect(await field.inputValue()).toBe(text)
  }
  await field.press('Control+y')
  expect(await field.inputValue()).toBe('zeroone')
})
