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

function requestsOf(page: Page): Set<Request> {
  const ofPage = running.get(page)
  if (!ofPage) throw new Error('Only of a page of `web.visit` is known what it has on its way.')
  return ofPage
}

/** Waits until a page has no request on its way, also none that follows from an answer. */
export async function atRest(page: Page): Promise<void> {
  const ofPage = requestsOf(page)
  const isAtRest = async () => {
    if (ofPage.size > 0) return false
    // an answer that the page has just received may lead to the next request
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    return ofPage.size === 0
  }
  await expect.poll(isAtRest, { timeout: 60_000, interval: 20 }).toBe(true)
}

/**
 * Keeps from a page what others change: its change feed does not answer any more. What is on its way is waited for: it could
 * tell of a change that the test makes next.
 * @returns lets the feed answer again
 */
export async function withholdFeed(page: Page): Promise<() => Promise<void>> {
  const ofPage = requestsOf(page)
  const feed = '**/v1/changes**'
  await page.route(feed, (route) => {
    ofPage.delete(route.request())
  })
  await atRest(page)
  return () => page.unroute(feed)
}
