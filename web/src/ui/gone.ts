import { yours } from './yours.ts'
import type { Gone } from '../data/cache.ts'

/** Why a task is gone, in words that follow its label. */
export const goneWords = (): Readonly<Record<Gone, string>> => ({
  deleted: 'was deleted',
  moved: `has moved to a project that ${yours('membership')} does not see`,
  either: `is gone: it was deleted, or has moved to a project that ${yours('membership')} does not see`,
})
