import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { overflow } from '../support/axe.ts'
import { card } from '../support/board.ts'
import { inAccount, openSwitcher } from '../support/header.ts'
import { all, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
/** How much an element stands out. */
const looksOf = (element: Locator) =>
  element.evaluate((one) => {
    const { borderTopColor, backgroundColor, color, fontWeight } = getComputedStyle(one)
    return { border: borderTopColor, background: backgroundColor, color, fontWeight }
  })
const hash = (page: Page) => page.evaluate<string>('location.hash')

describe('the header', () => {
  it('leads by keyboard to the other projects, and by clicks through a project and the account', async () => {
    const [plans, cafe] = [await web.scene('Plans', ['To do']), await web.scene('Café in Haifa – בית קפה')]
    const { page } = await web.visit(`#/projects/${plans.projectId}`)
    await heading(page, 'Plans').waitFor()
    const choice = await openSwitcher(page, 'Plans')
    expect(await choice.getByRole('link', { name: 'Plans', exact: true }).getAttribute('aria-current')).toBe(
      'true',
    )
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'hidden' })
    await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Plans')
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Find a project' }).fill('no such one')
    await choice.getByText('No project has this name.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Find a project' }).fill('cafe')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await heading(page, 'Café in Haifa – בית קפה').waitFor()
    expect(await hash(page)).toBe(`#/projects/${cafe.projectId}`)
    await choice.waitFor({ state: 'hidden' })

    const tabs = page.getByRole('navigation', { name: 'Project', exact: true })
    for (const [name, title] of [
      ['Forms', 'Forms of Café in Haifa – בית קפה'],
      ['Automation', 'Automation of Café in Haifa – בית קפה'],
      ['Trash', 'Trash of Café in Haifa – בית קפה'],
    ] as const) {
      await tabs.getByRole('link', { name, exact: true }).click()
      await heading(page, title).waitFor()
      await eventually(() => tabs.locator('[aria-current=page]').allTextContents()).toEqual([name])
    }
    for (const name of ['Webhooks', 'Tokens']) {
      await inAccount(page, name)
      await heading(page, name).waitFor()
    }
    await (
      await openSwitcher(page, 'Projects')
    )
      .getByRole('link', { name: 'All projects', exact: true })
      .click()
    await heading(page, 'Projects').waitFor()
  })

  it('has two rows on a small screen, with everything in reach', async () => {
    const scene = await web.scene('A project with quite a long name for a small screen', ['To do'], {
      '': ['Buy milk', 'Buy bread'],
    })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await card(page, 'Buy milk').waitFor()
    const header = page.locator('header.top')
    const controls = header.locator('a:not(.skip-link), button, select, input')
    const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()))
    const rows = new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)))
    expect(rows.size).toBe(2)
    for (const box of boxes) {
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    const search = page.getByRole('searchbox', { name: 'Filter by text', exact: true })
    await search.fill('milk')
    await card(page, 'Buy bread').waitFor({ state: 'detached' })
    expect((await search.boundingBox())?.width).toBeGreaterThan(180)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    // what is on is seen, and only the search everywhere is a magnifier
    const select = page.getByRole('button', { name: 'Select', exact: true })
    const color = () => select.evaluate((button) => getComputedStyle(button).backgroundColor)
    const off = await color()
    await select.tap()
    await eventually(color).not.toBe(off)
    await select.tap()
    await eventually(color).toBe(off)
    const icon = (part: string) => header.locator(`${part} > .icon`).evaluate((svg) => svg.innerHTML)
    const icons = await Promise.all(['.find-button', '.search', '.choice'].map(icon))
    expect(new Set(icons).size).toBe(3)
    // the tabs come back, while the text stays
    await page.keyboard.press('Tab')
    await header.getByRole('link', { name: 'Trash', exact: true }).tap()
    await heading(page, 'Trash of A project with quite a long name for a small screen').waitFor()
  })

  it('shows all filters beside one another on a small screen, without boxes', async () => {
    await web.service.client.fields.create({ key: 'floor', label: 'Floor', type: 'number' })
    const scene = await web.scene('Small', ['To do'], { '': ['Loose'], 'To do': ['A'] })
    const phone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true }
    const { page } = await web.visit(`#/projects/${scene.projectId}`, phone)
    const filters = page.getByRole('search', { name: 'Tasks', exact: true })
    await filters.getByRole('button', { name: 'Filter by field', exact: true }).waitFor()
    // the cards of a lane with a menu begin as high as those without a lane
    expect((await card(page, 'A').boundingBox())?.y).toBe((await card(page, 'Loose').boundingBox())?.y)
    const parts = page.locator('.tabs, [role=search] :is(input, select, button)')
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      const boxes = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      expect(boxes).toHaveLength(5)
      for (const [index, { left, right }] of boxes.entries()) {
        expect(right - left).toBeGreaterThanOrEqual(36)
        expect(right).toBeLessThanOrEqual(boxes[index + 1]?.left ?? width)
      }
    }
    for (const one of await filters.locator('input, select, button').all())
      expect((await looksOf(one)).border).toBe('rgba(0, 0, 0, 0)')
    const status = filters.getByRole('combobox', { name: 'Filter by status', exact: true })
    expect((await looksOf(status)).color).toBe('rgba(0, 0, 0, 0)')
    // the text has the row of the tabs while it is typed, and then what they leave
    await page.setViewportSize({ width: 390, height: 740 })
    const sizeOf = async (part: string) => {
      const { width = 0, height = 0 } = (await page.locator(part).boundingBox()) ?? {}
      return { width, height }
    }
    const [header, tabs] = [await sizeOf('.top'), await sizeOf('.tabs')]
    await filters.getByRole('searchbox').fill('A')
    expect(await sizeOf('.top')).toEqual(header)
    expect((await sizeOf('.search')).width).toBeGreaterThan(200)
    await page.keyboard.press('Tab')
    await eventually(() => sizeOf('.tabs')).toEqual(tabs)
    expect(await sizeOf('.top')).toEqual(header)
    await page.setViewportSize({ width: 320, height: 740 })
    // there is no room for the last tab at once
    await page.getByRole('link', { name: 'Trash', exact: true }).tap()
    await heading(page, 'Trash of Small').waitFor()
  })

  it('shows the filters as quietly as the search', async () => {
    const scene = await web.scene('Quiet')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const find = await looksOf(page.getByRole('button', { name: 'Search', exact: true }))
    for (const part of ['select', '.select-button'])
      expect(await looksOf(page.locator(`.filters ${part}`))).toEqual(find)
    const { border, background } = await looksOf(page.locator('.filters input'))
    expect([border, background]).toEqual([find.border, find.background])
    await page.getByRole('combobox', { name: 'Filter by status', exact: true }).selectOption('All')
    await eventually(async () => (await looksOf(page.locator('.filters select'))).background).not.toBe(
      find.background,
    )
  })
})

describe('a project', () => {
  it('opens as a board when it is created, and tells its quota from 80 % of it on', async () => {
    const { page } = await web.visit('#/')
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    const name = page.getByRole('textbox', { name: 'Name of the new project', exact: true })
    await name.fill('Nearly full')
    await name.press('Enter')
    await heading(page, 'Nearly full').waitFor()
    const { client } = web.service
    const made = (await all(client.projects.list())).find(({ label }) => label === 'Nearly full')
    expect(await hash(page)).toBe(`#/projects/${made?.id}`)
    const projectId = made?.id ?? ''
    await web.service.admin('project', 'update', projectId, '--task-quota', '5')
    const add = (label: string) => client.tasks.create({ projectId, label })
    for (const label of ['One', 'Two', 'Three']) await add(label)
    await page.reload()
    await card(page, 'Three').waitFor()
    const meter = page.getByRole('meter', { name: 'Quota used', exact: true })
    expect(await meter.count()).toBe(0)
    await add('Four')
    await card(page, 'Four').waitFor()
    await meter.waitFor()
    await eventually(() => page.locator('.quota').textContent()).toContain('4 of 5 tasks')
  })
})
