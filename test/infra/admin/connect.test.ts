import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { testTableName } from '../../support/table.ts'
import {
  adminProcess as admin,
  failure,
  jsonBy,
  newDataDir,
  processesWith,
  runService,
  startStandIn,
} from './cli.ts'

const adminJson = jsonBy(admin)
const list = ['account', 'list']
const keys = { AWS_ACCESS_KEY_ID: 'AKEY', AWS_SECRET_ACCESS_KEY: 'secret' }

/** Creates an account and returns its id. */
async function create(variables: Record<string, string>, ...options: string[]): Promise<string> {
  const made = await adminJson(variables, 'account', 'create', '--name', 'Ada', ...options)
  return (made as { account: { id: string } }).account.id
}

async function idsIn(variables: Record<string, string>, ...options: string[]): Promise<string[]> {
  const { accounts } = (await adminJson(variables, ...list, ...options)) as { accounts: { id: string }[] }
  return accounts.map(({ id }) => id)
}

/** A data folder of a service that ran, or seems to run, with its engine at this endpoint. */
async function dataDirOf(endpoint: string): Promise<string> {
  const dataDir = newDataDir()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'engine.json'), JSON.stringify({ endpoint, pid: 1 }))
  return dataDir
}

describe('on the data folder', () => {
  it('keeps its data, and leaves no engine running after a success or a failure', async () => {
    const DATA_DIR = newDataDir()
    const id = await create({ DATA_DIR })
    expect(await idsIn({ DATA_DIR })).toEqual([id])
    const unknown = '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'
    expect((await admin({ DATA_DIR }, 'project', 'list', '--account', unknown)).code).toBe(1)
    expect(existsSync(join(DATA_DIR, 'tasks.db'))).toBe(true)
    await expect.poll(() => processesWith(DATA_DIR)).toEqual([])
  })

  it('creates folder and table for a first account, and says so only then', async () => {
    const DATA_DIR = newDataDir()
    const { code, stderr } = await admin({ DATA_DIR }, 'account', 'create', '--name', 'First')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `note: There was no table tasks in ${DATA_DIR}: created a new, empty one.\n`,
    })
    expect(await admin({ DATA_DIR }, ...list)).toMatchObject({ code: 0, stderr: '' })
  })

  it('creates nothing for any other command, because DATA_DIR or TABLE_NAME is mistyped', async () => {
    const DATA_DIR = newDataDir()
    const mistyped = `${DATA_DIR}-mistyped`
    expect(await admin({ DATA_DIR: mistyped }, ...list)).toEqual(
      failure(
        `There is no data in ${mistyped}. DATA_DIR names the folder; account create creates a new one.`,
      ),
    )
    expect(existsSync(mistyped)).toBe(false)
    await create({ DATA_DIR })
    expect(await admin({ DATA_DIR, TABLE_NAME: 'taks' }, ...list)).toEqual(
      failure(`There is no table taks in ${DATA_DIR}. TABLE_NAME names the table.`),
    )
  })

  it('works with several commands at once, even on a new folder', async () => {
    const DATA_DIR = newDataDir()
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ DATA_DIR })))
    expect((await idsIn({ DATA_DIR })).sort()).toEqual(made.sort())
  })

  it('works next to a running service, on the same data', async () => {
    const DATA_DIR = newDataDir()
    const account = await create({ DATA_DIR })
    const { base_url } = await runService(DATA_DIR)
    const of = ['--account', account]
    const [project, token] = (await Promise.all([
      adminJson({ DATA_DIR }, 'project', 'create', ...of, '--label', 'Launch', '--task-quota', '1'),
      adminJson({ DATA_DIR }, 'token', 'create', ...of, '--name', 'Form', '--scopes', 'write'),
    ])) as [{ project: { id: string } }, { token: { secret: string } }]
    const createTask = async () => {
      const headers = { Authorization: `Bearer ${token.token.secret}`, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ projectId: project.project.id, label: 'Call Ada' })
      return (await fetch(`${base_url}/tasks`, { method: 'POST', headers, body })).status
    }
    expect([await createTask(), await createTask()]).toEqual([201, 429])
    await adminJson({ DATA_DIR }, 'project', 'update', project.project.id, ...of, '--task-quota', '2')
    expect(await createTask()).toBe(201)
    expect(await adminJson({ DATA_DIR }, 'project', 'list', ...of)).toMatchObject({
      projects: [{ task_count: 2, task_quota: 2 }],
    })
  })

  it("joins a running service's engine instead of starting its own", async () => {
    const DATA_DIR = await dataDirOf(inject('engineEndpoint'))
    const id = await create({ DATA_DIR, TABLE_NAME: testTableName })
    const there = { DYNAMODB_ENDPOINT: inject('engineEndpoint'), TABLE_NAME: testTableName }
    expect(await idsIn(there)).toContain(id)
    expect(existsSync(join(DATA_DIR, 'tasks.db'))).toBe(false)
  })

  it('starts an engine when the engine of a killed service is gone', async () => {
    const DATA_DIR = await dataDirOf('http://127.0.0.1:9')
    const id = await create({ DATA_DIR })
    expect(await idsIn({ DATA_DIR })).toEqual([id])
  })

  it('ignores an invalid PORT', async () => {
    const variables = { DATA_DIR: newDataDir(), PORT: 'nonsense' }
    const id = await create(variables)
    expect(await idsIn(variables)).toEqual([id])
  })

  it('fails when the folder is a file', async () => {
    const DATA_DIR = newDataDir()
    await writeFile(DATA_DIR, '')
    const make = ['account', 'create', '--name', 'Ada']
    expect(await admin({ DATA_DIR }, ...make)).toEqual(failure(`DATA_DIR: ${DATA_DIR} is not a folder.`))
    const below = join(DATA_DIR, 'below')
    expect(await admin({ DATA_DIR: below }, ...make)).toEqual(failure(`DATA_DIR: ${below} is not a folder.`))
  })

  it('fails when the database file is not a database', async () => {
    const DATA_DIR = newDataDir()
    await mkdir(DATA_DIR)
    await writeFile(join(DATA_DIR, 'tasks.db'), 'nonsense'.repeat(1_000))
    const { code, stdout, stderr } = await admin({ DATA_DIR }, ...list)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const file = join(DATA_DIR, 'tasks.db')
    const engine = 'The DynamoDB engine ended with code 1:'
    expect(stderr).toMatch(
      new RegExp(`^error: ${file} cannot be opened. ${engine} .*not a valid SQLite.*\n$`),
    )
  })
})

describe('on DYNAMODB_ENDPOINT', () => {
  it('works on the table there, and creates it if it is absent', async () => {
    const DATA_DIR = newDataDir()
    const there = {
      DATA_DIR,
      DYNAMODB_ENDPOINT: inject('engineEndpoint'),
      TABLE_NAME: `${testTableName}-by-admin`,
    }
    const id = await create(there)
    expect(await idsIn(there)).toEqual([id])
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('continues when another process was faster to create the table', async () => {
    const standIn = await startStandIn((operation) => {
      if (operation === 'DescribeTable')
        return { status: 400, body: '{"__type":"x#ResourceNotFoundException"}' }
      if (operation === 'CreateTable') return { status: 400, body: '{"__type":"x#ResourceInUseException"}' }
      return { status: 200, body: '{"Items":[],"Count":0}' }
    })
    await create({ DYNAMODB_ENDPOINT: standIn.endpoint })
    const operations = standIn.asked.map(({ operation }) => operation)
    expect(operations).toEqual(['DescribeTable', 'CreateTable', 'PutItem'])
  })

  it('fails when nothing answers there', async () => {
    const ending = await admin({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, ...list)
    expect(ending).toEqual(failure('The DynamoDB at http://127.0.0.1:9 cannot be reached (ECONNREFUSED).'))
  })

  it('fails when it is not a URL', async () => {
    const ending = await admin({ DYNAMODB_ENDPOINT: 'nowhere' }, ...list)
    expect(ending).toEqual(
      failure('DYNAMODB_ENDPOINT must be a URL such as http://localhost:8000, not "nowhere".'),
    )
  })

  it.each([
    [200, '<html>', 'does not answer as a DynamoDB does.'],
    [503, '', 'answers with HTTP status 503.'],
    [400, '{"__type":"x#ValidationException","message":"No."}', 'answers with ValidationException: No.'],
  ])('fails when the answer is %d %s', async (status, body, fault) => {
    const { endpoint } = await startStandIn(() => ({ status, body }))
    const ending = await admin({ DYNAMODB_ENDPOINT: endpoint }, ...list)
    expect(ending).toEqual(failure(`The DynamoDB at ${endpoint} ${fault}`))
  })
})

describe('on AWS', () => {
  /** The settings for AWS at another endpoint, without this machine's own AWS settings. */
  const awsAt = (endpoint: string) => ({
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: '/nowhere',
  })
  const aws = (table: string) => ['--table', table, '--region', 'eu-west-1']

  it('works on the table of that name, regardless of the data on this machine', async () => {
    const DATA_DIR = newDataDir()
    const there = { ...awsAt(inject('engineEndpoint')), ...keys, DATA_DIR, DYNAMODB_ENDPOINT: 'nowhere' }
    const id = await create(there, ...aws(testTableName))
    expect(await idsIn(there, ...aws(testTableName))).toContain(id)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('reads credentials from a profile, and the region from AWS_REGION', async () => {
    const { endpoint, asked } = await startStandIn(() => ({ status: 200, body: '{"Items":[],"Count":0}' }))
    const folder = dirname(newDataDir())
    const file = join(folder, 'credentials')
    await writeFile(file, '[ops]\naws_access_key_id = OPSKEY\naws_secret_access_key = secret\n')
    const profile = { AWS_PROFILE: 'ops', AWS_SHARED_CREDENTIALS_FILE: file, AWS_REGION: 'eu-north-1' }
    expect(await idsIn({ ...awsAt(endpoint), ...profile }, '--table', 'tasks')).toEqual([])
    const query = {
      operation: 'Query',
      authorization: expect.stringMatching(/Credential=OPSKEY\/\d{8}\/eu-north-1\/dynamodb\//) as string,
    }
    expect(asked).toEqual([query, query]) // the accounts, and those that are not deleted completely
  })

  it('creates no table, and fails when there is none', async () => {
    const there = { ...awsAt(inject('engineEndpoint')), ...keys }
    const absent = failure('The table absent in eu-west-1 does not exist.')
    expect(await admin(there, ...list, ...aws('absent'))).toEqual(absent)
    expect(await admin(there, ...list, ...aws('absent'))).toEqual(absent)
  })

  it('fails without credentials', async () => {
    const ending = await admin(awsAt('http://127.0.0.1:9'), ...list, ...aws('tasks'))
    expect(ending).toEqual(
      failure(
        'There are no AWS credentials: name a profile with AWS_PROFILE, or set AWS_ACCESS_KEY_ID and ' +
          'AWS_SECRET_ACCESS_KEY (Could not load credentials from any providers).',
      ),
    )
  })

  it('fails when AWS refuses', async () => {
    const body = '{"__type":"x#AccessDeniedException","Message":"Ada may not query."}'
    const { endpoint } = await startStandIn(() => ({ status: 400, body }))
    const ending = await admin({ ...awsAt(endpoint), ...keys }, ...list, ...aws('tasks'))
    expect(ending).toEqual(failure('AWS refuses these credentials: Ada may not query.'))
  })

  it('fails when nothing answers', async () => {
    const ending = await admin({ ...awsAt('http://127.0.0.1:9'), ...keys }, ...list, ...aws('tasks'))
    expect(ending).toEqual(failure('The table tasks in eu-west-1 cannot be reached (ECONNREFUSED).'))
  })
})
