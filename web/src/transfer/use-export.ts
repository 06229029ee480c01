import { useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { refuseIfLost } from '../data/writes.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert } from '../ui/toast.tsx'
import { useLock } from '../ui/use-lock.ts'
import type { ExportFormat } from './file-name.ts'

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
    try {
      refuseIfLost() // else what saves them could not be loaded
      const { exportTasks } = await import('./export-tasks.ts')
      await exportTasks(client, { id, label }, format)
    } catch (error) {
      showAlert(`The tasks were not exported. ${explain(error)}`, attempt)
    } finally {
      setExporting(false)
      lock.free()
    }
  }
  return { isExporting, download }
}
