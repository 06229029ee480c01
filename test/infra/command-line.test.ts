import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { compileCache } from '../support/compile-cache.ts'

/** Runs a file as its npm script does, away from any data. */
const run = (file: string, ...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...compileCache, PATH: process.env.PATH, DATA_DIR: join(tmpdir(), crypto.randomUUID()) }
    execFile(process.execPath, [file, ...args], { env, timeout: 50_000 }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

/** The npm scripts that run a file of this repository, by their names. */
const scripts = Object.entries(manifest.scripts).flatMap(([name, text]) => {
  const [, file] = /^(?:exec )?(?:node|infra\/run) ((?:infra|test)\/\S+\.ts)$/.exec(text) ?? []
  return file === undefined ? [] : [{ name: name === 'start' ? 'npm start' : `npm run ${name}`, file }]
})

describe('the command lines', () => {
  it('are found in package.json', () => {
    const names = [
      'npm start',
      'npm run admin',
      'npm run docs:build',
      'npm run bench',
      'npm run release:notes',
    ]
    expect(scripts.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  it.each(scripts)('$name names an option that it does not know, and does nothing', async ({ file }) => {
    const { code, stdout, stderr } = await run(file, '--no-such')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: unknown option '--no-such'\n/)
    expect(stderr).toMatch(/Add --help to see [^\n]*\.\n$/)
  })

  it.each(scripts)('$name explains itself with --help', async ({ name, file }) => {
    const { code, stdout, stderr } = await run(file, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: ${name} -- \\[options\\].*\n\n[A-Z]`))
    expect(stdout).toMatch(/^ {2}-h, --help +show this help$/m)
  })

  it.each([
    ['infra/smoke/main.ts', '--base-ur', '--base-url'],
    ['infra/admin/main.ts', 'account create --nam', '--name'],
  ])('%s names a mistyped option rather than the required one: %s', async (file, mistyped, meant) => {
    const { code, stderr } = await run(file, ...mistyped.split(' '), 'x')
    expect(code).toBe(2)
    expect(stderr).toContain(
      `error: unknown option '--${String(mistyped.split('--')[1])}'\n(Did you mean ${meant}?)`,
    )
  })

  it('npm start takes no words', async () => {
    const { code, stderr } = await run('infra/local/main.ts', 'PORT=4000')
    expect(code).toBe(2)
    expect(stderr).toContain('error: too many arguments')
    expect(stderr).toContain('Settings are environment variables, such as PORT=8080 npm start.')
  })
})
