import type { ImportFormat } from './import-request.ts'
import { parseCsv } from './csv.ts'
import { parseTasks } from './json.ts'
import type { Parsed } from './parsed.ts'
import { parseTodoist } from './todoist.ts'
import { parseTrello } from './trello.ts'
import { ApiError } from '../contract/api-error.ts'

const notUtf8 = () =>
  new ApiError(
    'invalid_request',
    'The file is not UTF-8. Save it again as UTF-8: in Excel as “CSV UTF-8”, in other programs by choosing UTF-8 as its encoding.',
  )

/** UTF-16 without a byte order mark: each Latin letter has a zero byte. */
const utf16 = /^(?:[^\0]\0){2}|^(?:\0[^\0]){2}/

/**
 * Returns the text of a file, without a byte order mark.
 * @throws ApiError invalid_request when it is not UTF-8, or empty
 */
function textOf(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8()
  }
  if (utf16.test(text)) throw notUtf8()
  if (text.trim() === '') throw new ApiError('invalid_request', 'The file is empty.')
  return text
}

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
