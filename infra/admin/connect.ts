import { openTable, openTableOfEnvironment, table, useTable } from '../../lib/table/table.ts'
import { openStorage, type Storage } from '../../lib/table/storage.ts'
import { createTableIfAbsent, tableExists } from '../local/create-table.ts'
import { dataIn, findRunningEngine, openDataDir } from '../local/data-dir.ts'
import { readStorageSettings, useStorage } from '../local/settings.ts'
import { explain } from '../local/explain.ts'

/** A table on AWS. */
export interface AwsTable {
  name: string
  region: string
}

const commandTimeoutMs = 60_000

/**
 * Checks that the table exists. If it does not, creates it and prints a note, but only for a command that may do so
 * (`makes`): for any other command, a setting is probably mistyped.
 * @throws Error when there is no table and `makes` is false
 */
async function findTable(tableName: string, place: string, makes: boolean): Promise<void> {
  const { client } = table()
  if (!makes && !(await tableExists(client, tableName)))
    throw new Error(`There is no table ${tableName} in ${place}. TABLE_NAME names the table.`)
  if (!(await createTableIfAbsent(client, tableName))) return
  process.stderr.write(`note: There was no table ${tableName} in ${place}: created a new, empty one.\n`)
}

/** Runs work on this machine's storage, as set in the environment. */
async function workLocally<T>(makes: boolean, work: (isAlone: boolean) => Promise<T>): Promise<T> {
  const settings = readStorageSettings()
  const { dataDir, tableName, endpoint } = settings
  if (endpoint === undefined && !makes && dataIn(dataDir) === undefined) {
    throw new Error(
      `There is no data in ${dataDir}. DATA_DIR names the folder; account create creates a new one.`,
    )
  }
  const running = endpoint === undefined ? await findRunningEngine(dataDir) : { endpoint }
  const engine: { endpoint: string; stop?: () => Promise<void> } = running ?? (await openDataDir(dataDir))
  try {
    useStorage(settings, engine.endpoint)
    useTable(openTableOfEnvironment())
    await findTable(tableName, endpoint ?? dataDir, makes)
    return await work(!running)
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
 * Runs work on a table: on `aws` if given, else on this machine's. An engine that was started for the work is always
 * stopped afterwards.
 * @param makes whether to create a missing data folder and table
 * @param work learns whether nobody else can use the table meanwhile: no service runs on this machine's folder
 * @throws Error with a one-sentence message for people
 */
export async function withTable<T>(
  aws: AwsTable | undefined,
  makes: boolean,
  work: (storage: Storage, isAlone: boolean) => Promise<T>,
): Promise<T> {
  const withStorage = (isAlone: boolean) => work(openStorage(Date.now() + commandTimeoutMs), isAlone)
  return aws ? workOnAws(aws, () => withStorage(false)) : workLocally(makes, withStorage)
}
