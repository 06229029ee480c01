import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import packageManifest from '../../../package/package.json' with { type: 'json' }
import { tasksCommand } from '../../../infra/tasks/command.ts'
import { listenHere } from '../../harness/listen.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { freePort } from '../../support/free-port.ts'

const root = resolve(import.meta.dirname, '../../..')
const needed = packageManifest.optionalDependencies

/** Where the machine has a Node of its own, which may be older than the one of this project. */
const others = String(process.env.PATH)
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules') && existsSync(join(folder, 'node')))
  .slice(0, 1)

const nodes = [dirname(process.execPath), ...others]

/** A folder in which the package is installed, with the project's own copies of what npm would install beside it. */
const folder = newTempFolder()
const installed = join(folder, 'node_modules', packageManifest.name)

/** Runs a command in that folder by the Node of another one. */
function run(node: string, file: string, args: string[], variables: Record<string, string> = {}) {
  const env = { PATH: `${node}${delimiter}${String(process.env.PATH)}`, HOME: folder, ...variables }
  const options = { cwd: folder, env, timeout: 300_000 }
  return new Promise<{ code: number | string; stdout: string; stderr: string }>((done) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      done({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

const tasks = (node: string, args: string[], variables?: Record<string, string>) =>
  run(node, 'node_modules/.bin/tasks-api', args, variables)

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', './package', '--silent', '--pack-destination', folder],
    { cwd: root },
  )
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  const file = stdout.trim().split('\n').at(-1) ?? ''
  await run(nodes[0] ?? '', 'tar', [
    '-xzf',
    file,
    '-C',
    'node_modules',
    `--transform=s/^package/${packageManifest.name}/`,
  ])
  symlinkSync(
    join('..', packageManifest.name, packageManifest.bin),
    join(folder, 'node_modules/.bin/tasks-api'),
  )
  for (const name of Object.keys(needed)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
}, 400_000) // it also builds the documentation

describe('the npm package', () => {
  it('has the name of the repository, and needs what this project was tested with', () => {
    expect(packageManifest.name).toBe(manifest.name)
    const own = { ...manifest.optionalDependencies, ...manifest.devDependencies } as Record<string, string>
    for (const [name, version] of Object.entries(needed))
      expect({ name, version: own[name] }).toEqual({ name, version })
  })

  it('brings everything else, and its licence', () => {
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'))
    expect(existsSync(join(installed, 'node_modules'))).toBe(false)
    expect(packageManifest).not.toHaveProperty('dependencies')
  })

  it.each(nodes)(
    'starts, is complete, and keeps its data: the Node in %s',
    async (node) => {
      const variables = { PORT: String(await freePort()), DATA_DIR: '', READY_WITHIN_S: '120' }
      const { code, stdout, stderr } = await run(node, join(root, '.ci/try-package'), [folder], variables)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^It keeps its data\.$/m)
    },
    300_000,
  )

  it.each(nodes)('has the commands of one machine by its own name: the Node in %s', async (node) => {
    const { code, stdout, stderr } = await tasks(node, ['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of tasksCommand().commands.map((one) => one.name()))
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
    expect(stdout).not.toMatch(/npx tasks\b(?!-)|npm /)
    expect(await tasks(node, ['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
    const doctor = await tasks(node, ['doctor'])
    expect(doctor).toMatchObject({ code: 0, stderr: '' })
    expect(doctor.stdout).toMatch(/^ok {7}Engine {7}dynoxide /m)
  })

  it.each(nodes)('backs its data up and restores it: the Node in %s', async (node) => {
    const DATA_DIR = newTempFolder()
    const made = await tasks(node, ['admin', 'account', 'create', '--name', 'Ada'], { DATA_DIR })
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('note') as string })
    const file = join(newTempFolder(), 'backup.gz')
    expect(await tasks(node, ['admin', 'backup', '--out', file], { DATA_DIR })).toMatchObject({
      code: 0,
      stderr: '',
    })
    const restored = { DATA_DIR: join(newTempFolder(), 'data') }
    expect(await tasks(node, ['admin', 'restore', '--from', file], restored)).toMatchObject({
      code: 0,
      stderr: '',
    })
    const { stdout } = await tasks(node, ['admin', 'account', 'list', '--json'], restored)
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ name: 'Ada' }] })
  })

  it.each(nodes)('says how to take another port: the Node in %s', async (node) => {
    const server = createServer()
    const port = Number((await listenHere(server)).split(':')[1])
    const taken = await tasks(node, ['start'], { PORT: String(port), DATA_DIR: newTempFolder() })
    server.close()
    expect(taken).toEqual({
      code: 1,
      stdout: '',
      stderr: `tasks-api: Port ${port} is taken. Choose another: PORT=${port + 1} npx tasks-api start\n`,
    })
  })

  it('looks for another engine where its own is not installed, and brings what Java runs', async () => {
    const elsewhere = newTempFolder()
    cpSync(installed, join(elsewhere, 'tasks-api'), { recursive: true })
    const program = join(elsewhere, 'tasks-api', packageManifest.bin)
    // a Java that says which of the files that it gets is there
    const java = join(elsewhere, 'bin/java')
    mkdirSync(dirname(java))
    writeFileSync(java, '#!/bin/sh\nfor one; do [ ! -f "$one" ] || echo "${one##*/}" >&2; done; exit 7\n', {
      mode: 0o755,
    })
    writeFileSync(join(elsewhere, 'DynamoDBLocal.jar'), '')
    const variables = {
      PATH: '/bin',
      JAVA_HOME: elsewhere,
      DYNAMODB_LOCAL: elsewhere,
      DATA_DIR: newTempFolder(),
    }
    const { code, stderr } = await run('', process.execPath, [program, 'start'], variables)
    expect(code).toBe(1)
    expect(stderr).toContain('ended with code 7: OnLoopback.java\n')
  })
})
