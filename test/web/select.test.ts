import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, carry, circle, handle, lane, pick, pointOf } from '../support/board.ts'
import { press } from '../support/keys.ts'
import { followBulk, writeTasks } from '../support/many-tasks.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { checkboxesIn, eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

const cards = { 'To do': ['A', 'B', 'C', 'D'], Doing: ['E'] }

/** Opens a board with some cards in two lanes. */
async function board(label: string, options: VisitOptions = {}) {
  const scene = await web.scene(label, ['To do', 'Doing'], cards)
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(page, 'To do')).toEqual(cards['To do'])
  await eventually(() => cardsIn(page, 'Doing')).toEqual(cards.Doing)
  const bulks = () => requests.filter((request) => request === 'POST /v1/tasks/bulk').length
  const held = () => Promise.all(scene.laneIds.map((laneId) => scene.labels(laneId)))
  return { scene, page, bulks, held }
}

const selectButton = (page: Page) => page.getByRole('button', { name: 'Select', exact: true })
const box = (page: Page, label: string) =>
  page.getByRole('checkbox', { name: `Select ${label}`, exact: true })
const bar = (page: Page) => page.getByRole('group', { name: 'Selected tasks', exact: true })
/** The labels of the selected cards of a column, from top to bottom. */
async function checkedIn(page: Page, name: string): Promise<string[]> {
  const boxes = await checkboxesIn(lane(page, name).getByRole('list'))
  return boxes.flatMap((each) => (each.startsWith('+Select ') ? [each.slice('+Select '.length)] : []))
}

const isFocused = (page: Page, element: Locator) => element.and(page.locator(':focus')).count()

describe('selecting cards', () => {
  it('begins and ends with the button, and says how many are selected', async () => {
    const { page } = await board('By button')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await selectButton(page).click()
    await bar(page).getByText('Nothing selected', { exact: true }).waitFor()
    await box(page, 'A').check()
    // anywhere on a card will do
    await card(page, 'C').click()
    await bar(page).getByText('2 selected', { exact: true }).waitFor()
    await eventually(() => checkedIn(page, 'To do')).toEqual(['A', 'C'])
    await card(page, 'A').click()
    await eventually(() => checkedIn(page, 'To do')).toEqual(['C'])
    await selectButton(page).click()
    await eventually(() => page.getByRole('checkbox').count()).toBe(0)
    expect(page.url()).not.toContain('/tasks/')
    // cards open again
    await card(page, 'A').click()
    await page.getByRole('dialog', { name: 'Task' }).waitFor()
  })

  it('selects with Ctrl and the mouse, and ranges with Shift', async () => {
    const { page } = await board('By mouse')
    await card(page, 'B').click({ modifiers: ['Control'] })
    await card(page, 'D').click({ modifiers: ['Shift'] })
    await eventually(() => checkedIn(page, 'To do')).toEqual(['B', 'C', 'D'])
    // a range does not go into another lane
    await card(page, 'E').click({ modifiers: ['Shift'] })
    await eventually(() => checkedIn(page, 'Doing')).toEqual(['E'])
    await eventually(() => checkedIn(page, 'To do')).toEqual(['B', 'C', 'D'])
    await bar(page).getByText('4 selected', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => bar(page).count()).toBe(0)
    expect(page.url()).not.toContain('/tasks/')
  })

  it('selects all cards of a lane', async () => {
    const { page } = await board('Whole lane')
    await selectButton(page).click()
    const all = page.getByRole('checkbox', { name: 'Select all in To do', exact: true })
    await all.check()
    await eventually(() => checkedIn(page, 'To do')).toEqual(cards['To do'])
    await box(page, 'B').uncheck()
    await eventually(() => all.and(page.locator(':indeterminate')).count()).toBe(1)
    await all.check()
    await all.uncheck()
    await bar(page).getByText('Nothing selected', { exact: true }).waitFor()
  })

  it('forgets cards that are no longer shown', async () => {
    const { page, scene } = await board('Forgotten')
    for (const label of ['E', 'A', 'B']) await card(page, label).click({ modifiers: ['Control'] })
    await web.service.client.tasks.delete((await scene.taskOf('A')).id)
    await bar(page).getByText('2 selected', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).fill('e')
    await bar(page).getByText('1 selected', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).fill('')
    await eventually(() => cardsIn(page, 'To do')).toEqual(['B', 'C', 'D'])
    await eventually(() => checkedIn(page, 'To do')).toEqual([])
    await eventually(() => checkedIn(page, 'Doing')).toEqual(['E'])
  })

  it('is not offered to those who may not write', async () => {
    const scene = await web.scene('Reader', [], { '': ['Look'] })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
    await card(page, 'Look').waitFor()
    expect(await selectButton(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Look', exact: true }).press('x')
    expect(await page.getByRole('checkbox').count()).toBe(0)
  })
})

describe('what is done with the selected cards', () => {
  it('moves them to a lane, with one request', async () => {
    const { page, held, bulks } = await board('Moving')
    for (const label of ['A', 'C']) await card(page, label).click({ modifiers: ['Control'] })
    await pick(page, 'Move to lane', 'Doing')
    await page.getByText('2 tasks moved to Doing.', { exact: true }).waitFor()
    expect(await held()).toEqual([
      ['B', 'D'],
      ['E', 'A', 'C'],
    ])
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['E', 'A', 'C'])
    await eventually(() => cardsIn(page, 'To do')).toEqual(['B', 'D'])
    expect(bulks()).toBe(1)
    await bar(page).getByText('Nothing selected', { exact: true }).waitFor()
  })

  it('sets their status', async () => {
    const { page, scene } = await board('Statuses')
    for (const label of ['A', 'E']) await card(page, label).click({ modifiers: ['Control'] })
    await pick(page, 'Set status', 'Done')
    await page.getByText('2 tasks set to “Done”.', { exact: true }).waitFor()
    const done = async () => {
      const tasks = await scene.tasks()
      return tasks.filter(({ status }) => status === 2).map(({ label }) => label)
    }
    expect(await done()).toEqual(['A', 'E'])
    await page.keyboard.press('Control+z')
    await eventually(done).toEqual([])
    // one after the other, however fast the keys come
    for (const key of ['Control+Shift+z', 'Control+z']) await page.keyboard.press(key)
    await eventually(done).toEqual([])
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Escape')
    await eventually(() => circle(page, 'A').getAttribute('aria-pressed')).toBe('true')
  })

  it('deletes them, and undoes that', async () => {
    const { page, scene, held } = await board('Deleting')
    for (const label of ['B', 'E']) await card(page, label).click({ modifiers: ['Control'] })
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('2 tasks deleted.', { exact: true }).waitFor()
    expect(await held()).toEqual([['A', 'C', 'D'], []])
    expect((await scene.trashed()).map(({ label }) => label).toSorted()).toEqual(['B', 'E'])
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'C', 'D'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('2 tasks restored.', { exact: true }).waitFor()
    expect((await held()).flat().toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
    await eventually(async () => (await cardsIn(page, 'To do')).toSorted()).toEqual(['A', 'B', 'C', 'D'])
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => (await scene.trashed()).map(({ label }) => label).toSorted()).toEqual([
      'B',
      'E',
    ])
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'C', 'D'])
    await page.keyboard.press('Control+z')
    await eventually(async () => (await held()).flat().toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('does not offer to delete without the scope for it', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Writer', scopes: ['read', 'write'] })
    const { page } = await board('Writer', { token: token.secret })
    await selectButton(page).click()
    await bar(page).getByRole('button', { name: 'Set status', exact: true }).waitFor()
    expect(await bar(page).getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  })

  it('says what failed and why in one message, and keeps it selected', async () => {
    const { page, scene, held } = await board('Failing')
    const gone = await scene.taskOf('B')
    await withholdFeed(page) // it does not learn of the delete before it asks for the move
    for (const label of ['A', 'B', 'C']) await card(page, label).click({ modifiers: ['Control'] })
    await web.service.client.tasks.delete(gone.id)
    await pick(page, 'Move to lane', 'Doing')
    await eventually(() => page.getByRole('alert').allTextContents()).toContainEqual(
      expect.stringMatching(/^1 of 3 not moved to Doing: .*task/i),
    )
    expect(await held()).toEqual([['D'], ['E', 'A', 'C']])
    // the board is read again
    await eventually(() => cardsIn(page, 'To do')).toEqual(['D'])
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['E', 'A', 'C'])
  })

  it('puts cards back when the service does not answer, and can be tried again', async () => {
    const { page, held } = await board('Lost', { errors: [500] })
    const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
    await page.route('**/v1/tasks/bulk', (route) => route.fulfill({ status: 500, json: { error } }), {
      times: 1,
    })
    for (const label of ['A', 'B']) await card(page, label).click({ modifiers: ['Control'] })
    await pick(page, 'Move to lane', 'Doing')
    const alert = page
      .getByRole('alert')
      .filter({ hasText: '2 of 2 not moved to Doing: Something went wrong.' })
    await alert.waitFor()
    await eventually(() => cardsIn(page, 'To do')).toEqual(cards['To do'])
    await eventually(() => checkedIn(page, 'To do')).toEqual(['A', 'B'])
    await pick(page, 'Move to lane', 'Doing')
    await page.getByText('2 tasks moved to Doing.', { exact: true }).waitFor()
    expect(await alert.count()).toBe(0)
    expect(await held()).toEqual([
      ['C', 'D'],
      ['E', 'A', 'B'],
    ])
  })

  it('takes as many requests as many cards need', async () => {
    const scene = await web.scene('Hundreds', ['Doing', 'Done'])
    const { dataDir, demo } = web.service
    const labels = Array.from({ length: 130 }, (_, index) => `Card ${String(index).padStart(3, '0')}`)
    await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const sizes = followBulk(page)
    await selectButton(page).click()
    await eventually(() => cardsIn(page, 'Doing')).toContain('Card 000')
    // first those that are loaded, then the others on request
    await page.getByRole('checkbox', { name: 'Select all in Doing', exact: true }).check()
    await bar(page).getByText('All 100 shown are selected.', { exact: true }).waitFor()
    await bar(page).getByRole('button', { name: 'Select all 130 that match', exact: true }).click()
    await bar(page).getByText('130 selected', { exact: true }).waitFor()
    await pick(page, 'Move to lane', 'Done')
    await page.getByText('130 tasks moved to Done.', { exact: true }).waitFor()
    expect(await sizes()).toEqual([100, 30])
    expect(await scene.labels(scene.laneIds[1])).toEqual(labels)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('130 tasks moved back.', { exact: true }).waitFor()
    expect(await scene.labels(scene.laneIds[0])).toEqual(labels)
  })
})

describe('selected cards are dragged together', () => {
  const lifted = (page: Page) => page.locator('.card.is-lifted')

  it('with the mouse, to where they are dropped, in their order, with one request and one undo', async () => {
    const { page, held, bulks } = await board('Together')
    for (const label of ['C', 'A']) await card(page, label).click({ modifiers: ['Control'] })
    await carry(page, card(page, 'C'), () => pointOf(card(page, 'E'), 0.2))
    await eventually(() => lifted(page).count()).toBe(2)
    await eventually(() => page.locator('.drag-count').textContent()).toBe('2')
    await page.mouse.up()
    await page.getByText('2 tasks moved to Doing.', { exact: true }).waitFor()
    expect(await held()).toEqual([
      ['B', 'D'],
      ['A', 'C', 'E'],
    ])
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['A', 'C', 'E'])
    expect(bulks()).toBe(1)
    await page.keyboard.press('Control+z')
    await page.getByText('2 tasks moved back.', { exact: true }).waitFor()
    expect(await held()).toEqual([cards['To do'], cards.Doing])
    await eventually(() => cardsIn(page, 'To do')).toEqual(cards['To do'])
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => (await held())[1]).toEqual(['A', 'C', 'E'])
    await page.keyboard.press('Control+z')
    await eventually(held).toEqual([cards['To do'], cards.Doing])
  })

  it('within their lane, and a card that is not selected goes alone', async () => {
    const { page, held, bulks } = await board('Within')
    await page.getByRole('button', { name: 'Board menu', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Compact', exact: true }).click()
    const heightOf = (element: Locator) =>
      element.evaluate((one) => (one instanceof HTMLElement ? one.offsetHeight : 0))
    const height = await heightOf(page.locator('.card').first())
    for (const label of ['A', 'B']) await card(page, label).click({ modifiers: ['Control'] })
    await carry(page, card(page, 'A'), () => pointOf(card(page, 'C'), 0.8))
    await eventually(() => heightOf(page.locator('.drag-preview .card'))).toBe(height)
    await page.mouse.up()
    await page.getByText('2 tasks moved.', { exact: true }).waitFor()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['C', 'A', 'B', 'D'])
    expect((await held())[0]).toEqual(['C', 'A', 'B', 'D'])
    await card(page, 'A').click({ modifiers: ['Control'] })
    await carry(page, card(page, 'D'), () => pointOf(card(page, 'C'), 0.2))
    await eventually(() => lifted(page).count()).toBe(1)
    await page.mouse.up()
    await eventually(async () => (await held())[0]).toEqual(['D', 'C', 'A', 'B'])
    expect(bulks()).toBe(1)
  })

  it('with the keyboard, which tells how many there are', async () => {
    const { page, held } = await board('By keys')
    for (const label of ['A', 'B']) await card(page, label).click({ modifiers: ['Control'] })
    await handle(page, 'A').focus()
    expect(await press(page, 'Space')).toMatch(/Lifted “A” and 1 more card: To do, 1 of 4/)
    expect(await press(page, 'ArrowRight')).toMatch(/Doing, 1 of 3/)
    expect(await press(page, 'ArrowDown')).toMatch(/Doing, 2 of 3/)
    expect(await press(page, 'Space')).toMatch(/Dropped “A” and 1 more card: Doing, 2 of 3/)
    await eventually(held).toEqual([
      ['C', 'D'],
      ['E', 'A', 'B'],
    ])
    await eventually(() => isFocused(page, handle(page, 'A'))).toBe(1)
  })
})

it.each(['Board', 'List'])('selecting moves nothing on the %s', async (view) => {
  const { page } = await board(`Still ${view}`)
  await page.getByRole('link', { name: view, exact: true }).click()
  const shown = view === 'List' ? page.getByRole('grid') : lane(page, 'To do')
  const link = shown.getByRole('link', { name: 'A', exact: true })
  const { y } = await pointOf(link)
  await selectButton(page).click()
  await bar(page).waitFor()
  expect((await pointOf(link)).y).toBe(y)
  // nothing of the bar is out of sight
  const { y: top = 0, height = 0 } = (await bar(page).boundingBox()) ?? {}
  expect(top).toBeGreaterThan(y)
  expect(top + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
})

describe('with the keyboard alone', () => {
  it('cards are selected, moved, and the focus is never lost', async () => {
    const { page, held } = await board('Keyboard')
    const link = (label: string) => page.getByRole('link', { name: label, exact: true })
    await link('A').focus()
    await page.keyboard.press('x')
    await eventually(() => checkedIn(page, 'To do')).toEqual(['A'])
    await eventually(() => isFocused(page, link('A'))).toBe(1)
    await link('C').focus()
    await page.keyboard.press('Shift+X')
    await eventually(() => checkedIn(page, 'To do')).toEqual(['A', 'B', 'C'])
    await box(page, 'B').press('Space')
    await eventually(() => checkedIn(page, 'To do')).toEqual(['A', 'C'])
    // from a card to what can be done
    await page.keyboard.press('Enter')
    const move = bar(page).getByRole('button', { name: 'Move to lane', exact: true })
    await eventually(() => isFocused(page, move)).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'No lane', exact: true }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('2 tasks moved to Doing.', { exact: true }).waitFor()
    expect(await held()).toEqual([
      ['B', 'D'],
      ['E', 'A', 'C'],
    ])
    await eventually(() => isFocused(page, move)).toBe(1)
    // Escape closes a menu first
    await box(page, 'B').press('Space')
    await move.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'No lane', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await bar(page).getByText('1 selected', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => bar(page).count()).toBe(0)
    await eventually(() => isFocused(page, selectButton(page))).toBe(1)
  })

  it('the handle of a card gives the focus to its link, since it goes', async () => {
    const { page } = await board('From the handle')
    await page.getByRole('button', { name: 'Move B', exact: true }).press('x')
    await eventually(() => checkedIn(page, 'To do')).toEqual(['B'])
    await eventually(() => isFocused(page, page.getByRole('link', { name: 'B', exact: true }))).toBe(1)
    await box(page, 'B').focus()
    await page.keyboard.press('Escape')
    await eventually(() => isFocused(page, page.getByRole('link', { name: 'B', exact: true }))).toBe(1)
    // E opens the task, also while cards are selected: Enter goes to what can be done with them
    await page.keyboard.press('x')
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Task' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    await eventually(() => checkedIn(page, 'To do')).toEqual(['B'])
  })
})

it('all of it can be reached on a small screen', async () => {
  const { page, held } = await board('Small', { viewport: { width: 360, height: 740 }, hasTouch: true })
  await selectButton(page).tap()
  await card(page, 'A').tap()
  await card(page, 'B').tap()
  await bar(page).getByText('2 selected', { exact: true }).waitFor()
  await eventually(() => bar(page).getByRole('button').count()).toBe(3)
  const buttons = await bar(page).getByRole('button').all()
  for (const button of buttons) {
    const { x = -1, width = 0 } = (await button.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(360)
  }
  // in one row
  const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
  await bar(page).getByRole('button', { name: 'Move to lane', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Doing', exact: true }).tap()
  await page.getByText('2 tasks moved to Doing.', { exact: true }).waitFor()
  const message = await page.locator('.toast').boundingBox()
  const top = (await bar(page).boundingBox())?.y
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(top ?? 0)
  expect(await held()).toEqual([
    ['C', 'D'],
    ['E', 'A', 'B'],
  ])
})
