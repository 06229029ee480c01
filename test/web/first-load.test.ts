import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { card } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** The most JavaScript of a first load, gzipped: what the browser fetches until the board stands and the network is idle. */
const mostBytes = 124 * 1024

it('a board loads little JavaScript, and the rest as soon as a person does something', async () => {
  const scene = await web.scene('Light', ['To do'], { 'To do': ['A'] })
  const { page, protocol } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'A').waitFor()
  await (await protocol()).send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, Response>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.set(pathname, response)
  })
  await page.reload()
  await card(page, 'A').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000) // what is loaded when the page is idle would come now
  const sizes = await Promise.all(
    Array.from(scripts.values(), async (script) => gzipSync(await script.body()).length),
  )
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes)
  await page.mouse.move(10, 10)
  await eventually(() => [...scripts.keys()].some((path) => path.includes('trash'))).toBe(true)
})
