import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject, onTestFinished } from 'vitest'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../../../infra/proof/service-process.ts'
import { newTempFolder } from '../../../infra/proof/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { testTableName } from '../../support/table.ts'

/** Settings that lead the command line to the table which this run's tests work on. */
export const testEngine = { DYNAMODB_ENDPOINT: inject('engineEndpoint'), TABLE_NAME: testTableName }

/** The path of a data folder that is not there yet. */
export const newDataDir = (): string => join(newTempFolder(), 'data')

/** How a command ended, and all that it said. */
export interface Ending {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the real command line as an operator does, with nothing in its environment but what is given. */
export async function admin(variables: Record<string, string>, ...args: string[]): Promise<Ending> {
  const child = spawn(process.execPath, ['infra/admin/main.ts', ...args], {
    env: { PATH: process.env.PATH, ...compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 45_000, // one that hangs is ended, and has no code then
  })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

/** What a command says that found no table, and made one. */
export const madeTable = /^note: There was no table \S+ in \S+: made a new, empty one\.\n$/

/** The same with --json, for commands that go well: returns the one document on stdout. */
export async function adminJson(variables: Record<string, string>, ...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await admin(variables, ...args, '--json')
  if (code !== 0 || (stderr !== '' && !madeTable.test(stderr)))
    throw new Error(`admin ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** The ending of a command that failed with this sentence. */
export const failure = (sentence: string): Ending => ({ code: 1, stdout: '', stderr: `error: ${sentence}\n` })

/** The ending of a command that was called wrongly. */
export const misuse = (message: string): Ending => ({
  code: 2,
  stdout: '',
  stderr: `error: ${message}\nAdd --help to see what the command takes.\n`,
})

/** The command lines of the processes that have a text in theirs. */
export async function processesWith(part: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // one that has ended meanwhile has none
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(part))
}

/** Runs the service on a folder until the test is over. */
export async function runService(dataDir: string): Promise<Demo> {
  const service = startServiceProcess(dataDir, compileCache)
  onTestFinished(async () => {
    await service.stop()
  })
  return service.ready()
}

/** What a stand-in for DynamoDB got: the operation and the header that says who asks. */
export interface Asked {
  operation: string
  authorization: string
}

/** Stands in for a DynamoDB that answers each operation as told, until the test is over. */
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
  const { port } = server.address() as AddressInfo // a TCP server's address is one
  return { endpoint: `http://127.0.0.1:${port}`, asked }
}
