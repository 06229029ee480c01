import { Option, type Command } from 'commander'
import { TasksClient } from '../../client/src/index.ts'
import { subscriptions, type Subscription } from '../../lib/webhooks/event.ts'
import { readId } from '../admin/inputs.ts'
import { called } from '../called.ts'
import { commandLine } from '../command-line.ts'
import { forwardTo } from './forward.ts'
import { listenHere } from './here.ts'
import { connectionOf, readEvents, readTarget, withHint } from './inputs.ts'
import { readBaseUrl } from '../smoke/base-url.ts'
import { isOnThisMachine } from '../smoke/client.ts'
import { pollDeliveries } from './poll.ts'
import { addSendCommands } from './send.ts'
import { openSession, type SessionFile } from './session.ts'

const more = (call: string) => `
It makes a webhook, prints a line for each event, and deletes the webhook at the
end (Ctrl-C). Each event is forwarded once, as the service sends it: the same
body, signed with the secret that is printed at the start. Whatever the receiver
answers, the event is not sent again, unless you do that with "resend".

By default it listens to the service that ${called.start} runs on this machine. For a
service elsewhere give --url and --token; no tunnel is needed, because it reads
the events from the service. While it listens, the service also has a form
named "${called.listen}", which takes the events and makes no tasks of them.

Exit codes: 0 when stopped, 1 for a failure, 2 for wrong usage.

  ${call} --forward-to http://localhost:4000/hook
  ${call} --events task.created,task.completed
  ${call} --events 'task.*,rule.fired,rule.failed,rule.disabled'
  ${call} trigger task.completed
`

interface Options {
  forwardTo?: string
  events?: Subscription[]
  project?: string
  url?: string
  token?: string
}

/** Resolves when the process is asked to stop. npm may pass a signal on that this process has received already. */
const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        resolve()
      })
    }
  })

/** @throws Error with one sentence for people */
async function listen({ forwardTo: target, events, project, url, token }: Options): Promise<void> {
  const connection = await connectionOf({
    ...(url !== undefined && { baseUrl: url }),
    ...(token !== undefined && { token }),
  })
  const client = new TasksClient(connection)
  const settings = {
    description: called.listen,
    ...(events && { eventTypes: events }),
    ...(project !== undefined && { projectIds: [project] }),
  }
  let kept: SessionFile | undefined
  const onDelivery = forwardTo(target, console.log, async (number, { body }) => {
    await kept?.keep({ number, body: body.toString() })
  })
  const stopped = stopSignal() // before the webhook is made: Ctrl-C must not leave it behind
  const open = isOnThisMachine(connection.baseUrl) ? listenHere : pollDeliveries
  const listener = await open(client, settings, onDelivery).catch((error: unknown) => {
    throw withHint(error, connection)
  })
  const end = () => Promise.all([listener.stop(), kept?.close()])
  try {
    kept = await openSession({ target, secret: listener.secret })
    console.log(`Listening to ${connection.baseUrl}. Stop with Ctrl-C.`)
    console.log(`The receiver checks events with this secret: ${listener.secret}\n`)
    await Promise.race([stopped, listener.ended])
  } catch (error) {
    await end().catch(() => undefined) // the first error counts
    throw error
  }
  await end()
}

/**
 * The command that shows webhooks as they arrive.
 * @param call how one calls it, such as `npx tasks listen`
 */
export function listenCommand(call: string): Command {
  const listening = commandLine(
    call,
    'Print the events of the Tasks API as they happen, and forward them to a receiver on this machine.',
  )
    .option('--forward-to <url>', 'the receiver (default: only print)', readTarget)
    .addOption(
      new Option('--events <list>', 'the types of events, with commas (default: task.*)')
        .choices(subscriptions) // for the completion
        .argParser(readEvents),
    )
    .option('--project <id>', 'only the events of this project', readId)
    .option('--url <url>', "the service's base URL (default: the one on this machine)", readBaseUrl)
    .addOption(
      new Option('--token <token>', 'a token with the scopes hooks and read; with --url also write').env(
        'LISTEN_TOKEN', // for machines on which users can see each other's command lines
      ),
    )
    .addHelpText('after', more(call))
    .enablePositionalOptions() // --forward-to after `trigger` is an option of that
    .helpCommand(false)
    .action(listen)
  addSendCommands(listening, call)
  return listening
}
