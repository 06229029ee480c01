import { counted, formatCount } from '../ui/format.ts'

/** How many cards a column shows. */
export interface Shown {
  count: number
  /** Whether more may follow that have not been fetched. */
  hasMore: boolean
  isSearching: boolean
}

/** What is said before the matches are counted. */
export const searching = 'Searching…'

/** The number of matches in words: "3 matches in 2 lanes". */
export function matchesText(columns: readonly Shown[], laneCount: number): string {
  const areKnown = columns.length > laneCount // there is a column for those without a lane
  if (!areKnown || columns.some(({ isSearching }) => isSearching)) return searching
  const total = columns.reduce((sum, { count }) => sum + count, 0)
  const lanes = columns.filter(({ count }) => count > 0).length
  if (columns.some(({ hasMore }) => hasMore)) return `More than ${formatCount(total)} matches`
  if (total === 0) return 'No matches'
  const matches = total === 1 ? '1 match' : `${formatCount(total)} matches`
  return lanes > 1 ? `${matches} in ${counted(lanes, 'lane')}` : matches
}
