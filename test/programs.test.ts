import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newTempFolder } from './harness/temp-folder.ts'
import { compileCache } from './support/compile-cache.ts'
import { documentedCommands } from './support/documented-commands.ts'
import { freePort } from './support/free-port.ts'
import { isWhole } from './support/rounds.ts'

const env = { ...process.env, ...compileCache }

/** Runs a program as its npm script does. It must end well, and log no fault of what it runs. */
async function run(file: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], { env })
  expect(stderr).not.toContain('"level"')
  return stdout
}

/** They take minutes, also at the least: what they share with the other parts is run, and their options are checked. */
const ofMinutes = ['fairness', 'fanout', 'many-webhooks', 'quiet', 'webhooks']

/** By night they measure for as long as makes figures exact. */
const least = isWhole ? [] : ['--least']

/** The parts of `npm run bench` that a document names. */
const named = documentedCommands().flatMap(({ words: [, script, , flag, part = ''] }) =>
  script === 'bench' && flag === '--only' && !ofMinutes.includes(part) ? [part] : [],
)

/** Those that a change runs, so that what all share is tried. By night all run. */
const ofChange = ['load', 'size']
const parts = new Set(named.filter((part) => isWhole || ofChange.includes(part)))

describe('a program that a document names runs with the smallest size:', () => {
  it.each([...parts].sort())(
    'npm run bench -- --only %s',
    async (part) => {
      const options = ['--only', part, '--tasks', '10', ...least, '--json']
      const report = JSON.parse(await run('test/harness/bench/load.ts', ...options)) as object
      expect(report).toMatchObject({
        command: `npm run bench -- ${options.join(' ')}`,
        [part]: expect.anything() as unknown,
      })
      expect(JSON.stringify(report)).not.toMatch(/:null\b|"failures":[1-9]/) // NaN becomes null
    },
    600_000,
  )

  it('npm run bench:contention', async () => {
    expect(await run('test/harness/bench/contention.ts', '--seconds', '1')).toMatch(/: \d+ creates\/s\n/)
  }, 120_000)

  it('npm run bench:first-cards', async () => {
    expect(await run('test/web/first-cards.ts', '--runs', '1', '--tasks', '4')).toMatch(
      /first card after \d+ ms/,
    )
  }, 120_000)

  it('npm run web:screenshots', async () => {
    const out = newTempFolder()
    await run('test/web/screenshots.ts', '--only', 'board', '--out', out)
    expect(readdirSync(out)).toContain('board-light.png')
  }, 120_000)

  it('npm run release:templates', async () => {
    const out = join(newTempFolder(), 'release.json')
    await run('test/infra/aws/release.ts', '--out', out)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveProperty('stacks')
  }, 120_000)

  it('npm run sign-in-demo', async () => {
    const [PORT, PROVIDER_PORT] = [String(await freePort()), String(await freePort())]
    const demo = spawn(process.execPath, ['test/harness/sign-in/main.ts'], {
      env: { ...env, PORT, PROVIDER_PORT, DATA_DIR: newTempFolder() },
    })
    const ended = once(demo, 'exit')
    let said = ''
    for await (const chunk of demo.stdout) {
      said += String(chunk)
      if (said.includes('Stop with Ctrl-C.')) demo.kill('SIGTERM')
    }
    expect(said).toContain(`http://127.0.0.1:${PROVIDER_PORT}`)
    expect(await ended).toEqual([0, null])
  }, 120_000)
})
