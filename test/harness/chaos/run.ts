import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '../../../lib/projects/project.ts'
import { aftermath } from './aftermath.ts'
import { findProblems } from './check/check.ts'
import { Dice } from './dice.ts'
import type { Choice } from './choice.ts'
import { History, type Entry, type Operation } from './history.ts'
import { ask, perform, read, readProjects, type Address } from './http.ts'
import { Mirror, type BoundToken, type Guide } from './mirror.ts'
import { chooseOperation, createTask } from './operations.ts'
import { Scene } from './scene.ts'
import { Stage } from './stage.ts'
import { takeSurvey } from './survey.ts'
import { fields } from './value-definitions.ts'

/** The size of a run. `seconds` is its maximum duration. */
export interface ChaosOptions {
  operations: number
  clients: number
  mirrors: number
  /** Mirrors more, each with a token that is bound to two projects. */
  bound: number
  kills: number
  seed: number
  seconds: number
  /** The endpoint of a running engine; undefined for the embedded one. */
  endpoint: string | undefined
  /** A file for all requests with their answers and the final state; undefined to write none. */
  trace?: string | undefined
}

/** The result of a run. */
export interface ChaosReport {
  seed: number
  engine: string
  operations: number
  seconds: number
  kills: number
  outcomes: Record<Entry['outcome'], number>
  /** The number of unsuccessful requests by status and code, including those without an answer. */
  refusals: Record<string, number>
  kinds: Record<string, number>
  tasks: number
  trashed: number
  projects: number
  comments: number
  /** How often a task got something back. */
  taken_back: number
  mirrors: Record<string, { pages: number; restarts: number; tasks: number; comments: number }>
  problems: string[]
}

const progressEveryMs = 5_000

const countBy = <T>(things: readonly T[], nameOf: (thing: T) => string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(things, nameOf)).map(([name, all = []]) => [name, all.length]),
  )

/** How many tasks got something back by these requests. */
const takenBackIn = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { toVersion, answer }) => {
    const isBack = toVersion !== undefined && answer?.task && (answer.version ?? 0) > toVersion
    return sum + (isBack ? 1 : (answer?.report?.reverted ?? 0))
  }, 0)

const refusalOf = ({ answer }: Entry) =>
  answer ? `${answer.status}${answer.code === undefined ? '' : ` ${answer.code}`}` : 'no answer'

/** Why a request had no answer: `fetch` says it in the cause only. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)

/** Sends a request and records it; returns its entry, also if it had no answer. */
async function send(
  run: Run,
  client: number,
  choose: (choice: Omit<Choice, 'dice'>) => Operation,
): Promise<Entry> {
  const address = await run.stage.address()
  run.begun += 1
  const operation = choose({ scene: run.scene, mark: `#${run.begun}` })
  const entry = run.history.begin(client, operation)
  const { epoch } = run.stage
  try {
    run.history.finish(entry, await perform(address, operation))
    run.scene.learn(entry)
  } catch (error) {
    // expected if the service was killed meanwhile, otherwise a problem
    if (epoch % 2 === 0 && epoch === run.stage.epoch)
      run.problems.push(`${entry.kind} ${entry.path} had no answer: ${reasonOf(error)}`)
  }
  return entry
}

/** One client: sends one request after the other, until the run is over. */
async function runClient(client: number, run: Run): Promise<void> {
  const dice = new Dice(run.options.seed * 1_000 + client)
  while (!run.isOver()) {
    const isRested = await run.rest()
    await send(run, client, (choice) => chooseOperation({ dice, ...choice }, isRested))
  }
}

/** Kills the service or its engine after certain numbers of requests, which depend on the seed. */
async function killInTurn(run: Run): Promise<void> {
  const { seed, operations, kills } = run.options
  const dice = new Dice(seed)
  for (let number = 0; number < kills; number++) {
    const after = ((number + 0.25 + dice.next() / 2) * operations) / kills
    while (run.begun < after && !run.isOver()) await sleep(1)
    if (run.isOver()) return
    const problem = await run.stage.kill()
    run.history.settle()
    if (problem !== undefined) run.problems.push(problem)
    run.progress(`kill ${number + 1} of ${kills} after ${run.begun} operations`)
  }
}

/**
 * While requests keep the machine busy, the history is late, and little can be taken back. So after so many requests all
 * clients rest until it is complete.
 */
const restEvery = 50
const longestRestMs = 5_000

/** Waits until the history has a create that is sent now, and so all before it; at the latest for some seconds. */
async function awaitHistory(run: Run): Promise<void> {
  const dice = new Dice(run.begun)
  const { answer } = await send(run, run.options.clients, (choice) => createTask({ dice, ...choice }))
  const at = answer?.task?.updated_at
  const endMs = Date.now() + longestRestMs
  while (at !== undefined && Date.now() < endMs) {
    await sleep(50)
    // the service may be killed meanwhile
    const page = await run.stage
      .address()
      .then((address) => read(address, '/history?limit=1'))
      .catch(() => undefined)
    if ((page?.entries?.[0]?.at ?? '') >= at) return
  }
}

/** The state of a run. */
class Run {
  readonly history = new History()
  readonly scene = new Scene()
  readonly problems: string[] = []
  /** The projects from before the run, as they were then. */
  readonly before: Project[] = []
  readonly options: ChaosOptions
  readonly stage: Stage
  readonly progress: (line: string) => void
  readonly #deadlineMs: number
  begun = 0

  constructor(options: ChaosOptions, stage: Stage, progress: (line: string) => void) {
    this.options = options
    this.stage = stage
    this.progress = progress
    this.#deadlineMs = Date.now() + options.seconds * 1_000
  }

  #nextRest = restEvery
  #resting: Promise<void> | undefined

  /** Waits while all clients rest, if they do now; returns whether they did. */
  async rest(): Promise<boolean> {
    if (this.begun >= this.#nextRest && !this.isOver()) {
      this.#nextRest += restEvery
      this.#resting = awaitHistory(this).finally(() => (this.#resting = undefined))
    }
    const resting = this.#resting
    await resting
    return resting !== undefined
  }

  isOver = (): boolean => this.begun >= this.options.operations || Date.now() >= this.#deadlineMs
}

/** Makes a token that is bound to two of the projects, so that tasks move out of its sight and back. */
async function makeBoundToken(run: Run): Promise<BoundToken> {
  const address = await run.stage.address()
  const projectIds = run.before.slice(0, 2).map(({ id }) => id)
  const { status, body } = await ask(address, {
    ...{ method: 'POST', path: '/tokens' },
    body: { name: 'Bound mirror', scopes: ['read'], projectIds },
  })
  if (!body.token) throw new Error(`POST /tokens answered ${status}`)
  return { secret: body.token.secret, projectIds }
}

/** Deletes the tasks that a new demo account has, with their project: no request of the run has made them. */
async function deleteExample(address: Address): Promise<void> {
  const { tasks = [] } = await read(address, '/tasks')
  const paths = [
    ...tasks.map(({ id }) => `/tasks/${id}`),
    ...new Set(tasks.map(({ project_id }) => `/projects/${project_id}`)),
  ]
  for (const path of paths) {
    const { status } = await ask(address, { method: 'DELETE', path })
    if (status !== 200) throw new Error(`DELETE ${path} answered ${status}`)
  }
}

/** Makes the projects and fields that are there before the clients begin. */
async function prepare(run: Run): Promise<void> {
  const address = await run.stage.address()
  await deleteExample(address)
  const bodies: [path: string, body: object][] = [
    ['/projects', { label: 'Second' }],
    ['/projects', { label: 'Third' }],
    ...[...fields.steady, fields.urgency, fields.guest].map((body): [string, object] => ['/fields', body]),
    // it gets nothing, but with a webhook the service reads its stream sooner, so the history is sooner complete
    ['/webhooks', { url: 'https://example.com/nothing', eventTypes: ['rule.fired'] }],
  ]
  for (const [path, body] of bodies) {
    const { status } = await ask(address, { method: 'POST', path, body: { ...body } })
    if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
  }
  run.before.push(...(await readProjects(address)))
  for (const project of run.before) run.scene.projects.set(project.id, project)
}

/** Runs the clients, the mirrors and the kills concurrently, until all requests have ended. */
async function makeChaos(run: Run, mirrors: Mirror[]): Promise<void> {
  const { options, stage, scene } = run
  let written = false
  const guide: Guide = {
    address: stage.address,
    progress: () => run.begun / options.operations,
    isOver: () => written,
  }
  const following = mirrors.map((mirror) => mirror.follow(guide))
  const telling = setInterval(() => {
    run.progress(`${run.begun} of ${options.operations} operations, ${scene.tasks.size} tasks`)
  }, progressEveryMs)
  try {
    const writing = Array.from({ length: options.clients }, (_, client) => runClient(client, run))
    await Promise.all([...writing, killInTurn(run)])
  } finally {
    clearInterval(telling)
    written = true
    await Promise.all(following)
  }
}

/** Runs clients, mirrors and kills on a new service, then checks the final state. */
export async function runChaos(
  options: ChaosOptions,
  progress: (line: string) => void,
): Promise<ChaosReport> {
  const startMs = Date.now()
  const stage = await Stage.open(options.endpoint)
  try {
    const run = new Run(options, stage, progress)
    await prepare(run)
    const token = options.bound > 0 ? await makeBoundToken(run) : undefined
    const mirrors = [
      ...Array.from({ length: options.mirrors }, (_, index) => new Mirror(index)),
      ...Array.from({ length: options.bound }, (_, index) => new Mirror(index, token)),
    ]
    await makeChaos(run, mirrors)
    const { history, before } = run
    history.settle()
    progress(`${run.begun} operations; comparing`)
    const survey = await takeSurvey(stage, mirrors, () => history.tick())
    if (options.trace !== undefined)
      await writeFile(options.trace, JSON.stringify({ before, entries: history.entries, survey }, null, 1))
    const { kills } = stage
    const afterwards = kills > 0 ? await aftermath(stage, mirrors, survey, () => history.tick()) : []
    const lists = (of: Record<string, unknown[]>) => Object.values(of).flat().length
    return {
      ...{ seed: options.seed, engine: options.endpoint ?? 'embedded', operations: history.entries.length },
      ...{ seconds: Math.round((Date.now() - startMs) / 1_000), kills },
      outcomes: { done: 0, refused: 0, unknown: 0, ...countBy(history.entries, ({ outcome }) => outcome) },
      refusals: countBy(
        history.entries.filter(({ outcome }) => outcome !== 'done'),
        refusalOf,
      ),
      kinds: countBy(history.entries, ({ kind }) => kind),
      ...{ tasks: lists(survey.lists), trashed: lists(survey.trash), projects: survey.projects.length },
      ...{ comments: survey.stored.comments.length, taken_back: takenBackIn(history.entries) },
      mirrors: Object.fromEntries(
        mirrors.map(({ name, pages, restarts }) => [
          name,
          {
            ...{ pages, restarts, tasks: survey.mirrors[name]?.length ?? 0 },
            comments: survey.mirroredComments[name]?.length ?? 0,
          },
        ]),
      ),
      problems: [...run.problems, ...findProblems(history.entries, survey, before), ...afterwards],
    }
  } finally {
    await stage.close()
  }
}
