import type { ImportReport } from '../../../client/src/index.ts'

/** The report of an import that has not begun. */
export const emptyReport: ImportReport = {
  ...{ created: 0, duplicates: 0, failed: [], lanes_created: [] },
  ...{ fields_created: [], fields_matched: [], warnings: [] },
  next_row: 1,
}

/** The number of tasks that a report is about. */
export const handled = ({ created, duplicates, failed }: ImportReport): number =>
  created + duplicates + failed.length

/** The lanes of a report. A trial in several parts names a lane in each part that would make it. */
export const lanesOf = ({ lanes_created }: ImportReport): string[] => [...new Set(lanes_created)]
