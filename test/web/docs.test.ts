import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtDocs } from '../../infra/web-assets/built.ts'
import { overflow, violations } from '../support/axe.ts'
import { eventually, useWeb, type VisitOptions } from '../support/web.ts'

const web = useWeb()
beforeAll(async () => {
  await builtDocs() // the first build takes longer than a page waits
})

/** Opens a page of the documentation. */
const openPage = (path: string, options: VisitOptions = {}) =>
  web.visit(`docs/${path}`, { token: null, ...options })

/** The addresses of what a search finds, the best first. */
async function search(page: Page, words: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill(words)
  const results = page.locator('.VPLocalSearchBox .results a')
  await results.first().waitFor()
  // the list follows the words with a delay
  await eventually(() => page.locator('.VPLocalSearchBox .results mark').count()).toBeGreaterThan(0)
  const links = await results.evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''))
  return links
}

describe('the search', () => {
  it.each([
    ['rate limit', 'rate-limits'],
    ['webhook signature', 'webhooks#verify-a-webhook-signature'],
    ['retry', 'repeats'],
    ['quota', 'rate-limits'],
    ['test locally', 'webhooks#test-webhooks-locally'],
  ])('finds %s on its concept page first', async (words, place) => {
    const { page } = await openPage('')
    const [first = ''] = await search(page, words)
    expect(first.startsWith(`/docs/concepts/${place}`), first).toBe(true)
  })
})

describe('an address without a page', () => {
  it('shows that, and the search', async () => {
    const { page } = await openPage('nonesuch', { errors: [404] })
    await page.getByRole('heading', { name: 'PAGE NOT FOUND' }).waitFor()
    const [first = ''] = await search(page, 'retry')
    expect(first.startsWith('/docs/concepts/repeats'), first).toBe(true)
  })
})

describe('a page', () => {
  it('asks only this service, and only for files of the documentation', async () => {
    const { page, requests } = await openPage('concepts/errors')
    await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor()
    await search(page, 'errors')
    expect(requests.length).toBeGreaterThan(5)
    expect(requests.filter((request) => !request.startsWith('GET /docs/'))).toEqual([])
  })

  it('copies a sample', async () => {
    const { page } = await openPage('concepts/errors')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sample = page.locator('.language-sh').first()
    await sample.hover()
    await sample.getByRole('button', { name: 'Copy Code' }).click()
    await eventually(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(
      'curl -s -X POST $URL/tasks',
    )
  })

  it('keeps the language that a reader has chosen, for all samples and after a reload', async () => {
    const { page } = await openPage('')
    const samples = (language: string) => page.locator(`.vp-code-group .language-${language}:visible`)
    await eventually(() => samples('sh').count()).toBe(2)
    await page.getByText('Python', { exact: true }).first().click()
    await eventually(() => samples('python').count()).toBe(2)
    expect(await samples('sh').count()).toBe(0)
    await page.reload()
    await eventually(() => samples('python').count()).toBe(2)
  })

  it('opens at a heading, and has a list of its contents', async () => {
    const { page } = await openPage('concepts/webhooks#verify-a-webhook-signature')
    const heading = page.getByRole('heading', { name: 'Verify a webhook signature' })
    await eventually(async () => (await heading.boundingBox())?.y ?? 9_999).toBeLessThan(400)
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'Test webhooks locally' }).waitFor()
  })

  it.each([
    ['concepts/errors', 'light', 1280],
    ['concepts/errors', 'dark', 1280],
    ['concepts/errors', 'light', 360],
    ['concepts/errors', 'dark', 360],
    ['guide', 'light', 1280], // with comments in samples
    ['guide', 'dark', 1280],
    ['deploy-watching', 'dark', 1280], // with a table whose first column has no header
  ] as const)(
    'has nothing that axe finds, and fits: %s, %s at %i pixels',
    async (path, colorScheme, width) => {
      const { page } = await openPage(path, { colorScheme, viewport: { width, height: 740 } })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    },
  )
})
