import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isTasksApiError, TasksClient } from '../../client/src/index.ts'
import { Dice } from '../harness/chaos/dice.ts'
import { enginePid, startServiceProcess, type ServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { compileCache } from '../support/compile-cache.ts'
import { freePort } from '../support/free-port.ts'
import { openOtherSystem } from '../support/other-system.ts'
import { rounds } from '../support/rounds.ts'
import { collect } from './support.ts'

/** SEED repeats the choices of a run; when they fall is for the machine. */
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const writesPerSide = rounds(100)
const startMs = 500 // a sync that is killed sooner has not begun

let ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends) end()
  ends = []
})

/** The service as a process that can be killed, and comes back at the same address. */
async function startService() {
  const [dataDir, PORT] = [newTempFolder(), String(await freePort())]
  let service: ServiceProcess
  const start = () => {
    service = startServiceProcess(dataDir, { ...compileCache, PORT })
    return service.ready()
  }
  ends.push(() => service.child.kill('SIGKILL'))
  const { base_url: baseUrl, token, project_id: projectId } = await start()
  const kill = async (isEngineToo: boolean) => {
    if (isEngineToo) process.kill(await enginePid(dataDir), 'SIGKILL')
    service.child.kill('SIGKILL')
    await service.exited
    await start()
  }
  return { baseUrl, token, projectId, kill }
}
type Service = Awaited<ReturnType<typeof startService>>

/** Keeps the sync running in a process of its own. */
function startSync({ baseUrl, token, projectId }: Service, path: string) {
  const start = () =>
    spawn(process.execPath, [join(import.meta.dirname, '../support/sync-process.ts')], {
      env: {
        ...{ PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
        ...{ ...compileCache, BASE_URL: baseUrl, TOKEN: token, PROJECT: projectId, OTHER: path },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  let child = start()
  let complaints = ''
  const listen = () => child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  listen()
  ends.push(() => child.kill('SIGKILL'))
  return {
    /** What it could not deal with: a test kills it, else it never ends. */
    complaints: () => complaints,
    kill: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      child = start()
      listen()
    },
  }
}

/** What must be there in the end: what somebody made, got an answer for, and nobody tried to delete. */
class Ledger {
  readonly #made = new Map<string, string>()
  #count = 0

  /** A text that no other item has. Later texts of the item begin with it. */
  name(kind: string): string {
    this.#count += 1
    return `${kind}${this.#count}.`
  }

  /** @param on the name of a comment's task */
  add(name: string, on = ''): void {
    this.#made.set(name, on)
  }

  /** Somebody tries to delete the item with this text. */
  deleted(text: string): void {
    this.#made.delete(nameOf(text))
  }

  /** The names of a kind, on any of these. */
  made(kind: string, on: readonly string[] = ['']): string[] {
    return [...this.#made]
      .filter(([name, task]) => name.startsWith(kind) && on.includes(task))
      .map(([name]) => name)
  }
}

/** More than one write in ten. */
const isMany = (count: number) => count > writesPerSide / 10

const nameOf = (text: string) => text.slice(0, text.indexOf('.') + 1)

/** A text for the same item that it has not had. */
const changed = (text: string, dice: Dice) => `${nameOf(text)} ${dice.below(1_000_000)}`

const weights = {
  ...{ task: 15, rename: 15, deleteTask: 6, restore: 6 },
  ...{ comment: 30, change: 20, deleteComment: 8 },
}

/** A write of a person who uses the API. */
async function writeHere(client: TasksClient, projectId: string, ledger: Ledger, dice: Dice) {
  const task = dice.pick(await collect(client.projects.listTasks(projectId)))
  const comment = task && dice.pick(await collect(client.comments.list(task.id)))
  switch (dice.weighted(weights)) {
    case 'task': {
      const label = ledger.name('t')
      await client.tasks.create({ projectId, label })
      ledger.add(label)
      return
    }
    case 'rename':
      if (task) await client.tasks.update(task.id, { label: changed(task.label, dice) })
      return
    case 'deleteTask':
      if (!task) return
      ledger.deleted(task.label)
      await client.tasks.delete(task.id)
      return
    case 'restore': {
      const trashed = dice.pick(await collect(client.projects.listTrash(projectId)))
      if (trashed) await client.tasks.restore(trashed.id)
      return
    }
    case 'comment': {
      if (!task) return
      const text = ledger.name('c')
      await client.comments.create(task.id, { text })
      ledger.add(text, nameOf(task.label))
      return
    }
    case 'change':
      if (comment) await client.comments.update(comment.id, { text: changed(comment.text, dice) })
      return
    case 'deleteComment':
      if (!comment) return
      ledger.deleted(comment.text)
      await client.comments.delete(comment.id)
  }
}

type Other = ReturnType<typeof openOtherSystem>

/** A write of a person who uses the other system. */
function writeThere(other: Other, ledger: Ledger, dice: Dice) {
  const task = dice.pick(other.rows('tasks'))
  const comment = dice.pick(other.rows('comments'))
  switch (dice.weighted(weights)) {
    case 'task':
    case 'restore': {
      const label = ledger.name('t')
      other.edit('tasks', `there-${label}`, label)
      ledger.add(label)
      return
    }
    case 'rename':
      if (task) other.edit('tasks', task.id, changed(task.text, dice))
      return
    case 'deleteTask':
      if (!task) return
      ledger.deleted(task.text)
      other.edit('tasks', task.id, null)
      return
    case 'comment': {
      if (!task) return
      const text = ledger.name('c')
      other.edit('comments', `there-${text}`, text, task.id)
      ledger.add(text, nameOf(task.text))
      return
    }
    case 'change':
      if (comment) other.edit('comments', comment.id, changed(comment.text, dice))
      return
    case 'deleteComment':
      if (!comment) return
      ledger.deleted(comment.text)
      other.edit('comments', comment.id, null)
  }
}

/** What the API has: the texts of the tasks, and those of the comments with the ids of their tasks. */
async function contentsHere(client: TasksClient, projectId: string) {
  const tasks = await collect(client.projects.listTasks(projectId))
  const comments = await Promise.all(tasks.map(({ id }) => collect(client.comments.list(id))))
  return {
    tasks: tasks.map(({ id, external_id, label }) => [external_id ?? id, label]).sort(),
    comments: comments
      .flat()
      .map(({ id, external_id, text, task_id }) => [external_id ?? id, text, task_id])
      .sort(),
  }
}

/** The same of the other system, without comments that wait for a task that was deleted meanwhile. */
const contentsThere = (other: Other) => ({
  tasks: other
    .rows('tasks')
    .map(({ id, text }) => [id, text])
    .sort(),
  comments: other
    .rows('comments')
    .filter(({ task }) => task !== null)
    .map(({ id, text, task }) => [id, text, task])
    .sort(),
})

describe('a two-way sync of tasks and comments', () => {
  it(`ends with the same on both sides, whatever was killed (SEED=${seed})`, async () => {
    const service = await startService()
    const { baseUrl, token, projectId } = service
    const path = join(newTempFolder(), 'other.sqlite')
    const other = openOtherSystem(path)
    ends.push(other.close)
    const sync = startSync(service, path)
    const ledger = new Ledger()
    let writing = 2

    const people = async (write: () => Promise<void> | void, dice: Dice) => {
      let writes = 0
      while (writes < writesPerSide) {
        try {
          await write()
          writes += 1
        } catch (error) {
          // the sync was faster; or the service is being killed: on a slow machine it is away for longer than all writes take
          const codes = ['network_error', 'service_unavailable', 'task_not_found', 'comment_not_found']
          if (!isTasksApiError(error) || !codes.includes(error.code)) throw error
        }
        await sleep(dice.below(60))
      }
      writing -= 1
    }
    const killing = async (dice: Dice) => {
      for (let kills = 0; writing > 0; kills += 1) {
        await sleep(startMs + dice.below(800))
        await sync.kill()
        if (kills % 4 === 1) await service.kill(dice.chance(0.5))
      }
    }
    const [here, there, killer] = [new Dice(seed), new Dice(seed + 1), new Dice(seed + 2)]
    const impatient = new TasksClient({ baseUrl, token, retry: { maxRetries: 0 } })
    await Promise.all([
      people(() => writeHere(impatient, projectId, ledger, here), here),
      people(() => {
        writeThere(other, ledger, there)
      }, there),
      killing(killer),
    ])

    const client = new TasksClient({ baseUrl, token })
    // a comment whose task was deleted waits
    const isSent = () =>
      other.sync.tasks.edits().length === 0 &&
      other.sync.comments.edits().every(({ taskId = '' }) => !other.sync.tasks.seen(taskId))
    const isSettled = async () =>
      isSent() && isDeepStrictEqual(contentsThere(other), await contentsHere(client, projectId))
    await vi.waitUntil(isSettled, { timeout: 60_000, interval: 200 }).catch(() => undefined) // compared below
    const last = await contentsHere(client, projectId)
    expect(contentsThere(other)).toEqual(last)

    // none twice, none lost
    const labels = last.tasks.map(([, label = '']) => nameOf(label))
    const texts = last.comments.map(([, text = '']) => nameOf(text))
    expect([labels, texts]).toEqual([[...new Set(labels)], [...new Set(texts)]])
    expect(ledger.made('t').filter((name) => !labels.includes(name))).toEqual([])
    expect(ledger.made('c', labels).filter((name) => !texts.includes(name))).toEqual([])
    expect([labels.length, texts.length]).toEqual([expect.toSatisfy(isMany), expect.toSatisfy(isMany)])

    // and the sync writes nothing more
    const versions = async () => [
      ...(await collect(client.changes())).map(({ id }) => id),
      ...(await collect(client.comments.changes())).map(({ id }) => id),
    ]
    const before = await versions()
    await sync.kill()
    await sleep(3 * startMs)
    expect(await versions()).toEqual(before)
    expect([sync.complaints(), other.refused()]).toEqual(['', []])
  }, 300_000)
})
