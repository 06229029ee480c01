import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWeb } from '../support/web.ts'

const web = useWeb()

/** What a page finds of what was stored before it. */
const found = (page: Page) =>
  page.evaluate(`(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
    isOnline: navigator.onLine,
    isMarked: 'marked' in window,
    width: innerWidth,
  }))()`)

const nothing = {
  ...{ local: {}, session: {}, cookies: '', databases: 0, caches: [] },
  ...{ isOnline: true, isMarked: false, width: 1280 },
}

it.each(['first', 'second', 'third'])('a page finds nothing that another has left: the %s', async () => {
  const { page } = await web.visit('v1/health', { token: null })
  expect(await found(page)).toEqual(nothing)
  const tab = await page.context().newPage()
  await tab.goto(`${web.service.origin}/v1/health`)
  await tab.evaluate(`(async () => {
    localStorage.left = sessionStorage.left = 'here'
    document.cookie = 'left=here'
    await new Promise((opened) => (indexedDB.open('left').onsuccess = opened))
    await caches.open('left')
    window.marked = true
  })()`)
  await page.setViewportSize({ width: 400, height: 400 })
  expect(await found(page)).not.toEqual(nothing)
  await page.context().setOffline(true)
})

it('two pages of a test that are not tabs of one another share nothing', async () => {
  const { page } = await web.visit('v1/health', { token: null })
  const { page: other } = await web.visit('v1/health', { token: null })
  await page.evaluate(`localStorage.left = 'here'`)
  expect(await found(other)).toEqual(nothing)
})
