import {
  errors,
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  type Locator,
  type Page,
  type Request,
  type Response,
  type WebError,
} from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { NewTask, Task, TrashedTask } from '../../client/src/index.ts'
import { sharedBrowser } from './browser.ts'
import { account } from './header.ts'
import { noteRequests } from './page-requests.ts'
import { lendProfile, newProfile } from './profile.ts'
import { shareWebService, startWebService, type WebService } from './web-service.ts'

/** Long enough for a busy machine; nothing waits longer than necessary. */
const patienceMs = 60_000

/** Repeats a check until it succeeds. */
export const eventually = <T>(ask: () => T | Promise<T>, timeout = patienceMs) =>
  expect.poll(ask, { timeout, interval: 50 })

/** All entries of a list of the client. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const entries: T[] = []
  for await (const entry of list) entries.push(entry)
  return entries
}

/** The accessible names of the checkboxes in an element, from top to bottom; a ticked one begins with `+`. */
export async function checkboxesIn(element: Locator): Promise<string[]> {
  const snapshot = await snapshotOf(element)
  return [...snapshot.matchAll(/checkbox "([^"]*)"( \[checked\])?/g)].map(
    ([, name = '', ticked]) => (ticked === undefined ? '' : '+') + name,
  )
}

/** What an element shows; nothing if it is not there. It may go after it was counted, so nothing waits long for it. */
async function snapshotOf(element: Locator): Promise<string> {
  for (;;) {
    if ((await element.count()) === 0) return ''
    try {
      return await element.ariaSnapshot({ timeout: 1_000 })
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error
    }
  }
}

/** The requests of a page to the API, except the question how people sign in, which asks for no token. */
export const toApi = (requests: readonly string[]): string[] =>
  requests.filter((request) => request.includes('/v1/') && request !== 'GET /v1/sign-in')

export interface VisitOptions extends BrowserContextOptions {
  /** The token of the signed-in user: the demo account's by default; null if nobody is signed in. */
  token?: string | null
  /** The error answers that belong to this test; any other fails it. */
  errors?: number[]
  /** Whether the service stops in this test. */
  losesService?: boolean
  /** Whether the test sets the clock of its pages. A browser profile keeps that, so it gets one that nobody else has. */
  setsClock?: boolean
  /** Origins of others that the test visits, as that of an identity provider. */
  elsewhere?: readonly string[]
}

export interface Visit {
  page: Page
  /** All requests so far, as `GET /v1/projects`. */
  requests: string[]
  /** A session of Chromium's own protocol, for what playwright does not offer. */
  protocol: () => Promise<CDPSession>
}

/** A separate project for a test. */
export interface Scene {
  projectId: string
  /** The ids of its lanes, in the order of their labels. */
  laneIds: string[]
  createTask: (label: string, more?: Partial<NewTask>) => Promise<Task>
  /** The tasks of a lane (`none`: no lane; undefined: all), as the service has them. */
  tasks: (laneId?: string) => Promise<Task[]>
  /** Their labels. */
  labels: (laneId?: string) => Promise<string[]>
  /** The one task with this label. */
  taskOf: (label: string) => Promise<Task>
  trashed: () => Promise<TrashedTask[]>
}

/** The options that a page takes in any profile. */
const ofPages = ['viewport', 'colorScheme', 'forcedColors']

/** A clock that one test has set would go on in the pages of the next one. */
function refuseClock(page: Page): void {
  Object.defineProperty(page, 'clock', {
    get: () => {
      throw new Error('A test that sets the clock of a page visits it with `setsClock`.')
    },
  })
}

/** A request as a failed test shows it, with its condition and its body. */
const described = (request: Request): string =>
  [request.method(), request.url(), request.headers()['if-match'], request.postData()]
    .filter(Boolean)
    .join(' ')

/**
 * Tells which requests may meet the page's own deletion: a page polls what it shows, so a poll may be on its way
 * when the page deletes that. One that begins after the deletion was answered may not.
 */
function watchDeletions() {
  const running = new Set<Request>()
  const deletions = new Set<string>()
  const met = new WeakSet<Request>()
  const pathOf = (request: Request) => new URL(request.url()).pathname
  const meetsOne = (request: Request) => [...deletions].some((path) => pathOf(request).startsWith(path))
  return {
    begins: (request: Request) => {
      if (request.method() === 'DELETE') {
        deletions.add(pathOf(request))
        for (const other of running) if (meetsOne(other)) met.add(other)
      } else if (request.method() === 'GET') {
        running.add(request)
        if (meetsOne(request)) met.add(request)
      }
    },
    ends: (request: Request) => {
      running.delete(request)
      if (request.method() === 'DELETE') deletions.delete(pathOf(request))
    },
    meets: (request: Request) => met.has(request),
  }
}

function useService<S extends WebService>(open: () => Promise<S>) {
  let service: S
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
    service = await open()
  })
  afterAll(() => (service as S | undefined)?.close()) // there is none if the browser did not start

  const profileFor = async (options: BrowserContextOptions, setsClock: boolean) => {
    const isUsual = !setsClock && Object.keys(options).every((name) => ofPages.includes(name))
    const lent = isUsual ? lendProfile(browser, service.origin) : undefined
    return lent ?? newProfile(browser, options)
  }

  /** Opens a view in an empty browser profile. */
  async function visit(hash: string, options: VisitOptions = {}): Promise<Visit> {
    const { token = service.demo.token, errors = [], losesService = false, ...others } = options
    const { setsClock = false, elsewhere = [], ...more } = others
    const { context, leave } = await profileFor(more, setsClock)
    const requests: string[] = []
    const faults: string[] = []
    const deletion = watchDeletions()
    const onRequest = (request: Request) => {
      deletion.begins(request)
      const url = new URL(request.url())
      if (url.origin === service.origin) requests.push(`${request.method()} ${url.pathname}`)
      else if (url.protocol.startsWith('http') && !elsewhere.includes(url.origin))
        faults.push(`a request to ${url.origin}`)
    }
    const onResponse = (response: Response) => {
      const status = response.status()
      deletion.ends(response.request())
      if (
        status >= 400 &&
        !errors.includes(status) &&
        !(status === 404 && deletion.meets(response.request()))
      )
        faults.push(`${status} for ${described(response.request())}`)
    }
    const onConsole = (message: ConsoleMessage) => {
      // error answers are checked above; this is for policy violations and Preact's warnings
      const isOfAnswer = message.text().startsWith('Failed to load resource: the server responded')
      const isOfLoss = losesService && message.text().includes('net::ERR_')
      if (['error', 'warning'].includes(message.type()) && !isOfAnswer && !isOfLoss)
        faults.push(message.text())
    }
    const onError = (error: WebError) => faults.push(String(error.error()))
    context.on('request', onRequest).on('response', onResponse)
    context.on('console', onConsole).on('weberror', onError)
    if (!setsClock) context.on('page', refuseClock)
    onTestFinished(async () => {
      await leave()
      context.off('request', onRequest).off('response', onResponse)
      context.off('console', onConsole).off('weberror', onError).off('page', refuseClock)
      expect(faults).toEqual([])
    })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    noteRequests(page)
    const { viewport, colorScheme = null, forcedColors = null } = more
    if (viewport) await page.setViewportSize(viewport)
    if (colorScheme ?? forcedColors) await page.emulateMedia({ colorScheme, forcedColors })
    const start = token === null || hash.startsWith('#token=') ? hash : `#token=${token}`
    if (start === hash) await page.goto(`${service.origin}/${start}`)
    else {
      // the page has taken the token by then; the view of the hash is the first that it shows
      await page.goto(`${service.origin}/${start}`, { waitUntil: 'domcontentloaded' })
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
      await account(page).waitFor()
    }
    return { page, requests, protocol: () => context.newCDPSession(page) }
  }

  /** Makes a project with lanes and, in the lanes they name (an empty name: no lane), tasks. */
  async function scene(
    label: string,
    lanes: string[] = [],
    cards: Record<string, string[]> = {},
  ): Promise<Scene> {
    const { client } = service
    const projectId = (await client.projects.create({ label })).project.id
    const laneIds: string[] = []
    for (const lane of lanes) laneIds.push((await client.lanes.create(projectId, { label: lane })).laneId)
    const createTask = async (taskLabel: string, more: Partial<NewTask> = {}) =>
      (await client.tasks.create({ projectId, label: taskLabel, ...more })).task
    for (const [lane, labels] of Object.entries(cards)) {
      const workflowLaneId = laneIds[lanes.indexOf(lane)]
      for (const taskLabel of labels) await createTask(taskLabel, workflowLaneId ? { workflowLaneId } : {})
    }
    const tasks = (workflowLaneId?: string) =>
      all(client.projects.listTasks(projectId, workflowLaneId === undefined ? {} : { workflowLaneId }))
    return {
      projectId,
      laneIds,
      createTask,
      tasks,
      labels: async (laneId) => (await tasks(laneId)).map((task) => task.label),
      taskOf: async (taskLabel) => {
        const [found, ...others] = (await tasks()).filter((task) => task.label === taskLabel)
        if (!found || others.length > 0) throw new Error(`There is not one task ${taskLabel}.`)
        return found
      },
      trashed: () => all(client.projects.listTrash(projectId)),
    }
  }

  return {
    visit,
    scene,
    /** A task as the service has it. */
    stored: async (id: string) => (await service.client.tasks.get(id)).task,
    get service() {
      return service
    },
  }
}

/**
 * An account of its own for a test file, in the service and the browser of the worker. A page must have no errors, and must
 * not contact other hosts.
 */
export const useWeb = () => useService(shareWebService)

/** The same with a service of its own, which the file may stop. */
export const useOwnService = () => useService(() => startWebService())

/** The same with variables of its environment, which are read when it starts. */
export const useServiceWith = (variables: () => Promise<NodeJS.ProcessEnv>) =>
  useService(async () => startWebService(await variables()))
