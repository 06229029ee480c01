import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, cardsIn, carry, circle, handle, lane, pick, pointOf } from '../support/board.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { asBefore, cards, openBoard, redoLast, told, undoLast } from '../support/undo-board.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()
const board = (label: string, options: VisitOptions = {}) => openBoard(web, label, options)

const drop = async (page: Page, label: string, onto: string, down: number) => {
  await carry(page, handle(page, label), () => pointOf(card(page, onto), down))
  await page.mouse.up()
}

it('takes back moves, status changes and deletions, the last one first, to the exact place', async () => {
  const { page, scene, held, shown, statusOf } = await board('Step by step')
  await drop(page, 'B', 'F', 0.1)
  await told(page, 'Moved “B” to Doing.')
  await eventually(held).toEqual([
    ['A', 'C', 'D'],
    ['E', 'B', 'F'],
  ])
  await drop(page, 'D', 'A', 0.1)
  await eventually(held).toEqual([
    ['D', 'A', 'C'],
    ['E', 'B', 'F'],
  ])
  // the same card again: the second step back must not take the first for someone else's change
  await pick(page, 'Actions for B', 'Move to top')
  await eventually(held).toEqual([
    ['D', 'A', 'C'],
    ['B', 'E', 'F'],
  ])
  await circle(page, 'B').click()
  await eventually(() => statusOf('B')).toBe(2)
  await pick(page, 'Actions for A', 'Delete')
  await eventually(held).toEqual([
    ['D', 'C'],
    ['B', 'E', 'F'],
  ])
  expect((await scene.trashed()).map(({ label }) => label)).toEqual(['A'])

  await undoLast(page)
  await told(page, '“A” is back.')
  await eventually(held).toEqual([
    ['D', 'A', 'C'],
    ['B', 'E', 'F'],
  ])
  await undoLast(page)
  await told(page, '“B” is open again.')
  await eventually(() => statusOf('B')).toBe(0)
  await undoLast(page)
  await eventually(held).toEqual([
    ['D', 'A', 'C'],
    ['E', 'B', 'F'],
  ])
  await undoLast(page)
  await undoLast(page)
  await told(page, '“B” is back where it was.')
  await eventually(held).toEqual(asBefore)
  await eventually(shown).toEqual(asBefore)
  expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
})

it('puts a card to the nearest place when its neighbours are gone, and never over the changes of others', async () => {
  const { page, scene, held, statusOf } = await board('With others', { errors: [404, 412] })
  const { client } = web.service
  const id = async (label: string) => (await scene.taskOf(label)).id
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

  // the neighbours go while the page does not learn of it
  await drop(page, 'C', 'F', 0.9)
  await eventually(held).toEqual([
    ['A', 'B', 'D'],
    ['E', 'F', 'C'],
  ])
  await withholdFeed(page)
  await client.tasks.delete(await id('B'))
  await undoLast(page)
  await eventually(held).toEqual([
    ['A', 'C', 'D'],
    ['E', 'F'],
  ])

  // someone changes something else: what this page did is taken back, the rest stays
  await circle(page, 'E').click()
  await eventually(() => statusOf('E')).toBe(2)
  await client.tasks.update(await id('E'), { description: 'By someone else' })
  await undoLast(page)
  await eventually(() => statusOf('E')).toBe(0)
  expect((await scene.taskOf('E')).description).toBe('By someone else')

  // someone changes the same: it stays, and the page says so
  await circle(page, 'E').click()
  await eventually(() => statusOf('E')).toBe(2)
  await client.tasks.update(await id('E'), { status: 1 })
  await undoLast(page)
  await alert('“E” keeps its status. It has changed since.')
  expect(await statusOf('E')).toBe(1)
  await eventually(() => circle(page, 'E').getAttribute('aria-pressed')).toBe('mixed')

  await pick(page, 'Actions for F', 'Move to top')
  await eventually(async () => (await held())[1]).toEqual(['F', 'E'])
  await client.tasks.move(await id('F'), { to: 'bottom', workflowLaneId: scene.laneIds[0] ?? null })
  await undoLast(page)
  await alert('“F” stays where it is. It has changed since.')
  expect(await held()).toEqual([['A', 'C', 'D', 'F'], ['E']])
  await eventually(() => cardsIn(page, 'To do')).toContain('F')

  await pick(page, 'Actions for D', 'Move to top')
  await eventually(async () => (await held())[0]?.[0]).toBe('D')
  await client.tasks.delete(await id('D'))
  await undoLast(page)
  await alert('“D” was deleted.')
})

it('takes back what was done with many cards, except where someone else changed the same', async () => {
  const { page, scene, held, statusOf } = await board('Many')
  const choose = async (...labels: string[]) => {
    for (const label of labels) await card(page, label).click({ modifiers: ['Control'] })
  }
  await choose('A', 'C', 'E')
  await pick(page, 'Move to lane', 'Doing')
  await told(page, '3 tasks moved to Doing.')
  await choose('A', 'C')
  await pick(page, 'Set status', 'In progress')
  await told(page, '2 tasks set to “In progress”.')
  await web.service.client.tasks.update((await scene.taskOf('C')).id, { label: 'C of others' })
  await undoLast(page)
  await told(page, '2 tasks set back.')
  expect(await statusOf('A')).toBe(0)
  expect(await statusOf('C of others')).toBe(0)
  await web.service.client.tasks.update((await scene.taskOf('A')).id, { workflowLaneId: null })
  await undoLast(page)
  await page.getByRole('alert').filter({ hasText: '1 of 3 not moved back: It has changed since.' }).waitFor()
  await eventually(held).toEqual([
    ['B', 'C of others', 'D'],
    ['E', 'F'],
  ])
  expect(await scene.labels('none')).toEqual(['A'])
  await eventually(() => lane(page, 'No lane').getByRole('link', { name: 'A', exact: true }).count()).toBe(1)
})

it('tells a failed write as such, and takes nothing back for it', async () => {
  const { page, held, statusOf } = await board('Failing', { errors: [500] })
  await circle(page, 'B').click()
  await eventually(() => statusOf('B')).toBe(2)
  const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
  await page.route('**/v1/tasks/*', (route) => route.fulfill({ status: 500, json: { error } }), { times: 1 })
  await circle(page, 'A').click()
  await page.getByRole('alert').filter({ hasText: '“A” is still open. Something went wrong.' }).waitFor()
  await eventually(() => circle(page, 'A').getAttribute('aria-pressed')).toBe('false')
  await undoLast(page)
  await undoLast(page)
  await eventually(() => statusOf('B')).toBe(0)
  expect(await held()).toEqual(asBefore)
})

it('undoes in an open task what was done there, and nothing behind it', async () => {
  const { page, scene, held, statusOf } = await board('In a dialog')
  const { id } = await scene.taskOf('A')
  await web.service.client.subtasks.create(id, { label: 'Part' })
  await circle(page, 'B').click()
  await eventually(() => statusOf('B')).toBe(2)
  await page.getByRole('link', { name: 'A', exact: true }).click()
  const box = page.getByRole('dialog').getByRole('checkbox', { name: 'Part', exact: true })
  const isTicked = async () => (await scene.taskOf('A')).subtasks[0]?.is_completed
  await box.click()
  await eventually(isTicked).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: 'In progress', exact: true }).click()
  await eventually(() => statusOf('A')).toBe(1)
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
  await undoLast(page)
  await eventually(isTicked).toBe(false)
  await undoLast(page)
  await told(page, 'Nothing to undo.')
  expect(await statusOf('B')).toBe(2)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await undoLast(page)
  await eventually(() => statusOf('B')).toBe(0)
  await eventually(held).toEqual(asBefore)
})

it('undoes a new name of a lane, and the deletion of one with its tasks, place and status', async () => {
  const { page, scene, held, shown, statusOf } = await board('Lane back')
  const lanes = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(
      ({ id, label, task_status }) => [id, label, task_status],
    )
  const [todo = '', doing = ''] = scene.laneIds
  await web.service.client.lanes.update(scene.projectId, todo, { taskStatus: 1 })
  await page.reload()
  await eventually(() => cardsIn(page, 'To do')).toEqual(cards['To do'])
  await circle(page, 'A').click()
  await eventually(() => statusOf('A')).toBe(2)
  await pick(page, 'Actions for lane To do', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lane', exact: true }).click()
  await eventually(lanes).toEqual([[doing, 'Doing', null]])
  await eventually(() => cardsIn(page, 'No lane')).toEqual(cards['To do'])
  // somebody puts one of them elsewhere
  await web.service.client.tasks.update((await scene.taskOf('C')).id, { workflowLaneId: doing })
  await pick(page, 'Actions for lane Doing', 'Rename')
  await page.getByRole('textbox', { name: 'Name of lane Doing', exact: true }).fill('Now')
  await page.keyboard.press('Enter')
  await eventually(lanes).toEqual([[doing, 'Now', null]])
  await undoLast(page)
  await eventually(lanes).toEqual([[doing, 'Doing', null]])
  for (let times = 0; times < 2; times += 1) {
    await undoLast(page)
    await told(page, 'The lane “To do” is back.')
    expect(await lanes()).toEqual([
      [todo, 'To do', 1],
      [doing, 'Doing', null],
    ])
    await eventually(held).toEqual([
      ['A', 'B', 'D'],
      ['C', 'E', 'F'],
    ])
    await eventually(async () => (await shown())[0]).toEqual(['A', 'B', 'D'])
    expect(await Promise.all(['A', 'B', 'D'].map(statusOf))).toEqual([2, 0, 0])
    if (times === 0) {
      await redoLast(page)
      await eventually(lanes).toEqual([[doing, 'Doing', null]])
    }
  }
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
})

it('undoes nothing of another page', async () => {
  const { page, scene, statusOf } = await board('First page')
  const other = await web.scene('Other page', ['To do'], { 'To do': ['Z'] })
  await circle(page, 'A').click()
  await eventually(() => statusOf('A')).toBe(2)
  await page.evaluate(`location.hash = '#/projects/${other.projectId}'`)
  await card(page, 'Z').waitFor()
  await undoLast(page)
  await told(page, 'Nothing to undo.')
  expect(await statusOf('A')).toBe(2)
  await page.evaluate(`location.hash = '#/projects/${scene.projectId}'`)
  await card(page, 'B').waitFor()
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
})
it('leaves no step of what has failed', async () => {
  const { page, held, statusOf } = await board('No step', { errors: [500] })
  await circle(page, 'B').click()
  await eventually(() => statusOf('B')).toBe(2)
  const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
  await page.route('**/v1/tasks', (route) => route.fulfill({ status: 500, json: { error } }))
  const field = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
  await field.fill('New')
  await field.press('Enter')
  await page.getByRole('alert').filter({ hasText: '“New” was not added.' }).waitFor()
  await field.blur()
  await undoLast(page)
  await eventually(() => statusOf('B')).toBe(0)
  expect(await held()).toEqual(asBefore)
})
it('undoes the last change, also while one before it is not answered', async () => {
  const { page, scene, statusOf } = await board('Late answer')
  const names = async () =>
    (await web.service.client.projects.get(scene.projectId)).project.workflow_lanes.map(({ label }) => label)
  const held = Promise.withResolvers<undefined>()
  await page.route('**/lanes/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await pick(page, 'Actions for lane Doing', 'Rename')
  await page.getByRole('textbox', { name: 'Name of lane Doing', exact: true }).fill('Now')
  await page.keyboard.press('Enter')
  await lane(page, 'Now').waitFor()
  await circle(page, 'A').click()
  await eventually(() => circle(page, 'A').getAttribute('aria-pressed')).toBe('true')
  await undoLast(page)
  await eventually(() => circle(page, 'A').getAttribute('aria-pressed')).toBe('false')
  held.resolve(undefined)
  await eventually(names).toEqual(['To do', 'Now'])
  expect(await statusOf('A')).toBe(0)
  await undoLast(page)
  await eventually(names).toEqual(['To do', 'Doing'])
})
