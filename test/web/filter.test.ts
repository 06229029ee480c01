import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, circle, lane } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Filter by text', exact: true })
const statusField = (page: Page) => page.getByRole('combobox', { name: 'Filter by status', exact: true })
const chosen = (page: Page) => statusField(page).locator('option:checked').textContent()
const hashOf = (page: Page) => new URL(page.url()).hash
const isFocused = (page: Page, element: Locator) => element.and(page.locator(':focus')).count()

async function board(label: string) {
  const scene = await web.scene(label, ['To do', 'Doing', 'Done'], {
    'To do': ['Paint the door', 'Paint the fence', 'Mow the lawn'],
    Doing: ['Paint the roof'],
    Done: ['Sow the lawn'],
  })
  const { id } = await scene.taskOf('Sow the lawn')
  await web.service.client.tasks.update(id, { status: 2 })
  const visit = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => cardsIn(visit.page, 'To do')).toHaveLength(3)
  return { ...visit, scene, hash: `#/projects/${scene.projectId}` }
}

describe('the usual view', () => {
  it('shows what is not done with one request, and keeps in sight what is ticked', async () => {
    const { page, requests, scene } = await board('Usual')
    await eventually(() => cardsIn(page, 'Done')).toEqual([])
    expect(await chosen(page)).toBe('Not done')
    const lists = requests.filter((request) => request === `GET /v1/projects/${scene.projectId}/tasks`)
    expect(lists).toHaveLength(1)
    await circle(page, 'Mow the lawn').click()
    await eventually(async () => (await scene.taskOf('Mow the lawn')).status).toBe(2)
    // what others complete stays as well: nothing moves away under the pointer
    await web.service.client.tasks.update((await scene.taskOf('Paint the door')).id, { status: 2 })
    await eventually(() => circle(page, 'Paint the door').getAttribute('aria-pressed')).toBe('true')
    await eventually(() => cardsIn(page, 'To do')).toEqual([
      'Paint the door',
      'Paint the fence',
      'Mow the lawn',
    ])
    // until the filter is set anew
    await statusField(page).selectOption({ label: 'All' })
    await eventually(() => cardsIn(page, 'Done')).toEqual(['Sow the lawn'])
    await statusField(page).selectOption({ label: 'Not done' })
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Paint the fence'])
    await eventually(() => lane(page, 'To do').locator('header').textContent()).toContain('1 of 3 tasks')
  })
})

describe('a filter', () => {
  it('tells the matches, and collapses the lanes without one', async () => {
    const { page } = await board('Matches')
    const told = page.getByRole('status')
    await searchField(page).fill('paint')
    await told.getByText('3 matches in 2 lanes', { exact: true }).waitFor()
    const width = async (name: string) => (await lane(page, name).boundingBox())?.width
    await eventually(() => width('Done')).toBeLessThan(60)
    expect(await width('Doing')).toBe(296)
    await searchField(page).fill('roof')
    await told.getByText('1 match', { exact: true }).waitFor()
    await eventually(() => width('To do')).toBeLessThan(60)
    // a collapsed lane can be opened, to add something to it
    await page.getByRole('button', { name: '0 matches in To do: open the lane', exact: true }).click()
    await lane(page, 'To do').getByText('No task here matches the filter.', { exact: true }).waitFor()
    await searchField(page).fill('nowhere to be found')
    await told.getByText('No matches', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear filter', exact: true }).click()
    await eventually(() => cardsIn(page, 'To do')).toHaveLength(3)
    await eventually(() => isFocused(page, searchField(page))).toBe(1)
    await eventually(() => told.getByText(/match/).count()).toBe(0)
  })

  it.each([
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])('moves no lane when it begins and ends, at $width px', async (viewport) => {
    const scene = await web.scene('Unmoved', ['To do'], { 'To do': ['Paint', 'Mow'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { viewport })
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Paint', 'Mow'])
    const top = async () => (await lane(page, 'To do').boundingBox())?.y
    const before = await top()
    await searchField(page).fill('mow')
    const told = page.getByRole('status').getByText('1 match', { exact: true })
    await told.waitFor()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Mow'])
    expect(await top()).toBe(before)
    // what says so is in sight, below the lanes
    const { y = 0, height = 0 } = (await told.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(viewport.height)
    expect(y).toBeGreaterThan(before ?? 0)
    await page.getByRole('button', { name: 'Clear filter', exact: true }).click()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Paint', 'Mow'])
    expect(await top()).toBe(before)
  })

  it('stands in the address: back, forward and links bring it, typing adds no entries', async () => {
    const { page, hash } = await board('Address')
    const entries = () => page.evaluate<number>('history.length')
    const before = await entries()
    await searchField(page).pressSequentially('paint & co')
    await eventually(() => hashOf(page)).toBe(`${hash}?q=paint+%26+co`)
    await searchField(page).fill('paint')
    await eventually(() => hashOf(page)).toBe(`${hash}?q=paint`)
    expect(await entries()).toBe(before)
    await statusField(page).selectOption({ label: 'All' })
    await eventually(() => hashOf(page)).toBe(`${hash}?q=paint&status=all`)
    expect(await entries()).toBe(before + 1)
    await page.goBack()
    await eventually(() => chosen(page)).toBe('Not done')
    await eventually(() => searchField(page).inputValue()).toBe('paint')
    await page.goForward()
    await eventually(() => chosen(page)).toBe('All')

    // a task, another view, and a new page do not lose it
    await page.getByRole('link', { name: 'Paint the roof', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => hashOf(page)).toBe(`${hash}?q=paint&status=all`)
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await page.getByText('The trash is empty.').waitFor()
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Paint the roof'])
    await eventually(() => hashOf(page)).toBe(`${hash}?q=paint&status=all`)
    await page.reload()
    await eventually(() => chosen(page)).toBe('All')
    await eventually(() => searchField(page).inputValue()).toBe('paint')
  })

  it('does not lead back to the board when a task is opened while the text is typed', async () => {
    const { page, hash, scene } = await board('Opened')
    const { id } = await scene.taskOf('Paint the roof')
    await searchField(page).fill('paint')
    // the pause in typing ends before the page hears of the new address
    await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
      location.hash = '${hash}/tasks/${id}'
      const endMs = performance.now() + 400
      while (performance.now() < endMs);
      resolve()
    }, 50)))`)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => hashOf(page)).toBe(`${hash}?q=paint`)
  })

  it('lets a card go that no longer matches, and the focus to its neighbour', async () => {
    const { page, scene } = await board('Going')
    await statusField(page).selectOption({ label: 'Open' })
    await page.getByText('4 matches in 2 lanes', { exact: true }).waitFor()
    await circle(page, 'Paint the fence').press('Space')
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Paint the door', 'Mow the lawn'])
    await eventually(async () => (await scene.taskOf('Paint the fence')).status).toBe(2)
    await eventually(() => card(page, 'Mow the lawn').locator(':focus').count()).toBe(1)
    await page.getByText('3 matches in 2 lanes', { exact: true }).waitFor()
  })
})

it('places and texts on the board survive a visit to another view', async () => {
  const names = ['Long', ...Array.from({ length: 6 }, (_, index) => `Lane ${index}`)]
  const scene = await web.scene('Places', names)
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: 90 }, (_, index) =>
    `Card ${index} ${'of many words '.repeat(index % 5)}`.trim(),
  )
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  const list = lane(page, 'Long').getByRole('list')
  await lane(page, 'Lane 5').getByRole('textbox').fill('Half a thought')
  await list.hover()
  await eventually(async () => {
    await page.mouse.wheel(0, 500)
    return cardsIn(page, 'Long')
  }).toContain('Card 60')
  await page.locator('.board').evaluate((board) => {
    board.scrollLeft = 120
  })
  const places = () =>
    Promise.all([
      list.evaluate((element) => element.scrollTop),
      page.locator('.board').evaluate((element) => element.scrollLeft),
    ])
  const before = await places()
  const shown = await cardsIn(page, 'Long')
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByText('The trash is empty.').waitFor()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await eventually(() => cardsIn(page, 'Long')).toEqual(shown)
  await eventually(() => places()).toEqual(before)
  expect(await lane(page, 'Lane 5').getByRole('textbox').inputValue()).toBe('Half a thought')
})
