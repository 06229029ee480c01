import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject, onTestFinished } from 'vitest'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { keptAdmin as admin, type Ending } from '../../support/kept-commands.ts'
import { testTableName } from '../../support/table.ts'

/** The settings with which the command line uses the table of this test run. */
export const testEngine = { DYNAMODB_ENDPOINT: inject('engineEndpoint'), TABLE_NAME: testTableName }

/** The path of a data folder that does not exist yet. It is deleted after the test. */
export const newDataDir = (): string => join(newTempFolder(), 'data')

/** Runs the real command line in a process of its own, as an operator does, with only the given environment variables. */
export async function adminProcess(variables: Record<string, string>, ...args: string[]): Promise<Ending> {
  const child = spawn(process.execPath, ['infra/admin/main.ts', ...args], {
    env: { PATH: process.env.PATH, ...compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 45_000, // a command that hangs is killed, and then has no exit code
  })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

export { admin }

/** The note of a command that created a missing table. */
export const madeTable = /^note: There was no table \S+ in \S+: created a new, empty one\.\n$/

/** Runs commands that succeed with --json. The result returns the document on stdout. */
export const jsonBy =
  (run: typeof admin) =>
  async (variables: Record<string, string>, ...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await run(variables, ...args, '--json')
    if (code !== 0 || (stderr !== '' && !madeTable.test(stderr)))
      throw new Error(`admin ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }

export const adminJson = jsonBy(admin)

/** The expected result of a command that failed with this message. */
export const failure = (sentence: string): Ending => ({ code: 1, stdout: '', stderr: `error: ${sentence}\n` })

/** The expected result of a command with wrong usage. */
export const misuse = (message: string): Ending => ({
  code: 2,
  stdout: '',
  stderr: `error: ${message}\nAdd --help to see what the command takes.\n`,
})

/** The command lines of all processes whose command line contains a text. */
export async function processesWith(part: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // a process that has ended meanwhile has no command line
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(part))
}

/** Starts the service on a data folder until the end of the test. */
export async function runService(dataDir: string): Promise<Demo> {
  const service = startServiceProcess(dataDir, compileCache)
  onTestFinished(async () => {
    await service.stop()
  })
  return service.ready()
}

/** A request to a stand-in for DynamoDB: the operation, and the Authorization header. */
export interface Asked {
  operation: string
  authorization: string
}

/** Starts a stand-in for DynamoDB with the given answers, until the end of the test. */
export async function startStandIn(
  answerTo: (operation: string) => { status: number; body: string },
): Promise<{ endpoint: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? ''
    asked.push({ operation, authorization: request.headers.authorization ?? '' })
    const { status, body } = answerTo(operation)
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo // the address of a TCP server
  return { endpoint: `http://127.0.0.1:${port}`, asked }
}
