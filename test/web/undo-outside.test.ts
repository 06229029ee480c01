import { expect, it } from 'vitest'
import { closeTask, labelField, statusButton, taskDialog } from '../support/task-view.ts'
import { answerLate, openBoard, redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

it('an undo outside of a task says in which task, and what is so now', async () => {
  const { page, scene } = await openBoard(web, 'Said outside')
  const { id } = await scene.taskOf('A')
  await web.service.client.subtasks.create(id, { label: 'Socks' })
  await page.getByRole('link', { name: 'A', exact: true }).click()
  const dialog = taskDialog(page)
  await statusButton(page, 'In progress').click()
  await eventually(async () => (await web.stored(id)).status).toBe(1)
  await dialog.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('Doing')
  await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['E', 'F', 'A'])
  await dialog.getByRole('checkbox', { name: 'Socks', exact: true }).click()
  await eventually(async () => (await web.stored(id)).subtasks.map((one) => one.is_completed)).toEqual([true])
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Wool')
  await labelField(page).focus()
  await eventually(async () => (await web.stored(id)).description).toBe('Wool')
  await labelField(page).fill('A new')
  await statusButton(page, 'Open').focus()
  await eventually(async () => (await web.stored(id)).label).toBe('A new')
  await closeTask(page)
  await told(page, 'Changed “A new”.')
  await undoLast(page)
  await eventually(async () => (await web.stored(id)).label).toBe('A')
  expect((await web.stored(id)).description).toBeNull()

  await page.evaluate(`(() => {
    window.said = []
    const note = () => {
      for (const toast of document.querySelectorAll('.toast > span')) window.said.push(toast.textContent)
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
  })()`)
  const said = async () => [...new Set(await page.evaluate<string[]>('window.said'))]
  const undone = ['Undoing in “A”: Ticked “Socks”.', '“A”: “Socks” is not ticked.']
  await undoLast(page)
  await eventually(said).toEqual(expect.arrayContaining(undone))
  await undoLast(page)
  await eventually(said).toEqual(
    expect.arrayContaining(['Undoing in “A”: Lane: Doing.', '“A”: Lane: To do.']),
  )
  await undoLast(page)
  const back = ['Undoing in “A”: Status: In progress.', '“A”: Status: Open.']
  await eventually(said).toEqual(expect.arrayContaining(back))
  await eventually(async () => (await web.stored(id)).status).toBe(0)
  await redoLast(page)
  await eventually(said).toEqual(expect.arrayContaining(['Redoing in “A”: Status: In progress.']))
  await eventually(async () => (await web.stored(id)).status).toBe(1)
  await page.evaluate('window.said = []')
  await undoLast(page)
  await eventually(said).toEqual(expect.arrayContaining(back))
})

it.each(['at once', 'late'])(
  'an undo outside of a task says which of its texts is back, answered %s',
  async (when) => {
    const { page, scene } = await openBoard(web, `Text outside ${when}`)
    if (when === 'late') await answerLate(page)
    const { id } = await scene.taskOf('A')
    await page.getByRole('link', { name: 'A', exact: true }).click()
    await labelField(page).fill('A new')
    await statusButton(page, 'Open').focus()
    await eventually(async () => (await web.stored(id)).label).toBe('A new')
    await undoLast(page)
    await eventually(async () => (await web.stored(id)).label).toBe('A')
    await closeTask(page)
    await redoLast(page)
    await eventually(async () => (await web.stored(id)).label).toBe('A new')
    await undoLast(page)
    await told(page, '“A new” is “A” again.')
    await eventually(async () => (await web.stored(id)).label).toBe('A')
  },
)
