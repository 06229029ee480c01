import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { admin, misuse, madeTable, newDataDir } from './cli.ts'

const id = '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'
const verbs = {
  account: ['create', 'list', 'update', 'export', 'import'],
  project: ['create', 'list', 'update'],
  token: ['create', 'list', 'revoke'],
}
/** The commands that stand alone. */
const alone = ['backup', 'restore', 'replay-batches']
/** A folder that is never created, because no command here gets as far as the data. */
const nowhere = { DATA_DIR: join(tmpdir(), randomUUID()) }

const groups = Object.entries(verbs)

describe.concurrent('--help', () => {
  const explain = async (...command: string[]) => {
    const { code, stdout, stderr } = await admin(nowhere, ...command, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // the usage, a description, and the options that every command has
    expect(stdout).toMatch(
      new RegExp(`^Usage: ${['npm run admin --', ...command].join(' ')} .*\n\n[A-Z].*\\.\n`),
    )
    expect(stdout).toMatch(/^ {2}--json .*\n {2}--table <name> .*\n {2}--region <region> /m)
    return stdout
  }

  it('explains the whole command line', async () => {
    const stdout = await explain()
    for (const noun of [...Object.keys(verbs), ...alone])
      expect(stdout).toMatch(new RegExp(`^ {2}${noun} .*[A-Z]`, 'm'))
  })

  it.each(groups)('explains %s', async (noun, its) => {
    const stdout = await explain(noun)
    for (const verb of its) expect(stdout).toMatch(new RegExp(`^ {2}${verb} .* [A-Z]`, 'm'))
  })

  it.each(alone)('explains %s', async (noun) => {
    await explain(noun)
  })

  it('names every scope', async () => {
    expect(await explain('token', 'create')).toMatch(
      /choices: "read",\s*"write",\s*"delete",\s*"admin",\s*"hooks"/,
    )
  })

  it.each(groups.flatMap(([noun, its]) => its.map((verb) => [noun, verb] as const)))(
    'explains %s %s',
    async (noun, verb) => {
      await explain(noun, verb)
    },
  )
})

describe.concurrent('a command with wrong usage ends with 2, says why and does nothing', () => {
  it.each([
    ['account lst', "unknown command 'lst'\n(Did you mean list?)"],
    ['account list extra', "too many arguments for 'list'. Expected 0 arguments but got 1: extra."],
    ['account list --jsn', "unknown option '--jsn'\n(Did you mean --json?)"],
    ['account create', "required option '--name <name>' not specified"],
    ['account create --name', "option '--name <name>' argument missing"],
    [
      'account create --name=',
      "option '--name <name>' argument '' is invalid. It must contain at least one visible character.",
    ],
    [
      'account create --name Ada --plan gold',
      "option '--plan <plan>' argument 'gold' is invalid. Allowed choices are pro, free.",
    ],
    [
      'account create --name Ada --task-quota many',
      "option '--task-quota <number>' argument 'many' is invalid. It must be a whole number from 0 to 1000000000.",
    ],
    ['account update', "missing required argument 'id'"],
    [
      'account update x --name Ada',
      "command-argument value 'x' is invalid for argument 'id'. It must be a UUID.",
    ],
    [`account export --account ${id}`, "required option '--out <file>' not specified"],
    [`account import --account ${id}`, "required option '--from <file>' not specified"],
    ['account import --from x', "required option '--account <id>' not specified"],
    ['backup', "required option '--out <file>' not specified"],
    ['restore', "required option '--from <file>' not specified"],
    ['project list', "required option '--account <id>' not specified"],
    ['project list --account x', "option '--account <id>' argument 'x' is invalid. It must be a UUID."],
    [`project create --account ${id}`, "required option '--label <label>' not specified"],
    [`token create --account ${id} --name Form`, "required option '--scopes <list>' not specified"],
    [
      `token create --account ${id} --name Form --scopes reed`,
      "option '--scopes <list>' argument 'reed' is invalid. It must be a list of read, write, delete, admin, hooks, such as read,write.",
    ],
    [
      `token create --account ${id} --name Form --scopes read --expires-in 5w`,
      "option '--expires-in <duration>' argument '5w' is invalid. It must be a duration such as 90d, 12h, 15m or 30s.",
    ],
    [
      `token create --account ${id} --name Form --scopes read --projects x`,
      "option '--projects <ids>' argument 'x' is invalid. It must be a UUID.",
    ],
    [
      `token revoke x --account ${id}`,
      "command-argument value 'x' is invalid for argument 'id'. It must be a UUID.",
    ],
    ['account list --table tasks', "option '--table' needs '--region' (or AWS_REGION)"],
    ['account list --region eu-west-1', "option '--region' needs '--table'"],
  ])('%s', async (line, message) => {
    expect(await admin(nowhere, ...line.split(' '))).toEqual(misuse(message))
    expect(existsSync(nowhere.DATA_DIR)).toBe(false)
  })

  it.each([[[]], [['token']]])('%j without a command prints the help to stderr', async (args) => {
    const { code, stdout, stderr } = await admin(nowhere, ...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Usage: npm run admin -- /)
  })
})

it('does not fail when the reader of its output ends early', async () => {
  const DATA_DIR = newDataDir()
  const child = spawn(
    '/bin/sh',
    ['-c', `'${process.execPath}' infra/admin/main.ts account create --name Ada | true`],
    {
      env: { PATH: process.env.PATH, DATA_DIR },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  expect(await text(child.stderr)).toMatch(madeTable)
})
