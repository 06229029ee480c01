import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { counted, formatCount } from '../ui/format.ts'
import { tooLongText } from '../ui/too-long.ts'
import { useAddMany } from './use-add-many.ts'
import type { Lane } from './use-lanes.ts'

interface PastedLinesProps {
  lane: Lane
  /** The labels of the tasks that the lines would make. */
  labels: string[]
  /** Takes them as one text instead. */
  onOne: () => void
  /** Goes back to the field: they were added, or given up. */
  onEnd: () => void
}

/** Offers to make a task of each line that was pasted, or one of all. */
export function PastedLines({ lane, labels, onOne, onEnd }: PastedLinesProps) {
  const { add, progress } = useAddMany(lane)
  const [rest, setRest] = useState(labels)
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    first.current?.focus()
  }, [])
  const tooLong = rest.filter((label) => tooLongText(label, maxLabelCharacters) !== undefined).length
  const submit = async () => {
    const left = await add(rest)
    if (left.length === 0) onEnd()
    else setRest(left)
  }
  return (
    <div
      class="pasted-lines"
      role="group"
      aria-label={`Pasted lines for ${lane.label}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || progress !== undefined) return
        event.stopPropagation()
        onEnd()
      }}
    >
      <ol dir="auto">
        {rest.slice(0, 3).map((label, index) => (
          <li key={index}>{label}</li>
        ))}
        {rest.length > 3 && <li class="muted">and {formatCount(rest.length - 3)} more</li>}
      </ol>
      {tooLong > 0 && (
        <p class="too-long">
          {counted(tooLong, 'line')} {tooLong === 1 ? 'is' : 'are'} longer than {maxLabelCharacters}{' '}
          characters.
        </p>
      )}
      <p role="status">{progress}</p>
      <div>
        <button
          ref={first}
          type="button"
          class="primary"
          aria-disabled={tooLong > 0 || progress !== undefined}
          onClick={() => {
            if (tooLong === 0) void submit()
          }}
        >
          Add {counted(rest.length, 'task')}
        </button>
        {progress === undefined && (
          <>
            <button type="button" onClick={onOne}>
              As one
            </button>
            <button type="button" class="quiet" onClick={onEnd}>
              Cancel
            </button>
          </>
        )}
      </div>
    </div>
  )
}
