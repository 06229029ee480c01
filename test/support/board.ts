import type { Locator, Page } from 'playwright-core'

/** What the binding names of the board find, as people and assistive technology do. */

/** A column, by the name of its lane. */
export const lane = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** A card, by its label. */
export const card = (page: Page, label: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: label, exact: true }) })

/** The labels of the cards that a column shows, from top to bottom. */
export const cardsIn = (page: Page, name: string): Promise<string[]> =>
  lane(page, name).getByRole('listitem').getByRole('link').allTextContents()

/** The handle of a card. */
export const handle = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Move ${label}`, exact: true })

/** Picks an item of the menu behind a button. */
export async function pick(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The frames that a drag needs to see where it is. */
export const frames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

export interface Point {
  x: number
  y: number
}

/** A point of an element: how far down it is, from 0 to 1. */
export async function pointOf(element: Locator, down = 0.5): Promise<Point> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height * down }
}

/** Picks something up with the mouse and carries it to a point; it is not dropped yet. */
export async function carry(page: Page, what: Locator, to: () => Promise<Point>): Promise<void> {
  const from = await pointOf(what)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 }) // further than a click may stray
  await frames(page)
  const target = await to()
  await page.mouse.move(target.x, target.y, { steps: 12 })
  await frames(page)
}
