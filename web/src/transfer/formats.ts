import type { ImportFormat } from '../../../client/src/index.ts'

/** The kinds of files, and what they are called. */
export const formatNames: Readonly<Record<ImportFormat, string>> = {
  csv: 'CSV',
  json: 'JSON',
  todoist: 'CSV of Todoist',
  trello: 'Board of Trello (JSON)',
}

export const formats = Object.keys(formatNames) as ImportFormat[] // its own

/** Splits the first line of a CSV file, below the one in which Excel reads its separator: enough to know its columns. */
const columnsOf = (text: string): string[] =>
  (text.replace(/^"?sep=.*\s+/i, '').split(/[\r\n]/, 1)[0] ?? '')
    .split(/[,;\t]/)
    .map((name) => name.replaceAll('"', '').trim().toUpperCase())

/** The probable format of a file, by its name and its text. */
export function guessFormat(name: string, text: string): ImportFormat {
  const begin = text.replace(/^\ufeff/, '').trimStart()
  const isJson = /\.(json|ndjson|jsonl)$/i.test(name) || /^[[{]/.test(begin)
  if (isJson) {
    const has = (member: string) => new RegExp(`"${member}"\\s*:\\s*\\[`).test(begin)
    return begin.startsWith('{') && has('cards') && has('lists') ? 'trello' : 'json'
  }
  const columns = columnsOf(begin)
  return columns.includes('TYPE') && columns.includes('CONTENT') ? 'todoist' : 'csv'
}
