import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useWeb } from '../support/web.ts'

const web = useWeb()

const projectsLink = (page: Page) =>
  page.locator('main').getByRole('link', { name: 'Go to your projects', exact: true })

/** What a proxy answers when nothing is behind it. */
const proxyAnswer = (status: number) => ({
  status,
  contentType: 'text/html',
  body: '<html><body><h1>Bad Gateway</h1></body></html>',
})

describe('an address of no project', () => {
  it.each([
    ['that is no id', () => '#/projects/notanid'],
    ['that is no id, with a task', () => '#/projects/notanid/tasks/neither'],
    ['that is no id, and its trash', () => '#/projects/notanid/trash'],
    ['that is gone', () => `#/projects/${crypto.randomUUID()}`],
    ['that is gone, and its trash', () => `#/projects/${crypto.randomUUID()}/trash`],
  ])('%s, says so and leads to the projects', async (_, hash) => {
    const { page } = await web.visit(hash(), { errors: [400, 404] })
    await page.getByRole('heading', { name: 'There is no such project', level: 1 }).waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/uuid/i)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await projectsLink(page).click()
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  })
})

describe('an answer that is not of the service', () => {
  it.each([502, 500])('is told in words for people: HTTP %i', async (status) => {
    const { page } = await web.visit('#/', { errors: [status] })
    await page.route('**/v1/projects', (route) => route.fulfill(proxyAnswer(status)))
    await page.getByRole('textbox', { name: 'New project', exact: true }).fill('Behind a proxy')
    await page.getByRole('button', { name: 'Create project', exact: true }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: `The service cannot be reached at the moment (HTTP ${status}).` })
      .waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/base url/i)
  })
})
