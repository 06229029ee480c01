import type { ExportWriter } from './exported-task.ts'

/** Writes one JSON object on each line. */
export const ndjsonWriter: ExportWriter = { head: '', rowOf: (task) => `${JSON.stringify(task)}\n` }
