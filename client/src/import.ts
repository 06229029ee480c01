import { dataOf, type CallOptions, type Http } from './http.ts'
import { readPartOf } from './trello-board.ts'
import type { ImportFormat, ImportReport } from './types.ts'

export interface ImportOptions extends CallOptions {
  format: ImportFormat
  /** Makes the fields and options that the file needs and the account does not have. */
  createFields?: boolean | undefined
  /** The time zone of times in the file without an offset, instead of the account's. */
  timeZone?: string | undefined
  /** Only says what the import would do. */
  dryRun?: boolean | undefined
  /** The name of the system that the tasks come from, instead of the client's. */
  originId?: string | undefined
  /** Called after each part, with the report so far: `next_row` says how far the import has got. */
  onProgress?: ((report: ImportReport) => void) | undefined
}

const contentTypes = {
  csv: 'text/csv',
  todoist: 'text/csv',
  json: 'application/json',
  trello: 'application/json',
} as const satisfies Record<ImportFormat, string>

/** Warnings, each once. Parts may have the same about their comments. */
const warningsOf = (warnings: ImportReport['warnings']): ImportReport['warnings'] => {
  const counts = new Map<string, number>()
  for (const { message, count } of warnings) counts.set(message, (counts.get(message) ?? 0) + count)
  return Array.from(counts, ([message, count]) => ({ message, count }))
}

/** The report of a part added to that of the parts before it. Matched fields and the file's warnings are in the first only. */
const together = (before: ImportReport | undefined, part: ImportReport): ImportReport =>
  before
    ? {
        created: before.created + part.created,
        duplicates: before.duplicates + part.duplicates,
        failed: [...before.failed, ...part.failed],
        lanes_created: [...before.lanes_created, ...part.lanes_created],
        fields_created: [...before.fields_created, ...part.fields_created],
        fields_matched: [...before.fields_matched, ...part.fields_matched],
        warnings: warningsOf([...before.warnings, ...part.warnings]),
        ...((before.comments_created ?? part.comments_created) !== undefined && {
          comments_created: (before.comments_created ?? 0) + (part.comments_created ?? 0),
        }),
        next_row: part.next_row,
      }
    : part

/**
 * The content of a file as it is sent: a board of Trello without what an import does not read, such as its history and what
 * was archived. What is no JSON is sent as it is: the service says what is wrong with it.
 */
export function contentToSend<C extends string | Uint8Array>(content: C, format: ImportFormat): C | string {
  if (format !== 'trello') return content
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    return JSON.stringify(
      readPartOf(JSON.parse(typeof content === 'string' ? content : decoder.decode(content))),
    )
  } catch {
    return content
  }
}

/**
 * Imports a whole file, in as many requests as it takes.
 * @throws TasksApiError; what was imported until then stays, and another import of the same file continues there
 */
export async function importTasks(
  http: Http,
  projectId: string,
  file: string | Uint8Array | Blob,
  { format, createFields = false, timeZone, dryRun = false, originId, onProgress, signal }: ImportOptions,
): Promise<ImportReport> {
  // a file of the browser is read once, so that all parts have the same content
  const whole = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file
  const content = contentToSend(whole, format)
  let report: ImportReport | undefined
  do {
    const fromRow = report?.next_row
    const part = await dataOf(
      http.POST('/projects/{projectId}/import', {
        params: {
          path: { projectId },
          query: {
            format,
            ...(createFields && { createFields: 'true' }),
            ...(timeZone !== undefined && { timeZone }),
            ...(dryRun && { dryRun: 'true' }),
            ...(fromRow && { fromRow }),
          },
        },
        body: content,
        bodySerializer: () => content, // as it is, and not as JSON
        headers: {
          'Content-Type': contentTypes[format],
          ...(originId !== undefined && { 'Origin-Id': originId }),
        },
        ...(signal && { signal }),
      }),
      'next_row',
    )
    report = together(report, part)
    onProgress?.(report)
  } while (report.next_row !== null)
  return report
}
