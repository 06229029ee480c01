import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { findDynoxide } from '../../../infra/local/find-engine.ts'
import { withPrefix } from '../../../lib/table/read-items.ts'
import { testTable } from '../../support/api.ts'
import { engineWithFile, planOf } from './triggered.ts'

/** How the engine reads a partition of the table, with its own text for a condition of the sort key. */
const select = (condition: string) =>
  `SELECT pk, sk, item_json FROM "tasks" WHERE pk = ?1 ${condition} ORDER BY sk ASC`

const index = 'SEARCH tasks USING INDEX sqlite_autoindex_tasks_1'

describe('a query to the embedded engine', () => {
  it('reads a range of a partition for a prefix, where begins_with would read all of it', async () => {
    const { path } = await engineWithFile()
    expect(withPrefix('A', 'WEBHOOK#')).toEqual({
      condition: 'pk = :partition AND sk BETWEEN :first AND :last',
      values: { ':partition': 'A', ':first': 'WEBHOOK#', ':last': 'WEBHOOK#~' },
    })
    expect(planOf(path, select('AND sk >= ?2 AND sk <= ?3'))).toEqual([`${index} (pk=? AND sk>? AND sk<?)`])
    const likePrefix = String.raw`AND sk LIKE ?2 ESCAPE '\'`
    expect(planOf(path, select(likePrefix))).toEqual([`${index} (pk=?)`])
    // the engine's own texts are in its program
    const program = await readFile(findDynoxide())
    for (const part of ['SELECT pk, sk, item_json FROM', ' LIKE ?', String.raw` ESCAPE '\'`])
      expect([part, program.includes(part)]).toEqual([part, true])
  })

  it.each([
    { KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)', Limit: 1 },
    { KeyConditionExpression: 'pk = :pk' },
  ])('is refused in every test if it is %o', async (bounds) => {
    const command = new QueryCommand({
      TableName: testTable.name,
      ExpressionAttributeValues: { ':pk': 'A', ':sk': 'B' },
      ...bounds,
    })
    await expect(testTable.client.send(command)).rejects.toThrow('The embedded engine reads too much')
  })
})
