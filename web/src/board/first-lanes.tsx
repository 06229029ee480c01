import { focusSoon } from '../ui/focus.ts'
import { openImport } from './importing.ts'
import { useLaneWrites } from './use-lanes.ts'

const usualLanes = [
  { label: 'To do', task_status: 0 },
  { label: 'Doing', task_status: 1 },
  { label: 'Done', task_status: 2 },
] as const

/** On a board without lanes: makes the usual three with one click, or brings those of a file. */
export function FirstLanes({ projectId }: { projectId: string }) {
  const { addAll } = useLaneWrites(projectId)
  return (
    <section class="first-lanes" aria-label="First lanes">
      <h2>Begin with three lanes</h2>
      <p class="muted">Cards go from lane to lane as the work goes on. All of it can be changed later.</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          void addAll(usualLanes, 'three lanes')
          focusSoon(() => document.querySelector<HTMLElement>('.quick-add input'))
        }}
      >
        To do, Doing, Done
      </button>
      <p class="muted">
        Your tasks are elsewhere? Bring a file of Trello, Todoist or a table, with its lanes.
      </p>
      <button type="button" onClick={openImport}>
        Import tasks…
      </button>
    </section>
  )
}
