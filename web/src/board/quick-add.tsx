import { useEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { belongs } from '../data/columns.ts'
import { counted } from '../ui/format.ts'
import { showToast } from '../ui/messages.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { useTaskParts } from './board-context.ts'
import { focusWish } from './drag/state.ts'
import type { Filter } from './filter.ts'
import { GivenUp } from '../changes/refusals.ts'
import { PastedLinesView } from './lazy-views.ts'
import { oneLine, tasksIn } from '../ui/pasted-lines.ts'
import { memoryOf } from './memory.ts'
import type { Lane } from './use-lanes.ts'

interface QuickAddProps {
  lane: Lane
  filter: Filter
  /** Whether the end of the column has not been fetched, so that the new card is not visible. */
  hasMore: boolean
}

/** A field at the foot of a column or a list: Enter adds a task there. Several lines that are pasted can become several tasks. */
export function QuickAdd({ lane, filter, hasMore }: QuickAddProps) {
  const { projectId, add } = useTaskParts()
  const [text, setText] = useText(projectId, lane)
  const [pasted, setPasted] = usePasted(lane)
  const input = useRef<HTMLInputElement>(null)
  // a failed add keeps its idempotency key: if the task was created after all, a retry does not create a second one
  const failed = useRef<{ label: string; key: string } | undefined>(undefined)

  const label = text.trim()
  const { isTooLong, attributes, note } = useTooLong(label, maxLabelCharacters)

  const similar = {
    key: `added to ${lane.id}`,
    text: (count: number) => `${counted(count, 'task')} added to ${lane.label}.`,
  }
  const submit = async () => {
    if (label === '' || isTooLong) return
    setText('')
    const key = failed.current?.label === label ? failed.current.key : crypto.randomUUID()
    failed.current = undefined
    try {
      const task = await add(label, lane.id, key)
      if (!belongs(task, { projectId, laneId: lane.id, ...filter }))
        showToast(`Added “${label}”. The filter hides it.`, undefined, similar)
      else if (hasMore)
        showToast(`Added “${label}” at the end of ${lane.label}.`, showAction(task.id, lane.id), similar)
    } catch (error) {
      if (error instanceof GivenUp) return
      // the board has already shown the error
      failed.current = { label, key }
      setText((now) => (now === '' ? label : now))
    }
  }
  const leavePasted = (line?: string) => {
    if (line !== undefined) setText((now) => `${now}${line}`)
    setPasted(undefined)
    requestAnimationFrame(() => input.current?.focus())
  }
  if (pasted !== undefined)
    return (
      <PastedLinesView.View
        lane={lane}
        labels={tasksIn(pasted)}
        onOne={() => {
          leavePasted(oneLine(pasted))
        }}
        onEnd={() => {
          leavePasted()
        }}
      />
    )
  return (
    <form
      class="quick-add"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        ref={input}
        data-noted=""
        dir="auto"
        aria-label={`Add a task to ${lane.label}`}
        placeholder="Add a task"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
        }}
        onPaste={(event) => {
          const given = event.clipboardData?.getData('text/plain') ?? ''
          if (tasksIn(given).length < 2) return
          event.preventDefault()
          setPasted(given)
        }}
        {...attributes}
      />
      {note}
    </form>
  )
}

/** The text in the field. It is kept while another view is shown. */
function useText(projectId: string, { id, label }: Lane) {
  const { texts } = memoryOf(projectId)
  const [text, set] = useState(() => texts.get(id) ?? '')
  const setText = (next: string | ((now: string) => string)) => {
    const now = texts.get(id) ?? ''
    const value = typeof next === 'string' ? next : next(now)
    texts.set(id, value)
    noteUnsaved(`new task in ${projectId} ${id}`, [{ name: `New task in ${label}`, text: value }])
    set(value)
  }
  return [text, setText] as const
}

/** Pasted lines, until the person has decided about them. */
function usePasted({ id, label }: Lane) {
  const [pasted, set] = useState<string>()
  useEffect(() => {
    const key = `pasted into ${id}`
    noteUnsaved(key, [{ name: `Lines pasted into ${label}`, text: pasted ?? '' }])
    return () => {
      noteUnsaved(key, [])
    }
  }, [pasted, id, label])
  return [pasted, set] as const
}

/** Leads to a new card at the end of a long lane: fetches what is before it, and focuses it. */
const showAction = (taskId: string, laneId: string) => ({
  label: 'Show',
  run: () => {
    // a wish yields to a focus that is elsewhere
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const wish = { taskId, laneId, part: 'link' as const }
    focusWish.value = wish
  },
})
