import { expect } from 'vitest'
import type { Form } from '../../../lib/forms/form.ts'
import type { Submission } from '../../../lib/forms/submission.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { send, type Reply, type Sending } from '../../support/api.ts'
import { stopClock } from '../../support/stop-clock.ts'
import type { TestTenant } from '../../support/tenant.ts'

/** A form, and functions with which a test uses it. */
export interface TestForm {
  id: string
  key: string
  /** Sends a submission as a form service does, without a token. */
  submit: (body: unknown, headers?: Record<string, string>) => Promise<Reply>
  read: () => Promise<Form>
  submissions: (query?: string) => Promise<Submission[]>
}

export const keyOf = (url: string): string => url.split('/').at(-1) ?? ''

/** Creates a form in the tenant's project. If it has a rate limit of its own, the clock stops until the test has ended. */
export async function newForm(tenant: TestTenant, settings: object = {}): Promise<TestForm> {
  if ('rateLimit' in settings) stopClock()
  const { status, body } = await tenant.send('POST', '/forms', {
    body: { projectId: tenant.projectId, name: 'Contact', ...settings },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  const { form } = body as { form: Form & { url: string } }
  const key = keyOf(form.url)
  return {
    id: form.id,
    key,
    submit: (sent, headers = {}) => submitTo(key, sent, headers),
    read: async () => ((await tenant.send('GET', `/forms/${form.id}`)).body as { form: Form }).form,
    submissions: async (query = '') =>
      (
        (await tenant.send('GET', `/forms/${form.id}/submissions${query}`)).body as {
          submissions: Submission[]
        }
      ).submissions.map((submission) => {
        delete submission.words // only lists have them
        return submission
      }),
  }
}

export const submitTo = (key: string, body: unknown, headers: Sending['headers'] = {}): Promise<Reply> =>
  send('POST', `/hooks/${key}`, { body, headers })

/** The tasks of the tenant's project. */
export async function tasksOf({ send: sendAs, projectId }: TestTenant): Promise<Task[]> {
  return ((await sendAs('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks
}
