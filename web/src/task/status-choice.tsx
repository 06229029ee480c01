import { statusNames } from '../ui/format.ts'
import { useId } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'

interface StatusChoiceProps {
  status: Task['status']
  onChoose: (status: Task['status']) => void
}

/** The status as a row of buttons: one press chooses, and moving between them with the keyboard changes nothing. */
export function StatusChoice({ status, onChoose }: StatusChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <span id={id}>Status</span>
      <div role="group" aria-labelledby={id} class="status-choice">
        {([0, 1, 2] as const).map((value) => (
          <button
            key={value}
            type="button"
            class={`status-${value}`}
            aria-pressed={value === status}
            onClick={() => {
              if (value !== status) onChoose(value)
            }}
          >
            {statusNames[value]}
          </button>
        ))}
      </div>
    </div>
  )
}
