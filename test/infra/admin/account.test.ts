import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAccount, findAccount } from '../../../lib/tokens/account.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { newTenant } from '../../support/tenant.ts'
import { admin, adminJson, failure, misuse, testEngine, startStandIn } from './cli.ts'

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
const unknown = '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'

/** The settings for a new table, without accounts. */
const newTable = () => ({ ...testEngine, TABLE_NAME: `accounts-${randomUUID()}` })

interface AccountDocument {
  account: { id: string; created_at: string }
}

const create = async (variables: Record<string, string>, ...options: string[]) =>
  (await adminJson(variables, 'account', 'create', ...options)) as AccountDocument

describe('account create', () => {
  it('creates an account with the given options', async () => {
    const options = [
      '--plan',
      'free',
      '--task-quota',
      '0',
      '--rate-limit',
      '60',
      '--time-zone',
      'Europe/Berlin',
      '--history-days',
      '0',
    ]
    expect(await create(testEngine, '--name', ' Ada ', ...options)).toStrictEqual({
      account: {
        ...{ id: uuid, name: 'Ada', plan: 'free', task_quota: 0, rate_limit: 60 },
        ...{ time_zone: 'Europe/Berlin', history_days: 0, created_at: time },
      },
    })
  })

  it('creates a Pro account with 10,000 tasks per project by default', async () => {
    expect(await create(testEngine, '--name', 'Ada')).toStrictEqual({
      account: {
        id: uuid,
        name: 'Ada',
        plan: 'pro',
        task_quota: 10_000,
        rate_limit: 3_000,
        time_zone: null,
        history_days: 40,
        created_at: time,
      },
    })
  })

  it('prints all fields as text', async () => {
    const { code, stdout, stderr } = await admin(testEngine, 'account', 'create', '--name', "Ada's team")
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^ID {12}[0-9a-f-]{36}\nName {10}Ada's team\nPlan {10}pro\nTask quota {4}10000\nRequests\/min {2}3000\nTime zone {5}\(none\)\nHistory days {2}40\nCreated {7}\S{10} \S{8} UTC\n$/,
    )
  })
})

describe('account list', () => {
  it('lists all accounts, oldest first', async () => {
    const table = newTable()
    const accounts: unknown[] = []
    for (const name of ['Zoe', 'Ada', 'Max']) accounts.push((await create(table, '--name', name)).account)
    expect(await adminJson(table, 'account', 'list')).toStrictEqual({ accounts })
  })

  it('prints a table in which no name can control the terminal or break lines', async () => {
    const table = newTable()
    const names = [
      { name: '\u001b[31mRed\nand \u202eturned', shown: '\\u001b[31mRed\\u000aand \\u202eturned'.padEnd(60) },
      { name: '日本語', shown: `日本語${' '.repeat(54)}` }, // each character takes two columns
      { name: 'x'.repeat(500), shown: `${'x'.repeat(59)}…` },
    ]
    let lines = `ID${' '.repeat(36)}NAME${' '.repeat(58)}PLAN  TASK QUOTA  REQUESTS/MIN  TIME ZONE  HISTORY DAYS  CREATED\n`
    for (const { name, shown } of names) {
      const { id, created_at } = (await create(table, '--name', name)).account
      const created = `${created_at.slice(0, 10)} ${created_at.slice(11, 19)} UTC`
      lines += `${id}  ${shown}  pro        10000          3000  (none)               40  ${created}\n`
    }
    expect(await admin(table, 'account', 'list')).toEqual({ code: 0, stdout: lines, stderr: '' })
  })

  it('says that there are no accounts', async () => {
    const { endpoint } = await startStandIn(() => ({
      status: 200,
      body: '{"Table":{},"Items":[],"Count":0}',
    }))
    const table = { DYNAMODB_ENDPOINT: endpoint }
    expect(await adminJson(table, 'account', 'list')).toStrictEqual({ accounts: [] })
    const stdout = 'There is no account yet.\n'
    expect(await admin(table, 'account', 'list')).toEqual({ code: 0, stdout, stderr: '' })
  })
})

describe('account update', () => {
  it.each([
    [['--name', 'Grace'], { name: 'Grace' }],
    [['--plan', 'free'], { plan: 'free' }],
    [['--task-quota', '7'], { task_quota: 7 }],
    [['--rate-limit', '6000'], { rate_limit: 6_000 }],
    [['--time-zone', 'Asia/Kolkata'], { time_zone: 'Asia/Kolkata' }],
    [['--history-days', '400'], { history_days: 400 }],
    [
      ['--name', 'Grace', '--plan', 'free', '--task-quota', '0'],
      { name: 'Grace', plan: 'free', task_quota: 0 },
    ],
  ])('with %j changes only that, permanently', async (options, change) => {
    await newTenant() // opens the table for this process
    const storage = openStorage(Date.now() + 10_000)
    const account = await createAccount(storage, { name: 'Ada' })
    const changed = { ...account, ...change }
    expect(await adminJson(testEngine, 'account', 'update', account.id, ...options)).toStrictEqual({
      account: changed,
    })
    expect(await findAccount(storage, account.id)).toStrictEqual(changed)
  })

  it('blocks the API for an account that leaves the Pro plan', async () => {
    const tenant = await newTenant()
    const options = ['account', 'update', tenant.accountId, '--plan', 'free']
    expect((await admin(testEngine, ...options)).code).toBe(0)
    expect((await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)).body).toMatchObject({
      error: { code: 'plan_required' },
    })
  })

  it('fails when there is no such account', async () => {
    const ending = await admin(testEngine, 'account', 'update', unknown, '--name', 'Grace', '--json')
    expect(ending).toEqual(failure('There is no such account: account list shows all.'))
  })

  it('needs something to change', async () => {
    const ending = await admin(testEngine, 'account', 'update', unknown, '--json')
    expect(ending).toEqual(
      misuse(
        'nothing to change: give --name, --plan, --task-quota, --rate-limit, --time-zone or --history-days',
      ),
    )
  })
})
