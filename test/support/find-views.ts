import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const board = ({ projectId }: Stage) => `#/projects/${projectId}`

/** The field of the command palette. */
export const findField = (page: Page) =>
  page.getByRole('combobox', { name: 'Search tasks, projects and commands', exact: true })

/** Opens the command palette by its keys, as soon as the page listens. */
export async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await findField(page).waitFor()
}

/** What finds, and what a keyboard does. */
export const findViews: View[] = [
  {
    name: 'palette',
    hash: ({ projectId, taskId }) => `#/projects/${projectId}/tasks/${taskId}`,
    show: async (page, { projectId }) => {
      await page.getByRole('dialog').waitFor()
      await page.evaluate(`location.hash = '#/projects/${projectId}'`)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await openPalette(page)
      await page.getByRole('group', { name: 'Recent tasks', exact: true }).waitFor()
    },
  },
  {
    name: 'palette-results',
    hash: board,
    show: async (page) => {
      await openPalette(page)
      await findField(page).fill('te')
      await page.locator('.find-status-line').filter({ hasText: 'found.' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    hash: board,
    show: async (page) => {
      await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true }).waitFor()
    },
  },
]
