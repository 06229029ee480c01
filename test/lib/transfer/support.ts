import { NamedMembers } from '../../../lib/fields/members.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { settleBy } from '../../../lib/transfer/file-values.ts'
import { parseFile as parse } from '../../../lib/transfer/parse.ts'
import type { Parsed } from '../../../lib/transfer/parsed.ts'

const tenant = { ...openStorage(Infinity), accountId: 'account', projectIds: null }

/** The content of a file, as an account without fields gets it. */
export function parseFile(...[format, bytes]: Parameters<typeof parse>): Parsed {
  const { settled } = settleBy(
    tenant,
    { fields: [], retired: [] },
    new NamedMembers(tenant),
    parse(format, bytes),
    { format },
  )
  const { rows, failed, warnings, lanes } = settled
  return { rows, failed, warnings, lanes }
}
