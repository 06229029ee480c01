import { describe, expect, it } from 'vitest'
import { cardsIn } from '../support/board.ts'
import { withholdFeed } from '../support/page-requests.ts'
import {
  descriptionField,
  descriptionShown,
  hear,
  labelField,
  statusButton,
  taskDialog,
} from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Opens a task's dialog and types a label into it while someone else saves a different label. */
async function conflict({ isSeen }: { isSeen: boolean }) {
  const scene = await web.scene('Conflict')
  const { id } = await scene.createTask('First version', { description: 'As it was' })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
  const label = labelField(page)
  await eventually(() => label.inputValue()).toBe('First version')
  // without the feed, only the refused write tells of the other change
  if (!isSeen) await withholdFeed(page)
  await page.route('**/v1/tasks/*', async (route) => {
    if (route.request().method() === 'PATCH') await changed
    return route.continue()
  })
  let tell: () => void = () => undefined
  const changed = new Promise<void>((done) => {
    tell = done
  })
  // mine is typed first: the page may hear of theirs at any time from then on
  await label.fill('My version')
  await web.service.client.tasks.update(id, { label: 'Their version', description: 'Their words' })
  // the card behind the dialog follows the change feed; the typed text must not
  if (isSeen) await eventually(() => cardsBehind(page)).toEqual(['Their version'])
  tell()
  const told = taskDialog(page).getByRole('alert').filter({ hasText: 'Someone else changed the label too.' })
  await told.waitFor()
  expect(await label.inputValue()).toBe('My version')
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })
  const compare = () => taskDialog(page).getByRole('button', { name: 'Compare', exact: true }).click()
  await compare()
  await dialog.waitFor()
  const held = async () => {
    const { label: heldLabel, description } = await web.stored(id)
    return { label: heldLabel, description }
  }
  const choose = async (name: string, ...taken: string[]) => {
    for (const field of taken)
      await dialog
        .getByRole('group', { name: field, exact: true })
        .getByRole('radio', { name: 'Theirs' })
        .check()
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  return { page, requests, id, label, dialog, held, choose, compare, scene }
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
    await choose('Take theirs', 'Label')
    await eventually(() => label.inputValue()).toBe('Their version')
    expect(await held()).toEqual(theirs)
    expect((await descriptionShown(page).textContent())?.trim()).toBe('Their words')
    // the next save is based on that version
    await label.fill('Agreed')
    await eventually(held).toEqual({ ...theirs, label: 'Agreed' })
  })
})

describe('a conflict that is left open', () => {
  it.each(['Escape', 'Enter'])(
    'by %s loses nothing: my text stays in the field unsaved, and closing the task asks again',
    async (key) => {
      const { label, dialog, held, page, choose } = await conflict({ isSeen: false })
      await page.keyboard.press(key)
      await dialog.waitFor({ state: 'detached' })
      expect(await label.inputValue()).toBe('My version')
      expect(await held()).toEqual(theirs)
      await page.keyboard.press('Escape')
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
    await labelField(page).waitFor()
    await withholdFeed(page) // the page does not learn of the change
    await web.service.client.tasks.update(id, { label: 'Their label', status: 2 })
    await descriptionField(page).fill('My words')
    await hear(page, 'Saved. Someone else changed: Label, Status.')
    expect(await web.stored(id)).toMatchObject({
      label: 'Their label',
      description: 'My words',
      status: 2,
    })
    expect(await labelField(page).inputValue()).toBe('Their label')
  })
})

describe('a second conflict', () => {
  it('is shown again', async () => {
    const { id, dialog, held, page, compare } = await conflict({ isSeen: false })
    await web.service.client.tasks.update(id, { label: 'Their second version' })
    await dialog.getByRole('button', { name: 'Keep mine', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await compare()
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
    await statusButton(page, 'Open').waitFor()
    await withholdFeed(page) // the page does not learn of the change
    await web.service.client.tasks.update(id, { status: 2 })
    await statusButton(page, 'In progress').click()
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })
    await eventually(() => dialog.textContent()).toMatch(/In progress[^]*Done|Done[^]*In progress/)
    await dialog.getByRole('radio', { name: 'Theirs' }).check()
    await dialog.getByRole('button', { name: 'Take theirs', exact: true }).click()
    await eventually(() => statusButton(page, 'Done').getAttribute('aria-pressed')).toBe('true')
    expect((await web.stored(id)).status).toBe(2)
  })
})

describe('a conflict in several fields', () => {
  it.each([
    ['a small screen', { width: 360, height: 640 }],
    ['a screen at 200 %', { width: 640, height: 400 }],
  ])('is settled field by field, with the actions in view on %s', async (_, viewport) => {
    const scene = await web.scene('Fields')
    const long = 'Their words. '.repeat(300)
    const { id } = await scene.createTask('As it was', { description: 'Before' })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { viewport, errors: [412] })
    await descriptionShown(page).click()
    // both are typed before either is saved
    await page.route('**/v1/tasks/*', async (route) => {
      if (route.request().method() === 'PATCH') await typed
      return route.continue()
    })
    let end: () => void = () => undefined
    const typed = new Promise<void>((done) => {
      end = done
    })
    await descriptionField(page).fill('My words')
    await labelField(page).fill('My label')
    await web.service.client.tasks.update(id, { label: 'Their label', description: long })
    end()
    const told = taskDialog(page).getByRole('alert').filter({ hasText: 'Someone else changed the' })
    await eventually(() => told.textContent()).toContain('label and the description too')
    await told.getByRole('button', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })
    const settle = dialog.getByRole('button', { name: 'Keep mine', exact: true })
    const box = await settle.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(viewport.height)
    expect(box?.y).toBeGreaterThan(0)
    expect((await dialog.textContent())?.includes(long)).toBe(true)
    await dialog
      .getByRole('group', { name: 'Description', exact: true })
      .getByRole('radio', { name: 'Theirs' })
      .check()
    await dialog.getByRole('button', { name: 'Use these', exact: true }).click()
    await eventually(() => web.stored(id)).toMatchObject({
      label: 'My label',
      description: long,
    })
    expect(await labelField(page).inputValue()).toBe('My label')
  })
})
