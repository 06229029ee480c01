import { describe, expect, it, test } from 'vitest'
import { guessFormat } from '../../../web/src/transfer/formats.ts'
import { emptyReport, handled, lanesOf } from '../../../web/src/transfer/report.ts'
import { fileName } from '../../../web/src/transfer/file-name.ts'

describe('the format of a file', () => {
  it.each([
    ['tasks.csv', 'label,status\nMow,0', 'csv'],
    ['tasks.txt', 'label;status', 'csv'],
    ['export.csv', 'TYPE,CONTENT,DESCRIPTION,PRIORITY\ntask,Mow,,4', 'todoist'],
    ['export.csv', '\ufeff"TYPE","CONTENT"\r\ntask,Mow', 'todoist'],
    ['export.csv', '\ufeffsep=;\r\nTYPE;CONTENT\r\ntask;Mow', 'todoist'],
    ['tasks.csv', 'sep=;\nlabel;status\nMow;0', 'csv'],
    ['notes.csv', 'kind,content\ntask,Mow', 'csv'],
    ['tasks.json', '[{"label": "Mow"}]', 'json'],
    ['tasks.ndjson', '{"label": "Mow"}\n{"label": "Sow"}', 'json'],
    ['download', ' [{"label": "Mow"}]', 'json'],
    ['board.json', '{"id": "1", "lists": [], "cards" : [{}]}', 'trello'],
    ['board.json', '[{"cards": [], "lists": []}]', 'json'],
    ['empty', '', 'csv'],
  ])('of %s with %j is %s', (name, text, format) => {
    expect(guessFormat(name, text)).toBe(format)
  })
})

test('a report is about the tasks that were created, left out and refused, and names a lane once', () => {
  const report = {
    ...emptyReport,
    created: 2,
    duplicates: 1,
    failed: [{ row: 3, error: { code: 'invalid_request', message: 'label must not be empty' } }],
    lanes_created: ['Doing', 'Done', 'Doing'],
  }
  expect(handled(report)).toBe(4)
  expect(lanesOf(report)).toEqual(['Doing', 'Done'])
  expect(handled(emptyReport)).toBe(0)
})

test('a file is named after its project, without what a file system may not take', () => {
  expect(fileName('Summer party', 'csv')).toBe('Summer party.csv')
  expect(fileName('../Fête: 50 % / "now"', 'ndjson')).toBe('Fête 50 now.ndjson')
  expect(fileName('???', 'csv')).toBe('tasks.csv')
  expect(fileName('x'.repeat(300), 'csv')).toHaveLength(104)
})
