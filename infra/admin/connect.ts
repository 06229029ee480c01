import { openTable, table, useTable } from '../../lib/store/table.ts'
import { openStorage, type Storage } from '../../lib/store/storage.ts'
import { createTableIfAbsent, tableExists } from '../local/create-table.ts'
import { findRunningEngine, holdsData, openDataDir } from '../local/data-dir.ts'
import { readLocalSettings } from '../local/settings.ts'
import { explain } from '../local/explain.ts'

/** A table on AWS. */
export interface AwsTable {
  name: string
  region: string
}

const commandTimeoutMs = 60_000

/**
 * Makes the table where there is none, and says so; unless the command has nothing to do without one: then a setting
 * is mistyped.
 */
async function findTable(tableName: string, place: string, makes: boolean): Promise<void> {
  const { client } = table()
  if (!makes && !(await tableExists(client, tableName)))
    throw new Error(`There is no table ${tableName} in ${place}. TABLE_NAME names the table.`)
  if (!(await createTableIfAbsent(client, tableName))) return
  process.stderr.write(`note: There was no table ${tableName} in ${place}: made a new, empty one.\n`)
}

/** Does some work on the storage of this machine, as the environment's settings have it. */
async function workLocally<T>(makes: boolean, work: () => Promise<T>): Promise<T> {
  // a command listens on no port
  const { dataDir, tableName, endpoint } = readLocalSettings({ ...process.env, PORT: '0' })
  if (endpoint === undefined && !makes && !holdsData(dataDir)) {
    throw new Error(
      `There is no data in ${dataDir}. DATA_DIR names the folder; account create makes a new one.`,
    )
  }
  const engine: { endpoint: string; stop?: () => Promise<void> } =
    endpoint === undefined
      ? ((await findRunningEngine(dataDir)) ?? (await openDataDir(dataDir)))
      : { endpoint }
  try {
    // the environment is how the service finds its table, credentials included: so this finds the same one
    process.env.DYNAMODB_ENDPOINT = engine.endpoint
    process.env.TABLE_NAME = tableName
    await findTable(tableName, endpoint ?? dataDir, makes)
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
 * @param makes whether the work makes sense where there is nothing yet: then folder and table are made
 * @throws Error in one sentence for people
 */
export async function withTable<T>(
  aws: AwsTable | undefined,
  makes: boolean,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const withStorage = () => work(openStorage(Date.now() + commandTimeoutMs))
  return aws ? workOnAws(aws, withStorage) : workLocally(makes, withStorage)
}
