import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { newTempFolder } from '../../harness/temp-folder.ts'
import { keptTasks } from '../../support/kept-commands.ts'
import { tasks } from './run.ts'

const commands = ['start', 'listen', 'rules', 'revert', 'admin', 'mcp', 'doctor', 'completion']
const escape = String.fromCharCode(27)

/** Runs a command of `tasks` on a terminal, and returns what it shows. */
const onTerminal = (args: string, variables: Record<string, string> = {}) =>
  new Promise<string>((resolve) => {
    const env = { PATH: process.env.PATH, TERM: 'xterm-256color', ...variables }
    execFile('script', ['-qec', `infra/tasks/tasks ${args}`, '/dev/null'], { env }, (_, stdout) => {
      resolve(stdout)
    })
  })

describe('tasks', () => {
  it('says its version', async () => {
    for (const word of ['--version', 'version'])
      expect(await tasks([word])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it('is found by its name, also through a link, and from another folder', async () => {
    const folder = newTempFolder()
    symlinkSync(join(process.cwd(), manifest.bin.tasks), join(folder, 'tasks'))
    const { stdout } = await tasks(['--version'], {}, join(folder, 'tasks'))
    expect(stdout).toBe(`${manifest.version}\n`)
  })

  it.each([
    ['tasks', manifest.bin.tasks, []],
    ['npm start', 'npm', ['--silent', 'start']],
    ['npm run admin', 'npm', ['--silent', 'run', 'admin']],
  ])('says what to do before the packages are installed: %s', async (_, file, args) => {
    const folder = newTempFolder()
    mkdirSync(join(folder, 'infra/tasks'), { recursive: true })
    for (const path of ['package.json', 'infra/run', manifest.bin.tasks]) cpSync(path, join(folder, path))
    const isNpm = file === 'npm'
    const { code, stderr } = isNpm
      ? await tasks(['--prefix', folder, ...args], {}, file)
      : await tasks(args, {}, join(folder, file))
    expect(code).toBe(1)
    expect(stderr).toBe(`error: The packages are not installed: run npm ci in ${folder}.\n`)
  })

  it('explains itself and its commands', async () => {
    const { code, stdout } = await tasks(['--help'])
    expect(code).toBe(0)
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* [A-Z]`, 'm'))
  })

  it.each([[], ['listen', 'trigger'], ['rules', 'log'], ['admin', 'token', 'create']])(
    'help explains what --help does: %j',
    async (...names) => {
      const asked = await keptTasks(['help', ...names], {})
      expect(asked).toMatchObject({ code: 0, stderr: '' })
      expect(asked).toEqual(await keptTasks([...names, '--help'], {}))
    },
  )

  it.each(commands)('%s explains itself by the name that it is called', async (name) => {
    const { code, stdout, stderr } = await keptTasks([name, '--help'], {})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: npx tasks ${name} .*\n\n[A-Z]`))
    expect(stdout).not.toMatch(/npm run admin|npm run mcp|-- --/)
  })

  it.each([
    [['strat'], "unknown command 'strat'\n(Did you mean start?)"],
    [['token'], "unknown command 'token'\n(Did you mean admin token?)"],
    [['tokens', 'list'], "unknown command 'tokens'\n(Did you mean admin token?)"],
    [['--versoin'], "unknown option '--versoin'\n(Did you mean --version?)"],
    [['admin', 'acount'], "unknown command 'acount'\n(Did you mean account?)"],
    [['admin', 'account', 'create', '--nam', 'x'], "unknown option '--nam'\n(Did you mean --name?)"],
    [['listen', '--event', 'x'], "unknown option '--event'\n(Did you mean --events?)"],
    [['completion', 'fish'], "command-argument value 'fish' is invalid for argument 'shell'."],
    [['admin', 'account', 'create'], "required option '--name <name>' not specified"],
    [
      ['admin', 'token', 'create', '--name', 'x'],
      "required options '--account <id>', '--scopes <list>' not specified",
    ],
    [['listen', 'trigger', 'task.completed', '--events', 'task.created'], "unknown option '--events'"],
    [['listen', 'resend', '--url', 'http://localhost'], "unknown option '--url'"],
    [['help', 'admin', 'acount'], "unknown command 'acount'"],
  ])('%j is wrong usage, and nothing is done', async (args, message) => {
    const DATA_DIR = join(newTempFolder(), 'none')
    const { code, stdout, stderr } = await tasks(args, { DATA_DIR })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`error: ${message}`)).toBe(true)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('starts nothing with wrong settings', async () => {
    const { code, stderr } = await tasks(['start'], { PORT: 'x' })
    expect(code).toBe(1)
    expect(stderr).toBe('tasks-api: PORT must be a whole number from 0 to 65535, not "x".\n')
  })

  it('works on the data of the folder', async () => {
    const DATA_DIR = join(newTempFolder(), 'data')
    expect((await tasks(['admin', 'account', 'create', '--name', 'Ada'], { DATA_DIR })).code).toBe(0)
    const { stdout } = await tasks(['admin', 'account', 'list', '--json'], { DATA_DIR })
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ name: 'Ada' }] })
  })

  it('asks whether the service runs when nothing answers', async () => {
    const there = ['--url', 'http://127.0.0.1:1', '--token', 'x']
    const { code, stderr } = await tasks(['listen', ...there])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: .* Is the service running\? Start it with npm start\.\n$/)
  })

  it('has colours on a terminal only, and never with NO_COLOR', async () => {
    const help = `${escape}[1mUsage:${escape}[22m npx tasks`
    const problem = `${escape}[31merror:${escape}[39m unknown command`
    expect(await onTerminal('--help')).toContain(help)
    expect(await onTerminal('strat')).toContain(problem)
    expect(await onTerminal('doctor')).toContain(`${escape}[32mok`)
    for (const args of ['--help', 'strat', 'doctor']) {
      const plain = await tasks([args])
      expect(plain.stdout + plain.stderr).not.toContain(escape)
      const shown = await onTerminal(args, { NO_COLOR: '1' })
      expect(shown).toMatch(/Usage:|error:|^ok/)
      expect(shown).not.toContain(escape)
    }
  })
})
