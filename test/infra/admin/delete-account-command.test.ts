import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { leftOnAws } from '../../../infra/admin/deletion/left.ts'
import { openTable, useTable } from '../../../lib/table/table.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { admin, adminJson, failure, misuse, newDataDir, startStandIn } from './cli.ts'

const newAccount = async (DATA_DIR: string, name: string) => {
  const { account } = (await adminJson({ DATA_DIR }, 'account', 'create', '--name', name)) as {
    account: { id: string }
  }
  return account.id
}

describe('account delete', () => {
  it('asks for the name, counts without deleting, and says what it did and what is left', async () => {
    const DATA_DIR = newDataDir()
    const other = await newAccount(DATA_DIR, 'Grace')
    const id = await newAccount(DATA_DIR, "Ada's team")
    await adminJson({ DATA_DIR }, 'project', 'create', '--account', id, '--label', 'Launch')
    const command = ['account', 'delete', id]
    expect(await admin({ DATA_DIR }, ...command)).toEqual(
      misuse("there is no terminal to ask: give the account's name with --confirm"),
    )
    expect(await admin({ DATA_DIR }, ...command, '--confirm', 'ada')).toEqual(
      failure('That is not the name of the account: nothing was deleted.'),
    )
    const items = { account: 1, 'projects and their counts': 2 }
    const account = { id, name: "Ada's team" }
    expect(await adminJson({ DATA_DIR }, ...command, '--dry-run')).toEqual({ dry_run: true, account, items })
    const { code, stdout, stderr } = await admin({ DATA_DIR }, ...command, '--confirm', "Ada's team")
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain("Deleted Ada's team: 2 items\n  projects and their counts: 2\n")
    expect(stdout).toContain('free pages of tasks.db')
    expect(await admin({ DATA_DIR }, ...command, '--confirm', "Ada's team")).toEqual(
      failure('There is no such account: account list shows all.'),
    )
    expect(await adminJson({ DATA_DIR }, 'account', 'list')).toMatchObject({ accounts: [{ id: other }] })
  })

  it('is finished by a second run after a kill in the middle, and account list says that it is open', async () => {
    const DATA_DIR = newDataDir()
    const id = await newAccount(DATA_DIR, 'Ada')
    for (const label of ['One', 'Two', 'Three'])
      await adminJson({ DATA_DIR }, 'project', 'create', '--account', id, '--label', label)
    const slowly = ['account', 'delete', id, '--confirm', 'Ada', '--units', '1']
    const child = spawn(process.execPath, ['infra/admin/main.ts', ...slowly], {
      env: { PATH: process.env.PATH, ...compileCache, DATA_DIR },
      stdio: 'ignore',
    })
    const note = `note: Ada is not deleted completely: account delete ${id}\n`
    await expect
      .poll(async () => (await admin({ DATA_DIR }, 'account', 'list')).stderr, { timeout: 60_000 })
      .toBe(note)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await admin({ DATA_DIR }, 'account', 'list')).stderr).toBe(note)
    const { code, stderr } = await admin({ DATA_DIR }, 'account', 'delete', id, '--confirm', 'Ada')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await admin({ DATA_DIR }, 'account', 'list')).toMatchObject({ stderr: '' })
  })
})

describe('what is left on AWS', () => {
  const deletedAt = new Date('2026-11-26T12:00:00.000Z')
  const answers: Record<string, object> = {
    DescribeContinuousBackups: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 7 },
      },
    },
    ListBackups: {
      BackupSummaries: [
        { BackupName: 'by hand', BackupType: 'USER', BackupArn: 'arn:1' },
        { BackupName: 'nightly', BackupType: 'AWS_BACKUP', BackupExpiryDateTime: 1_797_000_000 },
      ],
    },
    DescribeTable: { Table: { TableArn: 'arn:aws:dynamodb:eu-west-1:1:table/tasks' } },
    ListExports: { ExportSummaries: [{ ExportArn: 'arn:export' }] },
    DescribeExport: { ExportDescription: { S3Bucket: 'analysis', S3Prefix: 'november' } },
  }

  async function leftAfter(refused: readonly string[] = []) {
    const { endpoint } = await startStandIn((operation) =>
      refused.includes(operation)
        ? { status: 400, body: '{"__type":"AccessDeniedException","message":"not allowed"}' }
        : { status: 200, body: JSON.stringify(answers[operation]) },
    )
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    useTable(openTable('tasks', { endpoint, region: 'local', credentials }))
    return leftOnAws(deletedAt)
  }

  it('names each place, and until when', async () => {
    const left = new Map((await leftAfter()).map(({ where, until }) => [where, until]))
    expect(left.get('point-in-time recovery')).toBe('2026-12-03T12:00:00.000Z')
    expect(left.get('backup by hand')).toBeNull()
    expect(left.get('backup nightly')).toBe(new Date(1_797_000_000_000).toISOString())
    expect(left.get('export s3://analysis/november')).toBeNull()
    expect(left.get('stream of the table')).toBe('2026-11-27T12:00:00.000Z')
    expect(left.get('bucket of failed batches')).toBe('2026-12-27T12:00:00.000Z')
    expect(left.get('queues of failed messages')).toBe('2026-12-10T12:00:00.000Z')
  })

  it('says what AWS does not tell, instead of failing', async () => {
    const left = await leftAfter(['ListBackups', 'ListExports'])
    const silent = left.filter(({ note }) => note.startsWith('AWS does not tell: AccessDeniedException'))
    expect(silent.map(({ where }) => where)).toEqual(['backups', 'exports'])
  })
})
