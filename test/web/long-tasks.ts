import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { TasksClient } from '../../client/src/index.ts'
import { commandLine, runCommandLine } from '../../infra/command-line.ts'
import type { Demo } from '../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { wholeNumber } from '../harness/whole-number.ts'
import { frames } from '../support/board.ts'
import { launchBrowser } from '../support/browser.ts'
import { account } from '../support/header.ts'
import { writeTasks } from '../support/many-tasks.ts'

/*
 * Counts the long tasks of a page, those of more than 50 ms, while a board of 3,000 cards is opened and scrolled and a card
 * is dragged over it, with a processor that is four times slower. What counts is the time of the processor, so that other programs of
 * the machine make no task long. Two checkouts are measured in turns.
 */

/** The least time of a long task, in microseconds of the processor. */
const longUs = 50_000

/** What the browser traces of the tasks of its threads. */
const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds of the processor. */
      tdur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.unknown()) })),
    }),
  ),
})

const lanes = ['To do', 'Doing', 'Review', 'Done']
const cardsOfLane = 750
const slowdown = 4

/** How often the wheel is turned in each of two lanes, and how far, in pixels. */
const turns = { count: 60, pixels: 500 }
/** The steps of the pointer from lane to lane while it drags, and how often it goes over the board. */
const steps = { count: 40, rounds: 2 }
/** The frames for which it then holds the card at the lower edge of each of two lanes, which scroll. */
const held = 60

/** The long tasks of a part of a run. */
interface Tally {
  count: number
  /** The longest one, and all together, in milliseconds. */
  longestMs: number
  sumMs: number
  /** What each of them takes beyond 50 ms, all together: for so long, a press has no effect. */
  blockingMs: number
}

interface Checkout {
  name: string
  demo: Demo
  projectId: string
  stop: () => Promise<unknown>
}

const words = 'call the printer about the paper for the programme and ask when it will be ready'.split(' ')
const labelOf = (index: number) => `${index} ${words.slice(0, 2 + (index % 13)).join(' ')}`

/** Starts the service of a checkout, with a board of 3,000 cards. */
async function open(root: string): Promise<Checkout> {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir, {}, root)
  const demo = await service.ready()
  const client = new TasksClient({ baseUrl: demo.base_url, token: demo.token })
  const projectId = (await client.projects.create({ label: 'Three thousand' })).project.id
  for (const lane of lanes) {
    const { laneId } = await client.lanes.create(projectId, { label: lane })
    const labels = Array.from({ length: cardsOfLane }, (_, index) => labelOf(index))
    await writeTasks(dataDir, demo.account_id, projectId, labels, laneId)
  }
  return { name: root, demo, projectId, stop: () => service.stop() }
}

/** Counts the long tasks of the page while something is done. */
async function tally(browser: Browser, page: Page, act: () => Promise<void>): Promise<Tally> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  await frames(page)
  const { traceEvents } = trace.parse(JSON.parse(String(await browser.stopTracing())))
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const lengths = traceEvents
    .filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)))
    .flatMap(({ tdur = 0 }) => (tdur > longUs ? [tdur / 1000] : []))
  return {
    count: lengths.length,
    longestMs: Math.max(0, ...lengths),
    sumMs: lengths.reduce((sum, length) => sum + length, 0),
    blockingMs: lengths.reduce((sum, length) => sum + length - longUs / 1000, 0),
  }
}

/** Turns the wheel over two lanes. */
async function scroll(page: Page): Promise<void> {
  for (const x of [160, 470]) {
    await page.mouse.move(x, 400)
    for (let turn = 0; turn < turns.count; turn++) {
      await page.mouse.wheel(0, turns.pixels)
      await frames(page)
    }
  }
}

/** Drags a card from lane to lane, up and down over the cards, and to the lower ends of lanes. */
async function drag(page: Page): Promise<void> {
  await page.mouse.move(160, 400)
  await page.mouse.down()
  for (let step = 0; step < steps.count * steps.rounds; step++) {
    const share = (step % steps.count) / steps.count
    await page.mouse.move(180 + share * 900, 420 + 150 * Math.sin(step / 2))
    await frames(page)
  }
  for (const x of [780, 470]) {
    for (let frame = 0; frame < held; frame++) {
      await page.mouse.move(x + (frame % 2), 740)
      await frames(page)
    }
  }
  await page.mouse.up()
}

/** Slows the processor of a page down. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Opens a board in a new profile, which has nothing of it in its cache, until the network is idle. */
async function openFirst(browser: Browser, { demo, projectId }: Checkout) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    await slowDown(page)
    const beginMs = performance.now()
    const open = await tally(browser, page, async () => {
      await page.goto(`${new URL(demo.base_url).origin}/#token=${demo.token}&open=/projects/${projectId}`)
      await page
        .getByRole('link', { name: labelOf(0), exact: true })
        .first()
        .waitFor()
      // on a busy machine, the network was idle once before the page has asked for anything
      for (const name of lanes)
        await page.getByRole('region', { name, exact: true }).getByRole('link').first().waitFor()
      await page.waitForLoadState('networkidle')
    })
    return { open, idleMs: performance.now() - beginMs }
  } finally {
    await context.close()
  }
}

/** Measures a board in new profiles. */
async function measure(browser: Browser, checkout: Checkout) {
  const { demo, projectId } = checkout
  const opened = await openFirst(browser, checkout)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    await page.goto(`${new URL(demo.base_url).origin}/#token=${demo.token}`)
    await account(page).waitFor()
    await page.evaluate(`location.hash = '#/projects/${projectId}'`)
    await page
      .getByRole('link', { name: labelOf(0), exact: true })
      .first()
      .waitFor()
    await page.mouse.move(10, 10)
    await page.waitForLoadState('networkidle')
    await slowDown(page)
    return {
      ...opened,
      scroll: await tally(browser, page, () => scroll(page)),
      drag: await tally(browser, page, () => drag(page)),
    }
  } finally {
    await context.close()
  }
}

const asText = ({ count, longestMs, sumMs, blockingMs }: Tally) =>
  `${count} long tasks, the longest ${Math.round(longestMs)} ms, together ${Math.round(sumMs)} ms, blocking ${Math.round(blockingMs)} ms`

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

async function compare({ runs, against }: { runs: number; against?: string }): Promise<void> {
  const roots = [...(against === undefined ? [] : [resolve(against)]), process.cwd()]
  const checkouts: Checkout[] = []
  const browser = await launchBrowser()
  try {
    for (const root of roots) checkouts.push(await open(root))
    const results = new Map(checkouts.map(({ name }) => [name, [] as Awaited<ReturnType<typeof measure>>[]]))
    for (let run = 1; run <= runs; run++) {
      for (const checkout of checkouts) {
        const result = await measure(browser, checkout)
        results.get(checkout.name)?.push(result)
        console.log(
          `${run} ${checkout.name}\n  open:   ${asText(result.open)}; idle after ${Math.round(result.idleMs)} ms\n  scroll: ${asText(result.scroll)}\n  drag:   ${asText(result.drag)}`,
        )
      }
    }
    for (const [name, all] of results) {
      const middle = (part: 'scroll' | 'drag') => medianOf(all.map((result) => result[part].count))
      const blocking = Math.round(medianOf(all.map(({ open }) => open.blockingMs)))
      const idle = Math.round(medianOf(all.map(({ idleMs }) => idleMs)))
      console.log(
        `median of ${name}: opening blocks ${blocking} ms and is idle after ${idle} ms, ` +
          `scroll ${middle('scroll')}, drag ${middle('drag')} long tasks`,
      )
    }
  } finally {
    await Promise.all([browser.close(), ...checkouts.map(({ stop }) => stop())])
  }
}

const program = commandLine('npm run bench:board --', 'Count the long tasks of a board of 3,000 cards.')
  .option('--runs <number>', 'how often', wholeNumber(1, 100), 3)
  .option('--against <folder>', 'another checkout, which is measured in turns with this one')
  .action(compare)

await runCommandLine(program, 'bench:board')
