import { relative } from 'node:path'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { commandLine } from '../command-line.ts'
import type { Service } from './service.ts'
import { readLocalSettings, settingTexts, useSettings } from './settings.ts'
import type { WebInterface } from './serve-assets.ts'

const forceAfterMs = 15_000
const parentCheckMs = 500

function fail(error: unknown): never {
  console.error(`tasks-api: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

function banner({ demo, webhooksUnavailable }: Service, { problem }: WebInterface, dataDir: string): string {
  const note = webhooksUnavailable === undefined ? '' : `\n\n${webhooksUnavailable}`
  const relativePath = relative('.', dataDir) || '.'
  const folder = relativePath.startsWith('..') ? dataDir : relativePath // a path that climbs tells nobody where it is
  const { origin } = new URL(demo.base_url)
  const projectId = demo.example_project_id ?? demo.project_id // the link shows what the curl line makes
  const link = `${origin}/#token=${demo.token}&open=/projects/${projectId}`
  const web =
    problem === undefined
      ? `Open the web interface, signed in with the demo account's token:\n\n  ${link}`
      : `There is no web interface. ${problem}`
  return `
The Tasks API is ready at ${demo.base_url}
Version: ${manifest.version}
Data, with a demo account's token in demo.json: ${folder}
Documentation: ${origin}/docs${note}

${web}

Create your first task:

  curl -X POST ${demo.base_url}/tasks \\
    -H 'Authorization: Bearer ${demo.token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"projectId": "${projectId}", "label": "Try the Tasks API"}'

Stop with Ctrl-C.
`
}

/** Returns a function that ends the process after the pending answers. If the engine ends first, it ends at once. */
function endWith(service: Service): () => void {
  let stopping = false
  service.engineEnded.then((sentence) => {
    if (!stopping) fail(sentence)
  }, fail)
  return () => {
    if (stopping) return // npm may forward a signal that this process has received already
    stopping = true
    setTimeout(
      () => fail('Some answers took too long, so the service stopped without sending them.'),
      forceAfterMs,
    ).unref()
    service.stop().then(() => process.exit(0), fail)
  }
}

async function serve(): Promise<void> {
  const settings = readLocalSettings()
  useSettings(settings)
  const { startService } = await import('./service.ts') // it loads the functions, which read the environment
  const service = await startService(settings)
  const stop = endWith(service)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid
    // npm cannot forward a signal if it was killed: then the service ends too
    setInterval(() => {
      if (process.ppid !== parent) stop()
    }, parentCheckMs).unref()
  }
  console.log(banner(service, await service.web, settings.dataDir))
}

const nameWidth = Math.max(...settingTexts.map(({ variable }) => variable.length)) + 2

const settingsHelp = settingTexts
  .map(({ variable, fallback, meaning }) => {
    const byDefault = fallback === '' ? '' : ` (default: ${fallback})`
    return `  ${variable.padEnd(nameWidth)}${meaning}${byDefault}`
  })
  .join('\n')

/** A call without the `--` that separates npm's options from ours. */
const plain = (call: string) => call.replace(/ --$/, '')

/**
 * The command that runs the service on this machine.
 * @param call how one calls it, such as `npx tasks start`
 */
export const startCommand = (call: string): Command =>
  commandLine(
    call,
    'Run the Tasks API on this machine: the API, the web interface, and a DynamoDB engine with its data in a folder.',
    `Settings are environment variables, such as PORT=8080 ${plain(call)}. Add --help to see them.`,
  )
    .addHelpText(
      'after',
      `\nSettings are environment variables, such as PORT=8080 ${plain(call)}:\n${settingsHelp}\n\ndocs/self-hosting.md says more of each.`,
    )
    .action(() => serve().catch(fail))
