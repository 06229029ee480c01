import {
  DescribeContinuousBackupsCommand,
  DescribeExportCommand,
  DescribeTableCommand,
  ListBackupsCommand,
  ListExportsCommand,
  type BackupSummary,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { keptDays } from '../../../lib/table/kept-elsewhere.ts'
import { table } from '../../../lib/table/table.ts'
import { toTime, toCell } from '../output.ts'

/** A place outside the table that still has something of a deleted account. */
export interface Left {
  where: string
  /** When it is gone by itself, as an ISO time; null if somebody must delete it. */
  until: string | null
  note: string
}

const dayMs = 24 * 60 * 60 * 1000

const inDays = (deletedAt: Date, days: number): string =>
  new Date(deletedAt.getTime() + days * dayMs).toISOString()

/** Asks AWS for something of a table. What it refuses to tell is said, because the account is deleted already. */
async function asked(where: string, ask: () => Promise<Left[]>): Promise<Left[]> {
  try {
    return await ask()
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return [{ where, until: null, note: `AWS does not tell: ${name}: ${message}` }]
  }
}

type Client = Pick<DynamoDBClient, 'send'>

async function recoveryOf(client: Client, TableName: string, deletedAt: Date): Promise<Left[]> {
  const { ContinuousBackupsDescription: found } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const { PointInTimeRecoveryStatus: status, RecoveryPeriodInDays: days = 35 } =
    found?.PointInTimeRecoveryDescription ?? {}
  if (status !== 'ENABLED') return []
  return [
    {
      where: 'point-in-time recovery',
      until: inDays(deletedAt, days),
      note: 'a restore of a time before the deletion brings the account back: delete it again then',
    },
  ]
}

async function backupsOf(client: Client, TableName: string): Promise<Left[]> {
  const backups: BackupSummary[] = []
  let after: string | undefined
  do {
    const page = await client.send(
      new ListBackupsCommand({ TableName, BackupType: 'ALL', ExclusiveStartBackupArn: after }),
    )
    backups.push(...(page.BackupSummaries ?? []))
    after = page.LastEvaluatedBackupArn
  } while (after)
  return backups.map(({ BackupName = '', BackupType, BackupExpiryDateTime, BackupArn }) => ({
    where: `backup ${BackupName}`,
    until: BackupExpiryDateTime?.toISOString() ?? null,
    note: `${BackupType ?? ''} ${BackupArn ?? ''}`.trim(),
  }))
}

async function exportsOf(client: Client, TableName: string): Promise<Left[]> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  const left: Left[] = []
  let after: string | undefined
  do {
    const page = await client.send(
      new ListExportsCommand({ TableArn: Table?.TableArn, ...(after !== undefined && { NextToken: after }) }),
    )
    for (const { ExportArn } of page.ExportSummaries ?? []) {
      const { ExportDescription: found } = await client.send(new DescribeExportCommand({ ExportArn }))
      left.push({
        where: `export s3://${found?.S3Bucket ?? ''}/${found?.S3Prefix ?? ''}`,
        until: null,
        note: 'until the bucket deletes it',
      })
    }
    after = page.NextToken
  } while (after)
  return left
}

/** What has something of an account that was deleted from a table on AWS. */
export async function leftOnAws(deletedAt: Date): Promise<Left[]> {
  const { client, name } = table()
  const after = (days: number) => inDays(deletedAt, days)
  return [
    ...(await asked('point-in-time recovery', () => recoveryOf(client, name, deletedAt))),
    ...(await asked('backups', () => backupsOf(client, name))),
    ...(await asked('exports', () => exportsOf(client, name))),
    {
      where: 'copies of backups in another vault (setting backupVaultArn)',
      until: after(keptDays.copies),
      note: `if backupRetentionDays is ${keptDays.copies}`,
    },
    { where: 'stream of the table', until: after(keptDays.stream), note: 'its changes, with the items' },
    {
      where: 'bucket of failed batches',
      until: after(keptDays.stream + keptDays.failedBatches),
      note: 'only if batches have failed',
    },
    { where: 'queue of deliveries', until: after(keptDays.messages), note: 'ids only' },
    { where: 'queues of failed messages', until: after(keptDays.failedMessages), note: 'ids only' },
    {
      where: 'logs',
      until: after(keptDays.logs),
      note: `ids only; if logRetentionDays is ${keptDays.logs}`,
    },
  ]
}

/** The same for a table on one machine. */
export const leftHere: readonly Left[] = [
  { where: 'backups and exports', until: null, note: 'the files that you keep' },
  {
    where: 'free pages of tasks.db',
    until: null,
    note: 'until SQLite writes over them; with the service stopped, sqlite3 tasks.db VACUUM takes them away',
  },
  { where: 'journal or log of the service', until: null, note: 'ids only, as long as you keep it' },
]

/** What has left the service before: nobody can take it back from here. */
export const leftWithOthers: Left = {
  where: 'receivers of webhooks, files of exports, mirrors of the change feed',
  until: null,
  note: 'what they got before the deletion',
}

/** The places for people, one a line. */
export const textOfLeft = (left: readonly Left[]): string =>
  left
    .map(({ where, until, note }) => {
      const when = until === null ? '' : `until ${toTime(until)}; `
      return `  ${toCell(where, Infinity)}: ${when}${toCell(note, Infinity)}`
    })
    .join('\n')
