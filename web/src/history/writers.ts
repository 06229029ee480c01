import type { HistoryEntry } from '../../../client/src/index.ts'
import type { NewRevert } from '../../../client/src/types.ts'
import type { Names } from './entry.tsx'

/** A writer whose writes can be taken back. */
interface Writer {
  by: NewRevert['by']
  label: string
}

/** The writers that stand behind a write: the most exact one first. */
export function writersOf(entry: Pick<HistoryEntry, 'member' | 'origin'>, names: Names): Writer[] {
  const { member, origin } = entry
  if (!origin) return []
  const { rule_id, member_id, token_id, origin_id, via } = origin
  const token = names.token(token_id)
  return [
    ...(rule_id === null ? [] : [{ by: { ruleId: rule_id }, label: 'this rule' }]),
    ...(member_id === null
      ? []
      : [{ by: { memberId: member_id }, label: member?.email ?? 'this former member' }]),
    ...(origin_id === null
      ? []
      : [{ by: { originId: origin_id }, label: `what calls itself “${origin_id}”` }]),
    ...(token_id === null || member_id !== null || via === 'revert'
      ? []
      : [{ by: { tokenId: token_id }, label: token === undefined ? 'this token' : `the token “${token}”` }]),
  ]
}
