import { Option } from 'commander'
import { readBaseUrl } from './base-url.ts'
import { clientOf } from './client.ts'
import { newRun } from './run.ts'
import { cleanUp, steps } from './steps.ts'
import { commandLine, runCommandLine } from '../command-line.ts'

interface Options {
  baseUrl: string
  token: string
  project: string
  json?: true
}

interface StepResult {
  name: string
  ok: boolean
  duration_ms: number
  error?: string
}

/** Runs one step. A failure becomes the result's error message. */
async function attempt(name: string, act: () => Promise<void>): Promise<StepResult> {
  const startMs = performance.now()
  const result = { name, duration_ms: 0 }
  const done = () => Math.round(performance.now() - startMs)
  try {
    await act()
    return { ...result, ok: true, duration_ms: done() }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    return { ...result, ok: false, duration_ms: done(), error: sentence }
  }
}

async function smoke({ baseUrl, token, project, json }: Options): Promise<void> {
  const run = newRun(clientOf(baseUrl, token), project)
  const results: StepResult[] = []
  const add = (result: StepResult) => {
    results.push(result)
    if (json) return
    console.log(`${result.ok ? 'ok    ' : 'FAILED'}  ${result.name.padEnd(14)} ${result.duration_ms} ms`)
  }
  for (const { name, act } of steps) {
    add(await attempt(name, () => act(run)))
    if (results.at(-1)?.ok === false) break
  }
  if (run.mustCleanUp) add(await attempt('clean up', () => cleanUp(run)))
  const failures = results.filter(({ ok }) => !ok)
  const document = { base_url: baseUrl, ok: failures.length === 0, steps: results }
  if (json) console.log(JSON.stringify(document, null, 2))
  for (const { name, error } of failures) console.error(`smoke: ${name}: ${String(error)}`)
  if (failures.length > 0) process.exitCode = 1
  else if (!json) console.log(`${baseUrl} works.`)
}

const program = commandLine(
  'npm run smoke --',
  'Test a deployed stage: create, read, update and delete a task. The task stays in the trash.',
)
  .requiredOption('--base-url <url>', "the API's base URL, as printed by the deployment", readBaseUrl)
  .addOption(
    new Option('--token <token>', 'a token with the scopes read, write and delete')
      .env('SMOKE_TOKEN') // for machines on which users can see each other's command lines
      .makeOptionMandatory(),
  )
  .requiredOption('--project <id>', 'a project of its account to work in')
  .option('--json', 'print one JSON document')
  .action(smoke)

await runCommandLine(program, 'smoke')
