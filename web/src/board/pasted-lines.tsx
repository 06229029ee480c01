import { useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { creation } from '../changes/change.ts'
import type { Edit } from '../changes/history.ts'
import { makeMany } from '../changes/many.ts'
import { useMay } from '../data/api.ts'
import { laneOrNull } from '../data/columns.ts'
import { connection } from '../data/connection.ts'
import { draftTask } from '../data/writes.ts'
import { counted, formatCount } from '../ui/format.ts'
import { tooLongText } from '../ui/too-long.ts'
import { useLock } from '../ui/use-lock.ts'
import { useTaskParts } from './board-context.ts'
import type { Lane } from './use-lanes.ts'

/** A line that becomes a task. With the same id, it is added once, however often it is tried. */
interface Line {
  id: string
  label: string
}

interface PastedLinesProps {
  lane: Lane
  /** The labels of the tasks that the lines would make. */
  labels: string[]
  /** Takes them as one text instead. */
  onOne: () => void
  /** Goes back to the field: the lines were added or cancelled. */
  onEnd: () => void
}

/** Offers to make a task of each pasted line, or one task of all lines. */
export function PastedLines({ lane, labels, onOne, onEnd }: PastedLinesProps) {
  const { add, progress } = useAddMany(lane)
  const [rest, setRest] = useState<readonly Line[]>(() =>
    labels.map((label) => ({ id: crypto.randomUUID(), label })),
  )
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    first.current?.focus()
  }, [])
  const tooLong = rest.filter(({ label }) => tooLongText(label, maxLabelCharacters) !== undefined).length
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
        {rest.slice(0, 3).map(({ id, label }) => (
          <li key={id}>{label}</li>
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

/** Adds many tasks at the end of a lane, in their order; `progress` says how far a long one is. */
function useAddMany(lane: Lane) {
  const { projectId } = useTaskParts()
  const mayUndo = useMay('delete')
  const cache = useQueryClient()
  const lock = useLock()
  const [progress, setProgress] = useState<string>()

  /** Returns the lines that were not added. Without a connection, all wait for it. */
  const add = async (lines: readonly Line[]): Promise<readonly Line[]> => {
    if (!lock.take()) return lines
    const edits = lines.map(({ id, label }): Edit => {
      const task = draftTask(cache, { id, projectId, label, laneId: laneOrNull(lane.id) })
      return { task, change: creation(task), place: 'end', kept: { id } }
    })
    const tell = (ended: number) => {
      setProgress(`${formatCount(ended)} of ${counted(lines.length, 'task')} added…`)
    }
    const words = {
      about: `lines for ${lane.id}`,
      done: (count: number) => `Added ${counted(count, 'task')} to ${lane.label}.`,
      failed: { made: 'not added', undone: 'not deleted' },
    }
    const { ended } = makeMany(cache, edits, { projectId, words, mayUndo, onProgress: tell })
    const endings = connection.value === 'lost' ? [] : await ended
    setProgress(undefined)
    lock.free()
    const failed = new Set(endings.flatMap(({ edit, error }) => (error === undefined ? [] : [edit.task.id])))
    return lines.filter(({ id }) => failed.has(id))
  }
  return { add, progress }
}
