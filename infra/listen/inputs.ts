import { join } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import * as z from 'zod/mini'
import { isTasksApiError } from '../../client/src/index.ts'
import { subscriptions, type Subscription } from '../../lib/webhooks/event.ts'
import { called } from '../called.ts'
import { readJson } from '../local/data-dir.ts'
import { readStorageSettings } from '../local/settings.ts'
import { readBaseUrl } from '../smoke/base-url.ts'
import { isOnThisMachine } from '../smoke/client.ts'

/** The service to listen to. */
export interface Connection {
  baseUrl: string
  token: string
}

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Parses the URL of a receiver. */
export function readTarget(input: string): string {
  if (isWebAddress(input)) return input
  throw new InvalidArgumentError('It must be a URL such as http://localhost:4000/hook.')
}

/** Parses types of events, separated by commas. */
export function readEvents(input: string): Subscription[] {
  const names = input.split(',').map((name) => name.trim())
  const known = subscriptions.filter((type) => names.includes(type))
  if (known.length === new Set(names).size) return known
  throw new InvalidArgumentError(`It must be a list of ${subscriptions.join(', ')}.`)
}

/** Adds the options of a command that asks a service: `connectionOf` takes the last two. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--url <url>', "the service's base URL (default: the one on this machine)")
        .argParser(readBaseUrl)
        .env('TASKS_URL'),
    )
    .addOption(
      // for machines on which users can see each other's command lines
      new Option('--token <token>', 'a token with the scopes that the command needs').env('TASKS_TOKEN'),
    )

const demo = z.object({ base_url: z.string(), token: z.string() })

/**
 * The given service; without one, the service on this machine, by its file demo.json.
 * @throws Error with one sentence for people
 */
export async function connectionOf(
  given: Partial<Connection>,
  dataDir = readStorageSettings().dataDir,
): Promise<Connection> {
  const { baseUrl, token } = given
  if (baseUrl !== undefined && token !== undefined) return { baseUrl, token }
  const path = join(dataDir, 'demo.json')
  const known = await readJson(path, demo)
  if (!known)
    throw new Error(`There is no ${path}: start the service with ${called.start}, or give --url and --token.`)
  if (baseUrl !== undefined && baseUrl !== known.base_url) {
    throw new Error(`Give --token too: the token in ${path} is for ${known.base_url}.`)
  }
  return { baseUrl: known.base_url, token: token ?? known.token }
}

/** The error of a call, with what to do if nothing on this machine has answered. */
export const withHint = (error: unknown, { baseUrl }: Connection): unknown =>
  isTasksApiError(error, 'network_error') && isOnThisMachine(baseUrl)
    ? new Error(`${error.message} Is the service running? Start it with ${called.start}.`, { cause: error })
    : error
