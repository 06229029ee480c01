import { isTasksApiError, type TasksClient } from '../src/index.ts'

/** What the form's provider posts for each submission. */
interface Submission {
  id: string
  name: string
  message: string
}

/**
 * A webhook that makes a task of each submission of a form. Providers deliver a submission again when they got no
 * answer in time: its id as the key of the create makes one task of all deliveries.
 */
export const formWebhook =
  (client: TasksClient, projectId: string) =>
  async (request: Request): Promise<Response> => {
    const { id, name, message } = (await request.json()) as Submission // check it as your provider signs it
    try {
      const { task } = await client.tasks.create(
        { projectId, label: `Answer ${name}`.slice(0, 500), description: message.slice(0, 10_000) },
        { idempotencyKey: `form-${id}` },
      )
      return Response.json({ task: task.id })
    } catch (error) {
      // a full project stays full: take the delivery, and tell a person
      if (isTasksApiError(error, 'quota_exceeded')) {
        console.error(`The project is full: submission ${id} made no task.`)
        return Response.json({ task: null })
      }
      // anything else may pass: the provider delivers again
      console.error(error)
      return new Response('Try again later', { status: 503 })
    }
  }
