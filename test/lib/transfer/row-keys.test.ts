import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { parseCsv } from '../../../lib/transfer/csv.ts'
import { parseTasks } from '../../../lib/transfer/json.ts'
import { rowKeys } from '../../../lib/transfer/row-keys.ts'

it('a row has the key that every release has given it, so that an import after an update creates nothing twice', () => {
  const row = { subtasks: [{ label: 'Step' }], lane: 'To do', status: 1, description: 'Words', label: 'Task' }
  const content =
    '{"label":"Task","status":1,"lane":"To do","subtasks":[{"label":"Step","isCompleted":false}],"description":"Words"}'
  const hash = createHash('sha256').update(JSON.stringify(['project', content, 0]))
  const { rows } = parseTasks(JSON.stringify([row]))
  expect(rowKeys('project', rows).get(1)).toBe(`import ${hash.digest('base64url')}`)
})

it('a row has the key that earlier releases gave it, although they read less of its columns', () => {
  const keysOf = (text: string) => [...rowKeys('project', parseCsv(text).rows).values()]
  const asana = 'Name,Section/Column,Completed At,Notes,Parent task\nA,Doing,2026-02-02,Words,\nPart,,,,A\n'
  expect(keysOf(asana)).toEqual(keysOf('name,notes\nA,Words\n'))
  const ticktick = 'List Name,Title,Content,Status,taskId,parentId\nL,A,Words,1,1,\n'
  expect(keysOf(ticktick)).toEqual(keysOf('title,status\nA,1\n'))
})
