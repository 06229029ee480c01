import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, circle, lane as column, pick } from '../support/board.ts'
import { inAccount, signIn } from '../support/header.ts'
import {
  add,
  alert,
  box,
  goOffline,
  goOnline,
  offlineBoard,
  reload,
  reloadAlone,
  waiting,
} from '../support/offline.ts'
import { descriptionField, hear, labelField, taskDialog } from '../support/task-view.ts'
import { undoLast } from '../support/undo-board.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })

/** Whether the browser keeps changes that are to be sent. */
const kept = (page: Page) => page.evaluate<boolean>('JSON.stringify(localStorage).includes("tasks-waiting")')

/** Closes a tab that keeps changes, and signs in to its project in a new one, with the connection. */
async function closedAndSignedIn(page: Page, projectId: string, token: string): Promise<Page> {
  await eventually(() => kept(page)).toBe(true)
  const context = page.context()
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${web.service.origin}/#/projects/${projectId}`)
  await signIn(next, token)
  return next
}

const board = (name: string, options?: VisitOptions) => offlineBoard(web, name, options)

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
    await eventually(() => sent.toSorted()).toEqual([change, change, add1, move]) // one of the changes is the text
    expect(sent.filter((request) => request !== change)).toEqual([add1, move])
    await eventually(() => kept(page)).toBe(false)
  })

  it('sends on top of what others have done, and asks about what both have changed', async () => {
    const { page, scene } = await board('Both', { errors: [412] })
    await goOffline(page)
    await circle(page, 'A').click()
    await circle(page, 'B').click()
    await circle(page, 'C').click()
    const [a, b, c] = [await scene.taskOf('A'), await scene.taskOf('B'), await scene.taskOf('C')]
    await web.service.client.tasks.update(a.id, { label: 'A, renamed' })
    await web.service.client.tasks.update(b.id, { status: 1 })
    await web.service.client.tasks.update(c.id, { status: 1 })
    await goOnline(page)
    await conflict(page).waitFor()
    await eventually(() => web.stored(a.id)).toMatchObject({ label: 'A, renamed', status: 2 })
    expect((await web.stored(b.id)).status).toBe(1)
    await conflict(page).getByRole('button', { name: 'Keep mine', exact: true }).click()
    await eventually(async () => (await web.stored(b.id)).status).toBe(2)
    await conflict(page).getByRole('button', { name: 'Discard mine', exact: true }).click()
    await alert(page, '“C” is still open. It has changed since.').waitFor()
    await conflict(page).waitFor({ state: 'detached' })
    expect((await web.stored(c.id)).status).toBe(1)
  })

  it('says what the service does not take, and offers the text', async () => {
    const { page, scene } = await board('Refused', { errors: [400, 404] })
    await goOffline(page)
    await add(page, 'Doing', 'Precious words')
    await web.service.client.lanes.delete(scene.projectId, String(scene.laneIds[1]))
    await goOnline(page)
    const told = alert(page, '“Precious words” was not added.')
    await told.waitFor()
    await told.getByRole('button', { name: 'Copy text', exact: true }).waitFor()
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
  })

  it('says at once that a quota is full, and drops what was done with the new task', async () => {
    const { page, scene } = await board('Full project', { errors: [429] })
    await goOffline(page)
    await add(page, 'Doing', 'One too many')
    await page.getByRole('button', { name: 'Done: One too many', exact: true }).click()
    await waiting(page, '2 changes are waiting for the connection.')
    await web.service.admin('project', 'update', scene.projectId, '--task-quota', '3')
    await goOnline(page)
    await alert(page, '“One too many” was not added. The project').waitFor()
    await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
    expect(await box(page, 'Doing').inputValue()).toBe('One too many')
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
  })

  it('names the lanes when two people have moved the same card', async () => {
    const { page, scene } = await board('Lanes')
    // the page knows the list of projects, from before the lane was added
    await page.evaluate("location.hash = '#/'")
    await page.getByRole('link', { name: 'Lanes', exact: true }).click()
    const { laneId } = await web.service.client.lanes.create(scene.projectId, { label: 'Third' })
    await column(page, 'Third').waitFor()
    await goOffline(page)
    await page.getByRole('button', { name: 'Actions for A', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move to lane…' }).click()
    await page.getByRole('menuitemradio', { name: 'Doing', exact: true }).click()
    await waiting(page, '1 change is waiting for the connection.')
    const { id } = await scene.taskOf('A')
    await web.service.client.tasks.move(id, { to: 'bottom', workflowLaneId: laneId })
    await page.route(/\/v1\/projects(\?|$)/, () => undefined) // the list of projects does not come
    await goOnline(page)
    await conflict(page).getByText('Third', { exact: true }).waitFor()
    await conflict(page).getByText('Doing', { exact: true }).waitFor()
    await conflict(page).getByRole('button', { name: 'Keep mine', exact: true }).click()
    await eventually(async () => (await web.stored(id)).workflow_lane_id).toBe(scene.laneIds[1])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('offers a text that cannot be saved any more, once', async () => {
    const { page, scene } = await board('Gone', { errors: [404] })
    await page.getByRole('link', { name: 'C', exact: true }).click()
    await labelField(page).waitFor()
    await goOffline(page)
    await descriptionField(page).fill('Precious words')
    await hear(page, 'Not saved, retrying')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    for (const { id } of await scene.tasks()) await web.service.client.tasks.delete(id)
    await web.service.client.projects.delete(scene.projectId)
    await reload(page)
    const told = alert(page, 'The text of “C” was not saved. There is no such task.')
    await told.getByRole('button', { name: 'Copy text', exact: true }).waitFor()
    await eventually(() => kept(page)).toBe(false)
  })

  it('leaves nothing of it when the person signs out', async () => {
    const { page, scene } = await board('Signed out')
    await goOffline(page)
    await add(page, 'Doing', 'Secret plan')
    const stored = () => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    await eventually(() => kept(page)).toBe(true)
    expect(await stored()).not.toContain('Secret plan') // only the token can read it
    const question = page.getByRole('dialog', { name: 'Sign out and lose changes?', exact: true })
    await inAccount(page, 'Sign out')
    await question.getByText('1 change was not sent, because there is no connection.').waitFor()
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await waiting(page, '1 change is waiting for the connection.')
    await inAccount(page, 'Sign out')
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await eventually(() => kept(page)).toBe(false)
    expect(await stored()).not.toContain('Secret plan')
    await page.context().setOffline(false)
    expect(await scene.labels()).toEqual(['A', 'B', 'C'])
  })

  it('keeps what waits when the session is then made to last on the device', async () => {
    const { page, scene } = await board('Lasting')
    await goOffline(page)
    await add(page, 'Doing', 'New')
    await inAccount(page, 'Keep me signed in')
    await reload(page)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['New'])
  })

  it('is sent once by two tabs, also when one is closed', async () => {
    const { page, scene, requests } = await board('Two tabs')
    // a session that lasts on the device is one for all tabs
    await inAccount(page, 'Sign out')
    await signIn(page, web.service.demo.token, true)
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

  it('takes a change that has reached the service without an answer as made, once', async () => {
    const { page, scene } = await board('No answer', { errors: [404] })
    await page.route('**/v1/tasks**', async (route) => {
      const isWrite = ['POST', 'DELETE'].includes(route.request().method())
      if (!isWrite) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await pick(page, 'Actions for B', 'Delete')
    await eventually(() => scene.labels()).toEqual(['A', 'C'])
    await add(page, 'Doing', 'Once')
    await reload(page)
    await eventually(() => scene.labels()).toEqual(['A', 'C', 'Once'])
    await eventually(() => kept(page)).toBe(false)
    await add(page, 'Doing', 'Afterwards')
    await eventually(() => scene.labels()).toEqual(['A', 'C', 'Once', 'Afterwards'])
    expect(await alert(page, 'B').count()).toBe(0)
  })

  it('waits also while the service is busy', async () => {
    const { page, scene } = await board('Busy', { errors: [429, 500] })
    await goOffline(page)
    await circle(page, 'A').click()
    await add(page, 'Doing', 'In a rush')
    let refusals = 0
    await page.route('**/v1/tasks**', (route) => {
      if (route.request().method() === 'GET' || refusals === 2) return route.continue()
      refusals += 1
      const error = { code: 'internal_error', message: 'Later.', request_id: '' }
      // a wait that is too long for a person: the client gives up
      const headers = { 'retry-after': '100' }
      return route.fulfill({ status: refusals === 1 ? 429 : 500, headers, json: { error } })
    })
    await goOnline(page)
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['In a rush'])
    expect(refusals).toBe(2)
  })

  it('asks before it is lost with the tab', async () => {
    const { page } = await board('Asks')
    await goOffline(page)
    await box(page, 'Doing').fill('Not to be lost')
    // leaves when the page has just said that it waits, before the next frame
    await page.evaluate(`
      requestAnimationFrame = (run) => setTimeout(run, 1000)
      new MutationObserver((_, watch) => {
        if (!document.body.textContent.includes('1 change is waiting')) return
        watch.disconnect()
        setTimeout(() => location.reload())
      }).observe(document.body, { subtree: true, childList: true })`)
    const asked = page.waitForEvent('dialog')
    await box(page, 'Doing').press('Enter')
    expect((await asked).type()).toBe('beforeunload')
  })

  it('says when the browser has no room to keep it', async () => {
    const { page, scene } = await board('Full')
    await goOffline(page)
    await page.evaluate(`
      for (let size = 2 ** 22; size >= 1; size /= 2)
        for (let count = 0; ; count++)
          try { localStorage.setItem('full ' + size + ' ' + count, 'x'.repeat(size)) } catch { break }`)
    await circle(page, 'A').click()
    await waiting(page, 'This browser has no room left')
    await goOnline(page)
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await eventually(() => page.getByText('This browser has no room left').count()).toBe(0)
  })

  it('offers its texts when the service has ended the session', async () => {
    for (const isReloaded of [false, true]) {
      const { token } = await web.service.client.tokens.create({ name: 'Ends', scopes: ['read', 'write'] })
      const { page } = await board('Ended', { errors: [401], token: token.secret })
      await goOffline(page)
      await add(page, 'Doing', 'First words')
      await add(page, 'Doing', 'Second words')
      const error = { code: 'invalid_token', message: 'It was revoked.', request_id: '' }
      if (isReloaded) await reloadAlone(page)
      await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { error } })) // the page tries again
      await page.context().setOffline(false)
      const texts = page.getByRole('textbox', { name: 'New task', exact: true })
      await texts.nth(1).waitFor()
      expect(
        await texts.evaluateAll((fields) => fields.map((field) => 'value' in field && field.value)),
      ).toEqual(['First words', 'Second words'])
      await page.close({ runBeforeUnload: false })
    }
  })

  it('is sent once by a new tab when its own was closed, after a sign-in with the same token', async () => {
    const { page, scene } = await board('Closed tab')
    await goOffline(page)
    await add(page, 'Doing', 'New')
    await circle(page, 'A').click()
    const next = await closedAndSignedIn(page, scene.projectId, web.service.demo.token)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['New'])
    await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
    await eventually(() => kept(next)).toBe(false)
    expect(await scene.labels(scene.laneIds[1])).toEqual(['New'])
    await undoLast(next)
    await eventually(async () => (await scene.taskOf('A')).status).toBe(0)
  })

  it('is sent by another tab when its own was closed, and not while that is there', async () => {
    const { page, scene } = await board('Other tab')
    const other = await page.context().newPage()
    await other.goto(`${web.service.origin}/#/projects/${scene.projectId}`)
    await card(other, 'C').waitFor()
    const creates: string[] = []
    for (const tab of [page, other])
      tab.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/tasks')) creates.push(request.url())
      })
    await page.context().setOffline(true)
    await add(page, 'Doing', 'New')
    await eventually(() => kept(page)).toBe(true)
    await page.close({ runBeforeUnload: false })
    await other.getByText('1 change is waiting for the connection.').waitFor()
    await other.context().setOffline(false)
    await eventually(() => scene.labels(scene.laneIds[1])).toEqual(['New'])
    await eventually(() => kept(other)).toBe(false)
    expect(creates).toHaveLength(1)
  })

  it.each(['localStorage', 'sessionStorage'])(
    'is sent from what a page of release 0.3.0 has kept in %s',
    async (storage) => {
      const { page, scene } = await board(`Earlier in ${storage}`)
      const { tasks } = web.service.client
      const [done, typed] = await Promise.all(
        ['A', 'B'].map(async (label) => tasks.get((await scene.taskOf(label)).id)),
      )
      const shown = { task: { ...done?.task, status: 2 }, place: 'same' }
      const act = { kind: 'change', changes: { status: 2 }, ifMatch: done?.etag }
      const list = {
        entries: [{ id: crypto.randomUUID(), task: done?.task, shown, act }],
        texts: [{ seen: typed, label: 'B', description: 'Written before' }],
      }
      await page.evaluate(
        ([place, name, text]) => {
          const [id] = (localStorage.getItem('tasks-token') ?? '').split(' ')
          window[place as 'localStorage'].setItem(`tasks-waiting ${id} ${name}`, text) // it is one of the two
        },
        [storage, crypto.randomUUID(), JSON.stringify(list)] as const,
      )
      await page.reload()
      await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
      await eventually(async () => (await scene.taskOf('B')).description).toBe('Written before')
      await eventually(() => kept(page)).toBe(false)
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('tasks-waiting')
    },
  )

  it('is gone when somebody else signs in', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Other', scopes: ['read', 'write'] })
    const { page, scene } = await board('Somebody else')
    await goOffline(page)
    await add(page, 'Doing', 'New')
    const next = await closedAndSignedIn(page, scene.projectId, token.secret)
    await card(next, 'C').waitFor()
    await eventually(() => kept(next)).toBe(false)
    expect(await scene.labels(scene.laneIds[1])).toEqual([])
  })
})
