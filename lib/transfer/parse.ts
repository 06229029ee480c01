import type { ImportFormat } from './import-request.ts'
import { parseCsv } from './csv.ts'
import { parseTasks } from './json.ts'
import type { Parsed } from './parsed.ts'
import { textOf } from './text.ts'
import { parseTodoist } from './todoist.ts'
import { parseTrello } from './trello.ts'

const parsers: Record<ImportFormat, (text: string) => Parsed> = {
  csv: parseCsv,
  json: parseTasks,
  todoist: parseTodoist,
  trello: parseTrello,
}

/**
 * Reads a file, whatever its media type says.
 * @throws ApiError invalid_request when the file is not of this format, not UTF-8, or has too many tasks
 */
export const parseFile = (format: ImportFormat, bytes: Uint8Array): Parsed => parsers[format](textOf(bytes))
