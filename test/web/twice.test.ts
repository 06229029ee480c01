import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { all, eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const count = (requests: string[], wanted: string) => requests.filter((request) => request === wanted).length

/** Submits the form around a field twice, before the page can render that the first one is pending. */
async function sendTwice(page: Page, field: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).focus()
  await page.evaluate(
    '(({ form }) => { form.requestSubmit(); form.requestSubmit() })(document.activeElement)',
  )
}

it('two quick clicks create a project once, and a later click creates another one', async () => {
  const { page, requests } = await web.visit('#/')
  const field = page.getByRole('textbox', { name: 'Name of the new project', exact: true })
  for (const label of ['Only once', 'And another']) {
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    await field.fill(label)
    await sendTwice(page, 'Name of the new project')
    // a new project opens as its board
    await page.getByRole('heading', { name: label, exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await eventually(() => field.count()).toBe(0)
  }
  expect(count(requests, 'POST /v1/projects')).toBe(2)
  const labels = (await all(web.service.client.projects.list())).map(({ label }) => label)
  expect(labels.toSorted()).toEqual(['And another', 'My first project', 'Only once'])
})

it('creating a project can be retried after an error', async () => {
  const { page, requests } = await web.visit('#/', { errors: [500] })
  const error = { code: 'internal_error', message: 'Something went wrong.', request_id: 'test' }
  await page.route(
    '**/v1/projects',
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error } })
        : route.continue(),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'New project', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the new project', exact: true }).fill('At last')
  await sendTwice(page, 'Name of the new project')
  const alert = page.getByRole('alert').filter({ hasText: 'went wrong' })
  await alert.waitFor()
  await sendTwice(page, 'Name of the new project')
  await page.getByRole('heading', { name: 'At last', exact: true }).waitFor({ state: 'attached' })
  // the alert of the first attempt is gone
  await eventually(() => alert.count()).toBe(0)
  expect(count(requests, 'POST /v1/projects')).toBe(2)
})

it('a token is created once, and its secret is the one shown', async () => {
  const { page, requests } = await web.visit('#/tokens')
  await page.getByRole('button', { name: 'New token', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Twin')
  await page.getByRole('checkbox', { name: 'read' }).check()
  await sendTwice(page, 'Name')
  const secret = await page.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
  expect((await web.service.clientOf(secret).tokens.self()).token.name).toBe('Twin')
  expect(count(requests, 'POST /v1/tokens')).toBe(1)
  const names = (await web.service.client.tokens.list()).tokens.map(({ name }) => name)
  expect(names.filter((name) => name === 'Twin')).toEqual(['Twin'])
})

it('a lane is added once', async () => {
  const { projectId } = await web.scene('One lane')
  const { page, requests } = await web.visit(`#/projects/${projectId}`)
  await page.getByRole('button', { name: 'Lanes with other names', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the new lane', exact: true }).fill('Doing')
  await sendTwice(page, 'Name of the new lane')
  await page.getByRole('heading', { name: 'Doing', exact: true }).first().waitFor()
  // the heading is there before the service has the lane
  const lanes = async () => (await web.service.client.projects.get(projectId)).project.workflow_lanes
  await eventually(async () => (await lanes()).map(({ label }) => label)).toEqual(['Doing'])
  expect(count(requests, `POST /v1/projects/${projectId}/lanes`)).toBe(1)
})
