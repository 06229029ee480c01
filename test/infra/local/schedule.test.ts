import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { Schedule } from '../../../infra/local/schedule.ts'
import { until } from './triggered.ts'

const wake = { id: 'tests.wake', everyMinutes: 1 } as const

const withHandler = (handler: (event: unknown) => Promise<undefined>) =>
  loadFunctions(undefined, () => Promise.resolve(handler), [wake.id])

describe('the schedule of one machine', () => {
  it('runs a function again and again, with an event of EventBridge, also after a failure', async () => {
    const events: unknown[] = []
    const functions = await withHandler((event) => {
      events.push(event)
      return Promise.reject(new Error('Out of reach'))
    })
    const schedule = new Schedule([wake], functions, () => 20)
    await until(() => events.length >= 3)
    await schedule.stop(Date.now() + 1_000)
    const { length } = events
    expect(events[0]).toMatchObject({ 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} })
    await sleep(60)
    expect(events).toHaveLength(length)
  })

  it('never runs it twice at once', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const functions = await withHandler(async () => {
      most = Math.max(most, ++running)
      await sleep(50)
      running -= 1
      runs += 1
      return undefined
    })
    const schedule = new Schedule([wake], functions, () => 10)
    await until(() => runs >= 3)
    await schedule.stop(Date.now() + 1_000)
    expect(most).toBe(1)
    expect(running).toBe(0)
  })
})
