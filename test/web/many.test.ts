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

it('says how far a long deletion and its undo are, and undoes it while it is under way', async () => {
  const scene = await web.scene('Long deletion', ['Doing'])
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: 120 }, (_, index) => `Card ${index}`)
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
  await page.getByRole('grid').getByRole('link').first().waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('group', { name: 'Selected tasks', exact: true })
  await page.getByRole('checkbox', { name: /^Select all in/ }).check()
  const whole = bar.getByText('120 selected', { exact: true })
  const all = bar.getByRole('button', { name: /^Select all/ })
  // the list may have read all of them by itself
  await all.or(whole).first().waitFor()
  if ((await all.count()) > 0) await all.click()
  await whole.waitFor()
  const held: (() => void)[] = []
  let isHeld = true
  await page.route('**/v1/tasks/bulk', async (route) => {
    if (isHeld && held.length > 0)
      await new Promise<void>((release) => {
        held.push(release)
      })
    else held.push(() => undefined)
    await route.continue()
  })
  await bar.getByRole('button', { name: 'Delete', exact: true }).click()
  const toast = page.locator('.toast')
  await toast.filter({ hasText: '100 of 120 tasks deleted…' }).waitFor()
  await page.keyboard.press('Control+z')
  await toast.filter({ hasText: 'Undoing: 120 tasks deleted.' }).waitFor()
  isHeld = false
  for (const release of held) release()
  await toast.filter({ hasText: /of 120 tasks restored…/ }).waitFor()
  await toast.filter({ hasText: '120 tasks restored.' }).waitFor()
  expect(await scene.trashed()).toEqual([])
})
