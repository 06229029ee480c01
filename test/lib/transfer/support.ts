import { settleBy } from '../../../lib/transfer/file-values.ts'
import { parseFile as parse } from '../../../lib/transfer/parse.ts'

/** The content of a file, as an account without fields gets it. */
export const parseFile = (...[format, bytes]: Parameters<typeof parse>) =>
  settleBy({ fields: [], retired: [] }, parse(format, bytes), format).settled
