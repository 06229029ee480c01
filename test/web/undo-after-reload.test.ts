import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { circle, pick } from '../support/board.ts'
import { add, goOffline, offlineBoard, reload, reloadAlone, tryAgain, waiting } from '../support/offline.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

it('a reload does not lose the undo of what has reached the service without an answer, and of what waits behind it', async () => {
  const { page, scene } = await offlineBoard(web, 'No answer', { errors: [412] })
  await page.route('**/v1/tasks**', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await circle(page, 'A').click()
  await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
  await pick(page, 'Actions for B', 'Delete')
  await pick(page, 'Actions for A', 'Move to bottom')
  await add(page, 'Doing', 'N')
  await reload(page)
  await eventually(() => scene.labels()).toEqual(['C', 'A', 'N'])
  await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
  await undo(page)
  await said(page, 'Undone: “N” was added.')
  expect(await scene.labels()).toEqual(['C', 'A'])
  await undo(page)
  await said(page, 'Undone: “A” was moved.')
  expect(await scene.labels()).toEqual(['A', 'C'])
  await undo(page)
  await said(page, 'Undone: “B” was deleted.')
  await undo(page)
  await eventually(async () => (await scene.tasks()).map(({ label, status }) => [label, status])).toEqual([
    ['A', 0],
    ['B', 0],
    ['C', 0],
  ])
})

it('what waits is taken back after a reload without being sent, and what others have changed since stays', async () => {
  const { page, scene, requests } = await offlineBoard(web, 'Never sent', { errors: [412] })
  await goOffline(page)
  await circle(page, 'A').click()
  await circle(page, 'B').click()
  await waiting(page, '2 changes are waiting for the connection.')
  await reloadAlone(page)
  await waiting(page, '2 changes are waiting for the connection.') // it takes seconds if the old page is slow to let go of them
  await undo(page)
  await said(page, 'Undone: “B” was changed.')
  await page.unroute('**/v1/**')
  await tryAgain(page)
  await eventually(async () => (await scene.taskOf('A')).status).toBe(2)
  await eventually(() => page.getByText('waiting for the connection').count()).toBe(0)
  expect((await scene.taskOf('B')).status).toBe(0)
  expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1)
  await web.service.client.tasks.update((await scene.taskOf('A')).id, { status: 1 })
  await undo(page)
  await said(page, 'This was not undone: “A” was changed. It has changed since.')
  expect((await scene.taskOf('A')).status).toBe(1)
})

it('what was moved is taken back to its place before the board has been read again', async () => {
  const { page, scene } = await offlineBoard(web, 'Not read')
  await goOffline(page)
  await pick(page, 'Actions for A', 'Move to bottom')
  await waiting(page, '1 change is waiting for the connection.')
  await reloadAlone(page)
  await page.unroute('**/v1/**')
  const { promise: isRead, resolve: read } = Promise.withResolvers<undefined>()
  await page.route('**/v1/projects/**', async (route) => {
    await isRead
    await route.continue()
  })
  await tryAgain(page)
  await eventually(() => scene.labels()).toEqual(['B', 'C', 'A'])
  await undo(page)
  read(undefined)
  await said(page, 'Undone: “A” was moved.')
  expect(await scene.labels()).toEqual(['A', 'B', 'C'])
})
