import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtDocs } from '../../infra/web-assets/built.ts'
import { overflow, violations } from '../support/axe.ts'
import { all, eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()
const token = () => web.service.demo.token
beforeAll(async () => {
  await builtDocs() // the first build takes longer than a page waits
})

/** Opens the API reference at an operation, an object or a field. */
const openReference = (fragment = '', options: VisitOptions = {}) =>
  web.visit(`docs/api${fragment === '' ? '' : `#${fragment}`}`, { token: null, ...options })

const operation = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the form of an operation, and returns it. */
async function openForm(page: Page, name: string) {
  await operation(page, name).getByRole('button', { name: 'Test Request' }).first().click()
  const form = page.getByRole('dialog', { name: 'API Client' })
  await form.getByLabel('Bearer Token').waitFor()
  return form
}

/**
 * Chooses another language for the samples of an operation. Scalar draws more of its page meanwhile, which moves the button
 * from under the pointer, or closes what it has opened: then the button is pressed again.
 */
async function chooseLanguage(page: Page, create: Locator, from: string, to: string): Promise<void> {
  const option = page.getByRole('option', { name: to })
  const isOpen = () =>
    option.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  await eventually(async () => {
    await create.getByRole('button', { name: from }).click()
    return isOpen()
  }).toBe(true)
  await option.click()
}

describe('the API reference', () => {
  it('asks only this service, and that for its own document', async () => {
    const { page, requests } = await openReference()
    await page.getByRole('heading', { name: 'Tasks API', exact: true }).waitFor()
    expect(requests.filter((request) => !request.startsWith('GET /docs/assets/'))).toEqual([
      'GET /docs/api',
      'GET /v1/openapi.json',
    ])
  })

  it('is where /v1/docs leads', async () => {
    const { page } = await web.visit('v1/docs', { token: null })
    await page.getByRole('heading', { name: 'Tasks API', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/docs/api')
  })

  it('leads from the link of an error to what that error means', async () => {
    const answer = await fetch(`${web.service.origin}/v1/projects`)
    const { error } = (await answer.json()) as { error: { docs: string } }
    const { page } = await openReference()
    await page.goto(new URL(error.docs, web.service.origin).href)
    await page.getByRole('heading', { name: 'invalid_token' }).waitFor()
    await page.waitForURL(/\/docs\/reference\/errors#invalid_token$/)
    await page.getByText('If you already do, get a new token.').waitFor()
  })

  it.each([
    'POST/tasks.body.externalId',
    'POST/tasks.headers.Idempotency-Key',
    'PATCH/tasks/{id}.headers.If-Match',
  ])('opens at the field %s by its link', async (place) => {
    const { page } = await openReference(`tag/tasks/${place}`)
    const field = page.locator(`[id$="tag/tasks/${place}"]`)
    await eventually(async () => ((await field.boundingBox())?.y ?? -1) >= 0).toBe(true)
    await eventually(async () => ((await field.boundingBox())?.y ?? 1_000) < 720).toBe(true)
  })

  it('shows each request with curl, the client and Python, and copies it', async () => {
    const { page } = await openReference('tag/tasks/POST/tasks')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const create = operation(page, 'Create a task')
    await create.getByText('curl -s -X POST $URL/tasks').waitFor()
    await eventually(async () => {
      await create.getByText('curl -s -X POST $URL/tasks').hover()
      await create.getByRole('button', { name: 'Copy', exact: true }).first().click()
      return page.evaluate<string>('navigator.clipboard.readText()')
    }).toContain('curl -s -X POST $URL/tasks \\\n')
    await chooseLanguage(page, create, 'curl', 'TypeScript')
    await create.getByText('client.tasks.create(').waitFor()
    await chooseLanguage(page, create, 'TypeScript', 'Python')
    await create.getByText('urllib.request.Request(').waitFor()
  })

  it('shares the choice of a language with the pages', async () => {
    const { page } = await web.visit('docs/tutorial', { token: null })
    const samples = (language: string) => page.locator(`.vp-code-group .language-${language}:visible`)
    await page.getByText('Python', { exact: true }).first().click()
    await eventually(() => samples('python').count()).toBeGreaterThan(0)
    await page.goto(`${web.service.origin}/docs/api#tag/tasks/POST/tasks`)
    const create = operation(page, 'Create a task')
    await create.getByText('urllib.request.Request(').waitFor()
    await chooseLanguage(page, create, 'Python', 'TypeScript')
    await create.getByText('client.tasks.create(').waitFor()
    // Scalar keeps the choice a moment later
    await eventually(() => page.evaluate<string>('JSON.stringify(localStorage)')).toContain('typescript')
    await page.goto(`${web.service.origin}/docs/tutorial`)
    await eventually(() => samples('ts').count()).toBeGreaterThan(0)
    expect(await samples('python').count()).toBe(0)
  })

  it('shows how a receiver checks a delivery', async () => {
    const { page } = await openReference('tag/webhooks')
    await page.getByText('hmac.compare_digest').waitFor()
    await page.getByText('await verify(body, headers, secret)').waitFor()
  })

  it('sends a request with a token that it keeps nowhere', async () => {
    const { page } = await openReference('tag/projects/POST/projects')
    const form = await openForm(page, 'Create a project')
    await form.getByLabel('Bearer Token').fill(token())
    await form.getByRole('button', { name: /^Send post request/ }).click()
    await form.getByText('201', { exact: false }).first().waitFor()
    const labels = (await all(web.service.client.projects.list())).map(({ label }) => label)
    expect(labels).toContain('Launch')
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    expect(kept).not.toContain(token())
    expect(JSON.stringify(await page.context().storageState({ indexedDB: true }))).not.toContain(token())
    await page.reload()
    const again = await openForm(page, 'Create a project')
    expect(await again.getByLabel('Bearer Token').innerText()).not.toContain(token())
  })

  it('creates a task at the first try of who is signed in, and no optional value is filled in', async () => {
    const { page } = await web.visit('#/due')
    await page.goto(`${web.service.origin}/docs/api#tag/tasks/POST/tasks`)
    const form = await openForm(page, 'Create a task')
    expect(await form.getByRole('checkbox', { name: 'Include dryRun in request' }).isChecked()).toBe(false)
    await form.getByRole('button', { name: /^Send post request/ }).click()
    await form.getByText('201', { exact: false }).first().waitFor()
    const [project] = await all(web.service.client.projects.list())
    const tasks = await all(web.service.client.projects.listTasks(project?.id ?? ''))
    expect(tasks.map(({ label }) => label)).toContain('Call Ada')
  })

  it('sends only what was typed in: no example id, version or key stands in a form', async () => {
    const { page } = await openReference('tag/tasks/PATCH/tasks/{id}')
    const form = await openForm(page, 'Change a task')
    const row = (name: string) => form.getByRole('row').filter({ hasText: name })
    await row('Required').waitFor()
    expect(await row('id').first().innerText()).not.toContain('6f5cb361')
    expect(await row('If-Match').first().innerText()).not.toContain('"3"')
    // the document to download has them
    expect(await page.locator('a[href$="/v1/openapi.json"]').first().isVisible()).toBe(true)
  })

  it('has nothing that axe finds, and fits: light and dark, at 1280 and 360 pixels', async () => {
    const { page } = await openReference('tag/tasks/POST/tasks')
    await operation(page, 'Create a task').getByText('curl -s -X POST $URL/tasks').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`body.${colorScheme}-mode`).waitFor()
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await violations(page, colorScheme === 'dark'), `${colorScheme}, ${width}`).toEqual([])
        expect(await overflow(page), `${colorScheme}, ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
})
