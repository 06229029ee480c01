import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { circle, pick } from '../support/board.ts'
import { openBoard } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }

/** Opens the board's menu, and returns its entries. */
async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Board menu', exact: true }).tap()
  const menu = page.getByRole('menu', { name: 'Board menu', exact: true })
  await menu.waitFor()
  return menu
}

const disabled = (menu: Locator) => menu.locator('[aria-disabled=true]').allTextContents()

it('a phone finds undo and redo in the menu of the board, also when the message has gone', async () => {
  const { page, statusOf } = await openBoard(web, 'On a phone', phone)
  const menu = await openMenu(page)
  await eventually(() => disabled(menu)).toEqual(['Undo', 'Redo'])
  await page.keyboard.press('Escape')
  await circle(page, 'A').tap()
  await eventually(() => statusOf('A')).toBe(2)
  await page.getByRole('button', { name: 'Dismiss', exact: true }).tap()
  await pick(page, 'Board menu', 'Undo: “A” is done.')
  await eventually(() => statusOf('A')).toBe(0)
  await openMenu(page)
  await eventually(() => disabled(menu)).toEqual(['Undo'])
  await menu.getByRole('menuitem', { name: 'Redo: “A” is done.', exact: true }).tap()
  await eventually(() => statusOf('A')).toBe(2)
  await openMenu(page)
  await eventually(() => disabled(menu)).toEqual(['Redo'])
  const box = await menu.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= phone.viewport.width).toBe(true)
})

it('what makes a new entry stands on one line on a phone', async () => {
  const scene = await web.scene('A project with a long name, as some have it', ['To do'])
  const { page } = await web.visit(`#/projects/${scene.projectId}/forms`, phone)
  const button = page.getByRole('button', { name: 'New form', exact: true })
  await button.waitFor()
  const lines = await button.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
})
