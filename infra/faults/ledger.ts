import type { Task } from '../../lib/contract/task.ts'

/** What a task may be: its label, or absent. */
type State = string | undefined

/** How an answer ended: acknowledged, refused for good, or nobody knows. */
export type Ending = 'acknowledged' | 'unknown'

/**
 * What the acknowledged answers say that there must be, by external id. A request without an answer leaves two
 * possible states, until the service is asked.
 */
export class Ledger {
  readonly #states = new Map<string, State[]>()
  acknowledged = 0
  unanswered = 0

  /** Writes down what a request would make of a task, before it is sent. */
  expect(externalId: string, state: State): (ending: Ending) => void {
    const known = this.#states.get(externalId) ?? [undefined]
    this.#states.set(externalId, [...known, state])
    return (ending) => {
      if (ending === 'unknown') {
        this.unanswered += 1
        return
      }
      this.acknowledged += 1
      this.#states.set(externalId, [state])
    }
  }

  /** The tasks of one client that are there for certain. */
  certain(prefix: string): string[] {
    return [...this.#states]
      .filter(([id, states]) => id.startsWith(prefix) && states.length === 1 && states[0] !== undefined)
      .map(([id]) => id)
  }

  /** Holds what the service has against what it acknowledged, and takes what it has for the truth. */
  compare(tasks: Task[], taskCount: number): string[] {
    const problems: string[] = []
    const held = new Map(tasks.map((task) => [task.external_id ?? task.id, task.label]))
    if (held.size !== tasks.length) problems.push('a task is listed twice')
    if (taskCount !== tasks.length)
      problems.push(`the project counts ${taskCount} tasks and lists ${tasks.length}`)
    for (const [id, states] of this.#states) {
      const found = held.get(id)
      if (!states.includes(found))
        problems.push(`${id} is ${String(found)}, acknowledged was ${states.map(String).join(' or ')}`)
      this.#states.set(id, [found])
    }
    const strangers = [...held.keys()].filter((id) => !this.#states.has(id))
    problems.push(...strangers.map((id) => `${id} was never sent`))
    return [...problems, ...this.#orderProblems(tasks)]
  }

  /** One client's tasks are listed in the order in which it made them. */
  #orderProblems(tasks: Task[]): string[] {
    const last = new Map<string, number>()
    return tasks.flatMap(({ external_id = '' }) => {
      const [, client = '', number = '0'] = /^(.*) (\d+)$/.exec(external_id) ?? []
      const inOrder = Number(number) > (last.get(client) ?? -1)
      last.set(client, Number(number))
      return inOrder ? [] : [`${external_id} is out of order`]
    })
  }
}
