import { isTasksApiError, type TasksClient } from '../src/index.ts'

/** What the form's provider posts for each submission. */
interface Submission {
  id: string
  name: string
  message: string
}

const isSubmission = (body: unknown): body is Submission =>
  typeof body === 'object' &&
  body !== null &&
  ['id', 'name', 'message'].every((field) => typeof Reflect.get(body, field) === 'string')

/** Cut by whole characters: half an emoji is no text. */
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')

/**
 * A webhook that makes a task of each submission of a form; check the provider's signature before. Providers deliver
 * a submission again when they got no answer in time: its id as the key makes one task of all deliveries.
 */
export const formWebhook =
  (client: TasksClient, projectId: string) =>
  async (request: Request): Promise<Response> => {
    const submission: unknown = await request.json().catch(() => undefined)
    if (!isSubmission(submission)) return new Response('This is no submission of the form.', { status: 400 })
    const { id, name, message } = submission
    try {
      const { task } = await client.tasks.create(
        { projectId, label: cut(`Answer ${name}`, 500), description: cut(message, 10_000) },
        { idempotencyKey: `form-${encodeURIComponent(id)}` },
      )
      return Response.json({ task: task.id })
    } catch (error) {
      // what is refused stays refused: take the delivery, and tell a person
      if (isTasksApiError(error, 'quota_exceeded', 'invalid_request', 'idempotency_key_reused')) {
        console.error(`Submission ${id} made no task: ${error.message}`)
        return Response.json({ task: null })
      }
      // anything else may pass: the provider delivers again
      console.error(error)
      return new Response('Try again later.', { status: 503 })
    }
  }
