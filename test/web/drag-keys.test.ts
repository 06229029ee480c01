import { describe, expect, it } from 'vitest'
import { cardsIn, handle } from '../support/board.ts'
import { press } from '../support/keys.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

async function board() {
  const scene = await web.scene('Keys', ['To do', 'Doing'], { 'To do': ['A', 'B', 'C'], Doing: ['D'] })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'C'])
  await eventually(() => cardsIn(page, 'Doing')).toEqual(['D'])
  const held = async () => [await scene.labels(scene.laneIds[0]), await scene.labels(scene.laneIds[1])]
  const shown = async () => [await cardsIn(page, 'To do'), await cardsIn(page, 'Doing')]
  const moves = () => requests.filter((request) => request.endsWith('/move')).length
  return { page, held, shown, moves }
}

describe('dragging with the keyboard', () => {
  it('moves a card within its lane, and announces each step', async () => {
    const { page, held, shown, moves } = await board()
    await handle(page, 'A').focus()
    expect(await press(page, 'Space')).toContain('A')
    expect(await press(page, 'ArrowDown')).toMatch(/2 of 3/)
    expect(await press(page, 'ArrowDown')).toMatch(/3 of 3/)
    expect(await press(page, 'ArrowUp')).toMatch(/2 of 3/)
    expect(await press(page, 'Space')).toContain('A')
    await eventually(shown).toEqual([['B', 'A', 'C'], ['D']])
    await eventually(held).toEqual([['B', 'A', 'C'], ['D']])
    expect(moves()).toBe(1)
    await eventually(() => handle(page, 'A').and(page.locator(':focus')).count()).toBe(1)
  })

  it('moves a card into another lane, to the place chosen with the arrow keys', async () => {
    const { page, held, shown, moves } = await board()
    await handle(page, 'C').focus()
    await press(page, 'Space')
    expect(await press(page, 'ArrowRight')).toContain('Doing')
    await press(page, 'Space')
    await eventually(async () => (await held())[0]).toEqual(['A', 'B'])
    expect((await held())[1]?.toSorted()).toEqual(['C', 'D'])
    expect(await shown()).toEqual(await held())
    expect(moves()).toBe(1)
  })

  it('puts a card back on Escape', async () => {
    const { page, held, shown, moves } = await board()
    await handle(page, 'B').focus()
    await press(page, 'Space')
    await press(page, 'ArrowRight')
    await press(page, 'Escape')
    await eventually(shown).toEqual([['A', 'B', 'C'], ['D']])
    expect(await held()).toEqual([['A', 'B', 'C'], ['D']])
    expect(moves()).toBe(0)
  })

  it('can open a card, change it and return to it without a mouse', async () => {
    const { page } = await board()
    const link = page.getByRole('link', { name: 'B', exact: true })
    await link.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Task' })
    await dialog.waitFor()
    // the focus never leaves the dialog
    for (let count = 0; count < 30; count++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate<boolean>(
        'document.activeElement !== document.body && !document.activeElement.closest("[role=dialog], dialog")',
      )
      expect(outside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.locator(':focus').textContent()).toBe('B')
  })
})
