import type { Locator, Page } from 'playwright-core'
import { expect, describe, it } from 'vitest'
import { type Task, TasksClient } from '../../client/src/index.ts'
import { entriesIn, openActivity } from '../support/activity.ts'
import { overflow, violations } from '../support/axe.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** A program with a token of its own. */
async function newAgent(name: string): Promise<{ client: TasksClient; id: string }> {
  const { client, origin } = web.service
  const { token } = await client.tokens.create({ name, scopes: ['read', 'write'] })
  return { client: new TasksClient({ baseUrl: `${origin}/v1`, token: token.secret }), id: token.id }
}

/** Opens the dialog that takes back what an agent did, from its first change on, which is the last one in the list. */
async function openTakeBack(page: Page, agent: string, changes: number): Promise<Locator> {
  const ofAgent = page.getByRole('listitem').filter({ hasText: agent })
  await eventually(() => ofAgent.count()).toBe(changes)
  await ofAgent
    .last()
    .getByRole('button', { name: /^Take back/ })
    .click()
  return page.getByRole('dialog', { name: 'Take changes back' })
}

describe('the history of the account', () => {
  it('is not shown before the names of projects are known, which each change says', async () => {
    await web.scene('Meadow', ['Now'], { Now: ['Mow'] })
    const { page } = await web.visit('#/history')
    const mow = page.getByRole('link', { name: 'Mow in Meadow', exact: true })
    await mow.waitFor()
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<undefined>()
    await page.route('**/v1/projects?**', async (route) => {
      await mayGoOn
      await route.continue()
    })
    const read = page.waitForResponse((response) => response.url().includes('/v1/history'))
    await page.reload()
    await (await read).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.getByText('another project').count()).toBe(0)
    goOn(undefined)
    await mow.waitFor()
  })

  it('takes back what an agent did, keeps what a person did since, and gives it back again', async () => {
    const labels = ['Oak', 'Elm', 'Ash']
    const scene = await web.scene('Wood', ['To do'], { 'To do': labels })
    const agent = await newAgent('Night agent')
    for (const label of labels) {
      const { id } = await scene.taskOf(label)
      await agent.client.tasks.update(id, { label: `${label} (wrong)`, status: 2 })
    }
    const { id: elm } = await scene.taskOf('Elm (wrong)')
    await web.service.client.tasks.update(elm, { label: 'Elm of a person' })
    const { page } = await web.visit('#/history')
    const dialog = await openTakeBack(page, 'Night agent', 3)
    await dialog.getByText('3 tasks would change.').waitFor()
    const listed = (name: string) => dialog.getByRole('list', { name, exact: true }).getByRole('listitem')
    await eventually(async () => (await listed('Would change').allTextContents()).toSorted()).toEqual([
      'Ash (wrong) gets back “Label” and “Status”',
      'Elm of a person gets back “Status”',
      'Oak (wrong) gets back “Label” and “Status”',
    ])
    expect(await listed('Stays').allTextContents()).toEqual([
      'Elm of a person: “Label”, because others changed it since',
    ])
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Take back 3 tasks', exact: true }).click()
    await page.getByText('Took back changes of 3 tasks. 1 task stayed, in whole or in part.').waitFor()
    const stored = async () => {
      const tasks = []
      for await (const { label, status } of web.service.client.tasks.list({ projectId: [scene.projectId] }))
        tasks.push({ label, status })
      return tasks.map(({ label, status }) => `${label} ${status}`).toSorted()
    }
    expect(await stored()).toEqual(['Ash 0', 'Elm of a person 0', 'Oak 0'])
    await page.keyboard.press('Control+z')
    await eventually(stored).toEqual(['Ash (wrong) 2', 'Elm of a person 2', 'Oak (wrong) 2'])
  })

  it('gives all back again, also while the history has only some of what was taken back', async () => {
    const scenes = [
      await web.scene('Hill', ['Now'], { Now: ['Fern'] }),
      await web.scene('Dale', ['Now'], { Now: ['Moss'] }),
    ]
    const agent = await newAgent('Day agent')
    const tasks: Task[] = []
    for (const scene of scenes) {
      const [task] = await scene.tasks()
      if (task) tasks.push((await agent.client.tasks.update(task.id, { description: 'Wrong' })).task)
    }
    const { page } = await web.visit('#/history', { setsClock: true })
    const dialog = await openTakeBack(page, 'Day agent', 2)
    await dialog.getByRole('button', { name: 'Take back 2 tasks', exact: true }).click()
    await page.getByText('Took back changes of 2 tasks.', { exact: true }).waitFor()
    const stored = () => Promise.all(tasks.map(async ({ id }) => (await web.stored(id)).description))
    expect(await stored()).toEqual([null, null])
    // the answer of a history that has what was written in the first project, and not yet the rest
    await page.route('**/v1/reverts', (route) => {
      const asked = JSON.parse(route.request().postData() ?? '') as object
      return route.continue({ postData: { ...asked, projectId: scenes[0]?.projectId } })
    })
    await page.keyboard.press('Control+z')
    await eventually(stored).toEqual(['Wrong', null])
    const notAll = page.getByText(/^Not all changes are there again/)
    await eventually(async () => {
      await page.clock.runFor(1_000)
      return notAll.count()
    }).toBe(1)
    await page.unroute('**/v1/reverts')
    await page.keyboard.press('Control+z')
    await page.getByText('The changes are there again.', { exact: true }).waitFor()
    expect(await stored()).toEqual(['Wrong', 'Wrong'])
    expect(await notAll.count()).toBe(0)
  })
})

describe('the activity of a task', () => {
  it('leads back to an earlier version', async () => {
    const scene = await web.scene('Sea', ['To do'], { 'To do': ['Boat'] })
    const { id } = await scene.taskOf('Boat')
    await web.service.client.tasks.update(id, { label: 'Ship', description: 'Large' })
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
    await openActivity(page)
    await page.getByRole('button', { name: /^Back to this version/ }).click()
    await page
      .getByText(/^The task is as it was on/)
      .first()
      .waitFor()
    expect(await web.stored(id)).toMatchObject({ label: 'Boat', description: null })
    await eventually(async () => (await entriesIn(page)).length).toBe(3)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  })
})
