import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, circle, lane as column, pick } from '../support/board.ts'
import { inAccount } from '../support/header.ts'
import { descriptionField, hear, labelField, taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const box = (page: Page, lane: string) =>
  page.getByRole('textbox', { name: `Add a task to ${lane}`, exact: true })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const waiting = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })

async function board(name: string, errors: number[] = []) {
  const scene = await web.scene(name, ['To do', 'Doing'], { 'To do': ['A', 'B', 'C'] })
  const visit = await web.visit(`#/projects/${scene.projectId}`, { losesService: true, errors })
  await card(visit.page, 'C').waitFor()
  visit.page.on('dialog', (question) => void question.accept()) // "Leave this page?"
  return { ...visit, scene }
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await alert(page, 'No connection').waitFor()
}

async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await alert(page, 'No connection').waitFor({ state: 'hidden' })
}

async function add(page: Page, lane: string, label: string): Promise<void> {
  await box(page, lane).fill(label)
  await box(page, lane).press('Enter')
  await column(page, lane).getByText(label, { exact: true }).waitFor()
}

/** Loads the page while the service does not answer, and lets it answer again. */
async function reload(page: Page): Promise<void> {
  await page.route('**/v1/**', (route) => route.abort())
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('heading', { name: 'Signing in failed' }).waitFor()
  await page.unroute('**/v1/**')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
}

describe('without a connection', () => {
  it('keeps what is added, done, moved and typed, also beyond a reload, and sends each once in its order', async () => {
    const { page, scene } = await board('Kept')
    await page.getByRole('link', { name: 'C', exact: true }).click()
    await labelField(page).waitFor()
    await goOffline(page)
    await descriptionField(page).fill('Written in a tunnel')
    await hear(page, 'Not saved, retrying')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await taskDialog(page).waitFor({ state: 'detached' })
    await add(page, 'Doing', 'New')
    await circle(page, 'A').click()
    await pick(page, 'Actions for B', 'Move to bottom')
    await waiting(page, '4 changes are waiting for the connection.')
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
    const sent: string[] = []
    page.on('requestfinished', (request: Request) => {
      const { pathname } = new URL(request.url())
      if (request.method() !== 'GET')
        sent.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, 'id')}`)
    })
    await reload(page)
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['A', 'C', 'B'])
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['New'])
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await eventually(async () => (await scene.taskOf('C')).description).toBe('Written in a tunnel')
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['New'])
    await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
    const [add1, change, move] = ['POST /v1/tasks', 'PATCH /v1/tasks/id', 'POST /v1/tasks/id/move']
    expect(sent.toSorted()).toEqual([change, change, add1, move]) // one of the changes is the text
    expect(sent.filter((request) => request !== change)).toEqual([add1, move])
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('tasks-waiting')
  })

  it('sends on top of what others have done, and asks about what both have changed', async () => {
    const { page, scene } = await board('Both', [412])
    await goOffline(page)
    await circle(page, 'A').click()
    await circle(page, 'B').click()
    const [a, b] = [await scene.taskOf('A'), await scene.taskOf('B')]
    await web.service.client.tasks.update(a.id, { label: 'A, renamed' })
    await web.service.client.tasks.update(b.id, { status: 1 })
    await goOnline(page)
    await conflict(page).waitFor()
    await eventually(() => web.stored(a.id)).toMatchObject({ label: 'A, renamed', status: 2 })
    expect((await web.stored(b.id)).status).toBe(1)
    await conflict(page).getByRole('button', { name: 'Keep mine', exact: true }).click()
    await eventually(async () => (await web.stored(b.id)).status).toBe(2)
  })

  it('says what the service does not take, and offers the text', async () => {
    const { page, scene } = await board('Refused', [400, 404])
    await goOffline(page)
    await add(page, 'Doing', 'Precious words')
    await web.service.client.lanes.delete(scene.projectId, String(scene.laneIds[1]))
    await goOnline(page)
    const told = alert(page, '“Precious words” was not added.')
    await told.waitFor()
    await told.getByRole('button', { name: 'Copy text', exact: true }).waitFor()
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
  })

  it('takes back at once what was not sent', async () => {
    const { page, scene, requests } = await board('Taken back')
    await goOffline(page)
    await circle(page, 'A').click()
    await waiting(page, '1 change is waiting for the connection.')
    await page.locator('main').press('ControlOrMeta+z')
    await page.getByText('“A” is open again.', { exact: true }).waitFor()
    await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
    await goOnline(page)
    await add(page, 'Doing', 'Afterwards')
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['Afterwards'])
    expect((await scene.taskOf('A')).status).toBe(0)
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  })

  it('says at once what it cannot keep', async () => {
    const { page, scene } = await board('Not kept')
    await goOffline(page)
    await page.getByRole('button', { name: 'Add lane', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Name of the new lane', exact: true })
    await field.fill('Later')
    await field.press('Enter')
    await page.getByText('You are offline: this cannot be kept for later.').first().waitFor()
    await goOnline(page)
    expect((await web.service.client.projects.get(scene.projectId)).project.workflow_lanes).toHaveLength(2)
  })

  it('leaves nothing of it when the person signs out', async () => {
    const { page, scene } = await board('Signed out')
    await goOffline(page)
    await add(page, 'Doing', 'Secret plan')
    const stored = () => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(await stored()).toContain('Secret plan')
    await inAccount(page, 'Sign out')
    await eventually(stored).not.toContain('Secret plan')
    await page.context().setOffline(false)
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
  })

  it('is sent once by two tabs, also when one is closed', async () => {
    const { page, scene, requests } = await board('Two tabs')
    // a session that lasts on the device is one for all tabs
    await inAccount(page, 'Sign out')
    await page.getByLabel('Token', { exact: true }).fill(web.service.demo.token)
    await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}'`)
    await card(page, 'C').waitFor()
    const second = await page.context().newPage()
    await second.goto(`${web.service.origin}/#/projects/${scene.projectId}`)
    await card(second, 'C').waitFor()
    await page.context().setOffline(true)
    await add(page, 'Doing', 'From the first')
    await add(second, 'Doing', 'From the second')
    await page.close({ runBeforeUnload: false })
    await reload(second)
    await eventually(() => scene.labels(scene.laneIds[1])).toHaveLength(2)
    expect((await scene.labels(scene.laneIds[1])).toSorted()).toEqual(['From the first', 'From the second'])
    await eventually(() => second.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(
      'waiting',
    )
    expect(requests.filter((request) => request === 'POST /v1/tasks').length).toBeGreaterThanOrEqual(2)
    expect(await scene.labels(scene.laneIds[1])).toHaveLength(2)
  })
})
