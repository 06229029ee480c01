import type { Project } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useExport } from '../transfer/use-export.ts'
import { Menu } from '../ui/menu.tsx'

interface BoardMenuProps {
  project: Project
  onImport: () => void
}

/** What can be done with all tasks of a board. */
export function BoardMenu({ project, onImport }: BoardMenuProps) {
  const mayWrite = useMay('write')
  const { isExporting, download } = useExport(project)
  return (
    <Menu
      label={mayWrite ? 'Import and export' : 'Export'}
      items={[
        ...(mayWrite ? [{ label: 'Import tasks…', onSelect: onImport }] : []),
        { label: 'Export as CSV', isDisabled: isExporting, onSelect: () => void download('csv') },
        { label: 'Export as JSON lines', isDisabled: isExporting, onSelect: () => void download('ndjson') },
      ]}
    />
  )
}
