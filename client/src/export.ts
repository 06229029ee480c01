import { TasksApiError } from './error.ts'
import { fieldsOf } from './fields.ts'
import { answeredElsewhere, type CallOptions, type Http } from './http.ts'
import { entriesOf, pageQuery } from './pages.ts'

/** The options of an export. */
export interface ExportOptions extends CallOptions {
  /** `ndjson`, the default: a task on each line, as JSON. `csv`: a table for a spreadsheet. */
  format?: 'ndjson' | 'csv' | undefined
  /** Whether the tasks in the trash follow the others. */
  trash?: boolean | undefined
  /** Whether the comments of each task follow it, as `{"comment": …}`; for `ndjson` only. */
  comments?: boolean | undefined
}

/** The options of an export of all projects. */
export type ExportAllOptions = Omit<ExportOptions, 'format' | 'comments'>

/** The cursor in the header `Link` of a page; undefined on the last page. */
function nextCursorOf({ headers }: Response): string | undefined {
  const [, target = ''] = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? []
  return /[?&]cursor=([\w-]+)/.exec(target)?.[1]
}

const types = { ndjson: 'application/x-ndjson', csv: 'text/csv' }

/**
 * The text of an export, a page of at most 4 MiB at a time. All parts together are the file. CSV begins with a byte
 * order mark, so that Excel reads it as UTF-8.
 */
export async function* exportOf(
  http: Http,
  projectId: string,
  { format = 'ndjson', trash = false, comments = false, signal }: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  let cursor: string | undefined
  do {
    const query = {
      ...{ format, ...(trash && { trash: 'true' as const }), ...(comments && { comments: 'true' as const }) },
      ...pageQuery(undefined, cursor),
    }
    const { data, error, response } = await http.GET('/projects/{projectId}/export', {
      params: { path: { projectId }, query },
      parseAs: 'arrayBuffer',
      ...(signal && { signal }),
    })
    if (!response.ok) throw TasksApiError.of(response, error)
    if (!response.headers.get('Content-Type')?.startsWith(types[format]))
      throw answeredElsewhere({ response })
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(data)
    if (text !== '') yield text
    cursor = nextCursorOf(response)
  } while (cursor !== undefined)
}

/** A line of an export as one of an account's export: it says what it is. */
function typed(line: string): string {
  const comment = '{"comment":{'
  return line.startsWith(comment)
    ? `{"type":"comment",${line.slice(comment.length, -1)}\n`
    : `{"type":"task",${line.slice(1)}\n`
}

const lineOf = (type: string, fields: object) => `${JSON.stringify({ type, ...fields })}\n`

/**
 * All fields and projects of the account, each project with its lanes and followed by its tasks and their comments, as
 * text in NDJSON. The first and the last line show that the export is complete. The operator's `account import` reads it.
 */
export async function* exportAllOf(
  http: Http,
  { trash = false, signal }: ExportAllOptions = {},
): AsyncGenerator<string, void, undefined> {
  let [projects, tasks, comments] = [0, 0, 0]
  yield lineOf('tasks-api-export', { version: 2, exported_at: new Date().toISOString(), trash })
  const { fields } = await fieldsOf(http).list({ signal })
  if (fields.length > 0) yield lineOf('fields', { fields })
  const list = entriesOf('projects', { signal }, ({ page, options }) =>
    http.GET('/projects', { params: { query: page }, ...options }),
  )
  for await (const project of list) {
    yield lineOf('project', project)
    projects += 1
    for await (const text of exportOf(http, project.id, { trash, comments: true, signal })) {
      const lines = text.split('\n').slice(0, -1).map(typed)
      const ofComments = lines.filter((line) => line.startsWith('{"type":"comment"')).length
      comments += ofComments
      tasks += lines.length - ofComments
      yield lines.join('')
    }
  }
  yield lineOf('end', { projects, tasks, comments })
}
