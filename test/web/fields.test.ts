import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account } from '../support/header.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const pick = async (page: Page, label: string, item: string) => {
  await button(page, `Actions for ${label}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const stored = async () => (await web.service.client.fields.list()).fields
const storedKeys = async () => (await stored()).map(({ key }) => key)
const storedField = async (key: string) => (await stored()).find((field) => field.key === key)

/** The keys in the table, from top to bottom. */
const shownKeys = (page: Page) =>
  page.getByRole('region', { name: 'Fields' }).locator('code').allTextContents()

describe('the page of fields', () => {
  it('makes, changes, moves and deletes them', async () => {
    const { page } = await web.visit('#/')
    await account(page).click()
    await page.getByRole('link', { name: 'Fields', exact: true }).click()
    await page.getByText('There are no fields yet.').waitFor()
    await button(page, 'Add a due date').click()
    await eventually(() => shownKeys(page)).toEqual(['due']) // then the next button stays where it is
    await button(page, 'Add a priority').click()
    await eventually(() => shownKeys(page)).toEqual(['due', 'priority'])
    await button(page, 'New field').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label', { exact: true }).fill('Größe: Schuh')
    expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe('grosse_schuh')
    await dialog.getByLabel('Key', { exact: true }).fill('size')
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('One of several options')
    await button(page, 'Create field').click()
    await dialog.getByText('Give at least one option.').waitFor()
    await dialog.getByLabel('Option 1', { exact: true }).fill('Small')
    await button(page, 'Add option').click()
    await dialog.getByLabel('Option 2', { exact: true }).fill('Large')
    await dialog.getByRole('combobox', { name: 'Colour of option 2' }).selectOption('blue')
    await button(page, 'Create field').click()
    await eventually(() => shownKeys(page)).toEqual(['due', 'priority', 'size'])
    expect(await storedField('size')).toMatchObject({
      ...{ label: 'Größe: Schuh', type: 'select' },
      options: [
        { value: 'Small', label: 'Small' },
        { value: 'Large', label: 'Large', color: 'blue' },
      ],
    })

    await pick(page, 'Größe: Schuh', 'Move up')
    await eventually(storedKeys).toEqual(['due', 'size', 'priority'])
    await page.keyboard.press('Control+z')
    await eventually(storedKeys).toEqual(['due', 'priority', 'size'])
    // a row that moves between the press and the release gets no click
    await eventually(() => shownKeys(page)).toEqual(['due', 'priority', 'size'])

    await pick(page, 'Größe: Schuh', 'Change…')
    await dialog.getByLabel('Label', { exact: true }).fill('Shoe size')
    await dialog.getByLabel('Option 1', { exact: true }).fill('S')
    await button(page, 'Remove option 2').click()
    await dialog.getByText('Tasks that have Large keep it').waitFor()
    await button(page, 'Save').click()
    await dialog.waitFor({ state: 'detached' })
    const changed = { label: 'Shoe size', options: [{ value: 'Small', label: 'S' }] }
    expect(await storedField('size')).toMatchObject(changed)
    await page.keyboard.press('Control+z')
    await eventually(async () => (await storedField('size'))?.label).toBe('Größe: Schuh')

    await pick(page, 'Größe: Schuh', 'Delete…')
    await dialog.getByText('Tasks keep the values that they have').waitFor()
    await button(page, 'Delete').click()
    await eventually(() => shownKeys(page)).toEqual(['due', 'priority'])
  })

  it('says why a field was not made, and keeps what was typed', async () => {
    await web.service.client.fields.create({ key: 'taken', label: 'Taken', type: 'text' })
    const { page } = await web.visit('#/fields', { errors: [400, 409] })
    await button(page, 'New field').click()
    const dialog = page.getByRole('dialog')
    await button(page, 'Create field').click()
    await dialog.getByText('Give the field a label.').waitFor()
    await dialog.getByLabel('Label', { exact: true }).fill('Taken')
    await button(page, 'Create field').click()
    await dialog.getByText('This key is in use').waitFor()
    await dialog.getByLabel('Key', { exact: true }).fill('Not A Key')
    await button(page, 'Create field').click()
    await dialog.getByText('must be a lower-case letter').waitFor()
    expect(await dialog.getByLabel('Label', { exact: true }).inputValue()).toBe('Taken')
  })

  it('keeps a menu in sight whose row moves when a late answer comes', async () => {
    for (const label of ['Upper', 'Lower'])
      await web.service.client.fields.create({ key: label.toLowerCase(), label, type: 'text' })
    const { page } = await web.visit('#/fields')
    let answer = (): void => undefined
    const isTime = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/v1/fields/*', async (route) => {
      await isTime
      await route.continue()
    })
    await pick(page, 'Upper', 'Move down')
    await button(page, 'Actions for Upper').click()
    const change = page.getByRole('menuitem', { name: 'Change…', exact: true })
    await change.waitFor()
    answer()
    await eventually(async () => (await shownKeys(page)).slice(-2)).toEqual(['lower', 'upper'])
    await eventually(() => change.isVisible()).toBe(true)
    await eventually(() =>
      change.evaluate((item) => item.parentElement?.contains(document.activeElement)),
    ).toBe(true)
    await change.click()
    await page.getByRole('dialog').getByLabel('Label', { exact: true }).waitFor()
  })

  it('shows a token that may only read what there is', async () => {
    await web.service.client.fields.create({ key: 'seen', label: 'Seen', type: 'url' })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await web.visit('#/fields', { token: token.secret })
    await page.getByText('Seen', { exact: true }).waitFor()
    expect(await button(page, 'Actions for Seen').count()).toBe(0)
    expect(await button(page, 'New field').getAttribute('aria-disabled')).toBe('true')
  })
})
