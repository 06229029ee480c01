import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, carry, circle, handle, pick, pointOf } from '../support/board.ts'
import {
  answers,
  asBefore,
  cards,
  openBoard,
  openBoardThat,
  redoLast,
  told,
  undoLast,
} from '../support/undo-board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const drop = async (page: Page, label: string, onto: string, down: number) => {
  await carry(page, handle(page, label), () => pointOf(card(page, onto), down))
  await page.mouse.up()
}
const choose = async (page: Page, ...labels: string[]) => {
  for (const label of labels) await card(page, label).click({ modifiers: ['Control'] })
}
const alerts = async (page: Page) => (await page.getByRole('alert').allTextContents()).join('')

it('puts neighbours back in their order, however many have moved away', async () => {
  const { page, held, shown } = await openBoard(web, 'In their order')
  await drop(page, 'B', 'F', 0.1)
  await told(page, 'Moved “B” to Doing.')
  await drop(page, 'C', 'F', 0.1)
  await told(page, 'Moved “C” to Doing.')
  await pick(page, 'Actions for A', 'Move to bottom')
  const away = [
    ['D', 'A'],
    ['E', 'B', 'C', 'F'],
  ]
  await eventually(held).toEqual(away)
  for (let times = 0; times < 2; times += 1) {
    await undoLast(page)
    await eventually(held).toEqual([
      ['A', 'D'],
      ['E', 'B', 'C', 'F'],
    ])
    await undoLast(page)
    await told(page, '“C” is back where it was.')
    await undoLast(page)
    await told(page, '“B” is back where it was.')
    await eventually(held).toEqual(asBefore)
    await eventually(shown).toEqual(asBefore)
    for (let steps = 0; steps < 3; steps += 1) await redoLast(page)
    await eventually(held).toEqual(away)
  }
  expect(await alerts(page)).toBe('')
})

it('puts a card back between the neighbours that it had, although others came there', async () => {
  const { page, scene, held } = await openBoard(web, 'Between neighbours')
  const id = async (label: string) => (await scene.taskOf(label)).id
  await pick(page, 'Actions for B', 'Move to bottom')
  await pick(page, 'Actions for C', 'Move to bottom')
  await eventually(async () => (await held())[0]).toEqual(['A', 'D', 'B', 'C'])
  await undoLast(page)
  await eventually(async () => (await held())[0]).toEqual(['A', 'C', 'D', 'B'])
  await web.service.client.tasks.move(await id('F'), {
    afterTaskId: await id('C'),
    workflowLaneId: scene.laneIds[0] ?? null,
  })
  await card(page, 'F')
    .and(page.getByRole('region', { name: 'To do', exact: true }).getByRole('listitem'))
    .waitFor()
  await undoLast(page)
  await eventually(async () => (await held())[0]).toEqual(['A', 'B', 'C', 'F', 'D'])
})

it('knows in the undo of one card what was undone of many, and the other way round', async () => {
  const { page, held, shown, statusOf } = await openBoard(web, 'One and many')
  await pick(page, 'Actions for C', 'Move to top')
  const one = [['C', 'A', 'B', 'D'], cards.Doing]
  await eventually(held).toEqual(one)
  await choose(page, 'C', 'B', 'D')
  await pick(page, 'Move to lane', 'Doing')
  await told(page, '3 tasks moved to Doing.')
  const many = [['A'], ['E', 'F', 'C', 'B', 'D']]
  await eventually(held).toEqual(many)
  await drop(page, 'B', 'A', 0.1)
  await told(page, 'Moved “B” to To do.')
  const back = [
    ['B', 'A'],
    ['E', 'F', 'C', 'D'],
  ]
  await eventually(held).toEqual(back)
  await page.getByRole('button', { name: 'Select', exact: true }).click() // selects no longer
  await circle(page, 'B').click()
  await eventually(() => statusOf('B')).toBe(2)
  for (let times = 0; times < 2; times += 1) {
    await undoLast(page)
    await eventually(() => statusOf('B')).toBe(0)
    for (const state of [many, one, asBefore]) {
      await undoLast(page)
      await eventually(held).toEqual(state)
      await eventually(shown).toEqual(state)
    }
    for (const state of [one, many, back]) {
      await redoLast(page)
      await eventually(held).toEqual(state)
    }
    await redoLast(page)
    await eventually(() => statusOf('B')).toBe(2)
  }
  expect(await alerts(page)).toBe('')
})

it.each(answers)(
  'knows in the undo of a card what was done and undone in its dialog, answered %s',
  async (when) => {
    const { page, held } = await openBoardThat(web, 'Dialog and card', when)
    const dialog = page.getByRole('dialog', { name: 'Task', exact: true })
    await pick(page, 'Actions for B', 'Move to bottom')
    await eventually(async () => (await held())[0]).toEqual(['A', 'C', 'D', 'B'])
    await page.getByRole('link', { name: 'B', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('Doing')
    await eventually(held).toEqual([
      ['A', 'C', 'D'],
      ['E', 'F', 'B'],
    ])
    await undoLast(page)
    await eventually(async () => (await held())[0]).toEqual(['A', 'C', 'D', 'B'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await undoLast(page)
    await told(page, '“B” is back where it was.')
    await eventually(held).toEqual(asBefore)
    expect(await alerts(page)).toBe('')
  },
)

it('puts a task that comes back from another project to its place', async () => {
  const { page, held } = await openBoard(web, 'There and back')
  await web.scene('Elsewhere')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Task', exact: true })
  await page.getByRole('link', { name: 'B', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Project', exact: true }).selectOption('Elsewhere')
  await eventually(held).toEqual([['A', 'C', 'D'], cards.Doing])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await undoLast(page)
  await eventually(held).toEqual(asBefore)
})

it('repeats nothing that could not be undone', async () => {
  const { page, scene, held, statusOf } = await openBoard(web, 'Not undone', { errors: [412] })
  await circle(page, 'A').click()
  await eventually(() => statusOf('A')).toBe(2)
  await pick(page, 'Actions for D', 'Move to top')
  await eventually(async () => (await held())[0]).toEqual(['D', 'A', 'B', 'C'])
  await web.service.client.tasks.move((await scene.taskOf('D')).id, { to: 'bottom' })
  await undoLast(page)
  await page.getByRole('alert').filter({ hasText: '“D” stays where it is. It has changed since.' }).waitFor()
  await redoLast(page)
  await told(page, 'Nothing to redo.')
  expect(await held()).toEqual(asBefore)
  await undoLast(page)
  await eventually(() => statusOf('A')).toBe(0)
})
