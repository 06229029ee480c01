import { gzipSync } from 'node:zlib'
import type { Page, Response, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { card, cardsIn } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** The most JavaScript of a first load, gzipped: what the browser fetches until the board stands and the network is idle. */
const mostBytes = 120 * 1024

/** The names of the views that a page fetches from now on, as `trash`. */
function chunksOf(page: Page): Set<string> {
  const chunks = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name !== undefined) chunks.add(name)
  })
  return chunks
}

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
  for (const view of ['trash', 'task-dialog'])
    await eventually(() => [...scripts.keys()].some((path) => path.includes(view))).toBe(true)
})

it('asks for the token, the project and its tasks at once, and loads other views after the cards', async () => {
  const scene = await web.scene('At once', ['To do'], { 'To do': ['A'] })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await card(page, 'A').waitFor()
  const wanted = [
    '/v1/tokens/self',
    '/v1/changes',
    `/v1/projects/${scene.projectId}`,
    `/v1/projects/${scene.projectId}/tasks`,
  ]
  const held = new Map<string, Route>()
  let isHeld = true
  await page.route('**/v1/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (!isHeld) return route.continue()
    held.set(pathname, route)
  })
  const chunks = chunksOf(page)
  await page.reload()
  // none of them is answered before all are asked
  await eventually(() => wanted.filter((path) => !held.has(path))).toEqual([])
  await page.mouse.move(10, 10)
  const tasks = held.get(`/v1/projects/${scene.projectId}/tasks`)
  isHeld = false
  for (const route of held.values()) if (route !== tasks) await route.continue()
  await page.getByRole('region', { name: 'To do', exact: true }).waitFor()
  await page.mouse.move(20, 20)
  await page.waitForTimeout(1_000) // what does not wait for the cards would come now
  expect([...chunks]).not.toContain('trash')
  await tasks?.continue()
  await card(page, 'A').waitFor()
  await eventually(() => [...chunks]).toContain('trash')
})

/** Notes, in the page, what each task adds to it: the names of parts, and of lanes whose cards it draws. */
const noteTasks = `globalThis.drawn = []
new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
  const within = (selector) => added.flatMap((node) => [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)])
  const lanes = within('.card').map((card) => card.closest('[data-lane]').dataset.lane)
  const parts = ['.top', '.board'].filter((selector) => within(selector).length > 0)
  drawn.push([...new Set([...parts, ...lanes])])
}).observe(document, { childList: true, subtree: true })`

it('draws the frame, the board, and the cards of each long lane in tasks of their own', async () => {
  const names = ['To do', 'Doing', 'Done']
  const { projectId, laneIds } = await web.scene('In turn', names)
  const { dataDir, demo } = web.service
  for (const laneId of laneIds) {
    const labels = Array.from({ length: 30 }, (_, index) => `Card ${String(index)}`)
    await writeTasks(dataDir, demo.account_id, projectId, labels, laneId)
  }
  const { page } = await web.visit(`#/projects/${projectId}`)
  await page.addInitScript(noteTasks)
  await page.reload()
  for (const name of names) await eventually(() => cardsIn(page, name)).toContain('Card 1')
  const drawn = await page.evaluate<string[][]>('drawn')
  expect(drawn.flat()).toEqual(expect.arrayContaining(['.top', '.board', ...laneIds]))
  expect(drawn.filter((parts) => parts.length > 1)).toEqual([])
})

it('reads a small board in one request, and each lane of a large one in its own', async () => {
  const { projectId, laneIds } = await web.scene('Growing', ['To do', 'Doing'], {
    'To do': ['A'],
    Doing: ['B'],
  })
  const { page, requests } = await web.visit(`#/projects/${projectId}`)
  const lists = () => requests.filter((request) => request === `GET /v1/projects/${projectId}/tasks`).length
  await card(page, 'A').waitFor()
  await card(page, 'B').waitFor()
  await page.waitForLoadState('networkidle')
  expect(lists()).toBe(1)
  const { dataDir, demo } = web.service
  const many = Array.from({ length: 150 }, (_, index) => `Card ${String(index)}`)
  await writeTasks(dataDir, demo.account_id, projectId, many, laneIds[0])
  await web.service.client.tasks.create({ projectId, label: 'Last', workflowLaneId: laneIds[1] ?? null })
  await page.reload()
  await card(page, 'Last').waitFor()
  await page.waitForLoadState('networkidle')
  expect(lists()).toBe(1 + 1 + 3)
})

/** The places of all elements of the view, as `button.primary 10 20 80 36`. */
const boxesOf = (page: Page) =>
  page.locator('main *').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = [x, y, width, height].map(Math.round).join(' ')
      return `${element.tagName}.${element.getAttribute('class') ?? ''} ${box}`
    }),
  )

/** Adds the stylesheets of all other views, as if these had been opened before. */
const addStyles = (page: Page) =>
  page.evaluate(async () => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')]
    const texts = await Promise.all(scripts.map(async ({ src }) => (await fetch(src)).text()))
    const files = new Set(texts.join().match(/assets\/[\w-]+\.css/g))
    const isThere = (file: string) => document.querySelector(`link[href$="${file}"]`) !== null
    const missing = [...files].filter((file) => !isThere(file))
    await Promise.all(
      missing.map(async (file) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/${file}` })
        await new Promise((resolve, reject) => {
          link.onload = resolve
          link.onerror = reject
          document.head.append(link)
        })
      }),
    )
    return missing.length
  })

const heads = [
  { hash: '#/', button: 'New project' },
  { hash: '#/fields', button: 'New field' },
  { hash: '#/members', button: 'New member' },
  { hash: '#/tokens', button: 'New token' },
  { hash: '#/webhooks', button: 'New webhook' },
]

it.each(heads)('$hash and its dialog look the same whatever was opened before', async ({ hash, button }) => {
  const { page } = await web.visit(hash)
  const begin = page.getByRole('button', { name: button, exact: true }).first()
  await begin.waitFor()
  await page.waitForLoadState('networkidle')
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  const box = await begin.boundingBox()
  expect(box?.x).toBeGreaterThan((heading?.x ?? 0) + (heading?.width ?? 0))
  await begin.evaluate((element: HTMLElement) => {
    element.click() // no pointer moves, which would load the other views
  })
  await page.getByRole('dialog').waitFor()
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('dialog')
    .evaluate((dialog) => Promise.all(dialog.getAnimations().map((one) => one.finished)))
  const cold = await boxesOf(page)
  expect(await addStyles(page)).toBeGreaterThan(0)
  expect(await boxesOf(page)).toEqual(cold)
})
