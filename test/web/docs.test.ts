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

/**
 * What people type, and the pages of which one must come first: the first forty were chosen by somebody who had not written
 * the documentation, and who typed some words wrong.
 */
const queries: readonly (readonly [words: string, ...pages: string[]])[] = [
  ['due date', 'fields'],
  ['recurring', 'how-to/rules', 'how-to/rule-examples'],
  ['pagination', 'concepts/paging'],
  ['429', 'concepts/rate-limits', 'reference/errors'],
  ['sso', 'sign-in'],
  ['port', 'self-hosting', 'questions'],
  ['mac', 'self-hosting-elsewhere'],
  ['comments', 'concepts/comments'],
  ['delete account', 'security', 'self-hosting'],
  ['node 22', 'questions'],
  ['docker', 'self-hosting-elsewhere'],
  ['attachements', 'questions'],
  ['reminder', 'how-to/rule-examples'],
  ['keybord shortcuts', 'how-to/web-interface'],
  ['dark mode', 'how-to/web-interface'],
  ['undo', 'how-to/web-interface'],
  ['duplicate tasks', 'concepts/repeats'],
  ['webhok signature', 'concepts/webhooks'],
  ['webhook localhost', 'concepts/webhooks'],
  ['slack', 'recipes/webhooks'],
  ['todoist', 'recipes/import'],
  ['excel', 'recipes/import', 'how-to/import'],
  ['backup', 'self-hosting-backups'],
  ['upgrade', 'self-hosting-backups'],
  ['nginx', 'self-hosting'],
  ['cors', 'deploy-settings', 'self-hosting'],
  ['mcp', 'recipes/agents'],
  ['restore deleted', 'how-to/export-and-trash'],
  ['kanban', 'how-to/projects', 'how-to/web-interface'],
  ['api key', 'concepts/authentication'],
  ['401', 'reference/errors', 'concepts/errors'],
  ['optimistic locking', 'concepts/versions'],
  ['swagger', 'reference/endpoints'],
  ['aws cost', 'deploy', 'deploy-watching'],
  ['azure ad', 'sign-in/entra'],
  ['invite user', 'concepts/members', 'sign-in'],
  ['token leaked', 'runbook'],
  ['batch', 'how-to/bulk'],
  ['poll changes', 'concepts/change-feed'],
  ['max tasks', 'limits'],
  ['rate limit', 'concepts/rate-limits'],
  ['webhook signature', 'concepts/webhooks#verify-a-webhook-signature'],
  ['retry', 'concepts/repeats'],
  ['quota', 'concepts/rate-limits'],
  ['test locally', 'concepts/webhooks#test-webhooks-locally'],
]

describe('the search', () => {
  it('finds what readers look for', async () => {
    const { page } = await openPage('')
    // without excerpts it is faster
    await page.evaluate("localStorage.setItem('vitepress:local-search-detailed-list', 'false')")
    await page.reload()
    await page.getByRole('button', { name: 'Search' }).first().click()
    const results = page.locator('.VPLocalSearchBox .results a')
    for (const [words, ...pages] of queries) {
      // the list follows the words with a delay: without words there is none
      await page.getByRole('searchbox').fill('')
      await eventually(() => results.count()).toBe(0)
      await page.getByRole('searchbox').fill(words)
      const expected = new RegExp(`^/docs/(?:${pages.join('|')})(?:#|$)`)
      await eventually(() => results.first().getAttribute('href')).toMatch(expected)
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
