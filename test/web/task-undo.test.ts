import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { circle } from '../support/board.ts'
import { closeTask, hear, labelField, openTask, statusButton, taskDialog } from '../support/task-view.ts'
import { openBoard, redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()
const board = (label: string) => openBoard(web, label)

/** Renames the open task to “A x”, and leaves the field. */
const rename = async (page: Page) => {
  await labelField(page).fill('A x')
  await hear(page, 'Saved.')
  await statusButton(page, 'Open').focus()
}

describe('a text that was changed in a task', () => {
  it('is undone once after the task is closed, also if it was undone and redone there', async () => {
    const { page, scene, statusOf } = await board('To and fro')
    const { id } = await scene.taskOf('A')
    const label = async () => (await web.stored(id)).label
    await circle(page, 'B').click()
    await eventually(() => statusOf('B')).toBe(2)
    await openTask(page, 'A')
    await rename(page)
    await undoLast(page)
    await eventually(label).toBe('A')
    await redoLast(page)
    await eventually(label).toBe('A x')
    await closeTask(page)
    await told(page, 'Changed “A x”.')
    await undoLast(page)
    await eventually(label).toBe('A')
    await undoLast(page)
    await eventually(() => statusOf('B')).toBe(0)
    expect(await label()).toBe('A')
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
    await redoLast(page)
    await eventually(() => statusOf('B')).toBe(2)
    await redoLast(page)
    await eventually(label).toBe('A x')
  })

  it('is redone after the task is closed, if it was undone in it, and undone again', async () => {
    const { page, scene, statusOf } = await board('Redone outside')
    const { id } = await scene.taskOf('A')
    const label = async () => (await web.stored(id)).label
    await circle(page, 'B').click()
    await eventually(() => statusOf('B')).toBe(2)
    await openTask(page, 'A')
    await rename(page)
    await undoLast(page)
    await eventually(label).toBe('A')
    await hear(page, 'Saved.')
    await closeTask(page)
    await redoLast(page)
    await eventually(label).toBe('A x')
    await page.getByRole('link', { name: 'A x', exact: true }).waitFor()
    await undoLast(page)
    await eventually(label).toBe('A')
    await page.getByRole('link', { name: 'A', exact: true }).waitFor()
    await undoLast(page)
    await eventually(() => statusOf('B')).toBe(0)
    expect(await label()).toBe('A')
  })

  it('stands as a barrier when someone else has changed it since', async () => {
    const { page, scene, statusOf } = await board('Overwritten')
    const { id } = await scene.taskOf('A')
    await circle(page, 'B').click()
    await eventually(() => statusOf('B')).toBe(2)
    await openTask(page, 'A')
    await labelField(page).fill('A mine')
    await hear(page, 'Saved.')
    await web.service.client.tasks.update(id, { label: 'A theirs' })
    await eventually(() => labelField(page).inputValue()).toBe('A theirs')
    await closeTask(page)
    for (let presses = 1; presses <= 2; presses++) {
      await undoLast(page)
      await told(
        page,
        'This cannot be undone: Changed the label of “A theirs”. Someone else has changed it since.',
      )
    }
    expect(await statusOf('B')).toBe(2)
    expect((await web.stored(id)).label).toBe('A theirs')
  })
})

it('Ctrl+Z in an open task means the last change, whether it is of a text, a subtask or a status', async () => {
  const { page, scene } = await board('One order')
  const { id } = await scene.taskOf('A')
  await openTask(page, 'A')
  const dialog = taskDialog(page)
  const state = async () => {
    const { description, subtasks, status } = await web.stored(id)
    return [description, subtasks.map(({ label }) => label), status]
  }
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Wool')
  const adding = dialog.getByRole('textbox', { name: 'Add a subtask', exact: true })
  await adding.fill('Socks')
  await adding.press('Enter')
  await statusButton(page, 'In progress').click()
  await eventually(state).toEqual(['Wool', ['Socks'], 1])
  const states = [
    ['Wool', ['Socks'], 0],
    ['Wool', [], 0],
    [null, [], 0],
  ]
  for (const expected of states) {
    await undoLast(page)
    await eventually(state).toEqual(expected)
  }
})
