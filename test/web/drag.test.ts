import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, carry, frames, handle, lane, pointOf, type Point } from '../support/board.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { eventually, useWeb, type Visit } from '../support/web.ts'

const web = useWeb()

/** A board with three cards in one lane and one in another. */
async function board(options: Parameters<typeof web.visit>[1] = {}) {
  const scene = await web.scene('Dragging', ['To do', 'Doing'], { 'To do': ['A', 'B', 'C'], Doing: ['D'] })
  const visit = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(visit.page, 'To do')).toEqual(['A', 'B', 'C'])
  await card(visit.page, 'D').waitFor()
  const held = async () => ({
    'To do': await scene.labels(scene.laneIds[0]),
    Doing: await scene.labels(scene.laneIds[1]),
    'No lane': await scene.labels('none'),
  })
  return { ...visit, scene, held }
}

const shown = async (page: Page) => ({
  'To do': await cardsIn(page, 'To do'),
  Doing: await cardsIn(page, 'Doing'),
  'No lane': await cardsIn(page, 'No lane'),
})

const moves = ({ requests }: Pick<Visit, 'requests'>) =>
  requests.filter((request) => request.startsWith('POST') && request.endsWith('/move')).length

const asBefore = { 'To do': ['A', 'B', 'C'], Doing: ['D'], 'No lane': [] }

describe('dragging with the mouse', () => {
  it.each([
    ['down', 'A', 'C', 0.9, ['B', 'C', 'A']],
    ['up', 'C', 'A', 0.1, ['C', 'A', 'B']],
    ['to the middle', 'A', 'B', 0.9, ['B', 'A', 'C']],
  ] as const)('moves a card %s within its lane, with one request', async (_, what, target, down, order) => {
    const { page, requests, held } = await board()
    await carry(page, handle(page, what), () => pointOf(card(page, target), down))
    await page.mouse.up()
    await eventually(() => shown(page)).toEqual({ ...asBefore, 'To do': order })
    await eventually(held).toEqual({ ...asBefore, 'To do': order })
    expect(moves({ requests })).toBe(1)
    await page.reload()
    await eventually(() => shown(page)).toEqual({ ...asBefore, 'To do': order })
  })

  it.each([
    ['above', 0.05, ['B', 'D']],
    ['below', 0.95, ['D', 'B']],
  ] as const)('moves a card into another lane, %s the card there', async (_, down, order) => {
    const { page, requests, held } = await board()
    await carry(page, handle(page, 'B'), () => pointOf(card(page, 'D'), down))
    await page.mouse.up()
    const after = { 'To do': ['A', 'C'], Doing: order, 'No lane': [] }
    await eventually(() => shown(page)).toEqual(after)
    await eventually(held).toEqual(after)
    expect(moves({ requests })).toBe(1)
  })

  it('moves a card into an empty lane, dragged by any part of it', async () => {
    const { page, requests, held } = await board()
    const link = page.getByRole('link', { name: 'A', exact: true })
    await carry(page, link, () => pointOf(lane(page, 'No lane').getByRole('list')))
    await page.mouse.up()
    const after = { 'To do': ['B', 'C'], Doing: ['D'], 'No lane': ['A'] }
    await eventually(() => shown(page)).toEqual(after)
    await eventually(held).toEqual(after)
    expect(moves({ requests })).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0) // dragging the link does not count as a click
  })

  it('sends no request when a card is dropped where it was', async () => {
    const { page, requests, held } = await board()
    await carry(page, handle(page, 'A'), () => pointOf(card(page, 'C'), 0.9))
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await eventually(() => shown(page)).toEqual(asBefore)
    await carry(page, handle(page, 'B'), () => pointOf(card(page, 'C'), 0.9))
    const back = await card(page, 'A').boundingBox()
    await page.mouse.move((back?.x ?? 0) + 30, (back?.y ?? 0) + (back?.height ?? 0) * 1.6, { steps: 12 })
    await page.mouse.up()
    await eventually(() => shown(page)).toEqual(asBefore)
    expect(await held()).toEqual(asBefore)
    expect(moves({ requests })).toBe(0)
  })

  it('puts a card back, and says why, when the service refuses the move', async () => {
    const { page, scene, requests, held } = await board({ errors: [404] })
    await withholdFeed(page) // the page does not learn of the change
    await web.service.client.tasks.delete((await scene.taskOf('D')).id)
    await carry(page, handle(page, 'B'), () => pointOf(card(page, 'D'), 0.95))
    await page.mouse.up()
    await eventually(() => page.getByRole('alert').allTextContents()).toContainEqual(
      expect.stringMatching(/\w/),
    )
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'C'])
    expect(await held()).toEqual({ ...asBefore, Doing: [] })
    expect(moves({ requests })).toBe(1)
  })
})

/** Touches an element, holds it for `heldMs`, drags to a point and releases. */
async function draw({ page, protocol }: Visit, what: Locator, heldMs: number, to: () => Promise<Point>) {
  const session = await protocol()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const { x, y } = await to()
  const from = await pointOf(what)
  const start = touch('touchStart', [from])
  // a swipe goes on at once: any wait would be a long press
  if (heldMs > 0) {
    await start
    await page.waitForTimeout(heldMs)
  }
  for (let step = 1; step <= 12; step++) {
    const share = step / 12
    await touch('touchMove', [{ x: from.x + (x - from.x) * share, y: from.y + (y - from.y) * share }])
    await frames(page)
  }
  await touch('touchEnd', [])
}

const longPressMs = 500 // after this long a touch lifts the card instead of scrolling
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }

describe('dragging with a finger', () => {
  it('moves a card into another lane after a long press', async () => {
    const { held, ...visit } = await board({ hasTouch: true })
    const { page } = visit
    await draw(visit, handle(page, 'A'), longPressMs, () => pointOf(card(page, 'D'), 0.95))
    const after = { 'To do': ['B', 'C'], Doing: ['D', 'A'], 'No lane': [] }
    await eventually(() => shown(page)).toEqual(after)
    await eventually(held).toEqual(after)
    expect(moves(visit)).toBe(1)
  })

  it('changes the order on a phone, with a long press anywhere on a card', async () => {
    const { held, ...visit } = await board(phone)
    const { page } = visit
    const link = page.getByRole('link', { name: 'A', exact: true })
    await draw(visit, link, longPressMs, () => pointOf(card(page, 'B'), 0.9))
    const after = { ...asBefore, 'To do': ['B', 'A', 'C'] }
    await eventually(() => shown(page)).toEqual(after)
    await eventually(held).toEqual(after)
    expect(moves(visit)).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('passes a lane at a time at the edge of a phone', async () => {
    const lanes = ['One', 'Two', 'Three', 'Four']
    const scene = await web.scene('Passing', lanes, { One: ['A'] })
    const visit = await web.visit(`#/projects/${scene.projectId}`, phone)
    const { page } = visit
    await eventually(() => cardsIn(page, 'One')).toEqual(['A'])
    const session = await visit.protocol()
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const from = await pointOf(card(page, 'A'))
    // where the board comes to rest, as the lane that then stands at its start
    await page.evaluate(`
      stops = []
      document.querySelector('.board').addEventListener('scrollend', ({ target }) => {
        const lanes = [...target.querySelectorAll(':scope > [data-lane] h2')]
        const isFirst = (name) => Math.abs(name.closest('[data-lane]').getBoundingClientRect().left - 12) < 2
        stops.push(lanes.find(isFirst)?.textContent ?? target.scrollLeft)
      })
    `)
    await touch('touchStart', [from])
    await page.locator('.card.is-lifted').waitFor()
    for (const x of [from.x + 40, 350]) await touch('touchMove', [{ x, y: from.y }])
    await eventually(() => page.evaluate<unknown[]>('stops.slice(0, 3)')).toEqual(['Two', 'Three', 'Four'])
    await touch('touchMove', [{ x: 180, y: from.y }])
    await frames(page)
    await touch('touchEnd', [])
    await eventually(() => cardsIn(page, 'Four')).toEqual(['A'])
  })

  it('moves nothing when a finger swipes over a card without holding it', async () => {
    const { held, ...visit } = await board(phone)
    const { page } = visit
    const link = page.getByRole('link', { name: 'A', exact: true })
    await draw(visit, link, 0, () => pointOf(card(page, 'C'), 0.9))
    await frames(page)
    expect(await shown(page)).toEqual(asBefore)
    expect(await held()).toEqual(asBefore)
    expect(moves(visit)).toBe(0)
  })
})
