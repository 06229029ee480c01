import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true })
const quickAdd = (page: Page, lane: string) =>
  page.getByRole('textbox', { name: `Add a task to ${lane}`, exact: true })
const hasFocus = (page: Page, element: ReturnType<typeof quickAdd>) =>
  element.and(page.locator(':focus')).count()

/** Presses a key as another layout, or an input method, reports it. */
const press = (page: Page, event: Record<string, unknown>) =>
  page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...${JSON.stringify(event)} }))`,
  )

async function open(label: string) {
  const scene = await web.scene(label, ['Doing', 'Later'], { Doing: ['Dig'], Later: ['Rest'] })
  const visit = await web.visit(`#/projects/${scene.projectId}`)
  await card(visit.page, 'Rest').waitFor()
  return { scene, ...visit }
}

it('n adds a task to the lane that has the focus, / filters, ? lists what works here', async () => {
  const { scene, page } = await open('Keys')
  await card(page, 'Rest').getByRole('link', { name: 'Rest', exact: true }).focus()
  await page.keyboard.press('n')
  await eventually(() => hasFocus(page, quickAdd(page, 'Later'))).toBe(1)
  await page.keyboard.type('nap?/n')
  await page.keyboard.press('Enter')
  await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['Rest', 'nap?/n'])
  await page.locator('main').focus()
  await page.keyboard.press('n')
  await eventually(() => page.locator('.quick-add input:focus').count()).toBe(1)
  await page.locator('main').focus()
  await page.keyboard.press('/')
  const filter = page.getByRole('searchbox', { name: 'Filter by text', exact: true })
  await eventually(() => hasFocus(page, filter)).toBe(1)
  expect(await filter.inputValue()).toBe('')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await eventually(() => list(page).getByRole('rowheader').allTextContents()).toEqual(
    expect.arrayContaining([
      'New task',
      'Filter tasks',
      'Undo the last change',
      'Search and do something',
    ]) as unknown,
  )
  await page.keyboard.press('n') // not behind a dialog
  expect(await quickAdd(page, 'Doing').and(page.locator(':focus')).count()).toBe(0)
  await page.keyboard.press('Escape')
  await eventually(() => list(page).count()).toBe(0)
})

it('keys of other layouts and input methods mean what they say', async () => {
  const { page } = await open('Layouts')
  const focused = () => page.locator('.quick-add input:focus').count()
  const reset = () => page.locator('main').focus()
  // Cyrillic: the key of n types т
  await reset()
  await press(page, { key: 'т', code: 'KeyN' })
  await eventually(focused).toBe(1)
  // Dvorak: the key of n types b
  await reset()
  await press(page, { key: 'b', code: 'KeyN' })
  await press(page, { key: 'n', code: 'KeyN', isComposing: true })
  await press(page, { key: 'n', code: 'KeyN', altKey: true })
  await press(page, { key: 'n', code: 'KeyN', repeat: true })
  await press(page, { key: 'n', code: 'KeyN', metaKey: true })
  expect(await focused()).toBe(0)
  await press(page, { key: 'N', code: 'KeyN', shiftKey: true })
  expect(await focused()).toBe(0)
  // Caps Lock alone
  await press(page, { key: 'N', code: 'KeyN' })
  await eventually(focused).toBe(1)
  await reset()
  // German: / is Shift and 7, and Ctrl+Shift+Z is not undo
  await press(page, { key: 'Z', code: 'KeyY', ctrlKey: true, shiftKey: true })
  expect(await page.getByText('Nothing to undo.', { exact: true }).count()).toBe(0)
  await press(page, { key: '/', code: 'Digit7', shiftKey: true })
  await eventually(() => page.locator('input[type=search]:focus').count()).toBe(1)
  // Ctrl+Z in a field undoes typing alone
  await page.keyboard.type('ab')
  await page.keyboard.press('Control+z')
  expect(await page.getByText('Nothing to undo.', { exact: true }).count()).toBe(0)
  await reset()
  await press(page, { key: 'я', code: 'KeyZ', ctrlKey: true })
  await page.getByText('Nothing to undo.', { exact: true }).first().waitFor()
})

it('shortcuts of one key can be turned off, and stay off on this device', async () => {
  const { page } = await open('Turned off')
  await page.keyboard.press('?')
  const single = list(page).getByRole('switch', { name: 'Shortcuts of one key', exact: true })
  await single.uncheck()
  await page.keyboard.press('Escape')
  const works = async (key: string) => {
    await page.locator('main').focus()
    await page.keyboard.press(key)
    return (await page.locator('.quick-add input:focus').count()) === 1
  }
  expect(await works('n')).toBe(false)
  await page.reload()
  await card(page, 'Rest').waitFor()
  expect(await works('n')).toBe(false)
  expect(await works('?')).toBe(false)
  expect(await list(page).count()).toBe(0)
  // the list is still found
  await page.keyboard.press('Control+k')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.keyboard.type('shortcuts')
  await eventually(() => page.locator('[role=option][aria-selected=true]').textContent()).toContain(
    'Show keyboard',
  )
  await page.keyboard.press('Enter')
  await single.check()
  await page.keyboard.press('Escape')
  await eventually(() => list(page).count()).toBe(0)
  await eventually(() => works('n')).toBe(true)
})
