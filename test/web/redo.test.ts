import { expect, it } from 'vitest'
import { circle, pasteLines, pick } from '../support/board.ts'
import { asBefore, cards, openBoard, redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()
const board = (label: string) => openBoard(web, label)

it('undoes a new task, and Ctrl+Shift+Z does again what was undone, until something else is done', async () => {
  const { page, held, statusOf } = await board('Again')
  const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
  await field.fill('New')
  await field.press('Enter')
  await eventually(held).toEqual([cards['To do'], ['E', 'F', 'New']])
  await field.blur()
  await circle(page, 'A').click()
  await eventually(() => statusOf('A')).toBe(2)
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
  await undoLast(page)
  await eventually(held).toEqual(asBefore)
  await redoLast(page)
  await eventually(held).toEqual([cards['To do'], ['E', 'F', 'New']])
  await redoLast(page)
  await eventually(() => statusOf('A')).toBe(2)
  await redoLast(page)
  await told(page, 'Nothing to redo.')
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
  await circle(page, 'B').click()
  await eventually(() => statusOf('B')).toBe(2)
  await redoLast(page)
  await told(page, 'Nothing to redo.')
  expect(await statusOf('A')).toBe(0)
})

it('undoes what was done to lanes, and does it again', async () => {
  const { page, scene } = await board('Lanes again')
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

it('undoes pasted lines, and adds them again', async () => {
  const { page, held } = await board('Pasted again')
  await pasteLines(page, 'Doing', ['One', 'Two'])
  await page.getByRole('button', { name: 'Add 2 tasks', exact: true }).click()
  await eventually(held).toEqual([cards['To do'], ['E', 'F', 'One', 'Two']])
  await page.locator('main').focus()
  for (let times = 0; times < 2; times += 1) {
    await undoLast(page)
    await eventually(held).toEqual(asBefore)
    await redoLast(page)
    await eventually(held).toEqual([cards['To do'], ['E', 'F', 'One', 'Two']])
  }
})

it('undoes in an open task what was done to its subtasks and choices, and does it again', async () => {
  const { page, scene, statusOf } = await board('Task again')
  await page.getByRole('link', { name: 'A', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Task', exact: true })
  const subtasks = async () =>
    (await scene.taskOf('A')).subtasks.map(({ label, is_completed }) => (is_completed ? '+' : '') + label)
  const field = dialog.getByRole('textbox', { name: 'Add a subtask', exact: true })
  await field.focus()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Socks\\nShoes')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await dialog.getByRole('button', { name: 'Add 2 subtasks', exact: true }).click()
  await eventually(subtasks).toEqual(['Socks', 'Shoes'])
  await dialog.getByRole('checkbox', { name: 'Socks', exact: true }).click()
  await eventually(subtasks).toEqual(['+Socks', 'Shoes'])
  await pick(page, 'Actions for subtask Socks', 'Move down')
  await eventually(subtasks).toEqual(['Shoes', '+Socks'])
  await pick(page, 'Actions for subtask Shoes', 'Delete')
  await eventually(subtasks).toEqual(['+Socks'])
  await dialog.getByRole('button', { name: 'In progress', exact: true }).click()
  await eventually(() => statusOf('A')).toBe(1)
  const states: [subtasks: string[], status: number][] = [
    [[], 0],
    [['Socks', 'Shoes'], 0],
    [['+Socks', 'Shoes'], 0],
    [['Shoes', '+Socks'], 0],
    [['+Socks'], 0],
    [['+Socks'], 1],
  ]
  const state = async () => [await subtasks(), await statusOf('A')]
  for (const expected of states.slice(0, -1).reverse()) {
    await undoLast(page)
    await eventually(state).toEqual(expected)
  }
  for (const expected of states.slice(1)) {
    await redoLast(page)
    await eventually(state).toEqual(expected)
  }
})
