import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/contract/task.ts'
import { enginePid } from '../../../infra/proof/service-process.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { headersOf, inDataDir, start, withDataDir } from './service-process.ts'

withDataDir()

/** More of both: ROUNDS=20 WRITES=1000 npx vitest run test/infra/local/kill-webhooks.test.ts */
const rounds = Number(process.env.ROUNDS ?? 2)
const writesPerRound = Number(process.env.WRITES ?? 150)
const callers = 6

/** Sends a write. Returns its task, or undefined when there was no answer. */
async function write(demo: Demo, method: string, path: string, body: object): Promise<Task | undefined> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method,
    headers: headersOf(demo),
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json().catch(() => undefined)) as { task: Task } | undefined)?.task
}

const eventIdOf = ({ id, updated_at }: Task) => `evt_${id.replaceAll('-', '')}_${Date.parse(updated_at)}`

/** The versions of each task in the order of their first arrival. */
function arrivals({ received }: Receiver): Map<string, number[]> {
  const versions = new Map<string, number[]>()
  const seen = new Set<string>()
  for (const { event } of received) {
    if (seen.has(event.id)) continue
    seen.add(event.id)
    const { id } = event.data.task
    versions.set(id, [...(versions.get(id) ?? []), event.data.version])
  }
  return versions
}

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

describe('webhooks while the service is killed with kill -9', () => {
  it(
    'deliver the event of every acknowledged write, in order per task',
    async () => {
      let service = start()
      let demo = await service.ready()
      const made = await fetch(`${demo.base_url}/webhooks`, {
        method: 'POST',
        headers: headersOf(demo),
        body: JSON.stringify({ url: receiver.url }),
      })
      expect(made.status).toBe(201)
      const acknowledged = new Set<string>()
      const keep = (task: Task | undefined) => {
        if (task) acknowledged.add(eventIdOf(task))
        return task
      }
      for (let round = 0; round < rounds; round++) {
        let left = writesPerRound
        // each caller makes tasks of its own, and changes each twice
        const send = async () => {
          while (left > 0) {
            left -= 3
            const label = `task ${left} of round ${round}`
            const task = keep(await write(demo, 'POST', '/tasks', { projectId: demo.project_id, label }))
            if (!task) return
            keep(await write(demo, 'PATCH', `/tasks/${task.id}`, { label: `${label}, changed` }))
            keep(await write(demo, 'PATCH', `/tasks/${task.id}`, { status: 2 }))
          }
        }
        const sending = Promise.all(Array.from({ length: callers }, send))
        while (left > writesPerRound / 2) await sleep(1)
        if (round % 2 === 1) process.kill(await enginePid(inDataDir()), 'SIGKILL')
        service.child.kill('SIGKILL')
        await service.exited
        await sending
        service = start()
        demo = await service.ready()
      }
      expect(acknowledged.size).toBeGreaterThan(0)
      await expect
        .poll(
          () => {
            const arrived = new Set(receiver.received.map(({ event }) => event.id))
            return [...acknowledged].filter((id) => !arrived.has(id)).length
          },
          // the lease of a killed process stands for 90 seconds
          { timeout: 150_000, interval: 200 },
        )
        .toBe(0)
      if (process.env.ROUNDS !== undefined) {
        const { size } = new Set(receiver.received.map(({ event }) => event.id))
        process.stdout.write(
          `${rounds} rounds: ${acknowledged.size} acknowledged writes; ${size} events, in ${receiver.received.length} deliveries\n`,
        )
      }
      for (const versions of arrivals(receiver).values()) {
        expect(versions).toEqual([...versions].sort((a, b) => a - b))
      }
    },
    180_000 + rounds * 120_000,
  )
})
