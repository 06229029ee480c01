import { useForms } from '../data/forms.ts'
import { useMay } from '../data/api.ts'
import { hrefs } from '../ui/route.ts'
import { counted } from '../ui/format.ts'

/** Says on a board that submissions of its forms wait for somebody to look at them. */
export function HeldHint({ projectId }: { projectId: string }) {
  const mayHooks = useMay('hooks')
  // the status element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <div role="status" class="held-hint">
      {mayHooks && <Held projectId={projectId} />}
    </div>
  )
}

function Held({ projectId }: { projectId: string }) {
  const { data: forms = [] } = useForms()
  const holding = forms.filter(({ project_id, held_count }) => project_id === projectId && held_count > 0)
  const count = holding.reduce((sum, { held_count }) => sum + held_count, 0)
  const [first, ...others] = holding
  if (!first) return null
  return (
    <p>
      {counted(count, 'form submission')} {count === 1 ? 'is' : 'are'} waiting.{' '}
      <a href={others.length === 0 ? hrefs.form(projectId, first.id) : hrefs.forms(projectId)}>
        Look at {count === 1 ? 'it' : 'them'}
      </a>
    </p>
  )
}
