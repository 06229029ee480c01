import type { Project, Task } from '../../../client/src/index.ts'
import { usedText } from '../ui/format.ts'
import { BoardMenu } from './board-menu.tsx'
import { statusNames, type Filter } from './filter.ts'
import { SelectButton } from './select/select-button.tsx'

interface BoardHeaderProps {
  project: Project
  filter: Filter
  onFilter: (filter: Filter) => void
}

const statuses = [0, 1, 2] as const satisfies Task['status'][]

/** The project's name, how much of its quota is used, and the filters of the board. */
export function BoardHeader({ project, filter, onFilter }: BoardHeaderProps) {
  const { label, task_count, task_quota } = project
  return (
    <header class="board-header">
      <div class="board-title">
        <div class="board-heading">
          <h1>{label}</h1>
          <BoardMenu project={project} />
        </div>
        <div class="quota">
          <span class="muted">{usedText(project)}</span>
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
      </div>
      <div class="filters" role="search" aria-label="Tasks">
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter by text"
          value={filter.text}
          onInput={(event) => {
            onFilter({ ...filter, text: event.currentTarget.value })
          }}
        />
        <select
          aria-label="Filter by status"
          value={filter.statuses[0]?.toString() ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget
            onFilter({ ...filter, statuses: statuses.filter((status) => String(status) === value) })
          }}
        >
          <option value="">Any status</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
        <SelectButton />
      </div>
    </header>
  )
}
