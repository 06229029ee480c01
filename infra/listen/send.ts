import { randomUUID } from 'node:crypto'
import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import type { WebhookEvent } from '../../client/src/index.ts'
import { noticeTypes, taskEventTypes, testEventType } from '../../lib/webhooks/event.ts'
import { fixedHeaders } from '../../lib/webhooks/sending/headers.ts'
import { signatureHeaders } from '../../lib/webhooks/sending/sign.ts'
import { called } from '../called.ts'
import { deliver, lineOf } from './forward.ts'
import { readTarget } from './inputs.ts'
import { findSession } from './session.ts'

const eventTypes = [...taskEventTypes, ...noticeTypes, testEventType] as const
type EventType = (typeof eventTypes)[number]

interface TriggerOptions {
  forwardTo?: string
  secret?: string
}

interface Receiver {
  target: string
  secret: string
}

/** Sends an event to the receiver, signed now, and prints its line. The exit code is 1 unless the answer is 2xx. */
async function send({ target, secret }: Receiver, body: string, number?: number): Promise<void> {
  const event = JSON.parse(body) as WebhookEvent // the service, or the document, made it
  const nowMs = Date.now()
  const headers = {
    ...fixedHeaders,
    ...signatureHeaders({ id: event.id, body, secrets: [secret], nowMs }),
  }
  const outcome = await deliver(target, { event, body: Buffer.from(body), headers })
  const sent = { ...event, timestamp: new Date(nowMs).toISOString() } // the line says when it was sent now
  console.log(lineOf(sent, { ...(number !== undefined && { number }), outcome }))
  if (!outcome.delivered) process.exitCode = 1
}

/** The example of an event in the OpenAPI document, as if it happened now. */
async function sampleOf(type: EventType): Promise<string> {
  const { default: document } = await import('../../docs/openapi.json', { with: { type: 'json' } })
  const { value } = document.webhooks[type].post.requestBody.content['application/json'].examples.event
  const nowMs = Date.now()
  const id = `evt_${randomUUID().replaceAll('-', '')}_${nowMs}`
  return JSON.stringify({ ...value, id, timestamp: new Date(nowMs).toISOString() })
}

/** @throws Error with one sentence, unless a command listens and forwards */
async function forwardingSession(otherwise = '') {
  const session = await findSession()
  if (session?.target !== undefined) return { ...session, target: session.target }
  const problem = session ? 'The command that listens forwards nothing' : 'No command listens'
  throw new Error(
    `${problem}: start ${called.tasks} listen --forward-to <url> in another terminal${otherwise}.`,
  )
}

/** A secret alone is none of `trigger`: the environment may have that of another receiver. */
async function receiverOf({ forwardTo: target, secret }: TriggerOptions): Promise<Receiver> {
  if (target !== undefined && secret !== undefined) return { target, secret }
  const session = await forwardingSession(', or give --forward-to and --secret')
  return { ...session, ...(target !== undefined && { target }) }
}

async function trigger(type: EventType, options: TriggerOptions): Promise<void> {
  await send(await receiverOf(options), await sampleOf(type))
}

async function resend(number: number | undefined): Promise<void> {
  const { deliveries, ...receiver } = await forwardingSession()
  const delivery = number === undefined ? deliveries.at(-1) : deliveries.find((one) => one.number === number)
  if (delivery) {
    await send(receiver, delivery.body, delivery.number)
    return
  }
  const kept = deliveries.map((one) => `#${one.number}`).join(', ')
  throw new Error(
    kept === ''
      ? 'No delivery has arrived yet.'
      : `There is no delivery #${String(number)}. These are kept: ${kept}.`,
  )
}

/** Parses the number of a delivery, as it is printed. */
function readNumber(input: string): number {
  if (/^#?\d{1,9}$/.test(input)) return Number(input.replace('#', ''))
  throw new InvalidArgumentError('It must be a number such as 3.')
}

function readSecret(input: string): string {
  if (/^whsec_[A-Za-z0-9+/]{22,}=*$/.test(input)) return input
  throw new InvalidArgumentError('It must be the secret of a webhook: whsec_ and then base64.')
}

/**
 * Adds the commands that send an event to the receiver at will.
 * @param call how one calls `listen`
 */
export function addSendCommands(listen: Command, call: string): void {
  listen
    .command('trigger')
    .description('Send a made-up event to the receiver: its task does not exist.')
    .addArgument(new Argument('<event>', 'the type of the event').choices(eventTypes))
    .option('--forward-to <url>', 'the receiver (default: that of the command that listens)', readTarget)
    .addOption(
      new Option(
        '--secret <secret>',
        'what signs the event for it (default: as the command that listens does)',
      )
        .argParser(readSecret)
        .env('WEBHOOK_SECRET'),
    )
    .addHelpText(
      'after',
      `
The event is the example of the API reference, with a new id and the time of
now. Without a command that listens, give both options.

Exit codes: 0 if the receiver answered 2xx, else 1; 2 for wrong usage.

  ${call} trigger task.completed
  ${call} trigger task.created --forward-to http://localhost:4000/hook --secret whsec_...
`,
    )
    .action(trigger)
  listen
    .command('resend')
    .description('Send a delivery to the receiver again, as a repeat with the same id.')
    .argument('[number]', 'the number that was printed with it (default: the last one)', readNumber)
    .addHelpText(
      'after',
      `
It works while the command that has printed the delivery listens. That command
keeps the last 20 deliveries. Only the time and the signature are new.

Exit codes: 0 if the receiver answered 2xx, else 1; 2 for wrong usage.

  ${call} resend
  ${call} resend 3
`,
    )
    .action(resend)
}
