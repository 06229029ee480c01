import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a moved clock shows: `showsMs` at the machine's time `atMs`, and from then on `speed` ms for each ms. */
interface Setting {
  atMs: number
  showsMs: number
  speed: number
}

const shown = ({ atMs, showsMs, speed }: Setting, nowMs: number) =>
  Math.floor(showsMs + (nowMs - atMs) * speed)

/**
 * A clock for processes of a test: it can be set, and run faster than the machine's. Only `Date` follows it. What waits for
 * some time, such as `setTimeout`, waits as long as ever.
 */
export class MovedClock {
  readonly #path: string
  #setting: Setting

  /** @param folder where the file is that the processes read */
  constructor(folder: string, speed = 1) {
    this.#path = join(folder, 'moved-clock.json')
    const nowMs = Date.now()
    this.#setting = { atMs: nowMs, showsMs: nowMs, speed }
    this.#write()
  }

  /** The time that it shows, in ms since 1970. */
  nowMs(): number {
    return shown(this.#setting, Date.now())
  }

  /** Sets it forward, or back, and its speed. Processes notice within `noticeMs`. */
  set(byMs: number, speed = this.#setting.speed): void {
    this.#setting = { atMs: Date.now(), showsMs: this.nowMs() + byMs, speed }
    this.#write()
  }

  /** The environment of a process that has this clock. */
  get variables(): Record<string, string> {
    return { NODE_OPTIONS: `--import=${pathToFileURL(import.meta.filename).href}`, MOVED_CLOCK: this.#path }
  }

  #write(): void {
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#setting))
    renameSync(`${this.#path}.new`, this.#path)
  }
}

/** How soon a process notices that its clock was set, in ms. */
export const noticeMs = 50

/** Gives this process the clock of a file. */
function follow(path: string): void {
  const read = () => JSON.parse(readFileSync(path, 'utf8')) as Setting // only this file writes it
  const machine = Date.now.bind(Date)
  let setting = read()
  setInterval(() => {
    try {
      setting = read()
    } catch {
      // the test has ended, and its folder is gone
    }
  }, noticeMs).unref()
  const now = () => shown(setting, machine())
  Date.now = now
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts: unknown[], made) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, made) as Date,
  })
}

// loaded by NODE_OPTIONS
const { MOVED_CLOCK } = process.env
if (MOVED_CLOCK !== undefined) follow(MOVED_CLOCK)
