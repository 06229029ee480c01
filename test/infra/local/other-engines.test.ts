import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findDynoxide } from '../../../infra/local/find-engine.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { tasks } from '../tasks/run.ts'
import { create, inDataDir, labels, start, withDataDir } from './service-process.ts'

withDataDir()

const hiding = `--import ${join(import.meta.dirname, 'hide-engine.ts')}`

let bin = ''
let variables: Record<string, string> = {}

/** Puts a program on the PATH. */
const installed = {
  dynoxide: () => {
    symlinkSync(findDynoxide(), join(bin, 'dynoxide'))
  },
  /** A Java that writes down its arguments, and runs dynoxide at the address and on the folder that they name. */
  java: () => {
    const script = `#!/bin/sh
printf '%s\\n' "$@" >"${bin}/arguments"
printf '%s' "$DDB_LOCAL_TELEMETRY" >"${bin}/telemetry"
shift 3
exec "${findDynoxide()}" --host "$2" --port "$4" --db-path "$6/shared-local-instance.db"
`
    writeFileSync(join(bin, 'java'), script, { mode: 0o755 })
    const folder = join(bin, 'local')
    mkdirSync(folder)
    writeFileSync(join(folder, 'DynamoDBLocal.jar'), '')
    variables.DYNAMODB_LOCAL = folder
  },
}

// a machine with nothing but cat, which ends the engine with the service
beforeEach(() => {
  bin = newTempFolder()
  symlinkSync('/bin/cat', join(bin, 'cat'))
  variables = { PATH: bin, HOME: bin, NODE_OPTIONS: hiding }
})

describe('npm start without the packaged engine', () => {
  it('ends with three lines and code 1 if there is no other', async () => {
    const service = start(variables)
    expect(await service.exited).toEqual([1, null])
    const lines = service.complaint().trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain(
      `tasks-api: There is no DynamoDB engine for ${process.platform}-${process.arch}: `,
    )
    expect(service.complaint()).not.toContain(' at ')
  })

  it('runs dynoxide on the PATH, which keeps a task beyond a stop', async () => {
    installed.dynoxide()
    const service = start(variables)
    await create(await service.ready(), 'Kept')
    await service.stop()
    expect(await labels(await start(variables).ready())).toContain('Kept')
  })

  it('runs DynamoDB Local, with a file in the data folder, for this machine alone', async () => {
    installed.java()
    const service = start(variables)
    await create(await service.ready(), 'Kept')
    const { endpoint } = JSON.parse(await readFile(inDataDir('engine.json'), 'utf8')) as { endpoint: string }
    const { hostname, port } = new URL(endpoint)
    const folder = variables.DYNAMODB_LOCAL ?? ''
    const given = await readFile(join(bin, 'arguments'), 'utf8')
    expect(hostname).toMatch(/^127\./)
    expect(given.trimEnd().split('\n')).toEqual([
      `-Djava.library.path=${folder}/DynamoDBLocal_lib`,
      ...['-cp', `${folder}/DynamoDBLocal.jar:${folder}/DynamoDBLocal_lib/*`],
      ...[join(process.cwd(), 'infra/local/OnLoopback.java'), hostname],
      ...['-port', port, '-dbPath', inDataDir(), '-sharedDb', '-disableTelemetry'],
      ...['-cors', 'https://nobody.invalid'],
    ])
    expect((await stat(inDataDir('shared-local-instance.db'))).mode & 0o077).toBe(0)
    expect(await readFile(join(bin, 'telemetry'), 'utf8')).toBe('0')
    expect(await service.stop()).toEqual([0, null])
    expect(service.complaint()).toBe('')
    expect(await labels(await start(variables).ready())).toContain('Kept')
  })

  it('runs the engine that has the folder’s data, and no other beside it', async () => {
    installed.java()
    const service = start(variables)
    await service.ready()
    await service.stop()
    installed.dynoxide()
    const { NODE_OPTIONS, DYNAMODB_LOCAL = '', ...others } = variables
    const refused = start({ ...others, NODE_OPTIONS: String(NODE_OPTIONS) })
    expect(await refused.exited).toEqual([1, null])
    expect(refused.complaint()).toBe(
      `tasks-api: ${inDataDir('shared-local-instance.db')} is a file of DynamoDB Local, which is not installed: ` +
        'install a JDK and DynamoDB Local, and set DYNAMODB_LOCAL to its folder, or choose another folder with DATA_DIR.\n',
    )
    await start({ ...others, DYNAMODB_LOCAL }).ready()
  })

  it('says in words that DynamoDB Local cannot be started', async () => {
    installed.java()
    writeFileSync(join(bin, 'java'), '#!/bin/sh\necho "No JDK here." >&2\nexit 3\n', { mode: 0o755 })
    const service = start(variables)
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toBe(
      `tasks-api: ${inDataDir()} cannot be opened. The DynamoDB engine ended with code 3: No JDK here.\n`,
    )
  })
})

describe('the other commands without the packaged engine', () => {
  const run = (...args: string[]) =>
    tasks(args, { ...variables, PATH: `${bin}:/bin:/usr/bin`, DATA_DIR: inDataDir() })

  it('work on the data of DynamoDB Local, while no service runs, and say how to back it up', async () => {
    installed.java()
    expect((await run('admin', 'account', 'create', '--name', 'Ada')).code).toBe(0)
    expect((await run('admin', 'account', 'list')).stdout).toContain('Ada')
    const backup = await run('admin', 'backup', '--out', join(bin, 'backup'))
    expect(backup.code).toBe(1)
    expect(backup.stderr).toContain(`stop the service and copy ${inDataDir()} instead`)
  })

  it('tasks doctor names the engine', async () => {
    installed.java()
    const found = await run('doctor')
    expect(found.stdout).toMatch(/^ok {7}Engine {7}DynamoDB Local, /m)
  })
})
