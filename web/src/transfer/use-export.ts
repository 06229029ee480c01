import { useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/toast.tsx'
import { useLock } from '../ui/use-lock.ts'
import { fileName, type ExportFormat } from './file-name.ts'

/** Saves a file, as a click on a link to it would. */
function save(name: string, parts: Blob[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000) // some browsers read it later
}

/** Downloads the tasks of a project. A link could not send the token, so the page fetches them. */
export function useExport({ id, label }: Project) {
  const { client } = useApi()
  const [isExporting, setExporting] = useState(false)
  const lock = useLock()
  const attempt = `export of ${id}`

  const download = async (format: ExportFormat): Promise<void> => {
    if (!lock.take()) return
    dismissAlerts(attempt)
    setExporting(true)
    showToast('The export has begun. The file is saved as soon as it is complete.')
    try {
      const parts: Blob[] = []
      for await (const text of client.projects.export(id, { format })) parts.push(new Blob([text]))
      save(fileName(label, format), parts, format === 'csv' ? 'text/csv' : 'application/x-ndjson')
    } catch (error) {
      showAlert(`The tasks were not exported. ${explain(error)}`, attempt)
    } finally {
      setExporting(false)
      lock.free()
    }
  }
  return { isExporting, download }
}
