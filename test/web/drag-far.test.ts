import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cardsIn, carry, frames, handle, lane, pointOf } from '../support/board.ts'
import { announced, press } from '../support/keys.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()
const label = (number: number) => `Card ${String(number).padStart(4, '0')}`

/** A board with many cards in no lane, and one card in a lane, which is last in the project's order. */
async function manyCards(count: number) {
  const scene = await web.scene('Thousands', ['Doing'])
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: count }, (_, index) => label(index + 1))
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels)
  await scene.createTask('D', { workflowLaneId: scene.laneIds[0] ?? null })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'No lane')).toContain(label(1))
  const moves = () => requests.filter((request) => request.endsWith('/move')).length
  return { page, scene, moves }
}

const isFocused = async (page: Page, name: string) =>
  (await handle(page, name).and(page.locator(':focus')).count()) === 1

it('moves a card with End to the end of a lane with many pages, and with Home back to its top', async () => {
  const { page, scene, moves } = await manyCards(300)
  await handle(page, label(2)).focus()
  await press(page, 'Space')
  expect(await press(page, 'End')).toMatch(/No lane, (at the end|300 of 300)/)
  expect(await press(page, 'Space')).toContain(`Dropped “${label(2)}”`)
  await eventually(async () => (await scene.labels('none')).at(-1)).toBe(label(2))
  expect(moves()).toBe(1)
  await eventually(async () => (await cardsIn(page, 'No lane')).at(-1)).toBe(label(2))
  await eventually(() => isFocused(page, label(2))).toBe(true)
  expect(await announced(page)).toContain('Dropped')

  await page.keyboard.press('Space')
  await eventually(() => announced(page)).toContain('Lifted')
  // how many there are is known once all pages have been read again
  expect(await press(page, 'Home')).toMatch(/No lane, 1 of (300|more than 100)/)
  await press(page, 'Space')
  await eventually(async () => (await scene.labels('none')).slice(0, 2)).toEqual([label(2), label(1)])
  expect(moves()).toBe(2)
  await eventually(() => isFocused(page, label(2))).toBe(true)
  expect(await scene.labels('none')).toHaveLength(300)
})

it('keeps the focus on a card whose move is answered while a page is fetched', async () => {
  const { page } = await manyCards(300)
  const answered = page.waitForResponse((response) => response.url().endsWith('/move'))
  let pages = 1
  await page.route(/\/tasks\?.*cursor=/, async (route) => {
    pages += 1
    const response = await route.fetch()
    if (pages === 3) {
      await answered
      await frames(page)
    }
    await route.fulfill({ response })
  })
  await handle(page, label(2)).focus()
  await press(page, 'Space')
  await press(page, 'End')
  await eventually(() => pages).toBe(3)
  await press(page, 'Space')
  await answered
  await eventually(async () => (await cardsIn(page, 'No lane')).at(-1)).toBe(label(2))
  await eventually(() => isFocused(page, label(2))).toBe(true)
  await page.waitForResponse((response) => response.url().includes('/changes?'))
  await frames(page)
  expect(await isFocused(page, label(2))).toBe(true)
})

it('moves a card by ten with Page Down and Page Up', async () => {
  const { page, scene, moves } = await manyCards(30)
  await handle(page, label(5)).focus()
  await press(page, 'Space')
  expect(await press(page, 'PageDown')).toContain('15 of 30')
  expect(await press(page, 'PageDown')).toContain('25 of 30')
  expect(await press(page, 'PageUp')).toContain('15 of 30')
  await press(page, 'Space')
  await eventually(async () => (await scene.labels('none')).indexOf(label(5))).toBe(14)
  expect(moves()).toBe(1)
})

it('sends no request when the card is already at the end', async () => {
  const { page, moves } = await manyCards(3)
  await handle(page, label(3)).focus()
  await press(page, 'Space')
  expect(await press(page, 'End')).toContain('3 of 3')
  await press(page, 'Space')
  await eventually(() => isFocused(page, label(3))).toBe(true)
  expect(moves()).toBe(0)
})

it('drags a card with the mouse past 300 others', async () => {
  const { page, scene, moves } = await manyCards(300)
  const list = lane(page, 'No lane').getByRole('list')
  const box = await list.boundingBox()
  const middle = await pointOf(list)
  await page.mouse.move(middle.x, middle.y)
  await eventually(async () => {
    await page.mouse.wheel(0, 20_000)
    return cardsIn(page, 'No lane')
  }, 60_000).toContain(label(300))
  await carry(page, handle(page, label(300)), () => Promise.resolve({ x: middle.x, y: (box?.y ?? 0) + 2 }))
  await eventually(() => page.evaluate('document.querySelector(".cards").scrollTop')).toBe(0)
  await frames(page)
  await page.mouse.up()
  await eventually(async () => (await scene.labels('none'))[0]).toBe(label(300))
  expect(moves()).toBe(1)
})
