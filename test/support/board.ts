import type { Locator, Page } from 'playwright-core'

/** Finds the board's elements by their accessible names, as people and assistive technology do. */

/** A column, by the name of its lane. */
export const lane = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** A card, by its label. */
export const card = (page: Page, label: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: label, exact: true }) })

/** The labels of the cards that a column shows, from top to bottom. */
export const cardsIn = (page: Page, name: string): Promise<string[]> =>
  lane(page, name).getByRole('listitem').getByRole('link').allTextContents()

/** The drag handle of a card. */
export const handle = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Move ${label}`, exact: true })

/** Lifts a card with the keyboard. A key that comes before the handle listens is lost: then it is pressed again. */
export async function lift(page: Page, label: string, tries = 5): Promise<void> {
  await handle(page, label).press('Space')
  const lifted = page.locator('.card.is-lifted').waitFor({ timeout: 3_000 })
  await (tries > 1 ? lifted.catch(() => lift(page, label, tries - 1)) : lifted)
}

/** The circle of a card, which completes its task. */
export const circle = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Done: ${label}`, exact: true })

/** Opens the menu of a button and selects an item. */
export async function pick(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Pastes lines into the field for a new task of a lane, as the browser does. */
export const pasteLines = (page: Page, laneName: string, lines: readonly string[]): Promise<void> =>
  page.getByRole('textbox', { name: `Add a task to ${laneName}`, exact: true }).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines.join('\n'))

/** Waits for the frames that a drag needs to update its position. */
export const frames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

export interface Point {
  x: number
  y: number
}

/** Returns a point of an element. `down` is its vertical position, from 0 to 1. */
export async function pointOf(element: Locator, down = 0.5): Promise<Point> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height * down }
}

/** Drags an element with the mouse to a point, without dropping it. */
export async function carry(page: Page, what: Locator, to: () => Promise<Point>): Promise<void> {
  const from = await pointOf(what)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 }) // further than a click may move
  await frames(page)
  const target = await to()
  await page.mouse.move(target.x, target.y, { steps: 12 })
  await frames(page)
}
