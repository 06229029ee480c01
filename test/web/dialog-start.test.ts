import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { card, pick } from '../support/board.ts'
import { button, openForm } from '../support/form-page.ts'
import { eventually, useWeb } from '../support/web.ts'
import { openWebhook, receiverOf } from '../support/webhook-page.ts'

const web = useWeb()

const press = async (view: string, name: string): Promise<Page> => {
  const { page } = await web.visit(view)
  await button(page, name).click()
  return page
}

const onWebhook = async (name: string): Promise<Page> => {
  const { page } = await openWebhook(web, 'Start', await receiverOf())
  await button(page, name).click()
  return page
}

async function movingAll(): Promise<Page> {
  const scene = await web.scene('Start', ['To do', 'Doing'], { 'To do': ['A'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'A').waitFor()
  await pick(page, 'Actions for lane To do', 'Move all cards…')
  return page
}

async function newUrl(): Promise<Page> {
  const { page } = await openForm(web, 'Start')
  await button(page, 'New URL').click()
  return page
}

/** The label of the field that has the focus in the open dialog. */
const label = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { labels, ariaLabel, localName } = document.querySelector('dialog[open] :focus') ?? document.body
    return (labels?.[0]?.querySelector('span') ?? labels?.[0]?.firstChild)?.textContent ?? ariaLabel ?? localName
  })()`)

describe('a dialog that asks for something', () => {
  it.each([
    ['New project', () => press('#/', 'New project'), 'Name of the new project'],
    ['New field', () => press('#/fields', 'New field'), 'Label'],
    ['New token', () => press('#/tokens', 'New token'), 'Name'],
    ['Connect an agent', () => press('#/tokens', 'Connect an agent'), 'Name of the agent'],
    ['New webhook', () => press('#/webhooks', 'New webhook'), 'URL'],
    ['Replay events', () => onWebhook('Replay'), 'Since'],
    ['New secret', () => onWebhook('New secret'), 'How long the old secret still works'],
    ['New URL', newUrl, 'How long the old URL still works'],
    ['Move all cards', movingAll, 'To'],
  ] as const)('begins in its first field: %s', async (_, open, name) => {
    const page = await open()
    await eventually(() => label(page), 10_000).toBe(name)
  })

  it('can be left by a button, also that for an agent', async () => {
    const page = await press('#/tokens', 'Connect an agent')
    await button(page, 'Cancel').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Connect an agent')
  })
})
