import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Command, InvalidArgumentError, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import packageManifest from '../package/package.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { adminCommand } from '../infra/admin/command.ts'
import { settingNames } from '../infra/aws/settings.ts'
import { listenCommand } from '../infra/listen/command.ts'
import { startCommand } from '../infra/local/command.ts'
import { mcpCommand } from '../infra/mcp/command.ts'
import { tasksCommand } from '../infra/tasks/command.ts'
import { compileCache } from './support/compile-cache.ts'
import {
  documentedCommands,
  isPlaceholder,
  placeholder,
  type DocumentedCommand,
} from './support/documented-commands.ts'

const scripts: Readonly<Record<string, string>> = manifest.scripts

/**
 * Where what an npm script runs is run whole, with the smallest size, by the script: a test, or the check of a change or of
 * a night. A script that a document names must be here, unless it runs tests of its own.
 */
const runBy: Readonly<Record<string, string>> = {
  admin: 'test/infra/admin/cli.ts',
  bench: 'test/programs.test.ts',
  'bench:cold': 'test/harness/bench/cold.test.ts',
  'bench:contention': 'test/programs.test.ts',
  'bench:first-cards': 'test/programs.test.ts',
  'bundle:weights': 'test/dependencies.test.ts',
  chaos: 'test/harness/chaos/main.test.ts',
  check: '.ci/run',
  'check:audit': '.github/workflows/ci.yml',
  'check:coverage': '.github/workflows/nightly.yml',
  'check:unused': 'package.json',
  'docs:build': 'package.json', // with --check
  faults: 'test/harness/faults/main.test.ts',
  listen: 'test/infra/listen/listen.test.ts',
  mcp: 'test/infra/mcp/stdio.test.ts',
  'release:pack': '.github/workflows/release.yml',
  'release:templates': 'test/programs.test.ts',
  'sign-in-demo': 'test/programs.test.ts',
  smoke: 'test/infra/smoke/smoke.test.ts',
  start: 'test/harness/service-process.ts',
  test: '.github/workflows/ci.yml',
  'test:all': 'package.json',
  'two-browsers': 'test/web/two-browsers/main.test.ts',
  'web:build': 'test/infra/web-assets/built.test.ts',
  'web:screenshots': 'test/programs.test.ts',
}

/** The commands that are npm's own. */
const ofNpm = ['audit', 'ci', 'init', 'install', 'pack', 'version']

/** Those of the CDK that the documents may name. */
const ofCdk = ['bootstrap', 'deploy', 'destroy', 'diff', 'synth']

/** The command lines that a test can look into. Those of other programs are read out of their help. */
const own: Readonly<Record<string, () => Command>> = {
  start: () => startCommand('npm start --'),
  admin: () => adminCommand('npm run admin --'),
  listen: () => listenCommand('npm run listen --'),
  mcp: () => mcpCommand('npm run mcp --'),
}

/** What a program says that it takes. */
async function helpOf(file: string): Promise<Command> {
  const env = { ...compileCache, PATH: process.env.PATH }
  const { stdout } = await promisify(execFile)(process.execPath, [file, '--help'], { env })
  const command = new Command(file)
  const options = stdout
    .replaceAll(/\n {12,}/g, ' ')
    .matchAll(/^ {2}((?:-\w, )?--[\w-]+(?: <[^>]+>)?)(.*)$/gm)
  for (const [, flags = '', text = ''] of options) {
    const [, choices] = /\(choices: ([^)]*)\)/.exec(text) ?? []
    const option = new Option(flags)
    if (choices !== undefined)
      option.choices(Array.from(choices.matchAll(/"([^"]*)"/g), ([, one = '']) => one))
    if (option.long !== '--help') command.addOption(option)
  }
  return command
}

const commandOf = new Map<string, Promise<Command>>()

/** The command line of an npm script; undefined if it takes none of ours. */
function commandLineOf(script: string): Promise<Command> | undefined {
  const [, file] = /(?:node|infra\/run) ((?:infra|test)\/\S+\.ts)$/.exec(scripts[script] ?? '') ?? []
  if (file === undefined) return undefined
  const found = commandOf.get(script) ?? (own[script] ? Promise.resolve(own[script]()) : helpOf(file))
  commandOf.set(script, found)
  return found
}

const withCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withCommands)]

const withParents = (command: Command): Command[] => [
  command,
  ...(command.parent ? withParents(command.parent) : []),
]

/** What a reader of values says of one; undefined if it takes it, or if somebody puts in another one. */
function refusal(read: ((value: string, previous: never) => unknown) | undefined, value: string) {
  if (isPlaceholder(value)) return undefined
  try {
    read?.(value, undefined as never)
    return undefined
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    return `${value}: ${error.message}`
  }
}

/** Why a command line does not take these words; undefined if it does. */
function problemIn(program: Command, given: readonly string[]): string | undefined {
  const words = [...given]
  let at = [program]
  let taken = 0
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const name = word
    if (['--help', '-h'].includes(name)) continue
    if (name.startsWith('-')) {
      const options = at.flatMap(withParents).flatMap((command) => command.options)
      const option = options.find(({ long, short }) => long === name || short === name)
      if (!option) return `it has no option ${name}`
      const value = option.required ? words.shift() : undefined
      const problem = value === undefined ? undefined : refusal(option.parseArg, value)
      if (problem !== undefined) return problem
      continue
    }
    const inner = at.flatMap(({ commands }) => commands)
    const next =
      name === placeholder ? inner.flatMap(withCommands) : inner.filter((one) => one.name() === name)
    if (next.length > 0) {
      at = next
      continue
    }
    const { registeredArguments: slots = [] } = at[0] ?? {}
    const slot = slots[taken] ?? (slots.at(-1)?.variadic ? slots.at(-1) : undefined)
    if (!slot) return `it has no command ${name}, and takes no such word`
    const problem = refusal(slot.parseArg, name)
    if (problem !== undefined) return problem
    taken++
  }
  return undefined
}

/** Why files of a test run are none. */
const missing = (files: readonly string[]): string | undefined => {
  const lost = files.filter((file) => !isPlaceholder(file) && globSync(file).length === 0)
  return lost.length === 0 ? undefined : `there is no ${lost.join(', ')}`
}

async function problemOfScript([first = '', ...words]: readonly string[]): Promise<string | undefined> {
  const script = ['start', 'test'].includes(first) ? first : words.shift()
  if (script === undefined) return undefined
  if (!Object.hasOwn(scripts, script)) return `package.json has no script ${script}`
  const [, file] = /((?:infra|test)\/[\w/.-]+\.ts)/.exec(scripts[script] ?? '') ?? []
  const place = runBy[script] ?? (file?.endsWith('.test.ts') ? file : undefined)
  if (place === undefined)
    return `no test is known that runs the script ${script}: write one, or name the place, in runBy of test/commands.test.ts`
  const ways = [`npm run ${script}`, `npm run --silent ${script}`, `npm ${script}`, file ?? script]
  if (place !== file && !(existsSync(place) && ways.some((way) => readFileSync(place, 'utf8').includes(way))))
    return `${place} does not run the script ${script}: correct runBy of test/commands.test.ts`
  const [separator, ...ours] = words
  if (separator === undefined) return undefined
  if (separator !== '--') return `npm takes ${separator} for itself: put -- before it`
  if (['test', 'test:all'].includes(script)) return missing(ours)
  const command = await commandLineOf(script)
  return command ? problemIn(command, ours) : `the script ${script} takes no options`
}

function problemOfNode(document: string, file: string | undefined): string | undefined {
  if (file === undefined || file.startsWith('.data/')) return undefined // a reader's own
  if (existsSync(file.replace(/^(?:\.\.\/)+/, ''))) return undefined // from a folder of the reader
  const isMade = readFileSync(document, 'utf8').split(file).length > 2 // the document says so elsewhere
  return isMade ? undefined : `there is no ${file}`
}

function problemOfCdk([command, ...words]: readonly string[]): string | undefined {
  if (command !== undefined && !ofCdk.includes(command)) return `cdk ${command} is not in ofCdk`
  const settings = words.flatMap((word, index) =>
    words[index - 1] === '--context' ? [word.split('=')[0] ?? ''] : [],
  )
  const unknown = settings.filter((name) => !settingNames.includes(name))
  return unknown.length === 0 ? undefined : `there is no setting ${unknown.join(', ')}`
}

async function problemOf({ document, program, words }: DocumentedCommand): Promise<string | undefined> {
  const [first, ...others] = words.filter((word) => word !== '--silent')
  if (first === undefined) return undefined
  if (program === 'npm') {
    if (['start', 'test', 'run'].includes(first)) return problemOfScript([first, ...others])
    return ofNpm.includes(first) ? undefined : `npm ${first} is not in ofNpm`
  }
  const isOurs =
    first === 'tasks' || first === packageManifest.name || first.startsWith(`./${packageManifest.name}-`)
  if (isOurs) return problemIn(tasksCommand(), others)
  if (first === 'vitest') return missing(others.filter((word) => word !== 'run'))
  if (first === 'node') return problemOfNode(document, others[0])
  if (first === 'cdk') return problemOfCdk(others)
  return `npx ${first} is known to no branch of problemOf in test/commands.test.ts: add one that checks it`
}

describe('the commands in the documents', () => {
  const commands = documentedCommands()

  it('are found', () => {
    const texts = commands.map(({ document, text }) => `${document}: ${text}`)
    expect(texts).toEqual(
      expect.arrayContaining([
        'CONTRIBUTING.md: npm run bench -- --only load',
        'README.md: npm start',
        'docs/command-line.md: npx tasks completion bash',
      ]),
    )
  })

  it.each([...Map.groupBy(commands, ({ document }) => document)])(
    'of %s are there, with their scripts, words, options and values',
    async (_, all) => {
      const problems = await Promise.all(
        all.map(async (command) => {
          const problem = await problemOf(command)
          return problem === undefined ? [] : [`${command.text}: ${problem}`]
        }),
      )
      expect(problems.flat()).toEqual([])
    },
  )
})

describe('a command that is not there', () => {
  const problem = (text: string) => {
    const [program, ...words] = text.split(' ')
    return problemOf({ document: 'README.md', text, program: program as 'npm' | 'npx', words }) // they begin so
  }

  it.each([
    ['npm run no-such', 'package.json has no script no-such'],
    ['npm run client:build', 'no test is known that runs the script client:build'],
    ['npm run admin account list', 'npm takes account for itself'],
    ['npm run admin -- account vanish', 'it has no command vanish'],
    ['npm run admin -- account list --nam x', 'it has no option --nam'],
    ['npm run admin -- member add --role king', 'Allowed choices are'],
    ['npm run bench -- --only nothing', 'Allowed choices are load'],
    ['npm start -- PORT=1', 'it has no command PORT=1'],
    ['npm test -- test/no-such.test.ts', 'there is no test/no-such.test.ts'],
    ['npm publish', 'npm publish is not in ofNpm'],
    ['npx tasks begin', 'it has no command begin'],
    ['npx cdk deploy --context noSuch=1', 'there is no setting noSuch'],
    ['npx no-such', 'npx no-such is known to no branch of problemOf'],
  ])('%s', async (text, words) => {
    expect(await problem(text)).toContain(words)
  })
})
