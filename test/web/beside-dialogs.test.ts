import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card } from '../support/board.ts'
import { inAccount } from '../support/header.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const dialogs = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const beside = (page: Page) => page.mouse.click(3, 300)

async function openBoard() {
  const scene = await web.scene('Beside', ['Doing'], { Doing: ['A card'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'A card').waitFor()
  return { page, scene }
}

describe('a click beside a dialog', () => {
  it('closes a task, which saves itself', async () => {
    const { page, scene } = await openBoard()
    await card(page, 'A card').click()
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('With milk')
    await beside(page)
    await eventually(() => dialogs(page).count()).toBe(0)
    expect(page.url()).not.toContain('/tasks/')
    const { id } = await scene.taskOf('A card')
    await eventually(async () => (await web.stored(id)).description).toBe('With milk')
  })

  it('closes a question, and nothing is done', async () => {
    const { page, scene } = await openBoard()
    await button(page, 'Actions for lane Doing').click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await dialogs(page).waitFor()
    await beside(page)
    await eventually(() => dialogs(page).count()).toBe(0)
    expect(await scene.labels(scene.laneIds[0])).toEqual(['A card'])
  })

  it('closes no dialog in which something was entered, and no subtask that is half typed', async () => {
    const { page } = await openBoard()
    await card(page, 'A card').click()
    await page.getByRole('textbox', { name: 'Add a subtask', exact: true }).fill('Half')
    await beside(page)
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('textbox', { name: 'Add a subtask', exact: true }).inputValue()).toBe('Half')
    await page.goto(`${web.service.origin}/#/webhooks`)
    await button(page, 'New webhook').first().click()
    const url = page.getByRole('textbox', { name: 'URL', exact: true })
    await url.fill('https://example.com/half')
    await beside(page)
    expect(await url.inputValue()).toBe('https://example.com/half')
  })

  it('asks before it closes one with a secret that is shown once and was not copied, and so does Escape', async () => {
    const { page } = await web.visit('#/tokens', { permissions: ['clipboard-read', 'clipboard-write'] })
    const ask = async (close: () => Promise<void>) => {
      const question = page.getByRole('dialog', { name: 'Close without the token?', exact: true })
      await close()
      await question.waitFor()
      await page.keyboard.press('Escape')
      await eventually(() => question.count()).toBe(0)
    }
    const escape = () => page.keyboard.press('Escape')
    const openAgent = async () => {
      await button(page, 'Connect an agent').click()
      await button(page, 'Create token and show settings').click()
      await button(page, 'Copy the command').waitFor()
    }
    await openAgent()
    await ask(() => beside(page))
    await ask(escape)
    await ask(escape)
    await button(page, 'VS Code').click()
    await button(page, 'Copy the settings').click() // they do not hold the token
    await page.getByText('Copied.', { exact: true }).waitFor()
    await ask(escape)
    await button(page, 'Close').first().click()
    await button(page, 'Close without it').click()
    await eventually(() => dialogs(page).count()).toBe(0)

    await openAgent()
    await button(page, 'Copy the command').click()
    await page.getByText('Copied.', { exact: true }).waitFor()
    await escape()
    await eventually(() => dialogs(page).count()).toBe(0)

    await button(page, 'New token').click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shown once')
    await page.getByRole('checkbox', { name: 'read' }).check()
    await button(page, 'Create token').click()
    const secret = page.getByRole('textbox', { name: 'Secret', exact: true })
    await secret.waitFor()
    await ask(() => beside(page))
    await ask(escape)
    await secret.selectText()
    await page.keyboard.press('Control+C')
    await escape()
    await eventually(() => dialogs(page).count()).toBe(0)
  })

  it('does not close one when the press began in it, as when a text is selected', async () => {
    const { page } = await openBoard()
    await card(page, 'A card').click()
    const box = await page.getByRole('textbox', { name: 'Label', exact: true }).boundingBox()
    if (!box) throw new Error('There is no label.')
    await page.mouse.move(box.x + 10, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(3, 300)
    await page.mouse.up()
    expect(await dialogs(page).count()).toBe(1)
  })
})

it('a message cuts a long name', async () => {
  const { page } = await openBoard()
  const label = `Call ${'everybody '.repeat(30).trim()}`
  await page.getByRole('searchbox', { name: 'Filter by text', exact: true }).fill('card')
  const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
  await field.fill(label)
  await field.press('Enter')
  const shown = page.locator('.toast > span')
  await eventually(() => shown.allTextContents()).toEqual([
    `Added “${label.slice(0, 60).trimEnd()}…”. The filter hides it.`,
  ])
})

it('the page has an icon', async () => {
  const { page } = await web.visit('#/')
  await inAccount(page, 'Tokens')
  const width = await page.evaluate<number>(
    `new Promise((resolve) => { const icon = new Image(); icon.onload = () => resolve(icon.naturalWidth); icon.onerror = () => resolve(0); icon.src = document.querySelector('link[rel=icon]').href })`,
  )
  expect(width).toBeGreaterThan(0)
})
