import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, carry, lane, pointOf } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

async function board(options: Parameters<typeof web.visit>[1] = {}) {
  const scene = await web.scene('Focus', ['To do', 'Doing'], { 'To do': ['A', 'B', 'C'], Doing: ['D'] })
  const visit = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(visit.page, 'To do')).toEqual(['A', 'B', 'C'])
  await card(visit.page, 'D').waitFor()
  return { ...visit, scene }
}

/** The lane and the card that have the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const active = document.activeElement
    const lane = active.closest('[data-lane]')?.querySelector('h2').textContent
    const card = active.closest('[data-card]')?.querySelector('.card-label').textContent
    return [active === document.body ? 'body' : active.localName, lane, card].join(' · ')
  })()`)

describe('the focus after a drag with the mouse', () => {
  it.each([
    ['into another lane', 'D', 0.95, 'a · Doing · B'],
    ['within its lane', 'C', 0.9, 'a · To do · B'],
  ] as const)('is on the card that was dragged %s, and keys act on that one', async (_, to, down, where) => {
    const { page, scene } = await board()
    await carry(page, card(page, 'B'), () => pointOf(card(page, to), down))
    await page.mouse.up()
    await eventually(() => focused(page)).toBe(where)
    await page.keyboard.press('d')
    const done = async () => (await scene.tasks()).filter(({ status }) => status === 2)
    await eventually(async () => (await done()).map(({ label }) => label)).toEqual(['B'])
    await eventually(() => focused(page)).toBe(where)
  })

  it('is on the card when Escape puts it back', async () => {
    const { page } = await board()
    await carry(page, card(page, 'B'), () => pointOf(card(page, 'D'), 0.95))
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await eventually(() => focused(page)).toBe('a · To do · B')
  })

  it('leaves a field that had it, whose text stays', async () => {
    const { page } = await board()
    const field = page.getByRole('textbox', { name: 'Add a task to To do', exact: true })
    await field.fill('half')
    await carry(page, card(page, 'B'), () => pointOf(card(page, 'D'), 0.95))
    await page.mouse.up()
    await eventually(() => focused(page)).toBe('a · Doing · B')
    expect(await field.inputValue()).toBe('half')
  })
})

describe('a long press on a card', () => {
  it('opens its menu with the focus in it, so that Escape closes it', async () => {
    const { page, protocol } = await board({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
    })
    const session = await protocol()
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [await pointOf(card(page, 'A'))],
    })
    await page.locator('.card.is-lifted').waitFor()
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await page.waitForTimeout(400) // a browser may report the press as a mouse's, too
    expect(await menu.locator(':focus').textContent()).toContain('Open task')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })
})

describe('what is said of a drag', () => {
  it('is not said again on coming back to the board, but for the next drag', async () => {
    const { page } = await board()
    const said = page.locator('[aria-live=assertive]')
    const drop = async (from: string, to: string) => {
      await carry(page, card(page, from), () => pointOf(card(page, to), 0.95))
      await page.mouse.up()
    }
    await drop('B', 'D')
    await eventually(() => said.textContent()).toBe('Dropped “B”: Doing, 2 of 2.')
    await page.evaluate(`
      again = []
      first = document.querySelector('[aria-live=assertive]')
      new MutationObserver(() => {
        const region = document.querySelector('[aria-live=assertive]')
        const text = region?.textContent
        if (text && region !== first && again.at(-1) !== text) again.push(text)
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    `)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await page.getByRole('grid').waitFor()
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await lane(page, 'Doing').waitFor()
    await card(page, 'C').waitFor()
    await drop('A', 'C')
    await eventually(() => page.evaluate('again')).toEqual(['Dropped “A”: To do, 2 of 2.'])
  })
})
