import { card, lift } from './board.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const board = ({ projectId }: Stage) => `#/projects/${projectId}`

/** What is done with a single card. */
export const cardViews: View[] = [
  {
    name: 'card-menu',
    hash: board,
    show: async (page) => {
      await card(page, 'Translate the menu').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Move to lane…', exact: true }).waitFor()
    },
  },
  {
    name: 'card-lanes',
    hash: board,
    show: async (page) => {
      await page.getByRole('link', { name: 'Translate the menu', exact: true }).press('m')
      await page.getByRole('menuitemradio', { name: 'Doing', exact: true }).waitFor()
    },
  },
  {
    name: 'card-gap',
    hash: board,
    show: async (page) => {
      await lift(page, 'Write the welcome text')
      await page.keyboard.press('ArrowRight')
      await page.locator('.drop-gap').waitFor()
    },
  },
]
