import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, cardsIn, circle, lane } from '../support/board.ts'
import { hear, labelField } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const projectsLink = (page: Page) =>
  page.locator('main').getByRole('link', { name: 'Go to your projects', exact: true })

/** The answer of a proxy that cannot reach the service. */
const proxyAnswer = (status: number) => ({
  status,
  contentType: 'text/html',
  body: '<html><body><h1>Bad Gateway</h1></body></html>',
})

describe('the address of a project that does not exist', () => {
  it.each([
    ['with a malformed id', () => '#/projects/notanid'],
    ['with a malformed id, and a task', () => '#/projects/notanid/tasks/neither'],
    ['with a malformed id, and its trash', () => '#/projects/notanid/trash'],
    ['with an unknown id', () => `#/projects/${crypto.randomUUID()}`],
    ['with an unknown id, and its trash', () => `#/projects/${crypto.randomUUID()}/trash`],
  ])('%s: says so and links to the projects', async (_, hash) => {
    const { page } = await web.visit(hash(), { errors: [400, 404] })
    await page.getByRole('heading', { name: 'There is no such project', level: 1 }).waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/uuid/i)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await projectsLink(page).click()
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  })
})

describe('an answer that is not from the service', () => {
  it.each([502, 500])('is explained in plain words: HTTP %i', async (status) => {
    const { page } = await web.visit('#/', { errors: [status] })
    await page.route('**/v1/projects', (route) => route.fulfill(proxyAnswer(status)))
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name of the new project', exact: true }).fill('Behind a proxy')
    await page.getByRole('button', { name: 'Create project', exact: true }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: `The service cannot be reached at the moment (HTTP ${status}).` })
      .waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/base url/i)
  })
})

describe('an error message', () => {
  it('is dismissed in another view, while a toast with Undo stays', async () => {
    const scene = await web.scene('Here', [], { '': ['Vanishing', 'Mistake'] })
    const other = await web.scene('There', [], { '': ['Elsewhere'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { errors: [404] })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Vanishing', 'Mistake'])
    await page.route('**/v1/tasks/*', (route) => route.fulfill(proxyAnswer(404)), { times: 1 })
    await circle(page, 'Vanishing').click()
    const alert = page.getByRole('alert').filter({ hasText: 'Vanishing' })
    await alert.waitFor()
    await card(page, 'Mistake').getByRole('link').click()
    await page.getByRole('button', { name: 'Delete task', exact: true }).click()
    await page.getByText('Deleted “Mistake”.', { exact: true }).waitFor()
    await alert.waitFor()
    await page.evaluate(`location.hash = '#/projects/${other.projectId}'`)
    await lane(page, 'No lane').getByRole('link', { name: 'Elsewhere', exact: true }).waitFor()
    await alert.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).last().isVisible()).toBe(true)
  })

  it('says that a task is not saved, and it is saved as soon as that works', async () => {
    const scene = await web.scene('Again', [], { '': ['Old label'] })
    const { id } = await scene.taskOf('Old label')
    const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [500] })
    const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    let attempts = 0
    await page.route('**/v1/tasks/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      attempts += 1
      if (attempts === 1) return route.fulfill({ status: 500, json: { error } })
      await held
      return route.continue()
    })
    await labelField(page).fill('New label')
    await hear(page, 'Not saved, retrying')
    await eventually(() => attempts).toBe(2)
    letGo(undefined)
    await hear(page, 'Saved.')
    expect(await scene.labels()).toEqual(['New label'])
  })
})
