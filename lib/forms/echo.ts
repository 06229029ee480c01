import * as z from 'zod/mini'

/** What a webhook sends about something that a form did. */
const eventOfForm = z.object({
  id: z.string().check(z.regex(/^evt_[0-9a-f]{32}_\d+$/)),
  type: z.string(),
  data: z.object({ origin: z.optional(z.nullable(z.object({ via: z.string() }))) }),
})

/**
 * Whether a submission is an event that a form caused: a webhook has sent it here. A task of it would be the next event,
 * and so on without end. An event that a person or a program caused is none, so a webhook may make tasks by a form.
 * @param document the parsed body
 */
export function isEcho(document: unknown): boolean {
  const { data: event } = eventOfForm.safeParse(document)
  return event?.type === 'form.submission_held' || event?.data.origin?.via === 'form'
}

export const echoReason =
  'It is an event that a form caused: a task of it would be the next such event, without end.'
