import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, carry, circle, handle, lane, pointOf } from '../support/board.ts'
import { announced, press } from '../support/keys.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

async function board(cards: string[], options: VisitOptions = {}) {
  const scene = await web.scene('Shared', ['To do', 'Doing'], { 'To do': cards, Doing: ['D'] })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(page, 'To do')).toEqual(cards)
  const moves = () => requests.filter((request) => request.endsWith('/move')).length
  const remove = async (label: string) => web.service.client.tasks.delete((await scene.taskOf(label)).id)
  return { page, scene, moves, remove }
}

const isFocused = async (page: Page, label: string) =>
  (await handle(page, label).and(page.locator(':focus')).count()) === 1

const alerts = (page: Page) => page.getByRole('alert').allTextContents()

describe('a lifted card that someone else deletes', () => {
  it.each([
    ['B', 'C'],
    ['C', 'B'],
  ])('ends a keyboard drag at once: from %s the focus goes to %s', async (gone, next) => {
    const { page, scene, moves, remove } = await board(['A', 'B', 'C'])
    await handle(page, gone).focus()
    await press(page, 'Space')
    await press(page, 'ArrowRight')
    await remove(gone)
    await eventually(() => announced(page)).toMatch(new RegExp(`“${gone}” was deleted`))
    await eventually(() => isFocused(page, next)).toBe(true)
    expect(await page.locator('.drop-gap').count()).toBe(0)
    expect(await page.locator('.is-over').count()).toBe(0)
    // the keys work on the page again: they lift the next card
    expect(await press(page, 'Space')).toContain(`Lifted “${next}”`)
    await press(page, 'ArrowUp')
    await press(page, 'Space')
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(gone === 'B' ? ['C', 'A'] : ['B', 'A'])
    expect(moves()).toBe(1)
    expect((await alerts(page)).join('')).toBe('')
  })

  it('moves the focus to the column when it was the last card there', async () => {
    const { page, moves, remove } = await board(['A'])
    await handle(page, 'A').focus()
    await press(page, 'Space')
    await remove('A')
    await eventually(() => announced(page)).toContain('“A” was deleted')
    await eventually(() => lane(page, 'To do').and(page.locator(':focus')).count()).toBe(1)
    expect(moves()).toBe(0)
  })

  it('also ends a mouse drag, and says so', async () => {
    const { page, moves, remove } = await board(['A', 'B'])
    await carry(page, handle(page, 'A'), () => pointOf(card(page, 'D'), 0.9))
    await page.locator('.drag-preview').waitFor()
    await remove('A')
    await page.locator('.drag-preview').waitFor({ state: 'detached' })
    await page.mouse.up()
    await eventually(() => page.getByRole('status').allTextContents()).toContainEqual(
      expect.stringContaining('“A” was deleted'),
    )
    expect(moves()).toBe(0)
  })

  it('continues the drag when the card was only moved into another lane', async () => {
    const { page, scene, moves } = await board(['A', 'B'])
    await handle(page, 'A').focus()
    await press(page, 'Space')
    const { id } = await scene.taskOf('A')
    await web.service.client.tasks.move(id, { to: 'bottom', workflowLaneId: scene.laneIds[1] ?? null })
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['D', 'A'])
    await press(page, 'ArrowDown')
    await press(page, 'Space')
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['B', 'A'])
    await eventually(() => isFocused(page, 'A')).toBe(true)
    expect(moves()).toBe(1)
  })
})

describe('a card that is gone when it is dropped', () => {
  it.each([
    ['A', '“A” was deleted'],
    ['B', '“A” is back where it was'],
  ])('is distinguished from its neighbour: %s is deleted', async (gone, told) => {
    const { page, remove } = await board(['A', 'B'], { errors: [404] })
    await withholdFeed(page) // the page does not learn of the deletion
    await handle(page, 'A').focus()
    await press(page, 'Space')
    await press(page, 'ArrowDown')
    await remove(gone)
    await press(page, 'Space')
    await eventually(() => alerts(page)).toContainEqual(expect.stringContaining(told))
    await eventually(() => cardsIn(page, 'To do')).toEqual(gone === 'A' ? ['B'] : ['A'])
    const other = gone === 'A' ? 'is back' : 'was deleted.'
    expect((await alerts(page)).join('')).not.toContain(`“A” ${other}`)
  })

  it('is also reported when its status is set', async () => {
    const { page, remove } = await board(['A', 'B'], { errors: [404] })
    await withholdFeed(page)
    await remove('A')
    await circle(page, 'A').click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringContaining('“A” was deleted'))
    await eventually(() => cardsIn(page, 'To do')).toEqual(['B'])
  })
})
