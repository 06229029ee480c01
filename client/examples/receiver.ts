import { verify, WebhookVerificationError } from '../src/index.ts'

/**
 * A receiver of webhooks that tells people about completed tasks. `tell` is given the event's id: an event can arrive
 * more than once, and its id is always the same.
 */
export const receiver =
  (secrets: readonly string[], tell: (id: string, message: string) => Promise<void>) =>
  async (request: Request): Promise<Response> => {
    try {
      // the bytes as they arrived: the signature is about them
      const event = await verify(await request.arrayBuffer(), request.headers, secrets)
      if (event.type === 'task.completed') await tell(event.id, `Done: ${event.data.task.label}`)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 400 })
      // any other answer than 2xx: the event is sent again later
      console.error(error)
      return new Response('Try again later.', { status: 503 })
    }
  }
