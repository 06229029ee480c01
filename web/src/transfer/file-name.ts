import type { ExportOptions } from '../../../client/src/index.ts'

export type ExportFormat = NonNullable<ExportOptions['format']>

/** The name of the downloaded file: the project's label without what a file system may not take. */
export function fileName(label: string, format: ExportFormat): string {
  const words = label.replace(/[^\p{L}\p{N}_.-]+/gu, ' ').replace(/^[ .]+|[ .]+$/g, '')
  return `${words.slice(0, 100) || 'tasks'}.${format}`
}
