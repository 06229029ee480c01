import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { circle, pasteLines, pick } from '../support/board.ts'
import { button, openForm, textbox } from '../support/form-page.ts'
import {
  answerLate,
  answers,
  asBefore,
  cards,
  openBoard,
  openBoardThat,
  redoLast,
  told,
  undoLast,
} from '../support/undo-board.ts'
import { inAccount, signIn } from '../support/header.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'
import { inDialog, openWebhook, receiverOf } from '../support/webhook-page.ts'

const web = useWeb()
const board = (label: string, options: VisitOptions = {}) => openBoard(web, label, options)

it('undoes a new task, and Ctrl+Shift+Z does again what was undone, until something else is done', async () => {
  const { page, held, statusOf } = await board('Again')
  const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
  await field.fill('New')
  await field.press('Enter')
  await eventually(held).toEqual([cards['To do'], ['E', 'F', 'New']])
  // the focus is still in the field, and nothing is typed in it
  await undoLast(page)
  await eventually(held).toEqual(asBefore)
  await redoLast(page)
  await eventually(held).toEqual([cards['To do'], ['E', 'F', 'New']])
  // what was typed and removed comes back
  await field.pressSequentially('Draft')
  await field.press('Control+a')
  await field.press('Delete')
  await field.press('Control+z')
  expect(await field.inputValue()).toBe('Draft')
  await field.fill('')
  await field.blur()
  await circle(page, 'A').click()
  await eventually(() => statusOf('A')).toBe(2)
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
  await undoLast(page)
  await eventually(held).toEqual(asBefore)
  await redoLast(page)
  await eventually(held).toEqual([cards['To do'], ['E', 'F', 'New']])
  await page.keyboard.press('Control+y')
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

it.each(answers)('undoes pasted lines, and adds them again, answered %s', async (when) => {
  const { page, held } = await openBoardThat(web, 'Pasted again', when)
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

it.each(answers)(
  'deletes a task and a subtask again that were deleted in the dialog of the task, answered %s',
  async (when) => {
    const { page, scene, held } = await openBoardThat(web, 'Deleted again', when, { errors: [404] }) // of a task that was deleted meanwhile
    await web.service.client.subtasks.create((await scene.taskOf('A')).id, { label: 'Socks' })
    await page.getByRole('link', { name: 'A', exact: true }).click()
    await pick(page, 'Actions for subtask Socks', 'Delete')
    const subtasks = async () => (await scene.taskOf('A')).subtasks.map(({ label }) => label)
    await eventually(subtasks).toEqual([])
    await button(page, 'Delete task').click()
    const withoutA = [['B', 'C', 'D'], cards.Doing]
    await eventually(held).toEqual(withoutA)
    for (let times = 0; times < 2; times += 1) {
      await undoLast(page)
      await eventually(held).toEqual(asBefore)
      await undoLast(page)
      await eventually(subtasks).toEqual(['Socks'])
      await redoLast(page)
      await eventually(subtasks).toEqual([])
      await redoLast(page)
      await eventually(held).toEqual(withoutA)
    }
    await undoLast(page)
    await eventually(held).toEqual(asBefore)
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
  },
)

it('offers no undo of a deletion in a dialog to a token that cannot restore', async () => {
  const { token } = await web.service.client.tokens.create({ name: 'Deleter', scopes: ['read', 'delete'] })
  const { page, held } = await board('Deleted for good', { token: token.secret })
  await page.getByRole('link', { name: 'A', exact: true }).click()
  await button(page, 'Delete task').click()
  await told(page, 'Deleted “A”.')
  expect(await button(page, 'Undo').count()).toBe(0)
  await eventually(held).toEqual([['B', 'C', 'D'], cards.Doing])
})

describe('beside the board', () => {
  const goTo = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  /** Takes back what was done last, and makes it again. */
  const toAndFro = async <T>(page: Page, stateOf: () => Promise<T>, before: T, after: T) => {
    await eventually(stateOf).toEqual(after)
    for (let times = 0; times < 2; times += 1) {
      await undoLast(page)
      await eventually(stateOf).toEqual(before)
      await redoLast(page)
      await eventually(stateOf).toEqual(after)
    }
  }
  const stands = async (page: Page, text: string) => {
    await undoLast(page)
    await told(page, `This cannot be undone: ${text}`)
  }

  it.each(answers)(
    'projects are renamed and back; what is made or deleted stays, answered %s',
    async (when) => {
      const { projectId } = await web.scene('Old name')
      await web.scene('Doomed')
      const { page } = await web.visit('#/')
      if (when === 'late') await answerLate(page)
      await pick(page, 'Actions for project Old name', 'Rename')
      await textbox(page, 'Name of project Old name').fill('New name')
      await page.keyboard.press('Enter')
      const label = async () => (await web.service.client.projects.get(projectId)).project.label
      await toAndFro(page, label, 'Old name', 'New name')
      await pick(page, 'Actions for project Doomed', 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('link', { name: 'Doomed', exact: true }).waitFor({ state: 'detached' })
      await stands(page, 'Deleted the project “Doomed” with its lanes and its trash.')
      await button(page, 'New project').click()
      await textbox(page, 'Name of the new project').fill('Made')
      await button(page, 'Create project').click()
      await page.getByRole('heading', { name: 'Made', level: 1 }).waitFor()
      await undoLast(page)
      await told(page, 'Nothing to undo.')
      await goTo(page, '#/')
      await stands(page, 'Created the project “Made”. To remove it, delete it in its menu.')
      expect(await label()).toBe('New name')
    },
  )

  it('an undo that waits for an answer when the session ends does not hold those of the next one', async () => {
    const { projectId } = await web.scene('Held')
    const { page } = await web.visit('#/')
    const label = async () => (await web.service.client.projects.get(projectId)).project.label
    const rename = async (from: string, to: string) => {
      await pick(page, `Actions for project ${from}`, 'Rename')
      await textbox(page, `Name of project ${from}`).fill(to)
      await page.keyboard.press('Enter')
      await eventually(label).toBe(to)
    }
    await page.route('**/v1/projects/*', () => new Promise(() => undefined), { times: 1 })
    await pick(page, 'Actions for project Held', 'Rename')
    await textbox(page, 'Name of project Held').fill('Never')
    await page.keyboard.press('Enter')
    await undoLast(page)
    await inAccount(page, 'Sign out')
    await signIn(page, web.service.demo.token)
    await rename('Held', 'Renamed')
    await undoLast(page)
    await eventually(label).toBe('Held')
  })

  it('the first lanes go and come while they are as they were made', async () => {
    const scene = await web.scene('First lanes')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const lanes = async () =>
      (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
        ({ label }) => label,
      )
    await button(page, 'To do, Doing, Done').click()
    await eventually(lanes).toHaveLength(3)
    await page.getByRole('region', { name: 'Done', exact: true }).waitFor()
    await toAndFro(page, lanes, [], ['To do', 'Doing', 'Done'])
  })

  it('the trash and the forms of a project are pages of their own', async () => {
    const { page, scene, statusOf } = await board('Pages')
    for (const label of ['E', 'F']) await web.service.client.tasks.delete((await scene.taskOf(label)).id)
    await circle(page, 'A').click()
    await eventually(() => statusOf('A')).toBe(2)
    await goTo(page, `#/projects/${scene.projectId}/forms`)
    await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor()
    await undoLast(page)
    await told(page, 'Nothing to undo.')
    await goTo(page, `#/projects/${scene.projectId}/trash`)
    const trashed = async () => (await scene.trashed()).map(({ label }) => label).toSorted()
    await button(page, 'Restore E').click()
    await toAndFro(page, trashed, ['E', 'F'], ['F'])
    await goTo(page, `#/projects/${scene.projectId}/list`)
    await page.getByRole('grid').waitFor()
    expect(await statusOf('A')).toBe(2)
    await undoLast(page)
    await eventually(() => statusOf('A')).toBe(0)
  })

  it('forms are paused, set and mapped, and back; a new URL and a deletion stay', async () => {
    const { page, form, scene } = await openForm(web, 'Undone forms')
    const now = async () => (await web.service.client.forms.get(form.id)).form
    await button(page, 'Pause').click()
    await toAndFro(page, async () => (await now()).paused, false, true)
    await textbox(page, 'Name').fill('Renamed')
    await button(page, 'Save settings').click()
    await toAndFro(page, async () => (await now()).name, 'Contact', 'Renamed')
    await page.getByRole('link', { name: 'Edit mapping', exact: true }).click()
    await textbox(page, 'Label').fill('From {{name}}')
    await button(page, 'Save mapping').click()
    await button(page, 'New URL').waitFor()
    await toAndFro(page, async () => (await now()).mapping?.label, undefined, 'From {{name}}')
    await button(page, 'New URL').click()
    await inDialog(page, 'Replace the URL').click()
    await told(page, 'The form has a new URL: copy it from this page.')
    await stands(page, 'Made a new URL for “Renamed”. The old one does not come back.')
    expect((await now()).name).toBe('Renamed')
    await button(page, 'Delete form').click()
    await inDialog(page, 'Delete form').click()
    await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor()
    await stands(page, 'Deleted the form “Renamed” with its submissions.')
    expect(scene.projectId).toBe(form.project_id)
  })

  it('webhooks are paused and set, and back; a new secret stays', async () => {
    const { page, current } = await openWebhook(web, 'Undone webhook', await receiverOf())
    await button(page, 'Pause').click()
    await toAndFro(page, async () => (await current()).status, 'active', 'paused')
    await textbox(page, 'Description').fill('Described')
    await button(page, 'Save settings').click()
    await toAndFro(page, async () => (await current()).description, 'Undone webhook', 'Described')
    await page.getByRole('heading', { name: 'Described', exact: true, level: 1 }).waitFor()
    await button(page, 'New secret').click()
    await inDialog(page, 'Replace the secret').click()
    await told(page, 'The webhook has a new secret: copy it from this page.')
    await stands(page, 'Made a new secret for “Described”. The old one does not come back.')
    expect((await current()).description).toBe('Described')
  })

  it('fields are added, changed, moved and deleted, and back', async () => {
    const { client } = web.service
    const fields = async () => (await client.fields.list()).fields.map(({ label }) => label)
    const { page } = await web.visit('#/fields')
    await button(page, 'Add a due date').click()
    await toAndFro(page, fields, [], ['Due'])
    await button(page, 'Add a priority').click()
    await toAndFro(page, fields, ['Due'], ['Due', 'Priority'])
    await pick(page, 'Actions for Priority', 'Move up')
    await toAndFro(page, fields, ['Due', 'Priority'], ['Priority', 'Due'])
    await pick(page, 'Actions for Priority', 'Change…')
    await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('Urgency')
    await inDialog(page, 'Save').click()
    // it closes with the answer: until then, Ctrl+Z means what was done in it
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await toAndFro(page, fields, ['Priority', 'Due'], ['Urgency', 'Due'])
    await pick(page, 'Actions for Urgency', 'Delete…')
    await inDialog(page, 'Delete').click()
    await toAndFro(page, fields, ['Urgency', 'Due'], ['Due'])
    for (const { key } of (await client.fields.list()).fields) await client.fields.delete(key)
  })

  it('tokens say why they stay', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Doomed', scopes: ['read'] })
    const { page } = await web.visit('#/tokens')
    await button(page, `Revoke ${token.name}`).click()
    await inDialog(page, 'Revoke').click()
    await told(page, 'Revoked “Doomed”. It stops working within a minute.')
    await stands(page, 'Revoked “Doomed”. A token that is revoked does not come back.')
  })
})
