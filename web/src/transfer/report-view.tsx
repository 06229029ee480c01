import type { ImportReport } from '../../../client/src/index.ts'
import { useFields } from '../data/queries.ts'
import { counted, formatCount } from '../ui/format.ts'
import { lanesOf } from './report.ts'

/** The most failed rows that are listed. */
const maxShown = 100

interface ReportViewProps {
  report: ImportReport
  isDone: boolean
  /** Whether the file is a table: its rows count below the header. */
  isTable: boolean
}

/** What an import did or would do, besides the number of tasks. */
export function ReportView({ report, isDone, isTable }: ReportViewProps) {
  const { duplicates, failed, warnings, fields_created: fields, comments_created: comments = 0 } = report
  const lanes = lanesOf(report)
  const matched = useMatched(report)
  return (
    <div class="import-report">
      {duplicates > 0 && (
        <p>
          {counted(duplicates, isTable ? 'row' : 'task')} {duplicates === 1 ? 'is' : 'are'} left out: there is
          such a task already, perhaps in the trash or in another project.
        </p>
      )}
      {comments > 0 && (
        <p>
          {isDone ? 'Comments that were added' : 'Comments that would be added'}: {formatCount(comments)}.
        </p>
      )}
      {lanes.length > 0 && (
        <p dir="auto">
          {isDone ? 'New lanes' : 'Lanes that would be made'}: {lanes.join(', ')}.
        </p>
      )}
      {matched.length > 0 && (
        <p dir="auto">
          {isDone ? 'Fields that were filled' : 'Fields that would be filled'}: {matched.join(', ')}.
        </p>
      )}
      {fields.length > 0 && (
        <p>
          {isDone ? 'New fields' : 'Fields that would be made'}: {fields.join(', ')}.
        </p>
      )}
      {warnings.length > 0 && (
        <ul class="notice import-warnings" aria-label="What is left out">
          {warnings.map(({ message, count }) => (
            <li key={message} dir="auto">
              {message} <span class="muted">({isTable ? counted(count, 'row') : formatCount(count)})</span>
            </li>
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <section class="import-failures" tabIndex={0} aria-label="Rows that fail">
          <table>
            <caption>
              {counted(failed.length, 'row')} {isDone ? 'could not be imported' : 'cannot be imported'}
            </caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {failed.slice(0, maxShown).map(({ row, error }) => (
                <tr key={`${row} ${error.message}`}>
                  <td>{formatCount(row)}</td>
                  <td dir="auto">{error.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {isTable && <p class="muted">Row 1 is the one below the header.</p>}
          {failed.length > maxShown && <p class="muted">And {formatCount(failed.length - maxShown)} more.</p>}
        </section>
      )}
    </div>
  )
}

/** The fields that were there before and are filled under another name: their labels, and what the file calls them. */
function useMatched({ fields_matched, fields_created }: ImportReport): string[] {
  const fields = useFields()
  return fields_matched
    .filter(({ key }) => !fields_created.includes(key))
    .map(({ name, key }) => `${fields.find((field) => field.key === key)?.label ?? key} (from “${name}”)`)
}
