import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../web/src/ui/day.ts'
import { card } from '../support/board.ts'
import { account } from '../support/header.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { answerLate } from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

beforeAll(async () => {
  const { fields } = web.service.client
  await fields.create({ key: 'due', label: 'Due', type: 'date' })
  const options = [
    { value: 'high', label: 'High' },
    { value: 'low', label: 'Low' },
  ]
  await fields.create({ key: 'urgency', label: 'Urgency', type: 'select', options })
})

/** The labels in the list, from top to bottom. */
const shown = (page: Page) => page.locator('.list-rows [data-column=label] a').allTextContents()

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')

const cell = (page: Page, column: string, label: string) =>
  page.getByRole('button', { name: new RegExp(`^${column} of ${label}:`) })

describe('the list of a project', () => {
  it('sorts by any column, and keeps the order in the address', async () => {
    const scene = await web.scene('Sorted', ['To do'])
    await scene.createTask('B', { fields: { due: '2031-02-01' } })
    await scene.createTask('None')
    await scene.createTask('A', { fields: { due: '2031-01-01' }, workflowLaneId: scene.laneIds[0] ?? null })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await eventually(() => shown(page)).toEqual(['B', 'None', 'A'])
    await heading(page, 'Due').click()
    await eventually(() => shown(page)).toEqual(['A', 'B', 'None'])
    await heading(page, 'Due').click()
    await eventually(() => shown(page)).toEqual(['B', 'A', 'None'])
    expect(await page.getByRole('columnheader', { name: 'Due' }).getAttribute('aria-sort')).toBe('descending')
    await page.reload()
    await eventually(() => shown(page)).toEqual(['B', 'A', 'None'])
    // what others change goes to its place
    const { id } = await scene.taskOf('A')
    await web.service.client.tasks.update(id, { fields: { due: '2031-03-01' } })
    await eventually(() => shown(page)).toEqual(['A', 'B', 'None'])
    await page.getByRole('link', { name: 'A', exact: true }).click()
    await page.getByRole('dialog', { name: 'Task', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await eventually(() => new URL(page.url()).hash).toBe(
      `#/projects/${scene.projectId}/list?sort=-fields.due`,
    )
  })

  it('takes back a change that was made again and is not answered yet', async () => {
    const scene = await web.scene('Slow', ['To do'])
    const { id } = await scene.createTask('Call Ada')
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
    await answerLate(page)
    const fields = async () => (await web.stored(id)).fields
    await cell(page, 'Due', 'Call Ada').click()
    await page.getByLabel('Due of Call Ada', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await eventually(fields).toEqual({ due: '2031-05-06' })
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press('Control+z')
      await eventually(fields).toBeUndefined()
      await page.keyboard.press('Control+Shift+z')
      await eventually(fields).toEqual({ due: '2031-05-06' })
    }
  })

  it('shows what was undone just before while the next undo is under way', async () => {
    const scene = await web.scene('Slow undo', ['To do'])
    const { id } = await scene.createTask('Call Ada')
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
    const stored = async () => {
      const { status, fields } = await web.stored(id)
      return [status, fields]
    }
    const circle = page.getByRole('button', { name: 'Done: Call Ada', exact: true })
    await circle.click()
    await eventually(stored).toEqual([2, undefined])
    await cell(page, 'Due', 'Call Ada').click()
    await page.getByLabel('Due of Call Ada', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await eventually(stored).toEqual([2, { due: '2031-05-06' }])
    await answerLate(page)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(() => circle.getAttribute('aria-pressed')).toBe('false')
    expect(await cell(page, 'Due', 'Call Ada').textContent()).not.toContain('2031')
    await eventually(stored).toEqual([0, undefined])
  })

  it('edits in place, and takes back', async () => {
    const scene = await web.scene('Edited', ['To do', 'Doing'])
    const { id } = await scene.createTask('Call Ada', { workflowLaneId: scene.laneIds[0] ?? null })
    // the undo of an earlier change meets the version of a later one, and is sent again
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`, { errors: [412] })
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes.push(request.url())
    })
    await cell(page, 'Due', 'Call Ada').click()
    await page.getByLabel('Due of Call Ada', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await eventually(async () => (await web.stored(id)).fields).toEqual({ due: '2031-05-06' })
    await eventually(() => cell(page, 'Due', 'Call Ada').textContent()).toBe('6 May 2031')
    expect(writes).toHaveLength(1)
    // by the keys: to the lane's cell, open, choose, confirm
    await page.locator('[data-column="fields.due"] [data-cell]:focus').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('[data-column=lane] [data-cell]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Lane of Call Ada' }).selectOption('Doing')
    await eventually(async () => (await web.stored(id)).workflow_lane_id).toBe(scene.laneIds[1])
    await page.keyboard.press('Control+z')
    await eventually(async () => (await web.stored(id)).workflow_lane_id).toBe(scene.laneIds[0])
    await page.keyboard.press('Control+z')
    await eventually(async () => (await web.stored(id)).fields).toBeUndefined()
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => (await web.stored(id)).fields).toEqual({ due: '2031-05-06' })
    await page.keyboard.press('Control+z')
    await eventually(async () => (await web.stored(id)).fields).toBeUndefined()
    await page.getByRole('button', { name: 'Done: Call Ada', exact: true }).click()
    await eventually(async () => (await web.stored(id)).status).toBe(2)
    // Escape leaves a cell as it is
    await cell(page, 'Due', 'Call Ada').click()
    await page.getByLabel('Due of Call Ada', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await cell(page, 'Due', 'Call Ada').waitFor()
    expect((await web.stored(id)).fields).toBeUndefined()
  })

  it('does not take back what someone else has changed since', async () => {
    const scene = await web.scene('Overtaken')
    const { id } = await scene.createTask('Call Ada')
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`, { errors: [412] })
    await cell(page, 'Due', 'Call Ada').click()
    await page.getByLabel('Due of Call Ada', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await eventually(async () => (await web.stored(id)).fields).toEqual({ due: '2031-05-06' })
    await web.service.client.tasks.update(id, { fields: { due: '2031-07-07' } })
    await page.keyboard.press('Control+z')
    await page.getByText('“Call Ada” was not changed. It has changed since.').waitFor()
    expect((await web.stored(id)).fields).toEqual({ due: '2031-07-07' })
  })

  it('selects rows with mouse and keys, sets them at once, and takes that back', async () => {
    const scene = await web.scene('Chosen', ['To do', 'Doing'], { 'To do': ['A', 'B', 'C', 'D'] })
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}/list?sort=-label`)
    await eventually(() => shown(page)).toEqual(['D', 'C', 'B', 'A'])
    const link = (label: string) => page.getByRole('link', { name: label, exact: true })
    const selected = () =>
      page.locator('[role=row][aria-selected=true] [data-column=label] a').allTextContents()
    const bar = page.getByRole('group', { name: 'Selected tasks', exact: true })
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await bar.getByText('Nothing selected', { exact: true }).waitFor()
    // anywhere on a row will do, and Shift takes what lies between in the order that is shown
    await page
      .locator('[role=row]', { has: link('C') })
      .locator('[data-column=lane]')
      .click()
    await link('A').click({ modifiers: ['Shift'] })
    await eventually(selected).toEqual(['C', 'B', 'A'])
    await page.getByRole('checkbox', { name: 'Select B', exact: true }).click()
    await eventually(selected).toEqual(['C', 'A'])
    await bar.getByRole('button', { name: 'Move to lane', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Doing', exact: true }).click()
    await page.getByText('2 tasks moved to Doing.', { exact: true }).waitFor()
    // in the order that is shown
    expect(await scene.labels(scene.laneIds[1] ?? '')).toEqual(['C', 'A'])
    expect(requests.filter((request) => request === 'POST /v1/tasks/bulk')).toHaveLength(1)
    await page.keyboard.press('Escape')
    await eventually(() => bar.count()).toBe(0)
    await page.keyboard.press('Control+z')
    await eventually(() => scene.labels(scene.laneIds[0] ?? '')).toEqual(['A', 'B', 'C', 'D'])
    // all by the keys
    await link('B').focus()
    await page.keyboard.press('x')
    await eventually(selected).toEqual(['B'])
    await page.keyboard.press('ArrowDown')
    await page.locator('a:focus', { hasText: 'A' }).waitFor()
    await page.keyboard.press('Shift+X')
    await eventually(selected).toEqual(['B', 'A'])
    await page.keyboard.press('d')
    await page.getByText('2 tasks set to “Done”.', { exact: true }).waitFor()
    expect((await scene.taskOf('A')).status).toBe(2)
    expect((await scene.taskOf('C')).status).toBe(0)
    await page.getByRole('checkbox', { name: 'Select all in the list' }).check()
    await eventually(selected).toEqual(['D', 'C', 'B', 'A'])
    await page.keyboard.press('Delete')
    await page.getByText('4 tasks deleted.', { exact: true }).waitFor()
    await eventually(() => shown(page)).toEqual([])
    await page.keyboard.press('Control+z')
    await eventually(() => shown(page)).toEqual(['D', 'C', 'B', 'A'])
  })

  it('has the keys of the board, and keeps the focus where a row goes', async () => {
    const scene = await web.scene('Keys', ['To do', 'Doing'])
    await scene.createTask('A', { fields: { due: '2031-01-01' } })
    await scene.createTask('B', { fields: { due: '2031-01-02' } })
    await scene.createTask('C')
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`)
    const link = (label: string) => page.getByRole('link', { name: label, exact: true })
    const isFocused = (label: string) => link(label).and(page.locator(':focus')).count()
    await link('A').focus()
    await page.keyboard.press('Space')
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await page.keyboard.press('d')
    await eventually(async () => (await scene.taskOf('A')).status).toBe(0)
    await page.keyboard.press('m')
    await page.getByRole('menuitemradio', { name: 'Doing', exact: true }).click()
    await eventually(async () => (await scene.taskOf('A')).workflow_lane_id).toBe(scene.laneIds[1])
    // the task goes to the end of the lane, and the focus with it
    await eventually(() => shown(page)).toEqual(['B', 'C', 'A'])
    await eventually(() => isFocused('A')).toBe(1)
    await page.keyboard.press('.')
    // the place in the lane is the board's
    const entries = page.locator('[role^=menuitem]')
    await entries.first().waitFor()
    expect(await entries.allTextContents()).toEqual(
      expect.not.arrayContaining([expect.stringContaining('Move to top')]),
    )
    await page.keyboard.press('Escape')
    await eventually(() => isFocused('A')).toBe(1)
    // Delete is about the cell beside the label, and about the task on it
    await cell(page, 'Due', 'B').focus()
    await page.keyboard.press('Delete')
    await eventually(async () => (await scene.taskOf('B')).fields).toBeUndefined()
    await page.keyboard.press('Control+z')
    await eventually(async () => (await scene.taskOf('B')).fields).toEqual({ due: '2031-01-02' })
    await link('B').focus()
    await page.keyboard.press('Delete')
    await eventually(() => shown(page)).toEqual(['C', 'A'])
    await eventually(() => isFocused('C')).toBe(1)
    await page.keyboard.press('Control+z')
    await eventually(() => shown(page)).toEqual(['B', 'C', 'A'])
    await link('C').focus()
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Task', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toContain('/list/tasks/')
  })

  it('leaves the focus to the filter when it is cleared, and offers a key for adding', async () => {
    const scene = await web.scene('Narrow', ['To do'], { 'To do': ['A', 'B'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/list?q=A`)
    await eventually(() => shown(page)).toEqual(['A'])
    await page.getByRole('button', { name: 'Clear filter', exact: true }).click()
    await eventually(() => shown(page)).toEqual(['A', 'B'])
    const filter = page.getByRole('searchbox', { name: 'Filter by text' })
    await eventually(() => filter.and(page.locator(':focus')).count()).toBe(1)
    await page.getByRole('link', { name: 'A', exact: true }).press('?')
    const help = page.getByRole('dialog')
    await help.getByText('Filter tasks', { exact: true }).waitFor()
    expect(await help.getByText('New task', { exact: true }).count()).toBe(1)
  })

  it('offers no selection to those who may not write', async () => {
    const scene = await web.scene('Read only', ['To do'], { 'To do': ['A'] })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`, { token: token.secret })
    await eventually(() => shown(page)).toEqual(['A'])
    await page.getByRole('link', { name: 'A', exact: true }).focus()
    await page.keyboard.press('x')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Select', exact: true }).count()).toBe(0)
  })

  it('shows a project of many tasks whole, with few rows in the document', async () => {
    const scene = await web.scene('Many')
    const operations = Array.from({ length: 100 }, (_, n) => ({
      ...{ op: 'create' as const, projectId: scene.projectId, label: `Task ${n}` },
      fields: { due: inDays(n) },
    }))
    for (let part = 0; part < 3; part++) await web.service.client.tasks.bulk(operations)
    const { page } = await web.visit(`#/projects/${scene.projectId}/list?sort=-fields.due`)
    await page.getByText('300 tasks', { exact: true }).waitFor()
    await eventually(async () => (await shown(page))[0]).toBe('Task 99')
    expect(await page.getByRole('row').count()).toBeLessThan(60)
  })
})

describe('a form with a date and an urgency', () => {
  it('makes a task that shows both on its card, in the list and in Due, and stands out once its date is past', async () => {
    const scene = await web.scene('Support')
    const { client } = web.service
    const mapping = { label: '{{subject}}', fields: { due: '{{when}}', urgency: '{{urgency}}' } }
    const { form } = await client.forms.create({ projectId: scene.projectId, name: 'Support', mapping })
    const submit = async (subject: string, when: string) => {
      const body = new URLSearchParams({ subject, when, urgency: 'High' })
      const answer = await fetch(form.url, { method: 'POST', body, redirect: 'manual' })
      expect(answer.status).toBeLessThan(400)
    }
    await submit('Printer burns', inDays(-2))
    await submit('New mouse', inDays(30))
    await submit('New screen', inDays(3))
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const chips = (label: string) =>
      card(page, label).getByRole('list', { name: 'Fields' }).getByRole('listitem').allTextContents()
    await eventually(() => chips('Printer burns')).toEqual([
      `Due: Overdue: ${inWords(inDays(-2))}`,
      'Urgency: High',
    ])
    await eventually(() => chips('New mouse')).toEqual([`Due: ${inWords(inDays(30))}`, 'Urgency: High'])

    await page.getByRole('link', { name: 'List', exact: true }).click()
    await heading(page, 'Due').click()
    await eventually(() => shown(page)).toEqual(['Printer burns', 'New screen', 'New mouse'])
    await eventually(() => cell(page, 'Due', 'Printer burns').textContent()).toBe(
      `Overdue: ${inWords(inDays(-2))}`,
    )

    await account(page).click()
    await page.getByRole('link', { name: 'Due', exact: true }).click()
    const group = (name: string) =>
      page
        .getByRole('region', { name, exact: true })
        .getByRole('listitem')
        .getByRole('link')
        .allTextContents()
    await eventually(() => group('Overdue')).toEqual(['Printer burns'])
    await eventually(() => group('Next 7 days')).toContain('New screen')
    await eventually(() => group('Later')).toContain('New mouse')
    await page.getByRole('button', { name: 'Done: Printer burns', exact: true }).click()
    await eventually(() => page.getByRole('region', { name: 'Overdue', exact: true }).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await eventually(() => group('Overdue')).toEqual(['Printer burns'])
    await page.getByRole('link', { name: 'New screen' }).click()
    await page.getByRole('dialog', { name: 'Task', exact: true }).waitFor()
  })
})

it('shows the columns of every list whole on a phone, and long labels in two lines', async () => {
  const scene = await web.scene('Narrow', ['Doing'])
  const label = 'Collect more ideas'
  await scene.createTask(label, { status: 1, workflowLaneId: scene.laneIds[0] ?? null })
  for (const width of [360, 390]) {
    const { page } = await web.visit(`#/projects/${scene.projectId}/list`, {
      viewport: { width, height: 844 },
    })
    await eventually(() => shown(page)).toEqual([label])
    const frame = await page.getByRole('grid').boundingBox()
    const lane = await heading(page, 'Lane').boundingBox()
    expect((lane?.x ?? 0) + (lane?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
    const cut = await page
      .locator('.list-rows :is(a, .cell-text)')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
          .map((one) => one.textContent),
      )
    expect(cut).toEqual([])
  }
})

it('on a long list, the bar has its place of the board, in sight, and covers no row', async () => {
  const scene = await web.scene('Long', ['To do'])
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: 60 }, (_, index) => `Row ${index}`)
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  const selectButton = (page: Page) => page.getByRole('button', { name: 'Select', exact: true })
  const bar = (page: Page) => page.getByRole('group', { name: 'Selected tasks', exact: true })
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 360, height: 740 },
  ]) {
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { viewport })
    await card(page, 'Row 0').waitFor()
    await selectButton(page).click()
    await eventually(() => bar(page).getByRole('button').count()).toBe(3)
    const place = await bar(page).boundingBox()
    await page.getByRole('link', { name: 'List', exact: true }).click()
    const grid = page.getByRole('grid')
    const text = grid.getByText('Open', { exact: true }).first()
    const sizeOf = () => text.evaluate((one) => getComputedStyle(one).fontSize)
    await text.waitFor()
    const size = await sizeOf()
    await selectButton(page).click()
    await eventually(() => bar(page).getByRole('button').count()).toBe(3)
    expect(await bar(page).boundingBox()).toEqual(place)
    expect(await sizeOf()).toBe(size)
    await grid.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    const last = grid.getByRole('row').filter({ hasText: 'Row 59' })
    await last.waitFor()
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(place?.y ?? 0)
  }
})
