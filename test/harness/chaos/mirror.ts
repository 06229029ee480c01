import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '../../../lib/tasks/task.ts'
import { read, readProjects, readTasks, UnexpectedStatus, type Address } from './http.ts'

/** How a mirror follows the change feed. */
interface Habit {
  name: string
  pollMs: number
  limit: number
  /** After every so many pages it restarts from its stored state. */
  restartsAfterPages?: number
  /** It starts after this share of the run (0 to 1), from the lists and the feed at that time. */
  beginsAt?: number
}

/** The habits, assigned to the mirrors in turn. */
const habits: readonly [Habit, ...Habit[]] = [
  { name: 'eager', pollMs: 20, limit: 100 },
  { name: 'restarting', pollMs: 100, limit: 17, restartsAfterPages: 5 },
  { name: 'late', pollMs: 200, limit: 50, beginsAt: 0.4 },
  { name: 'slow', pollMs: 1_500, limit: 100 },
]

interface Memory {
  cursor: string | undefined
  tasks: Map<string, Task>
}

const copyOf = ({ cursor, tasks }: Memory): Memory => ({ cursor, tasks: new Map(tasks) })

/** The run's state, for its mirrors. */
export interface Guide {
  /** The service's address; waits while it is down. */
  address: () => Promise<Address>
  /** The completed share of the run, from 0 to 1. */
  progress: () => number
  isOver: () => boolean
}

/** A token that is bound to projects. */
export interface BoundToken {
  secret: string
  projectIds: string[]
}

/** A copy of all tasks that a token may see, kept up to date by the change feed alone. */
export class Mirror {
  readonly name: string
  pages = 0
  restarts = 0
  readonly #habit: Habit
  #memory: Memory = { cursor: undefined, tasks: new Map() }
  #stored: Memory = copyOf(this.#memory)

  /** Its own token; undefined for that of the service's account. */
  readonly token: BoundToken | undefined

  constructor(index: number, token?: BoundToken) {
    this.#habit = habits[index % habits.length] ?? habits[0]
    this.token = token
    this.name = `${token ? 'bound ' : ''}mirror ${index} (${this.#habit.name})`
  }

  get tasks(): Task[] {
    return [...this.#memory.tasks.values()]
  }

  /** Follows the feed until the run is over. */
  async follow(guide: Guide): Promise<void> {
    while (guide.progress() < (this.#habit.beginsAt ?? 0) && !guide.isOver()) await sleep(20)
    while (!guide.isOver()) {
      const address = this.#asItself(await guide.address())
      // the service may be killed at any time: the mirror retries from its cursor
      await this.#poll(address).then(
        () => {
          this.#perhapsRestart()
        },
        () => undefined,
      )
      await sleep(this.#habit.pollMs)
    }
  }

  /**
   * Reads the feed to its end.
   * @throws Error when the service does not answer
   */
  async catchUp(address: Address): Promise<void> {
    while (await this.#poll(this.#asItself(address)));
  }

  #asItself(address: Address): Address {
    return this.token ? { ...address, token: this.token.secret } : address
  }

  async #begin(address: Address): Promise<void> {
    if (this.#habit.beginsAt === undefined) return
    const { next_cursor } = await read(address, '/changes?from=now')
    const tasks = new Map<string, Task>()
    for (const { id } of await readProjects(address))
      for (const task of await this.#listed(address, id)) tasks.set(task.id, task)
    this.#memory = { cursor: next_cursor ?? undefined, tasks }
    this.#stored = copyOf(this.#memory)
  }

  /** The tasks of a project; none if it was deleted after it was listed. */
  async #listed(address: Address, projectId: string): Promise<Task[]> {
    try {
      return await readTasks(address, projectId)
    } catch (error) {
      if (error instanceof UnexpectedStatus && error.status === 404) return []
      throw error
    }
  }

  /** Restarts now and then from the stored state, so that the changes since then must be read again. */
  #perhapsRestart(): void {
    const { restartsAfterPages } = this.#habit
    if (restartsAfterPages === undefined || this.pages % restartsAfterPages !== 0) return
    const earlier = this.#stored
    this.#stored = copyOf(this.#memory)
    this.#memory = copyOf(earlier)
    this.restarts += 1
  }

  /** Reads one page. Returns whether there are more. */
  async #poll(address: Address): Promise<boolean> {
    const { limit } = this.#habit
    if (this.#memory.cursor === undefined) await this.#begin(address)
    const { cursor, tasks } = this.#memory
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { changes = [], next_cursor, has_more } = await read(address, `/changes?limit=${limit}${after}`)
    for (const change of changes)
      if (change.type === 'updated') tasks.set(change.task.id, change.task)
      else tasks.delete(change.task.id)
    this.#memory.cursor = next_cursor ?? undefined
    this.pages += 1
    return has_more === true
  }
}
