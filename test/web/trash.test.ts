import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, pick } from '../support/board.ts'
import { checkboxesIn, eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

/** Opens the trash of a new project, with tasks of these labels deleted in this order. */
async function trash(label: string, labels: string[], options: VisitOptions = {}) {
  const scene = await web.scene(label)
  for (const taskLabel of labels) {
    const { id } = await scene.createTask(taskLabel)
    await web.service.client.tasks.delete(id)
  }
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}/trash`, options)
  await page.getByRole('heading', { name: `Trash of ${label}`, exact: true }).waitFor()
  const trashed = async () => (await scene.trashed()).map((task) => task.label)
  return { scene, page, requests, trashed }
}

/** The labels of the rows from top to bottom. */
const rows = async (page: Page) =>
  (await checkboxesIn(page.getByRole('table').locator('tbody'))).map((name) =>
    name.replace(/^\+?Select /, ''),
  )

const restore = (page: Page, label: string) =>
  page.getByRole('button', { name: `Restore ${label}`, exact: true }).click()

const alerts = (page: Page) => page.getByRole('alert').allTextContents()

describe('the trash', () => {
  it('shows which tasks were deleted, when, and how long they are kept', async () => {
    const { page } = await trash('Rubbish', ['Older', 'Newer'], { locale: 'de-DE' })
    await eventually(() => rows(page)).toEqual(['Newer', 'Older'])
    const row = page.getByRole('row').filter({ hasText: 'Newer' })
    const text = (await row.textContent()) ?? ''
    expect(text).toMatch(/(39|40) days left/)
    const today = new Date()
    const dates = (['short', 'medium', 'long'] as const).map((dateStyle) =>
      new Intl.DateTimeFormat('de-DE', { dateStyle, timeZone: 'UTC' }).format(today),
    )
    expect(dates.some((date) => text.includes(date))).toBe(true)
  })

  it('says how long a task is kept in one line on a phone, beside a long label too', async () => {
    const labels = ['Invite the whole street, and their children', 'Old banner']
    const { page } = await trash('On a phone', labels, { viewport: { width: 390, height: 844 } })
    await eventually(() => rows(page)).toEqual(labels.toReversed())
    const lines = await page.getByText('days left').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getClientRects().length
      }),
    )
    expect(lines).toEqual([1, 1])
  })

  it('gives back by Ctrl+Z what was deleted on the board right before', async () => {
    const scene = await web.scene('From the board', ['To do'], { 'To do': ['A', 'B'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B'])
    await pick(page, 'Actions for A', 'Delete')
    await eventually(async () => (await scene.trashed()).map(({ label }) => label)).toEqual(['A'])
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/trash'`)
    await eventually(() => rows(page)).toEqual(['A'])
    await page.keyboard.press('Control+z')
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'B'])
    await eventually(() => rows(page)).toEqual([])
    await page.keyboard.press('Control+Shift+z')
    await eventually(() => rows(page)).toEqual(['A'])
  })

  it('restores one task', async () => {
    const { page, scene, trashed } = await trash('One back', ['Stays', 'Returns'])
    await restore(page, 'Returns')
    await eventually(() => rows(page)).toEqual(['Stays'])
    await eventually(() => scene.labels()).toEqual(['Returns'])
    await eventually(() => trashed()).toEqual(['Stays'])
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Returns'])
  })

  it('restores many at once', async () => {
    const { page, scene, trashed } = await trash('Many back', ['A', 'B', 'C'])
    const selected = page.getByRole('button', { name: 'Restore selected', exact: true })
    for (const label of ['A', 'C'])
      await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).check()
    await selected.click()
    await eventually(() => rows(page)).toEqual(['B'])
    await eventually(async () => (await scene.labels()).toSorted()).toEqual(['A', 'C'])
    expect(await trashed()).toEqual(['B'])
  })

  it('selects the loaded tasks, then all of them, and restores these in parts', async () => {
    const scene = await web.scene('Many gone')
    const { client } = web.service
    for (const from of [0, 75]) {
      const creates = Array.from({ length: 75 }, (_, index) => ({
        op: 'create' as const,
        projectId: scene.projectId,
        label: `Task ${from + index}`,
      }))
      const made = await client.tasks.bulk(creates)
      await client.tasks.bulk(made.results.map(({ task }) => ({ op: 'delete' as const, id: task?.id ?? '' })))
    }
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}/trash`)
    const all = page.getByRole('checkbox', { name: 'Select all', exact: true })
    await all.check()
    await page.getByText('All 100 shown are selected.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Select all 150', exact: true }).click()
    await page.getByText('150 of 150 selected', { exact: true }).waitFor()
    // the actions stay in view however far down the list is
    const restoreSelected = page.getByRole('button', { name: 'Restore selected', exact: true })
    await page.getByRole('button', { name: 'Show more', exact: true }).scrollIntoViewIfNeeded()
    await eventually(() => restoreSelected.boundingBox()).toMatchObject({
      y: expect.closeTo(8, -1) as number,
    })
    await restoreSelected.click()
    await page.getByText('The trash is empty.', { exact: true }).waitFor()
    expect(await scene.labels()).toHaveLength(150)
    expect(await scene.trashed()).toEqual([])
    expect(requests.filter((request) => request === 'POST /v1/tasks/bulk')).toHaveLength(2)
  })

  it('can only be looked at without the scope write, and says so', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Looks only', scopes: ['read'] })
    const { page } = await trash('Just looking', ['Seen'], { token: token.secret })
    await page.getByRole('cell', { name: 'Seen', exact: true }).waitFor()
    await page.getByText('Restoring it needs the scope write, which your token lacks.').waitFor()
    expect(await page.locator('main').locator('button, input').count()).toBe(0)
    await page.evaluate(`location.hash = '#/'`)
    await page.getByText('changing them needs the scope write').waitFor()
    expect(await page.locator('main').locator('button, input').count()).toBe(0)
  })

  it.each(['selected', 'Last'])('keeps the focus in the view when “Restore %s” empties it', async (which) => {
    const { page } = await trash(`Emptied by ${which}`, ['Last'])
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
    await restore(page, which)
    await page.getByText('The trash is empty.', { exact: true }).waitFor()
    await eventually(() => page.evaluate('document.activeElement.localName')).toBe('main')
  })

  it('says when it is empty, and shows new deletions while it is open', async () => {
    const { page, scene } = await trash('Clean', [])
    await page.getByText('The trash is empty.', { exact: true }).waitFor()
    const { id } = await scene.createTask('Thrown away')
    await web.service.client.tasks.delete(id)
    await eventually(() => rows(page), 10_000).toEqual(['Thrown away'])
  })

  it('explains that the quota is reached, and shows what was restored before that', async () => {
    const { page, scene, trashed } = await trash('Full', ['A', 'B', 'C'], { errors: [429] })
    await web.service.admin('project', 'update', scene.projectId, '--task-quota', '1')
    for (const label of ['A', 'B', 'C'])
      await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).check()
    await page.getByRole('button', { name: 'Restore selected', exact: true }).click()
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/quota/i))
    await eventually(() => rows(page)).toHaveLength(2)
    await eventually(() => scene.labels()).toHaveLength(1)
    expect(await trashed()).toEqual(await rows(page))
  })

  it('explains that the project is gone', async () => {
    const { page, scene } = await trash('Vanishing', ['Orphan'], { errors: [404] })
    await eventually(() => rows(page)).toEqual(['Orphan'])
    await web.service.client.projects.delete(scene.projectId)
    await restore(page, 'Orphan')
    await eventually(() => alerts(page)).toContainEqual(expect.stringMatching(/project/i))
  })
})
