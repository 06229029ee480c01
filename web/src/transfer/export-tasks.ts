import type { Project, ResourceClient } from '../../../client/src/index.ts'
import { showToast } from '../ui/messages.ts'
import { fileName, type ExportFormat } from './file-name.ts'

/** Saves a file, as a click on a link to it would. */
function save(name: string, parts: Blob[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000) // some browsers read it later
}

/** Fetches the tasks of a project and saves them as a file. */
export async function exportTasks(
  client: ResourceClient,
  { id, label }: Pick<Project, 'id' | 'label'>,
  format: ExportFormat,
): Promise<void> {
  showToast('The export has begun. The file is saved as soon as it is complete.')
  const parts: Blob[] = []
  const comments = format === 'ndjson'
  for await (const text of client.projects.export(id, { format, comments })) parts.push(new Blob([text]))
  save(fileName(label, format), parts, format === 'csv' ? 'text/csv' : 'application/x-ndjson')
}
