import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, lane, pasteLines } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const field = (page: Page) => page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })

it('an add to a long lane keeps the place, and leads to the new card when wanted', async () => {
  const scene = await web.scene('Long', ['Doing'])
  const { dataDir, demo } = web.service
  const labels = Array.from({ length: 250 }, (_, index) => `Card ${index}`)
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await eventually(() => lane(page, 'Doing').locator('header').textContent()).toContain('250 tasks')
  await field(page).fill('At the end')
  await field(page).press('Enter')
  await page.getByText('Added “At the end” at the end of Doing.', { exact: true }).waitFor()
  expect(
    await lane(page, 'Doing')
      .getByRole('list')
      .evaluate((list) => list.scrollTop),
  ).toBe(0)
  await eventually(() => cardsIn(page, 'Doing')).toContain('Card 0')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await eventually(() => card(page, 'At the end').locator(':focus').count()).toBe(1)
  expect(await card(page, 'At the end').boundingBox()).not.toBeNull()
  expect((await scene.labels()).at(-1)).toBe('At the end')
  await eventually(() => lane(page, 'Doing').locator('header').textContent()).toContain('251 tasks')
})

describe('several lines that are pasted', () => {
  it('become as many tasks with one request, in their order, and the adding can be undone', async () => {
    const scene = await web.scene('Lines', ['Doing'], { Doing: ['First'] })
    const { page, requests } = await web.visit(`#/projects/${scene.projectId}`)
    await pasteLines(page, 'Doing', ['- Buy paint', '', '- [ ] Paint the door', '- Clean up', ''])
    const group = page.getByRole('group', { name: 'Pasted lines for Doing', exact: true })
    const button = group.getByRole('button', { name: 'Add 3 tasks', exact: true })
    await eventually(() => button.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Enter')
    const all = ['First', 'Buy paint', 'Paint the door', 'Clean up']
    await eventually(() => cardsIn(page, 'Doing')).toEqual(all)
    await page.getByText('Added 3 tasks to Doing.', { exact: true }).waitFor()
    expect(await scene.labels(scene.laneIds[0])).toEqual(all)
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /v1/tasks/bulk'])
    await eventually(() => field(page).and(page.locator(':focus')).count()).toBe(1)
    // what someone has worked on since is not deleted; another place is no work
    const { tasks } = web.service.client
    await tasks.move((await scene.taskOf('Buy paint')).id, { to: 'top' })
    await tasks.update((await scene.taskOf('Clean up')).id, { description: 'With soap' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const why = '1 of 3 not deleted: It has changed since.'
    await page.getByRole('alert').filter({ hasText: why }).waitFor()
    expect(await scene.labels()).toEqual(['First', 'Clean up'])
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['First', 'Clean up'])
  })

  it('have their buttons in one line', async () => {
    const scene = await web.scene('In one line', ['Doing'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const lines = Array.from({ length: 100 }, (_, index) => `Line ${String(index)}`)
    await pasteLines(page, 'Doing', lines)
    const buttons = page.locator('.pasted-lines button')
    await eventually(() => buttons.allTextContents()).toEqual(['Add 100 tasks', 'As one', 'Cancel'])
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  })

  it('become one task, or none', async () => {
    const scene = await web.scene('One', ['Doing'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await field(page).fill('Letter: ')
    await pasteLines(page, 'Doing', ['Dear Ada,', 'thank you'])
    await page.locator('.pasted-lines :focus').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => field(page).inputValue()).toBe('Letter: ')
    await pasteLines(page, 'Doing', ['Dear Ada,', 'thank you'])
    await page.getByRole('button', { name: 'As one', exact: true }).click()
    await field(page).press('Enter')
    await eventually(() => scene.labels()).toEqual(['Letter: Dear Ada, thank you'])
  })

  it('are not added twice when an answer is lost', async () => {
    const scene = await web.scene('Lost', ['Doing'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { errors: [500] })
    const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
    const ids: (string | undefined)[][] = []
    await page.route('**/v1/tasks/bulk', async (route) => {
      const { operations } = route.request().postDataJSON() as { operations: { id?: string }[] }
      ids.push(operations.map(({ id }) => id))
      const answer = await route.fetch()
      await (ids.length === 1
        ? route.fulfill({ status: 500, json: { error } })
        : route.fulfill({ response: answer }))
    })
    await pasteLines(page, 'Doing', ['One', 'Two'])
    await page.getByRole('button', { name: 'Add 2 tasks', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: '2 of 2 not added: Something went wrong.' }).waitFor()
    await page.getByRole('button', { name: 'Add 2 tasks', exact: true }).click()
    await page.getByText('Added 2 tasks to Doing.', { exact: true }).waitFor()
    expect(await scene.labels()).toEqual(['One', 'Two'])
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['One', 'Two'])
    expect(ids[0]?.every((id) => id !== undefined)).toBe(true)
    expect(ids[1]).toEqual(ids[0]) // by which the service tells a repeat
  })
})
