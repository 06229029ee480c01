import { findRunningEngine } from '../../../infra/local/data-dir.ts'
import { openTable, useTable } from '../../../lib/table/table.ts'

/** Lets this process use the table of the service that runs on a data folder. */
export async function useEngineOf(dataDir: string): Promise<void> {
  const engine = await findRunningEngine(dataDir)
  if (!engine) throw new Error('The service keeps no engine on its folder.')
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  useTable(openTable('tasks', { ...engine, region: 'local', credentials }))
}
