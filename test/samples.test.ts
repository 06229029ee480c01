import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TasksClient } from '../client/src/index.ts'
import type { Demo } from '../infra/local/seed-demo.ts'
import { startServiceProcess, type ServiceProcess } from './harness/service-process.ts'
import { newTempFolder } from './harness/temp-folder.ts'
import { sharedBrowser } from './support/browser.ts'
import { compileCache } from './support/compile-cache.ts'
import { pathWithCurl } from './support/curl.ts'
import { freePort } from './support/free-port.ts'
import { comparable, fileOf, languages, stepsOf, type Language } from './support/samples.ts'

/** The repository as a stranger has it: what the samples use of it, and the data of a service that runs. */
const repository = newTempFolder()
for (const name of ['client', 'node_modules', 'package.json'])
  symlinkSync(resolve(name), join(repository, name))

const env = { ...compileCache, PATH: pathWithCurl(), HOME: repository }
const timeout = 60_000
let service: ServiceProcess
let demo: Demo
let client: TasksClient

beforeAll(async () => {
  service = startServiceProcess(join(repository, '.data'), compileCache)
  demo = await service.ready()
  client = new TasksClient({ baseUrl: demo.base_url, token: demo.token })
  // a stranger follows the line of npm start first
  const [line = ''] = /curl -X POST [^]*?(?=\n\n)/.exec(service.output()) ?? []
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line], { env })
  expect(JSON.parse(stdout)).toMatchObject({ task: { label: 'Try the Tasks API' } })
})

afterAll(() => service.stop())

/** What a program has printed until now. */
interface Program {
  output: () => string
}

/** Starts a program, which ends with the test at the latest. */
function start(cwd: string, program: string, args: string[]): Program & { child: ChildProcess } {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid) // with what it has started
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

/** How a reader works in a language: runs a sample to its end and returns what it prints, or leaves it running. */
interface Reader {
  run: (sample: string) => Promise<string>
  leave: (sample: string) => Program
}

/** A reader who pastes all samples into one terminal. */
function shellReader(cwd: string): Reader {
  const { child, output } = start(cwd, '/bin/sh', [])
  const end = '--- end of sample ---\n'
  const run = async (sample: string) => {
    const before = output().length
    child.stdin?.write(`${sample}\nprintf %s '${end}'\n`)
    const printed = () => output().slice(before)
    await vi.waitUntil(() => printed().endsWith(end), { timeout })
    return printed().slice(0, -end.length)
  }
  return { run, leave: (sample) => start(cwd, '/bin/sh', ['-c', sample]) }
}

/** A reader who saves each sample under the name in its first line. */
function fileReader(cwd: string, program: string, unnamed: string): Reader {
  const save = (sample: string) => {
    const name = fileOf(sample) ?? unnamed
    writeFileSync(join(cwd, name), sample)
    return name
  }
  return {
    run: async (sample) => (await promisify(execFile)(program, [save(sample)], { cwd, env })).stdout,
    leave: (sample) => start(cwd, program, [save(sample)]),
  }
}

const readers: Record<Language, (cwd: string) => Reader> = {
  curl: shellReader,
  TypeScript: (cwd) => fileReader(cwd, process.execPath, 'sample.ts'),
  Python: (cwd) => fileReader(cwd, 'python3', 'sample.py'),
}

describe('the first page of the documentation', () => {
  it.each(languages)('makes and reads a task in %s', async (language) => {
    const { id } = (await client.projects.create({ label: 'First page' })).project
    const [setting, ...steps] = stepsOf('docs/index.md')
    const names = ['URL', 'TOKEN', 'PROJECT'].map((name) => `process.env.${name}`)
    const read = `${setting?.samples.curl ?? ''}node -p 'JSON.stringify([${names.join()}])'`
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', read], { cwd: repository })
    expect(JSON.parse(stdout)).toEqual([demo.base_url, demo.token, demo.project_id])
    const headers = { AUTH: `Authorization: Bearer ${demo.token}`, JSON: 'Content-Type: application/json' }
    Object.assign(env, { URL: demo.base_url, TOKEN: demo.token, PROJECT: id, ...headers })
    const { run } = readers[language](repository)
    const printed: unknown[] = []
    for (const { samples } of steps) printed.push(JSON.parse(await run(samples[language] ?? '')))
    const listed = await client.http.GET('/projects/{projectId}/tasks', {
      params: { path: { projectId: id } },
    })
    const { tasks = [] } = listed.data ?? {}
    expect(tasks.map(({ label }) => label)).toEqual(['Call Ada'])
    expect(printed).toMatchObject([{ task: tasks[0] }, { tasks }])
    expect(printed).toHaveLength(2)
  })
})

describe('the tutorial', () => {
  const pages = ['docs/tutorial.md', 'docs/tutorial-webhook.md']
  const steps = pages.flatMap(stepsOf)
  const folder = join(repository, '.data', 'repairs')
  const readKept = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<
      string,
      { id: string; url: string }
    >

  /** Sends a delivery that nobody has signed, as soon as the receiver listens; returns the status of the answer. */
  const forge = (url: string) =>
    vi.waitUntil(
      () =>
        fetch(url, { method: 'POST', body: '{"type": "task.completed"}' }).then(
          ({ status }) => status,
          () => undefined,
        ),
      { timeout },
    )

  it.each(languages)(
    'goes from a form to the archive in %s, with the answers that it shows',
    async (language) => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      const port = await freePort()
      const reader = readers[language](folder)
      let receiver: Program | undefined
      for (const { samples, shown } of steps) {
        const sample = (samples[language] ?? '').replaceAll('4100', String(port))
        if (/^(?:# in the third terminal|(?:\/\/|#) receiver\.\w+)\n/.test(sample)) {
          receiver = reader.leave(sample)
          expect(await forge(`http://127.0.0.1:${port}/`)).toBe(401)
        } else if (shown === undefined) expect(await reader.run(sample)).toBe('')
        else {
          const [printed, expected] = comparable(await reader.run(sample), shown)
          expect(printed).toEqual(expected)
        }
        if (sample.includes('finish') && receiver) {
          const { output } = receiver
          await vi.waitUntil(() => output().includes('\n'), { timeout })
          const event =
            language === 'curl' ? /^task\.completed evt_\w+\n$/ : /^task\.completed Brakes \(Ada\)\n$/
          expect(output()).toMatch(event)
        }
      }
      const { project } = await client.projects.get(readKept('project').project?.id ?? '')
      expect(project.workflow_lanes.map(({ label, task_count }) => [label, task_count])).toEqual([
        ['New', 0],
        ['Finished', 0],
        ['Archive', 1],
      ])
      expect(await client.webhooks.list()).toEqual({ webhooks: [] })
    },
  )

  it('has a form for a website that sends what the samples send', async () => {
    const [, html = ''] = /```html\n([^]*?)```/.exec(readFileSync('docs/tutorial.md', 'utf8')) ?? []
    const { url = '', id = '' } = readKept('form').form ?? {}
    const page = await (await sharedBrowser()).newPage()
    onTestFinished(() => page.close())
    await page.setContent(html.replace('THE URL OF THE FORM', url))
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('What is to be repaired?').fill('Brakes')
    await page.getByLabel('Anything else?').fill('They squeal.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading').waitFor()
    const listed = await client.http.GET('/forms/{formId}/submissions', { params: { path: { formId: id } } })
    const { submissions = [] } = listed.data ?? {}
    const tasks = await Promise.all(submissions.map(({ task_id }) => client.tasks.get(task_id ?? '')))
    const texts = tasks.map(({ task: { label, description } }) => ({ label, description }))
    expect(texts).toEqual(
      Array(2).fill({ label: 'Brakes (Ada)', description: 'They squeal.\n\nReply to ada@example.com' }),
    )
  })

  it('has each step in each language', () => {
    expect(
      steps.filter(({ samples }) => languages.some((language) => samples[language] === undefined)),
    ).toEqual([])
    expect(steps).toHaveLength(11)
  })
})
