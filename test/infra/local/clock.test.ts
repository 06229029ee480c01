import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openClock } from '../../../infra/local/clock.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import type { Feed } from '../../support/feed.ts'
import { create, headersOf, inDataDir, start, withDataDir } from './service-process.ts'

/** Code for the service's process: its clock is as many ms ahead as a file says. */
const shiftedClock = `
  import { readFileSync } from 'node:fs'
  const Own = Date
  const now = () => Own.now() + Number(readFileSync(process.env.CLOCK_SHIFT, 'utf8'))
  globalThis.Date = class extends Own {
    constructor(...given) { given.length > 0 ? super(...given) : super(now()) }
    static now() { return now() }
  }`

const loading = `--import=data:text/javascript,${encodeURIComponent(shiftedClock)}`

describe('the change feed of a service whose clock is set back by 90 s', () => {
  withDataDir()

  /** Starts the service, and returns how to set its clock, and how to read its feed. */
  function begin() {
    const path = inDataDir('shift')
    const setAhead = (ms: number) => {
      writeFileSync(path, String(ms))
    }
    setAhead(0)
    const run = () => start({ NODE_OPTIONS: loading, CLOCK_SHIFT: path })
    const read = async (demo: Demo, cursor?: string) => {
      const query = cursor === undefined ? '' : `?cursor=${cursor}`
      const answer = await fetch(`${demo.base_url}/changes${query}`, { headers: headersOf(demo) })
      return { status: answer.status, body: (await answer.json()) as Feed & { error?: object } }
    }
    return { setAhead, run, read }
  }

  it('tells a reader who came before and after that changes may be missing', async () => {
    const { setAhead, run, read } = begin()
    const demo = await run().ready()
    const { next_cursor } = (await read(demo)).body
    setAhead(-90_000)
    expect((await create(demo, 'Written meanwhile')).status).toBe(201)
    setAhead(0)
    await create(demo, 'Written later')
    const { status, body } = await read(demo, next_cursor)
    expect({ status, body }).toMatchObject({ status: 410, body: { error: { code: 'cursor_expired' } } })
    const again = await read(demo)
    expect(again.body.changes.map(({ task }) => 'label' in task && task.label)).toContain('Written meanwhile')
    expect((await read(demo, again.body.next_cursor)).status).toBe(200)
  })

  it('does so, too, when it was set back while the service was killed', async () => {
    const { setAhead, run, read } = begin()
    const first = run()
    const { next_cursor } = (await read(await first.ready())).body
    first.child.kill('SIGKILL')
    await first.exited
    setAhead(-90_000)
    const second = run()
    const demo = await second.ready()
    expect((await create(demo, 'Written meanwhile')).status).toBe(201)
    second.child.kill('SIGKILL')
    await second.exited
    setAhead(0)
    const last = await run().ready()
    expect((await read(last, next_cursor)).status).toBe(410)
  })
})

describe('a clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('has the same epoch while it is not set back by more than 2 s, also after a start', () => {
    const folder = newTempFolder()
    const clock = openClock(folder)
    expect(clock.epoch()).toBe('')
    vi.advanceTimersByTime(60_000)
    expect(clock.nowMs()).toBe(Date.now())
    vi.setSystemTime(Date.now() - 2_000)
    expect(clock.epoch()).toBe('')
    expect(openClock(folder).epoch()).toBe('')
  })

  it('counts what it was set back in small steps', () => {
    const clock = openClock(newTempFolder())
    clock.nowMs()
    for (let step = 0; step < 2; step++) {
      vi.setSystemTime(Date.now() - 1_500)
      clock.nowMs()
    }
    expect(clock.epoch()).toBe(String(Date.now()))
  })

  it('keeps an epoch over starts, and begins another one each time', () => {
    const folder = newTempFolder()
    openClock(folder).nowMs()
    const epochs = [10_000, 20_000].map((ms) => {
      vi.setSystemTime(Date.now() - ms)
      const epoch = openClock(folder).epoch()
      expect(openClock(folder).epoch()).toBe(epoch)
      return epoch
    })
    expect(new Set(epochs).size).toBe(2)
  })

  it('begins an epoch when its note is broken, and writes a new one', () => {
    const folder = newTempFolder()
    writeFileSync(join(folder, 'clock.json'), '{"latestMs":')
    expect(openClock(folder).epoch()).toBe(String(Date.now()))
    expect(JSON.parse(readFileSync(join(folder, 'clock.json'), 'utf8'))).toEqual({
      latestMs: Date.now(),
      epoch: String(Date.now()),
    })
  })
})
