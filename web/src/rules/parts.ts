import type { Option } from '../ui/all-or-some.tsx'
import type { RuleDraft } from './draft.ts'
import type { Names } from './sentence.ts'
import type { Problems } from './words.ts'

/** What each part of the form of a rule gets. */
export interface PartProps {
  draft: RuleDraft
  names: Names
  problems: Problems
  onEdit: (changes: Partial<RuleDraft>) => void
}

/** The options of a record whose values are their labels. */
export const optionsIn = <Id extends string>(record: Partial<Record<Id, string>>): Option<Id>[] =>
  (Object.entries(record) as [Id, string][]).map(([id, label]) => ({ id, label })) // its own
