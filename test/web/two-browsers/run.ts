import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { TasksClient, type Task } from '../../../client/src/index.ts'
import { lane } from '../../support/board.ts'
import { launchBrowser } from '../../support/browser.ts'
import { Dice } from '../../harness/chaos/dice.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { type Board, shownOn, storedAs } from './board.ts'
import { problemsOf } from './check.ts'
import { Line } from './line.ts'
import { Person } from './person.ts'

/** What a run is to do. */
export interface TwoBrowsersOptions {
  seed: number
  seconds: number
  /** How often the service is stopped and started again. */
  restarts: number
  /** The file for what each has done, kept, sent and heard. */
  trace?: string
}

/** What a run has done, and what is wrong at its end. */
export interface TwoBrowsersReport extends TwoBrowsersOptions {
  /** What the two have done, and how often. */
  deeds: Record<string, number>
  faults: Record<string, number>
  tasks: number
  /** How that has ended which the pages have kept until it was answered. */
  endings: Record<string, number>
  problems: string[]
}

/** A person with the browser's profile and line. */
interface Seat {
  person: Person
  context: BrowserContext
  line: Line
  dice: Dice
}

/** How long the last changes may take to be sent, and to be shown by the other page. */
const patienceMs = 90_000

const sum = (all: readonly Record<string, number>[]): Record<string, number> => {
  const total: Record<string, number> = {}
  for (const one of all)
    for (const [name, count] of Object.entries(one)) total[name] = (total[name] ?? 0) + count
  return total
}

/** Waits until something is as it should be; ends in silence when the time is over. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + patienceMs
  while (Date.now() < endMs && !(await isSo().catch(() => false))) await sleep(500)
}

/** Loads the page again, as often as it takes. */
async function reload({ person: { page } }: Seat): Promise<void> {
  await sleep(300) // nobody is faster: what was done just before may be lost with the page
  for (let tries = 0; tries < 60; tries += 1) {
    try {
      await page.reload({ timeout: 10_000 })
      await lane(page, 'To do').or(page.locator('[data-lane]')).first().waitFor({ timeout: 10_000 })
      return
    } catch {
      await sleep(500) // the service is not there, or does not answer
    }
  }
}

/** Lets a person do things until the time is over, with a connection that goes, and pages that are loaded again. */
async function work(seat: Seat, endMs: number): Promise<void> {
  const { person, context, line, dice } = seat
  let backMs = 0
  while (Date.now() < endMs) {
    if (line.isCut && Date.now() > backMs) {
      line.isCut = false
      await context.setOffline(false)
    }
    const what = dice.weighted({ act: 190, reload: line.isCut ? 0 : 4, offline: line.isCut ? 0 : 4 })
    if (what === 'act') await person.act()
    else person.count(what)
    if (what === 'reload') await reload(seat)
    if (what === 'offline') {
      line.isCut = true
      await context.setOffline(true)
      backMs = Date.now() + 1_000 + dice.below(7_000)
    }
    await sleep(dice.below(400))
  }
  line.isCut = false
  line.isGood = true
  await context.setOffline(false)
}

const isNothingLeft = async ({ person: { page } }: Seat): Promise<boolean> =>
  page.evaluate<boolean>(
    `!Object.keys(localStorage).some((name) => name.startsWith('tasks-waiting')) && !document.querySelector('.card.is-new')`,
  )

/** Two browsers work at random on one board. At the end, both must show what the service has, and nothing may be lost. */
export async function runTwoBrowsers(
  options: TwoBrowsersOptions,
  progress: (line: string) => void,
): Promise<TwoBrowsersReport> {
  const { seed, seconds, restarts } = options
  const dataDir = newTempFolder()
  let service = startServiceProcess(dataDir)
  const { base_url: baseUrl, token } = await service.ready()
  const { origin, port } = new URL(baseUrl)
  const client = new TasksClient({ baseUrl, token })
  const { project } = await client.projects.create({ label: 'Two browsers' })
  const laneIds: string[] = []
  for (const label of ['To do', 'Doing', 'Done'])
    laneIds.push(
      (await client.lanes.create(project.id, { label, taskStatus: label === 'Done' ? 2 : null })).laneId,
    )
  for (let index = 0; index < 9; index += 1)
    await client.tasks.create({
      projectId: project.id,
      label: `t${index}`,
      workflowLaneId: laneIds[index % 3] ?? null,
    })

  const browser = await launchBrowser()
  const seatOf = async (name: string, index: number): Promise<Seat> => {
    const context = await browser.newContext({ viewport: { width: 2_000, height: 2_400 } })
    const line = new Line(new Dice(seed + 1_000 * index + 1))
    const dice = new Dice(seed + 1_000 * index)
    const person = new Person(name, await context.newPage(), dice, project.id)
    await person.open(origin, token)
    await line.attach(context)
    return { person, context, line, dice }
  }
  try {
    const seats = [await seatOf('A', 1), await seatOf('B', 2)]
    const endMs = Date.now() + seconds * 1_000
    const restart = async () => {
      for (let times = 1; times <= restarts; times += 1) {
        await sleep((seconds * 1_000) / (restarts + 1))
        progress(`restart ${times} of ${restarts}`)
        await service.stop()
        service = startServiceProcess(dataDir, { PORT: port })
        await service.ready()
      }
    }
    await Promise.all([restart(), ...seats.map((seat) => work(seat, endMs))])
    progress('waiting until all is sent')
    await until(async () => {
      for (const { person } of seats) {
        await person.settle()
        for (const taskId of person.unsaved()) await person.reopen(taskId)
      }
      const areDone = await Promise.all(seats.map(isNothingLeft))
      return areDone.every(Boolean)
    })
    const stored = async (): Promise<{ board: Board; tasks: Task[] }> => {
      const tasks: Task[] = []
      for await (const task of client.projects.listTasks(project.id)) tasks.push(task)
      return { board: storedAs((await client.projects.get(project.id)).project, tasks), tasks }
    }
    await until(async () => {
      for (const { person } of seats) await person.settle()
      const wanted = JSON.stringify((await stored()).board)
      const shown = await Promise.all(seats.map(({ person: { page } }) => shownOn(page)))
      return shown.every((board) => JSON.stringify(board) === wanted)
    })
    const { board, tasks } = await stored()
    const ends = await Promise.all(
      seats.map(async (seat) => ({
        ...{ person: seat.person, line: seat.line },
        ...{ shown: await shownOn(seat.person.page), isNothingLeft: await isNothingLeft(seat) },
      })),
    )
    if (options.trace !== undefined)
      await writeFile(
        options.trace,
        JSON.stringify(
          seats.map(({ person: { name, deeds, outbox, told, undos, answers }, line: { sent } }) => ({
            ...{ name, deeds, told, undos, answers, sent, kept: outbox.all() },
          })),
        ),
      )
    const { project: now } = await client.projects.get(project.id)
    return {
      ...options,
      deeds: sum(seats.map(({ person }) => person.counts)),
      faults: sum(seats.map(({ line }) => line.faults)),
      tasks: tasks.length,
      ...problemsOf(ends, { board, tasks, project: now }),
    }
  } finally {
    await browser.close()
    await service.stop()
  }
}
