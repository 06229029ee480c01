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
  it('finds what readers look for on its concept page first', async () => {
    const { page } = await openPage('')
    await page.getByRole('button', { name: 'Search' }).first().click()
    // none comes after one of the same page: the list follows the words with a delay
    for (const [words, place] of [
      ['rate limit', 'rate-limits'],
      ['webhook signature', 'webhooks#verify-a-webhook-signature'],
      ['retry', 'repeats'],
      ['quota', 'rate-limits'],
      ['test locally', 'webhooks#test-webhooks-locally'],
    ] as const) {
      await page.getByRole('searchbox').fill(words)
      const first = page.locator('.VPLocalSearchBox .results a').first()
      await eventually(() => first.getAttribute('href')).toMatch(new RegExp(`^/docs/concepts/${place}`))
    }
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
    ['concepts/errors', ['light', 'dark'], [1280, 360]],
    ['guide', ['light', 'dark'], [1280]], // with comments in samples
    ['deploy-watching', ['dark'], [1280]], // with a table whose first column has no header
  ] as const)('has nothing that axe finds, and fits: %s, %j, at %j pixels', async (path, schemes, widths) => {
    const { page } = await openPage(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        expect(await violations(page, colorScheme !== schemes[0]), `${colorScheme}, ${width}`).toEqual([])
        expect(await overflow(page), `${colorScheme}, ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
})
