import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** The requests of each page that are on their way. */
const running = new WeakMap<Page, Set<Request>>()

/** Notes which requests of a page are on their way. To be called before it makes its first. */
export function noteRequests(page: Page): void {
  const ofPage = new Set<Request>()
  running.set(page, ofPage)
  const ends = (request: Request) => ofPage.delete(request)
  page.on('request', (request) => ofPage.add(request))
  page.on('requestfinished', ends).on('requestfailed', ends)
}

/**
 * Keeps from a page what others change: its change feed does not answer any more. What is on its way is waited for, with the
 * reads that this leads to: it could tell of a change that the test makes next.
 * @returns lets the feed answer again
 */
export async function withholdFeed(page: Page): Promise<() => Promise<void>> {
  const ofPage = running.get(page)
  if (!ofPage) throw new Error('The feed is only withheld from a page of `web.visit`.')
  const feed = '**/v1/changes**'
  await page.route(feed, (route) => {
    ofPage.delete(route.request())
  })
  const isAtRest = async () => {
    if (ofPage.size > 0) return false
    // an answer that the page has just received may lead to the next request
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    return ofPage.size === 0
  }
  await expect.poll(isAtRest, { timeout: 60_000, interval: 20 }).toBe(true)
  return () => page.unroute(feed)
}
