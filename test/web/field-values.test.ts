import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../web/src/ui/day.ts'
import { card, cardsIn } from '../support/board.ts'
import { hear, taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const options = [
  { value: 'high', label: 'High', color: 'red' as const },
  { value: 'low', label: 'Low' },
]

beforeAll(async () => {
  const { fields } = web.service.client
  await fields.create({ key: 'due', label: 'Due', type: 'date' })
  await fields.create({ key: 'at', label: 'Meets at', type: 'datetime' })
  await fields.create({ key: 'priority', label: 'Priority', type: 'select', options })
  await fields.create({ key: 'tags', label: 'Tags', type: 'multi_select', options })
  await fields.create({ key: 'estimate', label: 'Estimate', type: 'number' })
  await fields.create({ key: 'paid', label: 'Paid', type: 'checkbox' })
  await fields.create({ key: 'customer', label: 'Customer', type: 'text' })
  await fields.create({ key: 'link', label: 'Link', type: 'url' })
})

const addField = async (page: Page, label: string) => {
  await page.getByRole('button', { name: 'Add field', exact: true }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

const chipsOf = (page: Page, label: string): Promise<string[]> =>
  card(page, label).getByRole('list', { name: 'Fields' }).getByRole('listitem').allTextContents()

/** Types into a control and leaves it by Enter. */
const type = async (control: Locator, text: string) => {
  await control.fill(text)
  await control.press('Enter')
}

describe('the values of a task', () => {
  it('are added, changed and removed, each with the control of its type', async () => {
    const scene = await web.scene('Values')
    const { id } = await scene.createTask('Call Ada')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const dialog = taskDialog(page)
    const control = (name: string) => dialog.getByLabel(name, { exact: true })
    await addField(page, 'Due')
    await type(control('Due'), '2031-12-24')
    await hear(page, 'Due: 24 Dec 2031.')
    await addField(page, 'Meets at')
    await type(control('Meets at'), '2031-12-24T18:30')
    await addField(page, 'Priority')
    await dialog.getByRole('combobox', { name: 'Priority', exact: true }).selectOption('High')
    await dialog.getByRole('combobox', { name: 'Priority', exact: true }).press('Enter')
    await addField(page, 'Tags')
    const tags = dialog.getByRole('group', { name: 'Tags' })
    await tags.getByLabel('Low').check()
    await tags.getByLabel('High').check()
    await addField(page, 'Estimate')
    await type(control('Estimate'), '2.5')
    await addField(page, 'Paid')
    await control('Paid').check()
    await addField(page, 'Customer')
    await type(control('Customer'), '  Ada Lovelace ')
    await addField(page, 'Link')
    await type(control('Link'), 'https://example.org/a')
    const all = {
      ...{ due: '2031-12-24', at: '2031-12-24T18:30:00.000Z', priority: 'high', tags: ['high', 'low'] },
      ...{ estimate: 2.5, paid: true, customer: 'Ada Lovelace', link: 'https://example.org/a' },
    }
    await eventually(async () => (await web.stored(id)).fields).toEqual(all)
    await eventually(() => dialog.getByRole('button', { name: 'Add field' }).count()).toBe(0)
    await eventually(() => dialog.getByRole('link', { name: 'Open https://example.org/a' }).count()).toBe(1)
    await dialog.getByRole('button', { name: 'Remove Meets at', exact: true }).click()
    await type(control('Estimate'), '')
    const { at, estimate, ...left } = all
    await eventually(async () => (await web.stored(id)).fields).toEqual(left)
    expect([at, estimate]).toEqual(['2031-12-24T18:30:00.000Z', 2.5])
  })

  it('that are wrong stay in their control with the reason, and Escape takes them back', async () => {
    const scene = await web.scene('Wrong values')
    const { id } = await scene.createTask('Call Ada', {
      fields: { link: 'https://example.org/a', due: '2031-01-02' },
    })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const link = taskDialog(page).getByLabel('Link', { exact: true })
    await type(link, 'example.org')
    await page.getByText('An address begins with http:// or https://.').waitFor()
    expect(await link.inputValue()).toBe('example.org')
    await link.press('Escape')
    expect(await link.inputValue()).toBe('https://example.org/a')
    await taskDialog(page).waitFor() // it is still open
    expect((await web.stored(id)).fields).toEqual({ link: 'https://example.org/a', due: '2031-01-02' })
  })

  it.each(['Escape', 'Close', 'Tab', 'a click beside'])('that are typed are saved by %s', async (way) => {
    const scene = await web.scene(`Saved by ${way}`)
    const { id } = await scene.createTask('Call Ada', { fields: { estimate: 1, customer: 'Grace' } })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const dialog = taskDialog(page)
    await dialog.getByLabel('Customer', { exact: true }).fill('Ada')
    if (way === 'Close') await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    else if (way === 'a click beside') await page.mouse.click(2, 2)
    else await page.keyboard.press(way)
    await eventually(async () => (await web.stored(id)).fields).toEqual({ estimate: 1, customer: 'Ada' })
    if (way !== 'Tab') await dialog.waitFor({ state: 'detached' })
  })

  it('that are wrong are not dropped by closing without a question', async () => {
    const scene = await web.scene('Wrong and closed')
    const { id } = await scene.createTask('Call Ada', { fields: { link: 'https://example.org/a' } })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const dialog = taskDialog(page)
    const link = dialog.getByLabel('Link', { exact: true })
    await link.fill('example.org')
    // Escape tells what is wrong first
    await link.press('Escape')
    await page.getByText('An address begins with http:// or https://.').waitFor()
    expect(await link.inputValue()).toBe('example.org')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Discard your changes?', exact: true })
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await link.fill('https://example.org/b')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await eventually(async () => (await web.stored(id)).fields).toEqual({ link: 'https://example.org/b' })
  })

  it('of two people, of different fields, are both kept', async () => {
    const scene = await web.scene('Two people')
    const { id } = await scene.createTask('Call Ada', { fields: { priority: 'low', estimate: 1 } })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
    const estimate = taskDialog(page).getByLabel('Estimate', { exact: true })
    await estimate.fill('5')
    await web.service.client.tasks.update(id, { fields: { priority: 'high' } })
    await estimate.press('Enter')
    await eventually(async () => (await web.stored(id)).fields).toEqual({ priority: 'high', estimate: 5 })
  })

  it('of a deleted field, and a removed option, are shown and can be taken off', async () => {
    const scene = await web.scene('Deleted')
    const { fields } = web.service.client
    await fields.create({ key: 'old', label: 'Old', type: 'text' })
    const kinds = [{ value: 'a' }, { value: 'b' }]
    await fields.create({ key: 'kind', label: 'Kind', type: 'select', options: kinds })
    const { id } = await scene.createTask('Call Ada', { fields: { old: 'kept', kind: 'b' } })
    await fields.delete('old')
    await fields.update('kind', { options: [{ value: 'a' }] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    const dialog = taskDialog(page)
    await dialog.getByText('old (deleted field)').waitFor()
    expect(
      await dialog
        .getByRole('combobox', { name: 'Kind', exact: true })
        .locator('option:checked')
        .textContent(),
    ).toBe('b (no longer an option)')
    await dialog.getByRole('button', { name: 'Remove old', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove Kind', exact: true }).click()
    await eventually(async () => (await web.stored(id)).fields).toBeUndefined()
    await fields.delete('kind')
  })

  it('are text for a token that may only read', async () => {
    const scene = await web.scene('Reader')
    const { id } = await scene.createTask('Call Ada', { fields: { priority: 'high', paid: true } })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { token: token.secret })
    const details = taskDialog(page).getByRole('complementary', { name: 'Details' })
    await details.getByText('Priority').waitFor()
    await details.getByText('High', { exact: true }).waitFor()
    expect(await details.getByRole('combobox').count()).toBe(0)
  })
})

describe('a card', () => {
  it('shows three values, what is overdue first and in words', async () => {
    const scene = await web.scene('Chips')
    const yesterday = dayOf(new Date(Date.now() - 36 * 3_600_000))
    const fields = { due: yesterday, priority: 'high', tags: ['low'], estimate: 3, paid: false }
    const { id } = await scene.createTask('Late', { fields })
    await scene.createTask('Plain')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(yesterday),
    )
    await eventually(() => chipsOf(page, 'Late')).toEqual([
      `Due: Overdue: ${day}`,
      'Priority: High',
      'Tags: Low',
    ])
    await eventually(() => chipsOf(page, 'Plain')).toEqual([])
    // what others change is shown; what is done is not overdue
    await web.service.client.tasks.update(id, { status: 1, fields: { priority: null } })
    await eventually(() => chipsOf(page, 'Late')).toEqual([
      `Due: Overdue: ${day}`,
      'Tags: Low',
      'Estimate: 3',
    ])
    await page.getByRole('button', { name: 'Done: Late', exact: true }).click()
    await eventually(() => chipsOf(page, 'Late')).toEqual([`Due: ${day}`, 'Tags: Low', 'Estimate: 3'])
  })
})

describe('the filter by a field', () => {
  it('opens its own panel, also when the fields come late', async () => {
    const scene = await web.scene('Late fields', ['To do'], { 'To do': ['There'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['There'])
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    await page.route('**/v1/fields', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['There'])
    letGo(undefined)
    await page.getByRole('button', { name: 'Filter by field', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Filter by field', exact: true })
    await panel.getByRole('combobox', { name: 'Field', exact: true }).waitFor()
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('shows the tasks that meet its conditions, stands in the address and can be taken off', async () => {
    const scene = await web.scene('Filter', ['To do'])
    const [workflowLaneId = ''] = scene.laneIds
    await scene.createTask('Soon', { workflowLaneId, fields: { due: '2031-01-02', priority: 'high' } })
    await scene.createTask('Later', { workflowLaneId, fields: { due: '2031-06-01', priority: 'high' } })
    await scene.createTask('None', { workflowLaneId })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Soon', 'Later', 'None'])
    const filterBy = async (field: string, condition: string, fill: (value: Locator) => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Filter by field', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Filter by field' })
      await panel.getByRole('combobox', { name: 'Field', exact: true }).selectOption(field)
      await panel.getByRole('combobox', { name: 'Condition', exact: true }).selectOption(condition)
      await fill(panel.locator('[name=value]'))
      await panel.getByRole('button', { name: 'Filter', exact: true }).click()
    }
    await filterBy('Priority', 'is', (value) => value.selectOption('High'))
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Soon', 'Later'])
    await filterBy('Due', 'is before', (value) => value.fill('2031-03-01'))
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Soon'])
    await eventually(() => new URL(page.url()).hash).toContain('fields%5Bdue.before%5D=2031-03-01')
    // a change of another program moves a card into and out of the filter
    const later = await scene.taskOf('Later')
    await web.service.client.tasks.update(later.id, { fields: { due: '2031-02-01' } })
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Soon', 'Later'])
    await page.reload()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Soon', 'Later'])
    await page.getByRole('button', { name: 'Remove the condition Due is before 1 Mar 2031' }).click()
    await page.getByRole('button', { name: 'Remove the condition Priority is High' }).click()
    await eventually(() => cardsIn(page, 'To do')).toEqual(['Soon', 'Later', 'None'])
  })
})
