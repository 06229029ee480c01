import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { card, cardsIn, carry, circle, frames, handle, lane, lift, pick, pointOf } from '../support/board.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

const cards = { 'To do': ['A', 'B', 'C'], Doing: ['D'] }

async function board(label: string, options: VisitOptions = {}) {
  const scene = await web.scene(label, ['To do', 'Doing'], cards)
  const visit = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(visit.page, 'To do')).toEqual(cards['To do'])
  await card(visit.page, 'D').waitFor()
  const held = () => Promise.all(scene.laneIds.map((laneId) => scene.labels(laneId)))
  const statusOf = async (task: string) => (await scene.taskOf(task)).status
  return { ...visit, scene, held, statusOf }
}

const link = (page: Page, label: string) => page.getByRole('link', { name: label, exact: true })
const isFocused = (page: Page, label: string) => link(page, label).and(page.locator(':focus')).count()
const menu = (page: Page, label: string) =>
  page.getByRole('menu', { name: `Actions for ${label}`, exact: true })
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const statuses = (page: Page) => page.getByRole('status').allTextContents()

describe('the menu of a card', () => {
  it('opens by its button, by a right click and by keys, and closes with the focus on the card', async () => {
    const { page } = await board('Opening')
    const button = page.getByRole('button', { name: 'Actions for B', exact: true })
    await button.click()
    await menu(page, 'B').waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await eventually(() => menu(page, 'B').count()).toBe(0)
    await eventually(() => button.and(page.locator(':focus')).count()).toBe(1)
    await button.click()
    await button.click()
    await eventually(() => menu(page, 'B').count()).toBe(0)

    await card(page, 'C').click({ button: 'right', position: { x: 90, y: 20 } })
    await menu(page, 'C').waitFor()
    const at = await menu(page, 'C').boundingBox()
    const from = await card(page, 'C').boundingBox()
    expect(Math.abs((at?.x ?? 0) - (from?.x ?? 0) - 90)).toBeLessThan(2)
    await page.keyboard.press('Escape')
    await eventually(() => isFocused(page, 'C')).toBe(1)
    for (const key of ['.', 'Shift+F10', 'ContextMenu']) {
      await page.keyboard.press(key)
      await menu(page, 'C').waitFor()
      await page.keyboard.press('Escape')
      await eventually(() => menu(page, 'C').count()).toBe(0)
      await eventually(() => isFocused(page, 'C')).toBe(1)
    }
  })

  it('sets the status, moves the card, copies its link and deletes it', async () => {
    const { page, scene, held, statusOf } = await board('Doing all', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Actions for B', exact: true }).click()
    expect(await choice(page, 'Open').getAttribute('aria-checked')).toBe('true')
    // the arrow keys only go through the menu
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await page.keyboard.press(key)
    await eventually(() => choice(page, 'In progress').and(page.locator(':focus')).count()).toBe(1)
    expect(await statusOf('B')).toBe(0)
    await page.keyboard.press('Enter')
    await eventually(() => statusOf('B')).toBe(1)
    await eventually(() => circle(page, 'B').getAttribute('aria-pressed')).toBe('mixed')
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('“B” is in progress.'))

    await pick(page, 'Actions for B', 'Move to top')
    await eventually(held).toEqual([['B', 'A', 'C'], ['D']])
    await eventually(() => cardsIn(page, 'To do')).toEqual(['B', 'A', 'C'])
    await pick(page, 'Actions for B', 'Move to bottom')
    await eventually(held).toEqual([['A', 'C', 'B'], ['D']])
    await pick(page, 'Actions for A', 'Move to lane…')
    expect(await choice(page, 'To do').getAttribute('aria-disabled')).toBe('true')
    await choice(page, 'Doing').click()
    await eventually(held).toEqual([
      ['C', 'B'],
      ['D', 'A'],
    ])
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('Moved “A” to Doing.'))
    // the card that takes its place has the focus
    await eventually(() => isFocused(page, 'C')).toBe(1)

    await pick(page, 'Actions for A', 'Copy link')
    await page.getByText('Link copied.', { exact: true }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toBe(
      `${web.service.origin}/#/projects/${scene.projectId}/tasks/${(await scene.taskOf('A')).id}`,
    )
    await pick(page, 'Actions for A', 'Delete')
    await eventually(held).toEqual([['C', 'B'], ['D']])
    expect((await scene.trashed()).map(({ label }) => label)).toEqual(['A'])
    await pick(page, 'Actions for D', 'Open task')
    await page.getByRole('dialog').waitFor()
  })

  it('has only what the token allows, and the status is a text', async () => {
    const tokenWith = async (...scopes: ('read' | 'write')[]) =>
      (await web.service.client.tokens.create({ name: scopes.join(' '), scopes })).token.secret
    const { page, scene } = await board('Reading', { token: await tokenWith('read') })
    await scene.createTask('Under way', { status: 1, workflowLaneId: scene.laneIds[1] ?? null })
    await eventually(() => card(page, 'Under way').textContent()).toContain('In progress')
    expect(await circle(page, 'A').count()).toBe(0)
    await card(page, 'A').click({ button: 'right' })
    await eventually(() => menu(page, 'A').getByRole('menuitem').allTextContents()).toEqual([
      'Open taskE',
      'Copy link',
    ])
    expect(await page.getByRole('menuitemradio').count()).toBe(0)
    await page.keyboard.press('Escape')
    for (const key of ['d', 'Space', 'm', 'Delete']) await link(page, 'A').press(key)
    await frames(page)
    expect(await page.getByRole('menu').count()).toBe(0)
    expect(await scene.labels(scene.laneIds[0])).toEqual(cards['To do'])
    expect((await scene.taskOf('A')).status).toBe(0)

    const writer = await web.visit(`#/projects/${scene.projectId}`, {
      token: await tokenWith('read', 'write'),
    })
    await card(writer.page, 'A').click({ button: 'right' })
    await item(writer.page, 'Move to lane…').waitFor()
    expect(await item(writer.page, 'Delete').count()).toBe(0)
  })
})

describe('a card', () => {
  it('is completed by its circle and opened again, and tells what its task has', async () => {
    const { page, scene, statusOf } = await board('Circle')
    await circle(page, 'A').click()
    await eventually(() => statusOf('A')).toBe(2)
    await circle(page, 'A').click()
    await eventually(() => statusOf('A')).toBe(0)
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('“A” is open.'))
    expect(await page.getByRole('dialog').count()).toBe(0)

    expect(await card(page, 'A').getByText('Has a description').count()).toBe(0)
    await scene.createTask('Rich', {
      description: 'With details',
      externalId: 'order-4711',
      subtasks: [{ label: 'One', isCompleted: true }, { label: 'Two' }],
    })
    const rich = card(page, 'Rich')
    for (const text of ['Has a description', '1 of 2 subtasks', '1/2'])
      await rich.getByText(text, { exact: true }).waitFor()
    // an external id, which every imported task has, is in the task alone: a mark for it reads as an attachment
    expect(await rich.locator('.mark').count()).toBe(2)
    // they stand beside a short label
    const heights = await Promise.all(['A', 'Rich'].map((label) => card(page, label).boundingBox()))
    expect(heights[1]?.height).toBe(heights[0]?.height)
    expect(await violations(page)).toEqual([])
  })

  it('that was completed does not come back while the open ones are read', async () => {
    const { page, statusOf } = await board('Completed early')
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route(/\/tasks\?.*status=/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Filter by status', exact: true }).selectOption('Open')
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await link(page, 'B').press('d')
    await (await answered).finished()
    await eventually(() => statuses(page)).toContainEqual(expect.stringContaining('“B” is done.'))
    expect(await cardsIn(page, 'To do')).toEqual(['A', 'C'])
    letGo(undefined)
    expect(await statusOf('B')).toBe(2)
  })

  it('has keys, and the focus stays where the person is', async () => {
    const { page, scene, held, statusOf } = await board('Keys')
    await link(page, 'A').focus()
    await page.keyboard.press('d')
    await eventually(() => statusOf('A')).toBe(2)
    await page.keyboard.press('Space')
    await eventually(() => statusOf('A')).toBe(0)
    await eventually(() => isFocused(page, 'A')).toBe(1)
    await page.keyboard.press('m')
    await page.getByRole('menu', { name: 'Move A to a lane', exact: true }).waitFor()
    // letters seek in the menu, and do nothing to the card
    await page.keyboard.press('d')
    await eventually(() => choice(page, 'Doing').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Enter')
    await eventually(held).toEqual([
      ['B', 'C'],
      ['D', 'A'],
    ])
    await eventually(() => isFocused(page, 'B')).toBe(1)
    await page.keyboard.press('Delete')
    await eventually(held).toEqual([['C'], ['D', 'A']])
    await eventually(() => isFocused(page, 'C')).toBe(1)
    await page.keyboard.press('Backspace')
    await eventually(held).toEqual([[], ['D', 'A']])
    await eventually(() => lane(page, 'To do').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(held).toEqual([
      ['B', 'C'],
      ['D', 'A'],
    ])
    await link(page, 'D').press('e')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    // under a filter, a card that no longer matches gives the focus to the next one
    await page.getByRole('combobox', { name: 'Filter by status', exact: true }).selectOption('Open')
    await link(page, 'B').press('d')
    await eventually(() => cardsIn(page, 'To do')).toEqual(['C'])
    await eventually(() => isFocused(page, 'C')).toBe(1)
    await eventually(async () => (await scene.taskOf('B')).status).toBe(2)
    // what is selected is meant, whichever card has the focus
    await page.keyboard.press('x')
    await link(page, 'D').press('x')
    await page.keyboard.press('Delete')
    await page.getByText('2 tasks deleted.', { exact: true }).waitFor()
    expect(await held()).toEqual([['B'], ['A']])
  })

  it('added by typing, is told to screen readers', async () => {
    const { page } = await board('Adding')
    const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
    await field.fill('New one')
    await field.press('Enter')
    await eventually(() => statuses(page)).toContainEqual(
      expect.stringContaining('Added “New one” to Doing.'),
    )
  })
})

it('while a card is dragged, a gap of its size shows where it would go', async () => {
  const { page, held } = await board('Gap')
  const gap = page.locator('.drop-gap')
  const topOf = async (label: string) => Math.round((await card(page, label).boundingBox())?.y ?? 0)
  const height = (await card(page, 'A').boundingBox())?.height ?? 0
  const before = await topOf('D')
  await carry(page, link(page, 'A'), () => pointOf(card(page, 'D'), 0.2))
  await eventually(async () => Math.round((await gap.boundingBox())?.y ?? 0)).toBe(before)
  expect((await gap.boundingBox())?.height).toBe(height)
  await eventually(() => topOf('D')).toBe(before + height + 8)
  await page.mouse.up()
  await eventually(held).toEqual([
    ['B', 'C'],
    ['A', 'D'],
  ])
  expect(await gap.count()).toBe(0)
  await eventually(() => topOf('D')).toBe(before + height + 8)

  // within its lane the card itself is the gap; a keyboard drag shows it as well
  const first = await topOf('B')
  await lift(page, 'B')
  await page.keyboard.press('ArrowDown')
  await eventually(() => topOf('C')).toBe(first)
  expect(await topOf('B')).toBe(first + height + 8)
  await page.keyboard.press('ArrowRight')
  await eventually(() => gap.textContent()).toBe('“B”')
  await page.keyboard.press('Escape')
  await eventually(() => topOf('B')).toBe(first)
})

describe('on a phone', () => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }

  it('targets are large, a long press opens the menu, and lanes snap', async () => {
    const { page, held, protocol } = await board('Phone', phone)
    const middle = await pointOf(card(page, 'B'))
    // 20 px beside the middle of the circle is still the circle
    const dot = await pointOf(circle(page, 'B'))
    for (const [x, y] of [
      [dot.x - 20, dot.y],
      [dot.x + 20, dot.y],
    ] as const) {
      const hit = await page.evaluate<string>(
        `document.elementFromPoint(${x}, ${y}).closest('button')?.getAttribute('aria-label') ?? ''`,
      )
      expect(hit).toBe('Done: B')
    }
    const dots = await pointOf(page.getByRole('button', { name: 'Actions for B', exact: true }))
    const beside = await page.evaluate<string>(
      `document.elementFromPoint(${dots.x - 20}, ${dots.y}).closest('button')?.getAttribute('aria-label') ?? ''`,
    )
    expect(beside).toBe('Actions for B')

    const session = await protocol()
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [middle] })
    await page.locator('.card.is-lifted').waitFor()
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await menu(page, 'B').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    for (const entry of await menu(page, 'B').getByRole('menuitem').all())
      expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await item(page, 'Move to lane…').tap()
    await choice(page, 'Doing').tap()
    await eventually(held).toEqual([
      ['A', 'C'],
      ['D', 'B'],
    ])

    await page.evaluate('document.querySelector(".board").scrollLeft = 400')
    // the first lane is left behind, and the second stands at the edge
    await eventually(async () => (await lane(page, 'Doing').boundingBox())?.x).toBe(12)
  })
})

describe('the tools of a card', () => {
  const long = 'Ask everyone who helped last year whether they have time again '.repeat(4).trim()

  /** Whether what shows when a card is used covers a part of its label or marks. */
  const areCovered = (page: Page, label: string) =>
    card(page, label).evaluate((element) => {
      const range = document.createRange()
      const text = element.querySelector('.card-label')?.firstChild
      if (text) range.selectNodeContents(text)
      const marks = [...element.querySelectorAll('.card-marks')].map((mark) => mark.getBoundingClientRect())
      const tools = [...element.querySelectorAll('.card-tools > *')]
        .filter((tool) => getComputedStyle(tool).opacity !== '0' && tool.clientWidth > 1)
        .map((tool) => tool.getBoundingClientRect())
      if (tools.length === 0) return undefined
      return [...range.getClientRects(), ...marks].some((part) =>
        tools.some(
          ({ left, right, top, bottom }) =>
            part.left < right && part.right > left && part.top < bottom && part.bottom > top,
        ),
      )
    })

  it.each([
    ['with a mouse', {}],
    ['with a finger', { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }],
  ])('do not cover its label, %s, also in the compact density', async (_, options) => {
    const scene = await web.scene('Tools', ['To do'])
    const [workflowLaneId = ''] = scene.laneIds
    for (const label of [long, 'Unbreakable'.repeat(5)]) await scene.createTask(label, { workflowLaneId })
    const subtasks = [{ label: 'One' }]
    await scene.createTask('Call the printer', { workflowLaneId, subtasks, description: 'Soon' })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, options)
    const labels = [long, 'Unbreakable'.repeat(5), 'Call the printer']
    await eventually(() => cardsIn(page, 'To do')).toEqual(labels)
    const check = async () => {
      for (const label of labels) {
        await card(page, label).hover()
        await eventually(() => areCovered(page, label)).toBe(false)
        await page.getByRole('link', { name: label, exact: true }).focus()
        await handle(page, label).focus()
        await eventually(() => areCovered(page, label)).toBe(false)
      }
    }
    await check()
    const heightOf = async () => (await card(page, 'Call the printer').boundingBox())?.height ?? 0
    const before = await heightOf()
    await page.getByRole('button', { name: 'Board menu', exact: true }).click()
    // a line parts what follows one another, and nothing follows the last group
    const group = page.getByRole('menu', { name: 'Board menu', exact: true }).getByRole('group').last()
    expect(await group.evaluate((one) => getComputedStyle(one).borderBottomWidth)).toBe('0px')
    await choice(page, 'Compact').click()
    await eventually(heightOf).toBeLessThan(before)
    await check()
    // it is kept
    await page.reload()
    await eventually(heightOf).toBeLessThan(before)
    await page.getByRole('button', { name: 'Board menu', exact: true }).click()
    await choice(page, 'Comfortable').click()
    await eventually(heightOf).toBe(before)
  })
})

it('a click on a mark opens the task, as one beside it does', async () => {
  const { page, scene } = await board('Marks')
  await scene.createTask('Marked', {
    workflowLaneId: scene.laneIds[1] ?? null,
    subtasks: [{ label: 'One' }, { label: 'Two' }],
  })
  await page.getByTitle('0 of 2 subtasks').click()
  await page.getByRole('dialog', { name: 'Task', exact: true }).waitFor()
})
