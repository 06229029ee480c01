import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { closeTask, hear, labelField, statusButton } from '../support/task-view.ts'
import { told } from '../support/undo-board.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()

/** Opens the dialog of a new task. */
async function openTask(label: string, options?: VisitOptions) {
  const scene = await web.scene(label)
  const { id } = await scene.createTask(label)
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, options)
  await eventually(() => labelField(page).inputValue()).toBe(label)
  return { scene, id, page, stored: () => web.stored(id) }
}

/** Lets a test decide what becomes of the writes of a page. */
const onWrite = (page: Page, run: (route: Route) => Promise<unknown>) =>
  page.route('**/v1/tasks/*', (route) =>
    route.request().method() === 'PATCH' ? run(route) : route.continue(),
  )

const comparison = (page: Page) =>
  page.getByRole('dialog', { name: 'Someone else changed this task', exact: true })

it('one who types on after a reload, before the answer to the text of before, is asked nothing', async () => {
  const { page, stored } = await openTask('Typed twice', { losesService: true })
  page.on('dialog', (question) => void question.accept())
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  await onWrite(page, async (route) => {
    await held
    await route.continue().catch(() => undefined) // the first is gone with its page
  })
  const isSent = () => page.waitForRequest((request) => request.method() === 'PATCH')
  const first = isSent()
  await labelField(page).fill('Before')
  await first
  const second = isSent()
  await page.reload()
  await second
  await eventually(() => labelField(page).inputValue()).toBe('Before')
  await labelField(page).fill('After')
  letGo(undefined)
  await eventually(async () => (await stored()).label).toBe('After')
  expect(await comparison(page).count()).toBe(0)
  await hear(page, 'Saved.')
})

it('the text of a closed dialog is saved however often others are faster with other fields', async () => {
  const { page, id, stored } = await openTask('Six times', { errors: [412] })
  let status = 0
  await onWrite(page, async (route) => {
    status += 1
    if (status <= 6)
      await web.service.client.tasks.update(id, { fields: {}, status: status % 2 === 0 ? 0 : 2 })
    return route.continue()
  })
  await labelField(page).fill('Saved')
  await eventually(async () => (await stored()).label).toBe('Saved')
})

it('the text of a closed dialog is given back once when the task is deleted', async () => {
  const { page, id } = await openTask('Gone', { errors: [404] })
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  await onWrite(page, async (route) => {
    await held
    return route.continue()
  })
  await labelField(page).fill('Precious')
  await closeTask(page)
  await web.service.client.tasks.delete(id)
  letGo(undefined)
  await page.getByRole('alert').filter({ hasText: 'The text of “Gone” was not saved.' }).waitFor()
  await eventually(() => waiting(page)).toBe(0)
})

it('the text of a closed dialog that another text has overtaken is given back when the task is deleted', async () => {
  const { page, id } = await openTask('Contested', { errors: [404, 412] })
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  await onWrite(page, async (route) => {
    await held
    return route.continue()
  })
  await labelField(page).fill('Precious')
  await web.service.client.tasks.update(id, { label: 'Theirs' })
  await closeTask(page)
  letGo(undefined)
  await told(page, '“Theirs” has unsaved changes.')
  await web.service.client.tasks.delete(id)
  await page.getByRole('alert').filter({ hasText: 'The text of “Theirs” was not saved.' }).waitFor()
  await eventually(() => waiting(page)).toBe(0)
})

it('what nothing answered is undone, also when its repeat is refused', async () => {
  const { page, stored } = await openTask('Lost answer', { errors: [412], losesService: true })
  await page.route(
    '**/v1/tasks/*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await statusButton(page, 'Done').click()
  await hear(page, 'Done.')
  await page.keyboard.press('Control+z')
  await eventually(async () => (await stored()).status).toBe(0)
})

/** How many lists of changes that wait the page keeps. */
const waiting = (page: Page) =>
  page.evaluate<number>(
    `Object.keys(localStorage).filter((name) => name.startsWith('tasks-waiting ')).length`,
  )
