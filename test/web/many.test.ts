import { expect, it } from 'vitest'
import { cardsIn, carry, handle, lane, pointOf } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()
const count = 1_000
const label = (number: number) => `Card ${String(number).padStart(4, '0')}`

async function manyCards() {
  const scene = await web.scene('Thousands', ['Doing'])
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: count }, (_, index) => label(index + 1))
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels)
  return scene
}

it('renders only a small part of a thousand cards, and loads the rest while scrolling', async () => {
  const scene = await manyCards()
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(page, 'No lane')).toContain(label(1))
  const pages = () =>
    requests.filter((request) => request === `GET /v1/projects/${scene.projectId}/tasks`).length
  expect(pages()).toBeLessThanOrEqual(6) // the ten pages of the column are not all loaded at once
  const cards = lane(page, 'No lane').getByRole('listitem')
  let most = 0
  // scroll with the wheel, as a person does, until the last card is loaded
  const middle = await pointOf(lane(page, 'No lane').getByRole('list').or(lane(page, 'No lane')).first())
  await page.mouse.move(middle.x, 300)
  await eventually(async () => {
    await page.mouse.wheel(0, 20_000)
    most = Math.max(most, await cards.count())
    return cardsIn(page, 'No lane')
  }, 60_000).toContain(label(count))
  expect(most).toBeLessThan(100)
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3_000)
  expect(pages()).toBeGreaterThanOrEqual(10)

  // a card added at the end is shown, and the last cards can be moved
  await carry(page, handle(page, label(count)), () => pointOf(lane(page, 'Doing').getByRole('list')))
  await page.mouse.up()
  await eventually(() => cardsIn(page, 'Doing')).toEqual([label(count)])
  await eventually(() => scene.labels(scene.laneIds[0])).toEqual([label(count)])

  await eventually(async () => {
    await page.mouse.move(middle.x, 300)
    await page.mouse.wheel(0, -200_000)
    return cardsIn(page, 'No lane')
  }).toContain(label(1))
})
