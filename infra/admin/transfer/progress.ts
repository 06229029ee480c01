const barWidth = 30
const redrawAfterMs = 100

/** A terminal or another stream. */
interface Screen {
  isTTY?: boolean
  write: (text: string) => unknown
}

/** Shows a bar on a terminal, on one line. Elsewhere it shows nothing: each update would be a new line. */
export class Progress {
  readonly #total: number
  readonly #screen: Screen
  readonly #nowMs: () => number
  #done = 0
  #drawnMs = -Infinity

  /** @param total how many tasks there are, as far as is known */
  constructor(total: number, screen: Screen = process.stderr, nowMs = () => Date.now()) {
    this.#total = total
    this.#screen = screen
    this.#nowMs = nowMs
  }

  /** Adds tasks that are done. */
  add(tasks: number): void {
    this.#done += tasks
    if (this.#screen.isTTY !== true || this.#nowMs() < this.#drawnMs + redrawAfterMs) return
    this.#drawnMs = this.#nowMs()
    const share = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total)
    const filled = Math.round(share * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    const percent = String(Math.floor(share * 100)).padStart(3)
    this.#screen.write(`\r${bar} ${percent} %  ${this.#done.toLocaleString('en')} tasks`)
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#screen.isTTY === true) this.#screen.write('\r\u001b[K')
  }
}
