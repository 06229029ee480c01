import { useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { refuseIfLost } from '../data/writes.ts'
import { explain } from '../ui/explain.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import type { ExportFormat } from './file-name.ts'

/** Downloads the tasks of a project. A link could not send the token, so the page fetches them. */
export function useExport({ id, label }: Project) {
  const { client } = useApi()
  const [isExporting, setExporting] = useState(false)
  const attempt = useAttempt({
    about: `export of ${id}`,
    explain,
    after: () => {
      setExporting(false)
    },
  })
  const download = (format: ExportFormat) =>
    attempt(async () => {
      setExporting(true)
      refuseIfLost() // else what saves them could not be loaded
      const { exportTasks } = await import('./export-tasks.ts')
      await exportTasks(client, { id, label }, format)
    }, 'The tasks were not exported.')
  return { isExporting, download }
}
