import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginePid } from '../../harness/service-process.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import type { OperationResult } from '../../../lib/tasks/bulk-request.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { headersOf, inDataDir, start, withDataDir } from './service-process.ts'

withDataDir()

/**
 * More of all, with a line of progress every ten seconds:
 * ROUNDS=20 WRITES=5000 FREEZES=2,7,20,95 npx vitest run test/infra/local/kill-webhooks.test.ts
 * A request of the engine is given up after 5 s, a delivery after 15 s; a lease ends after 90 s.
 */
const { ROUNDS, WRITES = '40', FREEZES = '0.5' } = process.env
const rounds = Number(ROUNDS ?? 4)
const writesPerRound = Number(WRITES)
const freezesS = FREEZES.split(',').map(Number)
const callers = 6
/** So many tasks of a turn are written by bulk requests, and one by requests of its own. */
const tasksPerRequest = Math.min(100, Math.ceil(writesPerRound / 100))
/** A receiver that has failed twice in a row is left alone for up to six minutes, and the lease of a killed process stands for 90 s. */
const patienceMs = 500_000

async function call<T>(demo: Demo, method: string, path: string, body: object): Promise<T | undefined> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method,
    headers: headersOf(demo),
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (!answer?.ok) return undefined
  return (await answer.json().catch(() => undefined)) as T | undefined // the endpoint's own tests check it
}

const eventIdOf = ({ id, updated_at }: Task) => `evt_${id.replaceAll('-', '')}_${Date.parse(updated_at)}`

/** Writes tasks, and keeps the ids of the events of what was acknowledged. */
class Writer {
  readonly acknowledged = new Set<string>()

  #keep(tasks: readonly (Task | undefined)[]): Task[] {
    const kept = tasks.filter((task) => task !== undefined)
    for (const task of kept) this.acknowledged.add(eventIdOf(task))
    return kept
  }

  async #one(demo: Demo, method: string, path: string, body: object): Promise<Task[]> {
    return this.#keep([(await call<{ task: Task }>(demo, method, path, body))?.task])
  }

  async #many(demo: Demo, operations: readonly object[]): Promise<Task[]> {
    if (operations.length === 0) return []
    const answer = await call<{ results: OperationResult[] }>(demo, 'POST', '/tasks/bulk', { operations })
    return this.#keep((answer?.results ?? []).map(({ task }) => task))
  }

  /** Makes tasks, and changes each twice. Returns how many writes were acknowledged. */
  async turn(demo: Demo, projectId: string): Promise<number> {
    const creates = Array.from({ length: tasksPerRequest }, () => ({
      op: 'create',
      projectId,
      label: 'several',
    }))
    const single = await this.#one(demo, 'POST', '/tasks', { projectId, label: 'single' })
    let several = await this.#many(demo, creates)
    let written = single.length + several.length
    for (const change of [{ label: 'changed' }, { status: 2 }]) {
      const changed = await Promise.all(
        single.map(({ id }) => this.#one(demo, 'PATCH', `/tasks/${id}`, change)),
      )
      several = await this.#many(
        demo,
        several.map(({ id }) => ({ op: 'update', id, ...change })),
      )
      written += changed.flat().length + several.length
    }
    return written
  }
}

/** What has arrived at a receiver: it keeps no more of 100,000 events than is looked at. */
class Arrivals {
  readonly ids = new Set<string>()
  /** The versions of each task in the order of their first arrival. */
  readonly versions = new Map<string, number[]>()
  deliveries = 0

  constructor(receiver: Receiver) {
    receiver.answer = ({ event }) => {
      receiver.received.length = 0
      this.deliveries++
      if (this.ids.has(event.id)) return 204
      this.ids.add(event.id)
      const { task, version } = event.data
      const ofTask = this.versions.get(task.id)
      if (ofTask) ofTask.push(version)
      else this.versions.set(task.id, [version])
      return 204
    }
  }
}

/** A service that is killed and frozen. */
class Service {
  #process = start()
  /** The service as it is now, or as soon as it has started again. */
  ready = this.#process.ready()

  async killAll(withEngine: boolean): Promise<void> {
    const killed = this.#process
    const engine = withEngine ? await enginePid(inDataDir()) : undefined
    const restart = async () => {
      if (engine !== undefined) process.kill(engine, 'SIGKILL')
      killed.child.kill('SIGKILL')
      await killed.exited
      this.#process = start()
      return this.#process.ready()
    }
    this.ready = restart()
    await this.ready
  }

  /** Stops a process for a while, as a machine does that sleeps or swaps. */
  async freeze(isEngine: boolean, seconds: number): Promise<void> {
    const pid = isEngine ? await enginePid(inDataDir()) : Number(this.#process.child.pid)
    process.kill(pid, 'SIGSTOP')
    try {
      await sleep(1_000 * seconds)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  }

  /** What happens in a round. */
  async trouble(round: number): Promise<void> {
    const freezeS = freezesS[Math.floor(round / 4) % freezesS.length] ?? 1
    if (round % 4 === 0) await this.killAll(false)
    else if (round % 4 === 1) await this.freeze(false, freezeS)
    else if (round % 4 === 2) await this.killAll(true)
    else await this.freeze(true, freezeS)
  }
}

/** Calls back every ten seconds in a long run, until it is told to stop. */
function reportOn(lineOf: () => string): () => void {
  if (ROUNDS === undefined) return () => undefined
  const startedMs = performance.now()
  const report = () =>
    process.stdout.write(`${Math.round((performance.now() - startedMs) / 1000)} s: ${lineOf()}\n`)
  const timer = setInterval(report, 10_000)
  return () => {
    clearInterval(timer)
    report()
  }
}

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

describe('webhooks while service and engine are killed with kill -9, and frozen', () => {
  it(
    'deliver the event of every acknowledged write, in order per task',
    async () => {
      const service = new Service()
      const writer = new Writer()
      const arrivals = new Arrivals(receiver)
      expect(await call(await service.ready, 'POST', '/webhooks', { url: receiver.url })).toBeDefined()
      let round = 0
      const missing = () => [...writer.acknowledged].filter((id) => !arrivals.ids.has(id)).length
      const endReport = reportOn(
        () =>
          `round ${round} of ${rounds}, ${writer.acknowledged.size} acknowledged writes, ${arrivals.ids.size} events ` +
          `in ${arrivals.deliveries} deliveries, ${missing()} to come`,
      )
      for (; round < rounds; round++) {
        let left = writesPerRound
        const send = async () => {
          const body = { label: `Round ${round}` } // one project takes 10,000 tasks
          let made: { project: { id: string } } | undefined
          while (left > 0) {
            const demo = await service.ready
            made ??= await call(demo, 'POST', '/projects', body)
            const written = made ? await writer.turn(demo, made.project.id) : 0
            left -= written
            if (written === 0) await sleep(20) // it is killed or frozen
          }
        }
        const sending = Promise.all(Array.from({ length: callers }, send))
        while (left > writesPerRound / 2) await sleep(1)
        await service.trouble(round)
        await sending
      }
      expect(writer.acknowledged.size).toBeGreaterThanOrEqual(rounds * writesPerRound)
      let count = missing()
      for (let sinceMs = Date.now(); count > 0 && Date.now() - sinceMs < patienceMs;) {
        await sleep(200)
        const now = missing()
        if (now < count) sinceMs = Date.now()
        count = now
      }
      endReport()
      expect(count).toBe(0)
      for (const versions of arrivals.versions.values()) {
        expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      }
    },
    2 * patienceMs + rounds * (120_000 + writesPerRound * 30),
  )
})
