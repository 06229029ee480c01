import { setTimeout as sleep } from 'node:timers/promises'
import { check, expectStatus, pathOf, request, type Run } from './run.ts'

/** One check of a deployed stage. */
export interface Step {
  name: string
  act: (run: Run) => Promise<void>
}

/** DynamoDB's indexes are eventually consistent, mostly within a second. */
const indexDeadlineMs = 10_000
const pollEveryMs = 250
const needed = ['read', 'write', 'delete']

const labelOf = ({ key }: Run) => `Smoke test ${key}`

async function createOnce(run: Run) {
  run.mustCleanUp = true // the task may be created even if the answer is lost
  const headers = { 'Idempotency-Key': run.key }
  const body = { projectId: run.projectId, label: labelOf(run) }
  const reply = await run.send('POST', '/tasks', { headers, body })
  if (reply.status >= 400 && reply.status < 500 && run.taskId === '') run.mustCleanUp = false // refused, so nothing was created
  return expectStatus(201, 'POST /tasks', reply)
}

async function isListed(run: Run): Promise<boolean> {
  const { body } = await request(run, 200, 'GET', `/projects/${run.projectId}/tasks?limit=100`)
  return body.tasks?.some(({ id }) => id === run.taskId) ?? false
}

/** The steps, in order: each depends on the ones before. */
export const steps: Step[] = [
  {
    name: 'token',
    act: async (run) => {
      const { body } = await request(run, 200, 'GET', '/tokens/self')
      const lacking = needed.filter((scope) => !body.token?.scopes.includes(scope))
      check(lacking.length === 0, `The token lacks the scopes ${lacking.join(', ')}.`)
    },
  },
  {
    name: 'no token',
    act: async (run) => {
      await request(run, 401, 'GET', '/tokens/self', { token: '' })
    },
  },
  {
    name: 'create',
    act: async (run) => {
      const { body, etag } = await createOnce(run)
      check(body.task?.label === labelOf(run), 'The created task has a different label.')
      run.taskId = body.task.id
      run.etag = etag ?? ''
    },
  },
  {
    name: 'create again',
    act: async (run) => {
      const { body, replayed } = await createOnce(run)
      check(replayed && body.task?.id === run.taskId, 'A repeated create created a second task.')
    },
  },
  {
    name: 'read',
    act: async (run) => {
      const { body } = await request(run, 200, 'GET', pathOf(run))
      check(body.task?.label === labelOf(run), 'The task that was read is not the one that was created.')
    },
  },
  {
    name: 'update',
    act: async (run) => {
      const sending = { headers: { 'If-Match': run.etag }, body: { status: 2 } }
      const { body } = await request(run, 200, 'PATCH', pathOf(run), sending)
      check(body.task?.status === 2, 'The update did not change the status.')
    },
  },
  {
    name: 'stale update',
    act: async (run) => {
      const sending = { headers: { 'If-Match': run.etag }, body: { status: 1 } }
      await request(run, 412, 'PATCH', pathOf(run), sending)
    },
  },
  {
    name: 'list',
    act: async (run) => {
      await request(run, 200, 'POST', `${pathOf(run)}/move`, { body: { to: 'top' } }) // to the first page of the list
      const deadlineMs = Date.now() + indexDeadlineMs
      while (!(await isListed(run))) {
        check(Date.now() < deadlineMs, `The task is not listed after ${indexDeadlineMs / 1000} s.`)
        await sleep(pollEveryMs)
      }
    },
  },
  {
    name: 'delete',
    act: async (run) => {
      const { body } = await request(run, 200, 'DELETE', pathOf(run))
      check(body.success === true, 'The delete did not answer {"success": true}.')
      run.mustCleanUp = false
    },
  },
  {
    name: 'gone',
    act: async (run) => {
      await request(run, 404, 'GET', pathOf(run))
    },
  },
]

const everyday: readonly string[] = ['create', 'read', 'update', 'delete']

/** The everyday use of a task. The canary runs these steps all the time. */
export const everydaySteps = steps.filter(({ name }) => everyday.includes(name))

/** Deletes the task of a failed run. If its id is unknown, repeating the create with the same key returns it. */
export async function cleanUp(run: Run): Promise<void> {
  if (!run.mustCleanUp) return
  if (run.taskId === '') run.taskId = (await createOnce(run)).body.task?.id ?? ''
  await request(run, 200, 'DELETE', pathOf(run))
}
