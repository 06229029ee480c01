import { openTable, table, useTable } from '../../lib/store/client.ts'
import { openStorage, type Storage } from '../../lib/store/send.ts'
import { createTableIfAbsent } from '../local/create-table.ts'
import { findRunningEngine, openDataDir } from '../local/data-dir.ts'
import { readSettings } from '../local/settings.ts'
import { explain } from '../local/explain.ts'

/** A table on AWS. */
export interface AwsTable {
  name: string
  region: string
}

const commandTimeoutMs = 60_000

/** Makes the table where there is none, and says so: a setting may be mistyped. */
async function createTable(tableName: string, place: string): Promise<void> {
  if (!(await createTableIfAbsent(table().client, tableName))) return
  process.stderr.write(`note: There was no table ${tableName} in ${place}: made one.\n`)
}

/** Does some work on the storage of this machine, as the environment's settings have it. */
async function workLocally<T>(work: () => Promise<T>): Promise<T> {
  // a command listens on no port
  const { dataDir, tableName, endpoint } = readSettings({ ...process.env, PORT: '0' })
  const engine: { endpoint: string; stop?: () => Promise<void> } =
    endpoint === undefined
      ? ((await findRunningEngine(dataDir)) ?? (await openDataDir(dataDir)))
      : { endpoint }
  try {
    // the environment is how the service finds its table, credentials included: so this finds the same one
    process.env.DYNAMODB_ENDPOINT = engine.endpoint
    process.env.TABLE_NAME = tableName
    await createTable(tableName, endpoint ?? dataDir)
    return await work()
  } catch (error) {
    throw explain(error, `The DynamoDB at ${engine.endpoint}`)
  } finally {
    await engine.stop?.()
  }
}

async function workOnAws<T>({ name, region }: AwsTable, work: () => Promise<T>): Promise<T> {
  useTable(openTable(name, { region }))
  try {
    return await work()
  } catch (error) {
    throw explain(error, `The table ${name} in ${region}`)
  }
}

/**
 * Does some work on the table: the one on AWS if there is one, else that of this machine. Whatever the end of the
 * work, an engine that was started for it is gone afterwards.
 * @throws Error in one sentence for people
 */
export async function withTable<T>(
  aws: AwsTable | undefined,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const withStorage = () => work(openStorage(Date.now() + commandTimeoutMs))
  return aws ? workOnAws(aws, withStorage) : workLocally(withStorage)
}
