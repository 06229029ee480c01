import type { Project } from '../../../client/src/index.ts'
import { useExport } from '../transfer/use-export.ts'
import { Menu } from '../ui/menu.tsx'

/** What can be done with all tasks of a board. */
export function BoardMenu({ project }: { project: Project }) {
  const { isExporting, download } = useExport(project)
  return (
    <Menu
      label="Export"
      items={[
        { label: 'Export as CSV', isDisabled: isExporting, onSelect: () => void download('csv') },
        { label: 'Export as JSON lines', isDisabled: isExporting, onSelect: () => void download('ndjson') },
      ]}
    />
  )
}
