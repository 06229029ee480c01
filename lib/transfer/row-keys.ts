import { createHash } from 'node:crypto'
import { asHashed } from '../tasks/fields.ts'
import type { ImportedRow, ImportedTask } from './parsed.ts'

/**
 * The content of a task. A description that is null or empty counts as none, because CSV cannot tell them apart. Values
 * of fields do not count: so the same file is recognised even after a field was made for one of its columns.
 */
const contentOf = ({ description, ...others }: ImportedTask): string =>
  JSON.stringify({
    ...asHashed(others),
    fields: undefined,
    ...(description != null && description !== '' && { description }),
  })

/**
 * Returns the idempotency key of each row that has no external id: a hash of its project, its task, and how many equal
 * tasks are above it. A second import of the file creates nothing, and an import of the corrected file creates only what
 * has changed: a hash of the whole file would create all rows again.
 */
export function rowKeys(projectId: string, rows: readonly ImportedRow[]): Map<number, string> {
  const seen = new Map<string, number>()
  return new Map(
    rows
      .filter(({ task }) => task.externalId === undefined)
      .map(({ row, task, knownAs = task }) => {
        const content = contentOf(knownAs)
        const above = seen.get(content) ?? 0
        seen.set(content, above + 1)
        const hash = createHash('sha256').update(JSON.stringify([projectId, content, above]))
        return [row, `import ${hash.digest('base64url')}`]
      }),
  )
}
