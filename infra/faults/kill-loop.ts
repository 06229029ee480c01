import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '../../lib/contract/task.ts'
import type { Demo } from '../local/seed-demo.ts'
import { Ledger } from './ledger.ts'
import { enginePid, startService } from './service.ts'

/** What the loop has to say. */
export interface KillReport {
  rounds: number
  acknowledged: number
  unanswered: number
  tasks: number
  /** Statuses other than success, and how often they came. */
  refusals: Record<string, number>
  problems: string[]
}

const clients = 16
const mostBeforeKill = 150
const goneWithinMs = 5_000

const requestTo = (demo: Demo, method: string, path: string, body?: object) =>
  fetch(`${demo.base_url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${demo.token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

async function listAll(demo: Demo): Promise<Task[]> {
  const tasks: Task[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const answer = await requestTo(demo, 'GET', `/projects/${demo.project_id}/tasks?limit=100${query}`)
    const page = (await answer.json()) as { tasks: Task[]; next_cursor: string | null }
    tasks.push(...page.tasks)
    cursor = page.next_cursor
  }
  return tasks
}

async function compare(demo: Demo, ledger: Ledger): Promise<string[]> {
  const answer = await requestTo(demo, 'GET', `/projects/${demo.project_id}`)
  const { project } = (await answer.json()) as { project: { task_count: number } }
  return ledger.compare(await listAll(demo), project.task_count)
}

/** One client that writes until the service is gone: creates, renames and deletes tasks of its own. */
async function write(demo: Demo, ledger: Ledger, client: string, refusals: KillReport['refusals']) {
  for (let number = 0; ; number++) {
    const [own] = ledger.certain(client).sort(() => Math.random() - 0.5)
    const dice = own === undefined ? 0 : Math.random()
    const id = own === undefined || dice < 0.5 ? `${client} ${number}` : own
    const label = `Label ${number}`
    const path = `/tasks/${encodeURIComponent(`ext:${id}`)}`
    const done = ledger.expect(id, dice < 0.75 ? label : undefined)
    try {
      const answer =
        id !== own
          ? requestTo(demo, 'POST', '/tasks', { projectId: demo.project_id, label, externalId: id })
          : dice < 0.75
            ? requestTo(demo, 'PATCH', path, { label })
            : requestTo(demo, 'DELETE', path)
      const { status, ok } = await answer
      done(ok ? 'acknowledged' : 'unknown')
      if (!ok) refusals[status] = (refusals[status] ?? 0) + 1
      if (!ok) return
    } catch {
      done('unknown') // the connection ended with the service
      return
    }
  }
}

/** Kills the service, or the engine under it, in the middle of writes. */
async function round(dataDir: string, number: number, ledger: Ledger, report: KillReport): Promise<void> {
  const { child, demo, exited } = await startService(dataDir)
  report.problems.push(...(await compare(demo, ledger)))
  const victim = number % 2 === 0 ? child.pid : await enginePid(dataDir)
  const enough = ledger.acknowledged + 1 + Math.floor(Math.random() * mostBeforeKill)
  const writing = Array.from({ length: clients }, (_, client) =>
    write(demo, ledger, `round ${number} client ${client}`, report.refusals),
  )
  while (ledger.acknowledged < enough) await sleep(1)
  if (victim !== undefined) process.kill(victim, 'SIGKILL')
  await Promise.all(writing)
  // a service without an engine ends by itself
  if ((await Promise.race([exited, sleep(goneWithinMs, 'stays')])) === 'stays') {
    report.problems.push('the service outlived its engine')
    child.kill('SIGKILL')
    await exited
  }
}

/**
 * Kills the service and, every other round, its engine with SIGKILL while clients write, starts it anew and looks
 * whether everything that was acknowledged is there: each task once, with its last label, in its order, and counted.
 */
export async function runKillLoop(rounds: number, progress: (line: string) => void): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasks-api-kill-'))
  const ledger = new Ledger()
  const report: KillReport = { rounds, acknowledged: 0, unanswered: 0, tasks: 0, refusals: {}, problems: [] }
  try {
    for (let number = 0; number < rounds && report.problems.length === 0; number++) {
      await round(dataDir, number, ledger, report)
      progress(`round ${number + 1} of ${rounds}: ${ledger.acknowledged} writes acknowledged so far`)
    }
    const { child, demo, exited } = await startService(dataDir)
    report.problems.push(...(await compare(demo, ledger)))
    report.tasks = (await listAll(demo)).length
    child.kill('SIGTERM')
    await exited
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...report, acknowledged: ledger.acknowledged, unanswered: ledger.unanswered }
}
