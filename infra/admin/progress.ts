const barWidth = 30
const redrawAfterMs = 100

/** A terminal or another stream. */
interface Screen {
  isTTY?: boolean
  write: (text: string) => unknown
}

/** Says how many tasks are done. */
export const inTasks = (done: number): string => `${done.toLocaleString('en')} tasks`

/** Says how many bytes are done, in KiB or, from one on, in MiB. */
export const inBytes = (done: number): string =>
  done < 1024 ** 2 ? `${Math.ceil(done / 1024)} KiB` : `${(done / 1024 ** 2).toFixed(1)} MiB`

/** Shows a bar on a terminal, on one line. Elsewhere it shows nothing: each update would be a new line. */
export class Progress {
  readonly #total: number
  readonly #told: (done: number) => string
  readonly #screen: Screen
  readonly #nowMs: () => number
  #done = 0
  #drawnMs = -Infinity

  /**
   * @param total how much there is to do, as far as is known
   * @param told says how much is done
   */
  constructor(
    total: number,
    told: (done: number) => string,
    screen: Screen = process.stderr,
    nowMs = () => Date.now(),
  ) {
    this.#total = total
    this.#told = told
    this.#screen = screen
    this.#nowMs = nowMs
  }

  /** Adds what is done. */
  add(done: number): void {
    this.#done += done
    if (this.#screen.isTTY !== true || this.#nowMs() < this.#drawnMs + redrawAfterMs) return
    this.#drawnMs = this.#nowMs()
    const share = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total)
    const filled = Math.round(share * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    const percent = String(Math.floor(share * 100)).padStart(3)
    this.#screen.write(`\r${bar} ${percent} %  ${this.#told(this.#done)}`)
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#screen.isTTY === true) this.#screen.write('\r\u001b[K')
  }
}
