import { inject } from 'vitest'

/** The table of this run. Each run has its own, because the engine may be shared. */
export const testTableName = inject('tableName')
