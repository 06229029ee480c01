import { useEffect } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useFields } from '../data/queries.ts'
import { useExport } from '../transfer/use-export.ts'
import { useCommands } from '../ui/commands.ts'
import { isNearlyFull, usedText } from '../ui/format.ts'
import { InHeader } from '../ui/header-slot.tsx'
import { lazyView } from '../ui/lazy-view.tsx'
import { Popover } from '../ui/popover.tsx'
import { Menu } from '../ui/menu.tsx'
import { undoItems } from '../ui/undo.ts'
import { useTaskParts } from './board-context.ts'
import { chooseDensity, densityNames, densityNow } from './density.ts'
import { type Filter, statusChoices, withStatus, wordOf } from './filter.ts'
import { closeImport, isImporting, openImport } from './importing.ts'
import { NewConditionView } from './lazy-views.ts'
import { SelectButton } from './select/select-bar.tsx'
import { useValue } from '../data/use-value.ts'

interface BoardHeaderProps {
  project: Project
  filter: Filter
  onFilter: (filter: Filter) => void
}

const ImportView = lazyView(() =>
  import('../transfer/import-dialog.tsx').then(({ ImportDialog }) => ImportDialog),
)

/** The board's tools in the page's header; on the board itself its heading and, when it is nearly used up, its quota. */
export function BoardHeader({ project, filter, onFilter }: BoardHeaderProps) {
  const isOpen = useValue(isImporting)
  useEffect(() => closeImport, [project.id])
  return (
    <>
      <h1 class="visually-hidden" dir="auto">
        {project.label}
      </h1>
      <Quota project={project} />
      <InHeader>
        <div class="filters" role="search" aria-label="Tasks">
          <div class="search">
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2.5 3.5h11L9.25 8.5v4.25l-2.5-1.5V8.5Z" />
            </svg>
            <input
              type="search"
              dir="auto"
              aria-label="Filter by text"
              placeholder="Filter by text"
              value={filter.text}
              onInput={(event) => {
                onFilter({ ...filter, text: event.currentTarget.value })
              }}
            />
          </div>
          <div class={wordOf(filter) === '' ? 'choice' : 'choice is-set'}>
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
              <circle cx="8" cy="8" r="5.5" />
              <path d="m5.7 8.2 1.6 1.6 3-3.4" />
            </svg>
            <StatusChoice filter={filter} onFilter={onFilter} />
          </div>
          <FieldFilter filter={filter} onFilter={onFilter} />
          <SelectButton />
        </div>
        <BoardMenu project={project} />
      </InHeader>
      {isOpen && <ImportView.View projectId={project.id} onClose={closeImport} />}
    </>
  )
}

function Quota({ project }: { project: Project }) {
  if (!isNearlyFull(project)) return null
  const { task_count, task_quota } = project
  return (
    <div class="quota">
      <span>{usedText(project)}</span>
      <meter
        aria-label="Quota used"
        min={0}
        max={task_quota}
        high={task_quota * 0.9}
        optimum={0}
        value={task_count}
      >
        {usedText(project)}
      </meter>
    </div>
  )
}

/** How a board looks, and what can be done with all of its tasks. The palette has the same files. */
function BoardMenu({ project }: { project: Project }) {
  const mayWrite = useMay('write')
  const { isInLane } = useTaskParts()
  const density = useValue(densityNow)
  const { isExporting, download } = useExport(project)
  const imports = { name: 'Import tasks', words: 'file csv json todoist trello upload', run: openImport }
  const exports = [
    { name: 'Export as CSV', words: 'download file spreadsheet excel', run: () => void download('csv') },
    { name: 'Export as JSON lines', words: 'download file backup', run: () => void download('ndjson') },
  ]
  useCommands([...(mayWrite ? [imports] : []), ...(isExporting ? [] : exports)])
  return (
    <Menu
      label="Board menu"
      items={() => [
        ...(mayWrite ? [...undoItems(), { label: `${imports.name}…`, onSelect: openImport }] : []),
        ...exports.map(({ name, run }) => ({ label: name, isDisabled: isExporting, onSelect: run })),
        ...(isInLane ? (['comfortable', 'compact'] as const) : []).map((one) => ({
          label: densityNames[one],
          group: 'Cards',
          isChecked: one === density,
          onSelect: () => {
            chooseDensity(one)
          },
        })),
      ]}
    />
  )
}

interface FilterProps {
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Chooses the status of the tasks that the board shows. */
const StatusChoice = ({ filter, onFilter }: FilterProps) => (
  <select
    aria-label="Filter by status"
    value={wordOf(filter)}
    onChange={(event) => {
      onFilter(withStatus(filter, event.currentTarget.value))
    }}
  >
    {statusChoices.map(({ word, name }) => (
      <option key={word} value={word}>
        {name}
      </option>
    ))}
  </select>
)

/** A button with a panel in which the board is filtered by a field. */
function FieldFilter({ filter, onFilter }: FilterProps) {
  const fields = useFields()
  if (fields.length === 0) return null
  const isSet = Object.keys(filter.fields).length > 0
  return (
    <Popover
      label="Filter by field"
      class={isSet ? 'icon-button is-set' : 'icon-button'}
      side="end"
      face={
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 4.5h6m3 0h2M2.5 11.5h2m3 0h6M10 3v3M6 10v3" />
        </svg>
      }
    >
      {(close) => (
        <NewConditionView.View
          fields={fields}
          conditions={filter.fields}
          onChange={(conditions) => {
            onFilter({ ...filter, fields: conditions })
          }}
          onClose={close}
        />
      )}
    </Popover>
  )
}
