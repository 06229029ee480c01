import { setTimeout as sleep } from 'node:timers/promises'
import type { CommentChanged } from '../../../lib/comments/change-schema.ts'
import type { Comment } from '../../../lib/comments/comment.ts'
import type { Change } from '../../../lib/tasks/change.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { read, readComments, readProjects, readTasks, UnexpectedStatus, type Address } from './http.ts'

/** How a mirror follows the feeds. */
interface Habit {
  name: string
  pollMs: number
  limit: number
  /** After every so many pages it restarts from its stored state. */
  restartsAfterPages?: number
  /** It starts after this share of the run (0 to 1), from the lists and the feeds at that time. */
  beginsAt?: number
}

/** The habits, assigned to the mirrors in turn. */
const habits: readonly [Habit, ...Habit[]] = [
  { name: 'eager', pollMs: 20, limit: 100 },
  { name: 'restarting', pollMs: 100, limit: 17, restartsAfterPages: 5 },
  { name: 'late', pollMs: 200, limit: 50, beginsAt: 0.4 },
  { name: 'slow', pollMs: 1_500, limit: 100 },
]

/** The feeds: that of tasks, and that of comments. */
const feeds = ['/changes', '/comments'] as const

interface Memory {
  cursors: Partial<Record<(typeof feeds)[number], string | undefined>>
  tasks: Map<string, Task>
  comments: Map<string, Comment>
}

const nothing = (): Memory => ({ cursors: {}, tasks: new Map(), comments: new Map() })

const copyOf = ({ cursors, tasks, comments }: Memory): Memory => ({
  ...{ cursors: { ...cursors }, tasks: new Map(tasks), comments: new Map(comments) },
})

/** Applies a change of either feed. */
function apply({ tasks, comments }: Memory, change: Change | CommentChanged): void {
  if ('task' in change)
    if (change.type === 'updated') tasks.set(change.task.id, change.task)
    else tasks.delete(change.task.id)
  else if (change.type === 'updated') comments.set(change.comment.id, change.comment)
  else comments.delete(change.comment.id)
}

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

/** A copy of all tasks and comments that a token may see, kept up to date by the feeds alone. */
export class Mirror {
  readonly name: string
  pages = 0
  restarts = 0
  readonly #habit: Habit
  #memory = nothing()
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

  get comments(): Comment[] {
    return [...this.#memory.comments.values()]
  }

  /** Follows the feeds until the run is over. */
  async follow(guide: Guide): Promise<void> {
    while (guide.progress() < (this.#habit.beginsAt ?? 0) && !guide.isOver()) await sleep(20)
    while (!guide.isOver()) {
      const address = this.#asItself(await guide.address())
      // the service may be killed at any time: the mirror retries from its cursors
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
   * Reads the feeds to their ends.
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
    const memory = nothing()
    for (const feed of feeds)
      memory.cursors[feed] = (await read(address, `${feed}?from=now`)).next_cursor ?? undefined
    for (const { id } of await readProjects(address))
      for (const task of await this.#listed(address, id)) {
        memory.tasks.set(task.id, task)
        for (const comment of await readComments(address, task.id)) memory.comments.set(comment.id, comment)
      }
    this.#memory = memory
    this.#stored = copyOf(memory)
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

  /** Reads one page of each feed. Returns whether there are more. */
  async #poll(address: Address): Promise<boolean> {
    const { limit } = this.#habit
    if (Object.keys(this.#memory.cursors).length === 0) await this.#begin(address)
    const memory = this.#memory
    let isMore = false
    for (const feed of feeds) {
      const cursor = memory.cursors[feed]
      const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { changes = [], next_cursor, has_more } = await read(address, `${feed}?limit=${limit}${after}`)
      for (const change of changes) apply(memory, change)
      memory.cursors[feed] = next_cursor ?? undefined
      this.pages += 1
      isMore ||= has_more === true
    }
    return isMore
  }
}
