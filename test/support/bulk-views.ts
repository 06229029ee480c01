import type { Page } from 'playwright-core'
import { pick } from './board.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const board = ({ projectId }: Stage) => `#/projects/${projectId}?status=all`

async function select(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  // a card that is done has the lowest contrast
  for (const label of ['Translate the menu', 'Register the domain'])
    await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).check()
  await page.getByText('2 selected', { exact: true }).waitFor()
}

const csv = [
  'label,description,lane,assignee',
  'Hang up the posters,At the station,Doing,Ada',
  'Book the band,,Music,',
  ',Nobody has named it,,',
].join('\n')

/** Chooses a file in the import dialog, and waits for what the import would do. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await pick(page, 'Board menu', 'Import tasks…')
  await page
    .getByRole('dialog', { name: 'Import tasks', exact: true })
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** What is done with many tasks at once. */
export const bulkViews: View[] = [
  { name: 'board-selecting', hash: board, show: select },
  {
    name: 'board-select-menu',
    hash: board,
    show: async (page) => {
      await select(page)
      await page.getByRole('button', { name: 'Move to lane', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Review', exact: true }).waitFor()
    },
  },
  {
    name: 'import',
    hash: board,
    show: async (page) => {
      await chooseFile(page, 'tasks.csv', csv)
      await page.getByRole('button', { name: 'Import 2 tasks', exact: true }).waitFor()
    },
  },
]
