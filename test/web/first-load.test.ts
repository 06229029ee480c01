import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { card } from '../support/board.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** The most JavaScript of a first load, gzipped: what the browser fetches until the board stands and the network is idle. */
const mostBytes = 120 * 1024

it('a board loads little JavaScript, and the rest as soon as a person does something', async () => {
  const scene = await web.scene('Light', ['To do'], { 'To do': ['A'] })
  const { page, protocol } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'A').waitFor()
  await (await protocol()).send('Network.setCacheDisabled', { cacheDisabled: true })
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      )
  })
  await page.reload()
  await card(page, 'A').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000) // what is loaded when the page is idle would come now
  const first = await Promise.all(sizes.values())
  expect(first.length).toBeGreaterThan(1)
  expect(first.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes)
  await page.mouse.move(10, 10)
  await eventually(() => [...sizes.keys()].some((path) => path.includes('trash'))).toBe(true)
})
