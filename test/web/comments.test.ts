import { describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { entriesIn, openActivity } from '../support/activity.ts'
import { overflow, violations } from '../support/axe.ts'
import { taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** The comments of a task, as they are read. */
const commentsIn = async (page: Page) =>
  (await entriesIn(page)).filter((text) => text.includes(' commented.'))

/** Types a text and closes the dialog before the browser has painted it. */
async function typeAndClose(page: Page, field: Locator, text: string) {
  await field.evaluate((element, value) => {
    const area = element as HTMLTextAreaElement // the role says so
    area.value = value
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
    queueMicrotask(() => {
      queueMicrotask(() => document.querySelector<HTMLElement>('dialog[open] [aria-label="Close"]')?.click())
    })
  }, text)
  await taskDialog(page).waitFor({ state: 'detached' })
}

const draft = (page: Page) => page.getByRole('textbox', { name: 'New comment', exact: true })

/** A task whose activity is open. */
async function opened(label: string, errors: number[] = []) {
  const scene = await web.scene(label, ['To do'], { 'To do': ['Mow'] })
  const { id } = await scene.taskOf('Mow')
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors })
  await openActivity(page)
  await draft(page).waitFor()
  return { page, id, scene }
}

describe('comments on a task', () => {
  it('are added, come from others, and are deleted', async () => {
    const { page, id } = await opened('Lawn')
    const { client } = web.service
    const { name } = (await client.tokens.self()).token
    await draft(page).fill('Is it **dry**?')
    await page.getByRole('button', { name: 'Add comment', exact: true }).click()
    await eventually(() => commentsIn(page)).toEqual([`${name} commented. | Is it dry?`])
    expect(await draft(page).inputValue()).toBe('')
    const texts = async () => {
      const found = []
      for await (const { text } of client.comments.list(id)) found.push(text)
      return found
    }
    expect(await texts()).toEqual(['Is it **dry**?'])
    // undo takes it away, another page adds one
    await page.locator('summary', { hasText: 'Activity' }).focus()
    await page.keyboard.press('Control+z')
    await eventually(texts).toEqual([])
    await client.comments.create(id, { text: 'It is wet.' })
    await eventually(() => commentsIn(page)).toEqual([`${name} commented. | It is wet.`])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /^Delete comment 1/ }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await eventually(texts).toEqual([])
    await eventually(() => commentsIn(page)).toEqual([])
  })

  it('say what is wrong, and keep what was written when the dialog closes', async () => {
    const { page, scene, id } = await opened('Meadow')
    await page.getByRole('button', { name: 'Add comment', exact: true }).click()
    await page.getByText('Write something first.', { exact: true }).waitFor()
    await typeAndClose(page, draft(page), 'Half a thought')
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
    await openActivity(page)
    await eventually(() => draft(page).inputValue()).toBe('Half a thought')
    await draft(page).press('Control+Enter')
    await eventually(async () => (await commentsIn(page)).length).toBe(1)
  })

  it('are edited in place, and never over what others wrote unseen', async () => {
    const { page, id, scene } = await opened('Hedge', [412])
    const { client } = web.service
    const { comment } = await client.comments.create(id, { text: 'Thursday' })
    const stored = async () => {
      for await (const { text } of client.comments.list(id)) return text
      return undefined
    }
    const edit = page.getByRole('button', { name: /^Edit comment 1/ })
    const field = page.getByRole('textbox', { name: /^Text of comment/ })
    await edit.click()
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(await taskDialog(page).count()).toBe(1)
    await edit.click()
    expect(await field.inputValue()).toBe('Thursday')
    // what was typed outlives the dialog
    await typeAndClose(page, field, 'Half a word')
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
    await eventually(() => field.inputValue()).toBe('Half a word')
    await field.fill('Friday')
    await field.press('Control+Enter')
    await eventually(stored).toBe('Friday')
    await field.waitFor({ state: 'detached' })
    await page.locator('summary', { hasText: 'Activity' }).focus()
    await page.keyboard.press('Control+z')
    await eventually(stored).toBe('Thursday')
    await page.getByText('Thursday', { exact: true }).waitFor()
    // somebody else writes while it is edited: both texts are there
    await edit.click()
    await field.fill('Saturday')
    await client.comments.update(comment.id, { text: 'Sunday' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByText(/^The comment is not saved\. Somebody has changed the comment meanwhile\./).waitFor()
    await page.getByText('Sunday', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe('Saturday')
    expect(await stored()).toBe('Sunday')
    expect(await violations(page)).toEqual([])
    await save.click()
    const problems = () => page.getByText(/^The comment is not saved/).allInnerTexts()
    await eventually(async () => ({ stored: await stored(), problems: await problems() })).toEqual({
      stored: 'Saturday',
      problems: [],
    })
  })

  it('that others delete while they are edited leave what was typed', async () => {
    const { page, id } = await opened('Fence')
    const { client } = web.service
    const edited = async (text: string) => {
      const { comment } = await client.comments.create(id, { text: 'Thursday' })
      await page.getByRole('button', { name: /^Edit comment 1/ }).click()
      await page.getByRole('textbox', { name: /^Text of comment/ }).fill(text)
      await client.comments.delete(comment.id)
      await page.getByText(/^Somebody has deleted the comment that you were changing\./).waitFor()
      await page.getByText(text, { exact: true }).waitFor()
    }
    await edited('Friday')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add as a new comment', exact: true }).click()
    await eventually(async () => (await commentsIn(page)).length).toBe(1)
    expect(await page.getByText(/^Somebody has deleted/).count()).toBe(0)
    await page.getByRole('button', { name: /^Delete comment 1/ }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await eventually(() => commentsIn(page)).toEqual([])
    await edited('Saturday')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByText('Saturday', { exact: true }).waitFor({ state: 'detached' })
    expect(await commentsIn(page)).toEqual([])
  })
})
