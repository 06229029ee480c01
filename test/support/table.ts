import { inject } from 'vitest'

/** The table of this run: its own, for the engine may be one that others use too. */
export const testTableName = inject('tableName')
