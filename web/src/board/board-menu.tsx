import { useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useExport } from '../transfer/use-export.ts'
import { lazyView } from '../ui/lazy-view.tsx'
import { Menu } from '../ui/menu.tsx'

const ImportView = lazyView(() =>
  import('../transfer/import-dialog.tsx').then(({ ImportDialog }) => ImportDialog),
)

/** What can be done with all tasks of a board. */
export function BoardMenu({ project }: { project: Project }) {
  const mayWrite = useMay('write')
  const [isImporting, setImporting] = useState(false)
  const { isExporting, download } = useExport(project)
  const importing = {
    label: 'Import tasks…',
    onSelect: () => {
      setImporting(true)
    },
  }
  return (
    <>
      <Menu
        label={mayWrite ? 'Import and export' : 'Export'}
        items={[
          ...(mayWrite ? [importing] : []),
          { label: 'Export as CSV', isDisabled: isExporting, onSelect: () => void download('csv') },
          { label: 'Export as JSON lines', isDisabled: isExporting, onSelect: () => void download('ndjson') },
        ]}
      />
      {isImporting && (
        <ImportView.View
          projectId={project.id}
          onClose={() => {
            setImporting(false)
          }}
        />
      )}
    </>
  )
}
