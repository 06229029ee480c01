import { isTasksApiError, type TasksClient } from '../src/index.ts'

/** What the form provider posts for each submission. */
interface Submission {
  id: string
  name: string
  message: string
}

const isSubmission = (body: unknown): body is Submission =>
  typeof body === 'object' &&
  body !== null &&
  ['id', 'name', 'message'].every((field) => typeof Reflect.get(body, field) === 'string')

/** Cuts a text to at most `most` code points, so that no emoji is cut in half. */
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')

/**
 * A webhook that creates a task for each submission of a form. Check the provider's signature first. Providers repeat a
 * delivery that got no answer in time; with the submission's id as the idempotency key, only one task is created.
 */
export const formWebhook =
  (client: TasksClient, projectId: string) =>
  async (request: Request): Promise<Response> => {
    const submission: unknown = await request.json().catch(() => undefined)
    if (!isSubmission(submission))
      return new Response('This is not a submission of the form.', { status: 400 })
    const { id, name, message } = submission
    try {
      const { task } = await client.tasks.create(
        { projectId, label: cut(`Answer ${name}`, 500), description: cut(message, 10_000) },
        { idempotencyKey: `form-${encodeURIComponent(id)}` },
      )
      return Response.json({ task: task.id })
    } catch (error) {
      // a retry would be refused again: accept the delivery, and tell a person
      if (isTasksApiError(error, 'quota_exceeded', 'invalid_request', 'idempotency_key_reused')) {
        console.error(`No task was created for submission ${id}: ${error.message}`)
        return Response.json({ task: null })
      }
      // any other error may be temporary: let the provider retry
      console.error(error)
      return new Response('Try again later.', { status: 503 })
    }
  }
