import { counted, formatCount } from '../ui/format.ts'
import type { Found } from './use-search.ts'

/** How far a search is, and what it has found. */
export function statusText({ tasks, isSearching, isTooShort, searched, failed, total }: Found): string {
  if (isTooShort) return 'One more letter searches all projects.'
  const share = total > 1 ? `${formatCount(searched)} of ${counted(total, 'project')}` : ''
  if (isSearching) return share === '' ? 'Searching…' : `Searching: ${share} done…`
  const hits = tasks.length === 0 ? 'No task found' : `${counted(tasks.length, 'task')} found`
  if (failed > 0) return `${hits}. ${counted(failed, 'project')} could not be searched.`
  if (searched < total) return `${hits} so far${share === '' ? '' : `, ${share} searched`}.`
  return total > 1 ? `${hits} in ${counted(total, 'project')}.` : `${hits}.`
}
