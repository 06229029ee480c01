import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn } from '../support/board.ts'
import { findField, openPalette } from '../support/find-views.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const options = (page: Page, group: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('option')
const names = (page: Page, group: string) => options(page, group).locator('.find-name').allTextContents()
const active = (page: Page) => page.locator('[role=option][aria-selected=true] .find-name').allTextContents()
const status = (page: Page) => page.locator('.find-status-line').textContent()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const isFocused = async (page: Page, name: string) =>
  (await page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus')).count()) === 1

describe('the command palette', () => {
  it('finds tasks of all projects by words in any order, and opens them', async () => {
    const here = await web.scene('Harbour festival', ['Doing'], { Doing: ['Hang the lantérns'] })
    const there = await web.scene('Harbour cleaning')
    await there.createTask('Buy lanterns', { status: 2 })
    const found = await there.createTask('Rope for the lanterns', {
      description: 'Ask Ada',
      externalId: 'ROPE-7',
    })
    await there.createTask('Lanterns of the boat')
    const { page } = await web.visit(`#/projects/${here.projectId}`)
    await card(page, 'Hang the lantérns').waitFor()
    await openPalette(page)
    await findField(page).fill('LANTERNS')
    await eventually(() => names(page, 'Tasks')).toEqual([
      'Hang the lantérns',
      'Lanterns of the boat',
      'Rope for the lanterns',
      'Buy lanterns',
    ])
    await eventually(() => status(page)).toMatch(/^4 tasks found\.$/)
    await findField(page).fill('ada  lant rope-7')
    await eventually(() => names(page, 'Tasks')).toEqual(['Rope for the lanterns'])
    expect(await options(page, 'Tasks').first().textContent()).toMatch(/Open.*Harbour cleaning/)
    await page.keyboard.press('Enter')
    await eventually(() => page.url()).toContain(`/projects/${there.projectId}/tasks/${found.id}`)
    await eventually(() => dialog(page).count()).toBe(0)

    // what was opened is offered before anything is typed, also after a reload
    await page.evaluate(`location.hash = '#/projects/${here.projectId}'`)
    await card(page, 'Hang the lantérns').waitFor()
    await page.reload()
    await card(page, 'Hang the lantérns').waitFor()
    await openPalette(page)
    await eventually(() => names(page, 'Recent tasks')).toEqual(['Rope for the lanterns'])
    await eventually(() => active(page)).toEqual(['Rope for the lanterns'])
    await page.keyboard.press('Escape')
    await eventually(() => dialog(page).count()).toBe(0)
  })

  it('keeps what it has found while it searches for a text that fits too', async () => {
    const here = await web.scene('Kept hits')
    const there = await web.scene('Kept elsewhere')
    const { id } = await there.createTask('Rope for the lamps')
    const { page } = await web.visit(`#/projects/${here.projectId}`)
    await openPalette(page)
    await findField(page).fill('LAMPS')
    await eventually(() => names(page, 'Tasks')).toEqual(['Rope for the lamps'])
    await eventually(() => status(page)).toMatch(/^1 task found/)
    const asked = page.waitForRequest(/[?&]q=/)
    await page.route(/[?&]q=/, () => undefined) // no answer comes
    await findField(page).fill('rope lamp')
    await asked
    await eventually(() => names(page, 'Tasks')).toEqual(['Rope for the lamps'])
    await page.keyboard.press('Enter')
    await eventually(() => page.url()).toContain(`/tasks/${id}`)
  })

  it('chooses the first entry, says where a text was found, and forgets what is gone', async () => {
    const scene = await web.scene('Post office', ['Doing'])
    const [workflowLaneId = null] = scene.laneIds
    await scene.createTask('Stamp first', { workflowLaneId })
    const { dataDir, demo } = web.service
    const labels = Array.from({ length: 120 }, (_, index) => `Letter ${index}`)
    await writeTasks(dataDir, demo.account_id, scene.projectId, labels, workflowLaneId ?? undefined)
    // far down: the page knows only what it was sent
    const last = await scene.createTask('Stamp last', {
      workflowLaneId,
      subtasks: [{ label: 'Lick the quokka' }],
    })
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}/tasks/${last.id}`)
    await page.getByRole('textbox', { name: 'Label', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // the first ones, or the last ones: the card that was open gets the focus if it has been fetched by now
    await eventually(() => cardsIn(page, 'Doing')).not.toEqual([])
    await openPalette(page)
    await findField(page).fill('s')
    await findField(page).fill('stamp')
    await eventually(() => status(page)).toBe('2 tasks found.')
    const listed = await names(page, 'Tasks')
    expect(listed.toSorted()).toEqual(['Stamp first', 'Stamp last'])
    await eventually(() => active(page)).toEqual(listed.slice(0, 1))
    const told = dialog(page).locator('.toasts')
    await eventually(() => told.textContent()).toContain('2 tasks found.')
    expect(await told.textContent()).not.toContain('One more letter')
    await findField(page).fill('quokka')
    await eventually(() => options(page, 'Tasks').allTextContents()).toEqual([
      expect.stringContaining('In a subtask'),
    ])
    await page.keyboard.press('Escape')

    await openPalette(page)
    await eventually(() => names(page, 'Recent tasks')).toEqual(['Stamp last'])
    await page.keyboard.press('Escape')
    await web.service.client.tasks.delete(last.id)
    await card(page, 'Stamp last').waitFor({ state: 'detached' })
    const asked = requests.length
    await openPalette(page)
    await options(page, 'Commands').first().waitFor()
    await eventually(() => options(page, 'Recent tasks').count()).toBe(0)
    expect(requests.slice(asked)).not.toContain(`GET /v1/tasks/${last.id}`)
  })

  it('goes to projects and does what the page can do, by keys and by mouse', async () => {
    const scene = await web.scene('Quarry works', ['Doing'], { Doing: ['Dig', 'Blast'] })
    await web.service.client.tasks.update((await scene.taskOf('Blast')).id, { status: 2 })
    const { page } = await web.visit('#/')
    await openPalette(page)
    await findField(page).fill('works qua')
    await eventually(() => names(page, 'Projects')).toEqual(['Quarry works'])
    await options(page, 'Projects').first().click()
    await card(page, 'Dig').waitFor()

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await findField(page).fill('new')
    await eventually(() => names(page, 'Commands')).toEqual(['New task', 'New project'])
    await eventually(() => active(page)).toEqual(['New task'])
    await page.keyboard.press('ArrowDown')
    await eventually(() => active(page)).toEqual(['New project'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await eventually(() => page.locator('.quick-add input:focus').count()).toBe(1)

    await openPalette(page)
    for (const [words, name, place] of [
      ['table', 'Go to list', `#/projects/${scene.projectId}/list`],
      ['deadlines', 'Go to due tasks', '#/due'],
      ['custom', 'Go to fields', '#/fields'],
    ] as const) {
      await findField(page).fill(words)
      await eventually(() => active(page)).toEqual([name])
      await page.keyboard.press('Enter')
      await eventually(() => page.url()).toContain(place)
      await page.goBack()
      await card(page, 'Dig').waitFor()
      await openPalette(page)
    }
    await findField(page).fill('trello')
    await eventually(() => active(page)).toEqual(['Import tasks'])
    await page.keyboard.press('Enter')
    const importDialog = page.getByRole('dialog', { name: 'Import tasks', exact: true })
    await importDialog.waitFor()
    await page.keyboard.press('Escape')
    await importDialog.waitFor({ state: 'detached' })
    await openPalette(page)
    await findField(page).fill('excel')
    await eventually(() => active(page)).toEqual(['Export as CSV'])
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)

    await openPalette(page)
    await findField(page).fill('trash')
    await eventually(() => active(page)).toEqual(['Go to trash'])
    await page.keyboard.press('Enter')
    await eventually(() => page.url()).toContain('/trash')
    await openPalette(page)
    await findField(page).fill('new task')
    await eventually(() => active(page)).toEqual(['New task'])
    await page.keyboard.press('Enter')
    await card(page, 'Dig').waitFor()
    await eventually(() => page.locator('.quick-add input:focus').count()).toBe(1)
    await page.keyboard.type('Load')
    await page.keyboard.press('Enter')
    await eventually(() => scene.labels()).toContain('Load')
  })

  it('a token that may only read is offered nothing that it may not do', async () => {
    const scene = await web.scene('Looked at', ['Doing'], { Doing: ['Seen'] })
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['read'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret })
    await card(page, 'Seen').waitFor()
    await openPalette(page)
    await eventually(() => names(page, 'Commands')).toEqual(
      expect.arrayContaining(['Go to trash', 'Go to projects', 'Filter tasks', 'Sign out']) as unknown,
    )
    for (const missing of [
      'New task',
      'New project',
      'Go to forms',
      'Go to automation',
      'Go to webhooks',
      'Import tasks',
      'Undo the last change',
    ])
      expect(await names(page, 'Commands')).not.toContain(missing)
    await findField(page).fill('seen')
    await eventually(() => names(page, 'Tasks')).toEqual(['Seen'])
  })

  it('says how far a long search is, goes on when asked, and stops for another text', async () => {
    const scene = await web.scene('Long list', ['Doing'])
    const { dataDir, demo } = web.service
    const labels = Array.from({ length: 150 }, (_, index) => `Marble ${index}`)
    await writeTasks(dataDir, demo.account_id, scene.projectId, labels)
    await web.scene('Other marbles', [], { '': ['One more marble'] })
    const { page, requests } = await web.visit('#/tokens')
    await openPalette(page)
    await findField(page).fill('m')
    await eventually(() => status(page)).toBe('One more letter searches all projects.')
    await findField(page).fill('marble')
    await eventually(() => status(page)).toMatch(/so far/)
    await eventually(() => names(page, 'Tasks')).toContain('Show more')
    const before = (await names(page, 'Tasks')).length
    expect(before).toBeLessThan(150)
    const more = page.getByRole('option', { name: 'Show more', exact: true })
    await more.click() // the service is asked for the rest
    await eventually(() => status(page)).toBe('151 tasks found.')
    await more.click() // and the page shows it
    await eventually(async () => (await names(page, 'Tasks')).length).toBe(151)

    // a longer text of the same words is not asked again
    const asked = requests.length
    await findField(page).fill('marble 14')
    await eventually(() => status(page)).toMatch(/^12 tasks found/)
    const searches = () => requests.slice(asked).filter((request) => request.endsWith('/tasks')).length
    expect(searches()).toBe(0)

    // what is asked for an old text is given up
    const givenUp: string[] = []
    page.on('requestfailed', (request) => givenUp.push(new URL(request.url()).searchParams.get('q') ?? ''))
    await page.route('**/v1/tasks?q=slate*', () => undefined) // the service does not answer
    await findField(page).fill('slate')
    await eventually(searches).toBeGreaterThan(0)
    await eventually(() => status(page)).toMatch(/Searching/)
    await findField(page).fill('more marble')
    await eventually(() => status(page)).toMatch(/^1 task found/)
    expect(await names(page, 'Tasks')).toEqual(['One more marble'])
    await eventually(() => new Set(givenUp)).toEqual(new Set(['slate']))
  })

  it('says that a search could not end, and tries again', async () => {
    await web.scene('Stones', [], { '': ['Pumice stone'] })
    await web.scene('Powders', [], { '': ['Pumice powder'] })
    const { page } = await web.visit('#/tokens', { errors: [400] })
    const error = { code: 'invalid_request', message: 'Not now.', request_id: 'r' }
    await page.route('**/v1/tasks?*', (route) => route.fulfill({ status: 400, json: { error } }))
    await openPalette(page)
    await findField(page).fill('pumice')
    await eventually(() => status(page)).toBe('No task found. Not all tasks could be searched.')
    await eventually(() => names(page, 'Tasks')).toEqual(['Try again'])
    await page.unrouteAll()
    await page.getByRole('option', { name: 'Try again', exact: true }).click()
    await eventually(() => names(page, 'Tasks')).toEqual(
      expect.arrayContaining(['Pumice stone', 'Pumice powder']) as unknown,
    )
  })
})

it('the board filters by all words, in any order', async () => {
  const scene = await web.scene('Words', ['Doing'], { Doing: ['Paint the door', 'Paint the wall'] })
  await scene.createTask('Door', { description: 'Only oil', workflowLaneId: scene.laneIds[0] ?? null })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'Paint the door').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('doo pain')
  await eventually(() => card(page, 'Paint the wall').count()).toBe(0)
  expect(await card(page, 'Paint the door').count()).toBe(1)
  expect(await isFocused(page, 'Add a task to Doing')).toBe(false)
})
