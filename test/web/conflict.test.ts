import { describe, expect, it } from 'vitest'
import { cardsIn } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Opens a task's dialog and types a label into it while someone else saves a different label. */
async function conflict({ isSeen }: { isSeen: boolean }) {
  const scene = await web.scene('Conflict')
  const { id } = await scene.createTask('First version', { description: 'As it was' })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
  const task = page.getByRole('dialog', { name: 'Task', exact: true })
  const label = task.getByRole('textbox', { name: 'Label', exact: true })
  await eventually(() => label.inputValue()).toBe('First version')
  await label.fill('My version')
  await web.service.client.tasks.update(id, { label: 'Their version', description: 'Their words' })
  // the card behind the dialog follows the change feed; the typed text must not
  if (isSeen) await eventually(() => cardsBehind(page)).toEqual(['Their version'])
  expect(await label.inputValue()).toBe('My version')
  await task.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })
  await dialog.waitFor()
  const held = async () => {
    const { label: heldLabel, description } = (await web.service.client.tasks.get(id)).task
    return { label: heldLabel, description }
  }
  const choose = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  return { page, requests, id, label, dialog, held, choose, scene }
}

/** The labels of the cards behind the dialog, which hides them from assistive technology. */
const cardsBehind = (page: Parameters<typeof cardsIn>[0]) =>
  page.locator('[role=listitem] a, li a').filter({ hasText: 'version' }).allTextContents()

const theirs = { label: 'Their version', description: 'Their words' }

describe.each([
  ['before the page knows', { isSeen: false }],
  ['after the page has seen it', { isSeen: true }],
])('a change that someone else made, %s', (_, when) => {
  it('is shown next to mine, and mine is kept if I choose it', async () => {
    const { dialog, held, choose, page } = await conflict(when)
    const text = await dialog.textContent()
    for (const part of ['Yours', 'Theirs', 'My version', 'Their version']) expect(text).toContain(part)
    expect(await held()).toEqual(theirs)
    await choose('Keep mine')
    await eventually(held).toMatchObject({ label: 'My version' })
    await page.keyboard.press('Escape')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['My version'])
  })

  it('replaces mine if I choose it', async () => {
    const { label, held, choose, page } = await conflict(when)
    await choose('Take theirs')
    await eventually(() => label.inputValue()).toBe('Their version')
    expect(await held()).toEqual(theirs)
    const description = page.getByRole('textbox', { name: 'Description', exact: true })
    expect(await description.inputValue()).toBe('Their words')
    // the next save is based on that version
    await label.fill('Agreed')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(held).toEqual({ ...theirs, label: 'Agreed' })
  })
})

describe('a conflict that is left open', () => {
  it.each(['Escape', 'Enter'])(
    'by %s loses nothing: my text stays in the field unsaved, and Save asks again',
    async (key) => {
      const { label, dialog, held, page, choose } = await conflict({ isSeen: false })
      await page.keyboard.press(key)
      await dialog.waitFor({ state: 'detached' })
      expect(await label.inputValue()).toBe('My version')
      expect(await held()).toEqual(theirs)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor()
      await choose('Keep mine')
      await eventually(held).toMatchObject({ label: 'My version' })
    },
  )
})

describe('changes of different fields', () => {
  it('are both kept without asking, and I am told', async () => {
    const scene = await web.scene('Apart')
    const { id } = await scene.createTask('As it was')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
    const task = page.getByRole('dialog', { name: 'Task', exact: true })
    await page.route('**/v1/changes**', () => undefined) // the page does not learn of the change
    await task.getByRole('textbox', { name: 'Description', exact: true }).fill('My words')
    await web.service.client.tasks.update(id, { label: 'Their label', status: 2 })
    await task.getByRole('button', { name: 'Save', exact: true }).click()
    await task.getByText('Saved. Someone else changed: Label, Status.', { exact: true }).waitFor()
    expect((await web.service.client.tasks.get(id)).task).toMatchObject({
      label: 'Their label',
      description: 'My words',
      status: 2,
    })
    expect(await task.getByRole('textbox', { name: 'Label', exact: true }).inputValue()).toBe('Their label')
    expect(await task.getByRole('button', { name: 'Save', exact: true }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })
})

describe('a second conflict', () => {
  it('is shown again', async () => {
    const { id, dialog, held, page } = await conflict({ isSeen: false })
    await web.service.client.tasks.update(id, { label: 'Their second version' })
    await dialog.getByRole('button', { name: 'Keep mine', exact: true }).click()
    await eventually(() => dialog.textContent()).toContain('Their second version')
    expect(await held()).toMatchObject({ label: 'Their second version' })
    await dialog.getByRole('button', { name: 'Keep mine', exact: true }).click()
    await eventually(held).toMatchObject({ label: 'My version' })
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog', { name: 'Task', exact: true }).isVisible()).toBe(true)
  })

  it('also asks when only a status was chosen', async () => {
    const scene = await web.scene('Status conflict')
    const { id } = await scene.createTask('Contested')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
    const task = page.getByRole('dialog', { name: 'Task', exact: true })
    const status = task.getByRole('combobox', { name: 'Status', exact: true })
    await status.waitFor()
    await page.route('**/v1/changes**', () => undefined) // the page does not learn of the change
    await web.service.client.tasks.update(id, { status: 2 })
    await status.selectOption({ label: 'In progress' })
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })
    await eventually(() => dialog.textContent()).toMatch(/In progress[^]*Done|Done[^]*In progress/)
    await dialog.getByRole('button', { name: 'Take theirs', exact: true }).click()
    await eventually(() => status.locator('option:checked').textContent()).toBe('Done')
    expect((await web.service.client.tasks.get(id)).task.status).toBe(2)
  })
})
