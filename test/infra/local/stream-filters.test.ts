import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Trimmer } from '../../../infra/local/stream/trim.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { declareTriggered } from '../../../lib/contract/triggered.ts'
import { engineWithFile, keeper, kept, keyOf, put, runOwn, until } from './triggered.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the stream of one machine', () => {
  it('gives a function with filters only what it wants, up to 100 at once, and keeps no others', async () => {
    const { engine, table, path } = await engineWithFile()
    const filters = [{ prefix: 'TASK#', writes: ['INSERT'], has: ['notice', 'type'] }] as const
    const declaration = declareTriggered({ id: 'tests.filtered', trigger: 'stream', access: [], filters })
    const batches: string[][] = []
    const { own } = keeper(({ Records }) => {
      batches.push(Records.map(keyOf))
      return undefined
    })
    const filtered = { ...own, declaration }
    const complaints = vi.spyOn(console, 'error')
    await (await runOwn(engine, table, [filtered])).stop(Date.now() + 5_000) // the stream begins
    for (let index = 0; index < 130; index++) {
      await put(table, `TASK#${index}`, { notice: { type: 'x' } })
      await put(table, `TASK#${index}`, { notice: { type: 'y' } })
      await put(table, `TASK#no notice ${index}`, { notice: {} })
      await put(table, `LOG#${index}`, { notice: { type: 'x' } })
    }
    expect(kept(path)).toBe(130) // the engine does not even store the others
    await runOwn(engine, table, [filtered])
    await until(() => kept(path) === 1)
    expect(batches.flat()).toEqual(Array.from({ length: 130 }, (_, index) => `TASK#${index}`))
    expect(batches.map((batch) => batch.length)).toEqual([25, 100, 5])
    expect(complaints).not.toHaveBeenCalled()
  })

  it('repeats from the record that failed, also behind others that the function does not want', async () => {
    const { engine, table } = await engineWithFile()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const filters = [{ prefix: 'TASK#', writes: ['INSERT'] }] as const
    const declaration = declareTriggered({ id: 'tests.filtered', trigger: 'stream', access: [], filters })
    const batches: string[][] = []
    const { own } = keeper(({ Records }) => {
      batches.push(Records.map(keyOf))
      const failed = batches.length > 1 ? [] : Records.slice(1)
      return {
        batchItemFailures: failed.map((one) => ({ itemIdentifier: String(one.dynamodb?.SequenceNumber) })),
      }
    })
    const filtered = { ...own, declaration }
    await (await runOwn(engine, table, [filtered])).stop(Date.now() + 5_000) // the stream begins
    for (const sk of ['LOG#1', 'TASK#1', 'LOG#2', 'LOG#3', 'TASK#2', 'LOG#4', 'TASK#3']) await put(table, sk)
    await runOwn(engine, table, [filtered])
    await until(() => batches.length === 2)
    expect(batches).toEqual([
      ['TASK#1', 'TASK#2', 'TASK#3'],
      ['TASK#2', 'TASK#3'],
    ])
  })

  it('is written as before by an engine that keeps its records otherwise: what chose them goes', () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const path = join(newTempFolder(), 'later.db')
    const database = new DatabaseSync(path)
    const columns = 'table_name, sequence_number, event_name, keys_json, new_image'
    database.exec(`CREATE TABLE _stream_records (${columns})`)
    const filters = [{ prefix: 'TASK#', writes: ['INSERT'] }] as const
    const declaration = declareTriggered({ id: 'tests.filtered', trigger: 'stream', access: [], filters })
    new Trimmer(path, 'tasks', [declaration]).close()
    const keptOfOne = () => {
      database.exec("INSERT INTO _stream_records (table_name) VALUES ('tasks')")
      return database.prepare('SELECT * FROM _stream_records').all().length
    }
    expect(keptOfOne()).toBe(0) // nobody wants it
    expect(complaints).not.toHaveBeenCalled()
    database.exec('ALTER TABLE _stream_records RENAME COLUMN keys_json TO keys')
    new Trimmer(path, 'tasks', [declaration]).close()
    expect(keptOfOne()).toBe(1)
    database.close()
    expect(complaints).toHaveBeenCalledOnce()
  })
})
