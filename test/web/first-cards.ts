import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { commandLine, runCommandLine } from '../../infra/command-line.ts'
import { TasksClient } from '../../client/src/index.ts'
import { startServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { launchBrowser } from '../support/browser.ts'
import { account } from '../support/header.ts'
import { writeTasks } from '../support/many-tasks.ts'

/** Slow 4G as Lighthouse has it, and a processor that is four times slower: a phone of the middle class. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const slowerBy = 4

/** The change feed repeats the last ten seconds: after that it does not tell of the tasks that were just made. */
const repeatedMs = 11_000

const lanes = ['To do', 'Doing', 'Review', 'Done']

/** Promises, in the page, when the first card stands and when each lane shows cards: milliseconds since the navigation. */
const note = `globalThis.firstCards = new Promise((resolve) => {
  let first
  new MutationObserver(() => {
    const filled = document.querySelectorAll('.column:has(.card)').length
    if (filled > 0) first ??= performance.now()
    if (filled >= ${String(lanes.length)}) resolve({ first, all: performance.now() })
  }).observe(document, { childList: true, subtree: true })
})`

/** When cards stood on the board, in milliseconds since the navigation. */
interface Seen {
  first: number
  all: number
}

/** A board of a checkout's service, shown by a slow browser. */
interface Subject {
  name: string
  page: Page
  close: () => Promise<unknown>
}

async function open(browser: Browser, checkout: string, tasks: number): Promise<Subject> {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir, {}, checkout)
  const demo = await service.ready()
  const client = new TasksClient({ baseUrl: demo.base_url, token: demo.token })
  const { project } = await client.projects.create({ label: 'Thousands' })
  for (const [index, label] of lanes.entries()) {
    const { laneId } = await client.lanes.create(project.id, { label })
    const share = Array.from(
      { length: tasks / lanes.length },
      (_, card) => `Card ${String(index)}-${String(card)}`,
    )
    await writeTasks(dataDir, demo.account_id, project.id, share, laneId)
  }
  await sleep(repeatedMs)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(note)
  await page.goto(`${new URL(demo.base_url).origin}/#token=${demo.token}`)
  await account(page).waitFor()
  await page.evaluate(`location.hash = '#/projects/${project.id}'`)
  await page.locator('.card').first().waitFor()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
  await protocol.send('Network.emulateNetworkConditions', slow4g)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  return { name: checkout, page, close: () => Promise.all([context.close(), service.stop()]) }
}

/** Loads the board anew while the pointer moves, as people do, and returns when its cards stood. */
async function load({ page }: Subject): Promise<Seen> {
  await page.reload({ waitUntil: 'commit' })
  const there = new AbortController()
  const seen = page.evaluate<Seen>('firstCards').finally(() => {
    there.abort()
  })
  for (let x = 0; !there.signal.aborted; x = (x + 10) % 500) {
    await page.mouse.move(x, 300)
    await sleep(100)
  }
  return seen
}

const median = (numbers: readonly number[]) =>
  Math.round(numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN)

async function measure(others: string[], { runs, tasks }: { runs: string; tasks: string }): Promise<void> {
  const browser = await launchBrowser()
  const subjects: Subject[] = []
  try {
    for (const checkout of [...others, '.'])
      subjects.push(await open(browser, resolve(checkout), Number(tasks)))
    const seen = subjects.map((): Seen[] => [])
    for (let run = 0; run < Number(runs); run++) {
      for (const [index, subject] of subjects.entries()) seen[index]?.push(await load(subject))
    }
    for (const [index, { name }] of subjects.entries()) {
      const times = seen[index] ?? []
      console.log(
        `${name}: first card after ${String(median(times.map(({ first }) => first)))} ms, ` +
          `cards in each lane after ${String(median(times.map(({ all }) => all)))} ms (median of ${runs})`,
      )
    }
  } finally {
    await Promise.all(subjects.map(({ close }) => close()))
    await browser.close()
  }
}

const program = commandLine(
  'npm run bench:first-cards --',
  'Measure when a large board shows its cards, on slow 4G and with a slow processor: this checkout and others, in turns.',
)
  .argument('[checkouts...]', 'the folders of other versions, with their packages installed')
  .option('--runs <number>', 'how often each is loaded', '5')
  .option('--tasks <number>', 'how many tasks the board has', '3000')
  .action(measure)

await runCommandLine(program, 'bench:first-cards')
