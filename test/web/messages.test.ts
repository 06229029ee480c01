import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, lane } from '../support/board.ts'
import { covered } from '../support/toasts.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const toasts = (page: Page) => page.locator('.toast > span').allTextContents()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const isFocused = async (element: ReturnType<typeof field>) =>
  (await element.and(element.page().locator(':focus')).count()) === 1

describe.each([
  { name: 'on a wide screen', viewport: { width: 1280, height: 800 } },
  { name: 'at 360 px', viewport: { width: 360, height: 740 } },
])('$name', ({ viewport }) => {
  it('ten adds are one message, which covers no field and does not take the focus', async () => {
    const scene = await web.scene(`Ten adds ${viewport.width}`, ['Doing'], { Doing: ['First'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { viewport })
    await card(page, 'First').waitFor()
    await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).fill('first')
    const quickAdd = field(page, 'Add a task to Doing')
    for (let number = 1; number <= 10; number += 1) {
      await quickAdd.fill(`Task ${number}`)
      await quickAdd.press('Enter')
      await eventually(() => quickAdd.inputValue()).toBe('')
      await eventually(() => toasts(page)).toHaveLength(1)
      expect(await isFocused(quickAdd)).toBe(true)
      await eventually(() => covered(page)).toEqual([])
    }
    await eventually(() => toasts(page)).toEqual(['10 tasks added to Doing.'])
    expect(await scene.labels(scene.laneIds[0])).toHaveLength(11)
    // it also gives way to a field that it covered before
    const box = await page.locator('.toast').boundingBox()
    if (!box) throw new Error('There is no message.')
    // the same script looks, since the message gives way in the next frame
    const isCovered = await page.evaluate(`(() => {
      const late = Object.assign(document.createElement('input'), {
        ariaLabel: 'Late', style: 'position: fixed; left: ${box.x}px; top: ${box.y}px; width: 40px' })
      document.body.append(late)
      const [field, toast] = [late, document.querySelector('.toast')].map((one) => one.getBoundingClientRect())
      return field.left < toast.right && toast.left < field.right && field.top < toast.bottom && toast.top < field.bottom
    })()`)
    expect(isCovered).toBe(true)
    await eventually(() => covered(page)).toEqual([])
  })
})

it('a message stays while the pointer or the focus is in it, and goes by itself after', async () => {
  const scene = await web.scene('Held', ['Doing'])
  const { page } = await web.visit(`#/projects/${scene.projectId}`, { setsClock: true })
  await lane(page, 'Doing').waitFor()
  await page.clock.install()
  const say = async () => {
    await page.keyboard.press('Control+z')
    await eventually(() => toasts(page)).toEqual(['Nothing to undo.'])
  }
  await say()
  const toast = page.locator('.toast')
  await toast.hover()
  await page.clock.runFor(30_000)
  expect(await toasts(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Dismiss', exact: true }).focus()
  await page.mouse.move(2, 2)
  await page.clock.runFor(30_000)
  expect(await toasts(page)).toHaveLength(1)
  await page.locator('main').focus()
  await page.clock.runFor(11_000)
  expect(await toasts(page)).toHaveLength(1)
  await page.clock.runFor(2_000)
  await eventually(() => toasts(page)).toEqual([])
})

it('alerts stay until they are closed; the others are a button away', async () => {
  const scene = await web.scene('Alerts', ['Doing'])
  const { page } = await web.visit(`#/projects/${scene.projectId}`, { errors: [400] })
  await page.route('**/v1/tasks', (route) =>
    route.fulfill({
      status: 400,
      json: { error: { code: 'invalid_request', message: 'Oops.', request_id: 'r' } },
    }),
  )
  const quickAdd = field(page, 'Add a task to Doing')
  for (const label of ['One', 'Two', 'Three']) {
    await quickAdd.fill(label)
    await quickAdd.press('Enter')
    await page.getByRole('alert').filter({ hasText: label }).waitFor()
    await eventually(() => toasts(page)).toHaveLength(1)
    await eventually(() => covered(page)).toEqual([])
  }
  await page.getByRole('button', { name: '2 more', exact: true }).click()
  expect(await toasts(page)).toHaveLength(3)
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true })
  await dismiss.last().click()
  await eventually(() => toasts(page)).toHaveLength(2)
  await page.getByRole('button', { name: 'Fewer', exact: true }).click()
  expect((await toasts(page)).map((text) => text.slice(0, 5))).toEqual(['“Two”'])
  await dismiss.click()
  await dismiss.click()
  expect(await toasts(page)).toEqual([])
  expect(await scene.labels()).toEqual([])
})

it('screen readers are told of every add, in turn', async () => {
  const scene = await web.scene('Told', ['Doing'])
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  const labels = ['Bread', 'Butter', 'Cheese']
  const quickAdd = field(page, 'Add a task to Doing')
  await quickAdd.waitFor()
  // notes what is added to the element that screen readers follow
  await page.evaluate(`window.told = []; new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes)
      if (target.closest('[role=status].visually-hidden[aria-atomic=false]'))
        told.push(...[...addedNodes].map((node) => node.textContent))
  }).observe(document.body, { childList: true, subtree: true })`)
  for (const label of labels) {
    await quickAdd.fill(label)
    await quickAdd.press('Enter')
    await eventually(() => quickAdd.inputValue()).toBe('')
  }
  await eventually(() => page.evaluate('told')).toEqual(
    labels.map((label) => expect.stringContaining(`Added “${label}”`) as unknown),
  )
  await eventually(() => cardsIn(page, 'Doing')).toEqual(labels)
  expect(await scene.labels(scene.laneIds[0])).toEqual(labels)
})
