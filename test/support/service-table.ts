import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTable, type Table } from '../../lib/table/table.ts'

/** Opens the table of a running service on one machine. */
export async function openServiceTable(dataDir: string): Promise<Table> {
  const { endpoint } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as {
    endpoint: string // data-dir.ts wrote it
  }
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return openTable('tasks', { endpoint, region: 'local', credentials })
}
