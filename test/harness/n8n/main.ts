import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'
import { listenHere } from '../listen.ts'
import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { signIn, type N8n } from './rest.ts'

/** So that n8n asks nobody on the network. */
const quiet = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
}

const startTimeoutMs = 240_000
const patienceMs = 60_000
const pollMs = 250

/** Waits until something is there. */
async function eventually<T>(
  what: string,
  find: () => Promise<T | undefined>,
  timeoutMs = patienceMs,
): Promise<T> {
  const deadlineMs = Date.now() + timeoutMs
  while (Date.now() < deadlineMs) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
    await sleep(pollMs)
  }
  throw new Error(`${what} did not come within ${timeoutMs / 1000} s`)
}

/** Installs the nodes as docs/recipes/n8n.md says. */
function installNodes(home: string): void {
  const nodes = join(home, '.n8n', 'nodes')
  mkdirSync(nodes, { recursive: true })
  const options = { cwd: nodes, encoding: 'utf8' } as const
  const packed = execFileSync('npm', ['pack', '--silent', resolve('integrations/n8n')], options)
  const file = packed.trim().split('\n').at(-1) ?? ''
  execFileSync('npm', ['install', '--offline', '--legacy-peer-deps', `./${file}`], options)
}

/** A port of this machine that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  const [, port] = (await listenHere(server)).split(':')
  server.close()
  return Number(port)
}

async function startN8n(folder: string, home: string): Promise<{ n8n: N8n; origin: string }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(folder, 'node_modules/n8n/bin/n8n'), 'start'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: home, N8N_USER_FOLDER: home, ...quiet },
      ...{ N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_PORT: String(port), WEBHOOK_URL: `${origin}/` },
      ...{ N8N_RUNNERS_BROKER_PORT: String(await freePort()), N8N_SECURE_COOKIE: 'false' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => {
    child.kill()
  })
  const isReady = async () => ((await fetch(`${origin}/healthz/readiness`)).ok ? true : undefined)
  await eventually('n8n', isReady, startTimeoutMs)
  return { n8n: await eventually('The sign-in', () => signIn(origin)), origin }
}

const show = (what: string, value: unknown) => {
  console.log(`${what}: ${JSON.stringify(value)}`)
}

/** Runs a workflow that creates and completes a task, and another one that the trigger starts. */
async function tryNodes(folder: string): Promise<void> {
  const home = newTempFolder()
  installNodes(home)
  const service = startServiceProcess(join(home, 'service'))
  const { base_url: baseUrl, token, project_id: projectId } = await service.ready()
  const { n8n, origin } = await startN8n(folder, home)
  const { version } = createRequire(join(folder, 'index.js'))('n8n/package.json') as { version: string }
  show('n8n', version)
  const call = async (path: string) =>
    (await (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })).json()) as object

  const credentials = await n8n.createCredentials('tasksApi', { baseUrl, token })
  show('the test of the credentials', await n8n.testCredentials(credentials, 'tasksApi', { baseUrl, token }))
  show(
    'the projects to choose from',
    await n8n.options('n8n-nodes-tasks-api.tasksApi', 'getProjects', credentials),
  )

  const own = { tasksApi: { id: credentials, name: 'Tasks API' } }
  const node = (name: string, type: string, parameters: object) => ({
    ...{ id: crypto.randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters },
    ...(type.startsWith('n8n-nodes-tasks-api.') && { credentials: own }),
  })
  const chain = (...names: string[]) =>
    Object.fromEntries(
      names
        .slice(1)
        .map((name, index) => [names[index] ?? '', { main: [[{ node: name, type: 'main', index: 0 }]] }]),
    )

  const listening = await n8n.createWorkflow({
    name: 'Hear of completed tasks',
    nodes: [
      node('Trigger', 'n8n-nodes-tasks-api.tasksApiTrigger', { events: ['task.completed'] }),
      node('Read', 'n8n-nodes-tasks-api.tasksApi', {
        ...{ resource: 'task', operation: 'get', taskId: '={{ $json.data.task.id }}' },
      }),
    ],
    connections: chain('Trigger', 'Read'),
  })
  await n8n.activate(listening)
  // n8n publishes a workflow after it has answered
  const webhooks = async () => ((await call('/webhooks')) as { webhooks: { url: string }[] }).webhooks // the answer of the list
  const [made] = await eventually('The webhook', async () =>
    (await webhooks()).length > 0 ? webhooks() : undefined,
  )
  show('the webhook of the trigger', made)

  const steps = {
    create: { resource: 'task', operation: 'create', projectId, label: 'Made by n8n', additionalFields: {} },
    complete: { resource: 'task', operation: 'complete', taskId: '={{ $json.id }}' },
    wrong: { resource: 'task', operation: 'update', taskId: '={{ $json.id }}', updateFields: { status: 7 } },
  }
  const acting = await n8n.createWorkflow({
    name: 'Create and complete a task',
    nodes: [
      {
        ...node('Start', 'n8n-nodes-base.webhook', { path: 'go', responseMode: 'lastNode' }),
        webhookId: 'go',
      },
      node('Create', 'n8n-nodes-tasks-api.tasksApi', steps.create),
      node('Complete', 'n8n-nodes-tasks-api.tasksApi', steps.complete),
      { ...node('Wrong', 'n8n-nodes-tasks-api.tasksApi', steps.wrong), onError: 'continueRegularOutput' },
    ],
    connections: chain('Start', 'Create', 'Complete', 'Wrong'),
  })
  await n8n.activate(acting)
  const started = async () => {
    const answer = await fetch(`${origin}/webhook/go`)
    return answer.status === 404 ? undefined : ((await answer.json()) as unknown)
  }
  show('the answer of the workflow', await eventually('The workflow', started))
  const { data } = await eventually('The execution', () => n8n.execution(acting))
  show('create', data.Create)
  show('complete', data.Complete)
  const heard = await eventually('The trigger', () => n8n.execution(listening))
  show('the trigger', heard.data.Trigger)
  show('the step after it', heard.data.Read)
  show('the execution', heard.status)

  const forged = await fetch(made?.url ?? '', { method: 'POST', body: '{"type":"task.completed"}' })
  show('a forged event', forged.status)
  await n8n.deactivate(listening)
  const gone = await eventually('The deletion', async () =>
    (await webhooks()).length === 0 ? true : undefined,
  )
  show('the webhook is deleted with the workflow', gone)
}

const program = commandLine('node test/harness/n8n/main.ts', 'Try the nodes for n8n in a real n8n.')
  .argument('<folder>', 'where n8n is installed')
  .action((folder: string) => tryNodes(resolve(folder)))

await runCommandLine(program, 'n8n')
process.exit() // ends n8n and the service, too
