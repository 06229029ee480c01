import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Submission } from '../../../lib/forms/submission.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { enginePid } from '../../harness/service-process.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { headersOf, inDataDir, start, withDataDir } from './service-process.ts'

withDataDir()

const submissionsPerRound = 60
const callers = 6

async function json<T>(demo: Demo, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method,
    headers: headersOf(demo),
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as T // the endpoint's own tests check it
}

/** Sends a submission. Returns its id, or undefined when there was no answer. */
async function submit(demo: Demo, key: string, name: string): Promise<string | undefined> {
  const answer = await fetch(`${demo.base_url}/hooks/${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
    body: JSON.stringify({ name }),
  }).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  const body = (await answer.json().catch(() => undefined)) as { submission_id: string } | undefined
  return body?.submission_id
}

/** Every entry of a list of pages. */
async function all<E>(demo: Demo, path: string, member: string): Promise<E[]> {
  const entries: E[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page: Record<string, unknown> = await json(demo, 'GET', `${path}?limit=100${after}`)
    entries.push(...(page[member] as E[]))
    cursor = page.next_cursor as string | null
  }
  return entries
}

describe('submissions while the service is killed with kill -9', () => {
  it('are kept when they were answered 200, and a resend of the others makes each task once', async () => {
    let service = start()
    let demo = await service.ready()
    const made = await json<{ form: { id: string; url: string } }>(demo, 'POST', '/forms', {
      projectId: demo.project_id,
      name: 'Contact',
      mapping: { label: '{{name}}' }, // without it, an id makes no label
      rateLimit: 6_000,
    })
    const key = made.form.url.split('/').at(-1) ?? ''
    const answered = new Map<string, string>()
    const names: string[] = []
    for (const killed of ['service', 'engine', 'service'] as const) {
      const round = Array.from({ length: submissionsPerRound }, () => crypto.randomUUID())
      names.push(...round)
      const waiting = [...round]
      const send = async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
          const id = await submit(demo, key, name)
          if (id !== undefined) answered.set(name, id)
        }
      }
      const sending = Promise.all(Array.from({ length: callers }, send))
      while (waiting.length > submissionsPerRound / 2) await sleep(1)
      if (killed === 'engine') process.kill(await enginePid(inDataDir()), 'SIGKILL')
      service.child.kill('SIGKILL')
      await service.exited
      await sending
      service = start()
      demo = await service.ready()
    }
    expect(answered.size).toBeGreaterThan(0)
    expect(answered.size).toBeLessThan(names.length) // otherwise each kill came too late
    const stored = await all<Submission>(demo, `/forms/${made.form.id}/submissions`, 'submissions')
    const ids = new Set(stored.map(({ id }) => id))
    expect([...answered.values()].filter((id) => !ids.has(id))).toEqual([])

    for (const name of names) expect(await submit(demo, key, name)).toBeDefined()
    const tasks = await all<Task>(demo, `/projects/${demo.project_id}/tasks`, 'tasks')
    const labels = tasks.map(({ label }) => label).filter((label) => names.includes(label))
    expect(labels.sort()).toEqual(names.sort())
  }, 180_000)
})
