import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** A task's dialog with a label that is not saved, opened from its board. */
async function editing() {
  const scene = await web.scene('Unsaved')
  const { id } = await scene.createTask('As it is')
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await page.getByRole('link', { name: 'As it is', exact: true }).click()
  await label(page).fill('Half a thought')
  const held = async () => (await web.service.client.tasks.get(id)).task.label
  return { page, held }
}

const task = (page: Page) => page.getByRole('dialog', { name: 'Task', exact: true })
const label = (page: Page) => task(page).getByRole('textbox', { name: 'Label', exact: true })

describe('what is not saved', () => {
  it('is asked about before it is lost', async () => {
    const { page, held } = await editing()
    const question = page.getByRole('dialog', { name: 'Discard your changes?', exact: true })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    expect(await label(page).inputValue()).toBe('Half a thought')
    await task(page).getByRole('button', { name: 'Close', exact: true }).click()
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
    await task(page).waitFor({ state: 'detached' })
    expect(await held()).toBe('As it is')
    await page.getByRole('link', { name: 'As it is', exact: true }).click()
    expect(await label(page).inputValue()).toBe('As it is')
  })

  it('comes back after the browser’s Back', async () => {
    const { page, held } = await editing()
    await page.goBack()
    await task(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Go on editing', exact: true }).click()
    await eventually(() => label(page).inputValue()).toBe('Half a thought')
    await task(page).getByRole('button', { name: 'Save', exact: true }).click()
    await task(page).getByText('Saved.', { exact: true }).waitFor()
    expect(await held()).toBe('Half a thought')
    await page.keyboard.press('Escape')
    await task(page).waitFor({ state: 'detached' })
  })

  it('cannot be an empty label', async () => {
    const { page, held } = await editing()
    await label(page).fill('  ')
    await task(page).getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(() => task(page).getByRole('alert').allTextContents()).toContainEqual(
      'A task needs a label.',
    )
    expect(await held()).toBe('As it is')
  })
})
