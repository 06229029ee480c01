import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, cardsIn } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const focusedCard = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement?.closest("[data-card]")?.querySelector("a")?.textContent ?? ""',
  )

it('the arrow keys go from the filter to any card, and Tab goes past the others of a lane', async () => {
  const scene = await web.scene('Keys', ['Long', 'Empty', 'Doing'], { Doing: ['A', 'B'] })
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: 150 }, (_, index) => `Card ${index}`)
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'Long')).toContain('Card 5')
  await eventually(() => cardsIn(page, 'Doing')).toEqual(['A', 'B'])
  const leads = async (key: string, label: string) => {
    await page.keyboard.press(key)
    await eventually(() => focusedCard(page)).toBe(label)
  }
  await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).focus()
  await leads('ArrowDown', 'Card 0')
  await leads('ArrowDown', 'Card 1')
  // to the card at the same height, over a lane without cards
  await leads('ArrowRight', 'B')
  await leads('ArrowDown', 'B')
  await leads('ArrowUp', 'A')
  await leads('ArrowLeft', 'Card 0')
  // one key after the other, as fast as they come: the browser has not drawn most of these cards yet
  const keys = (key: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => page.keyboard.press(key)))
  await keys('ArrowDown', 60)
  await eventually(() => focusedCard(page)).toBe('Card 60')
  await keys('ArrowUp', 35)
  await eventually(() => focusedCard(page)).toBe('Card 25')
  // the last one that has been fetched: more of the lane's tasks come while its end is in view
  await eventually(async () => {
    await page.keyboard.press('End')
    return focusedCard(page)
  }).toBe('Card 149')
  await page.keyboard.press('Home')
  await eventually(() => focusedCard(page)).toBe('Card 0')
  // by Tab from the filter to the field of the first lane: past five more tools of the header, two of the lane, and the
  // four of a single card
  await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).focus()
  const field = page.getByRole('textbox', { name: 'Add a task to Long', exact: true })
  let tabs = 0
  do {
    await page.keyboard.press('Tab')
    tabs += 1
  } while (tabs < 30 && (await field.and(page.locator(':focus')).count()) === 0)
  expect(tabs).toBeLessThanOrEqual(12)
  // Enter opens the card that has the focus
  await page.getByRole('link', { name: 'B', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => card(page, 'B').locator(':focus').count()).toBe(1)
})

it('a key means all selected cards, also one that comes before what can be done with them is loaded', async () => {
  const scene = await web.scene('Fast keys', ['To do'], { 'To do': ['A', 'B', 'C', 'D'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'C', 'D'])
  await page.locator('main').evaluate((main) => {
    const press = (label: string, key: string) => {
      const link = [...main.querySelectorAll('a')].find(({ textContent }) => textContent === label)
      link?.focus()
      link?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    press('B', 'x')
    press('C', 'x')
    press('C', 'Delete')
  })
  await page.getByText('2 tasks deleted.', { exact: true }).waitFor()
  await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'D'])
})
