import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { contestedFields } from './conflict.ts'
import { advance, changesOf, follow, isChanged, yieldTo, type Draft } from './draft.ts'
import { keepDraft, takeDraft } from './left-drafts.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import type { OpenConflict, useTaskEdits } from './use-task-edits.ts'

/** The texts being edited, and how they are saved. */
export function useDraft(current: TaskAnswer, { change, setConflict }: ReturnType<typeof useTaskEdits>) {
  const [draft, setDraft] = useState<Draft>(() => follow(takeDraft(current.task.id), current))
  useLayoutEffect(() => {
    setDraft((before) => follow(before, current))
  }, [current])

  // unsaved texts are kept when the browser's Back button closes the dialog
  const left = useRef(draft)
  left.current = draft
  const isGivenUp = useRef(false)
  useEffect(
    () => () => {
      if (!isGivenUp.current) keepDraft(left.current)
    },
    [],
  )

  useUnloadGuard(isChanged(draft))

  /** Writes, then bases the draft on the written version, unless the draft is based on another version by then. */
  const write = async (changes: TaskChanges, done: string, seen?: TaskAnswer) => {
    const sent = { label: draft.label, description: draft.description }
    const ended = await change(changes, done, seen)
    if (!ended) return
    const { bases, after } = ended
    setDraft((now) => (bases.some(({ etag }) => etag === now.seen.etag) ? advance(now, sent, after) : now))
  }

  return {
    draft,
    isChanged: isChanged(draft),
    setTexts: (texts: Partial<Pick<Draft, 'label' | 'description'>>) => {
      setDraft((before) => ({ ...before, ...texts }))
    },
    save: () => write(changesOf(draft), 'Saved.', draft.seen),
    set: (changes: TaskChanges, done: string) => write(changes, done),
    keepMine: ({ changes, done, theirs, etag }: OpenConflict) => {
      const seen = { task: theirs, etag }
      setDraft((before) => ({ ...before, seen }))
      return write(changes, done, seen)
    },
    takeTheirs: (conflict: OpenConflict) => {
      const { changes, theirs: task, etag } = conflict
      const isOfTexts = changes.label !== undefined || changes.description !== undefined
      if (isOfTexts) setDraft((now) => yieldTo(now, contestedFields(conflict), { task, etag }))
      setConflict(undefined)
    },
    discard: () => {
      isGivenUp.current = true
    },
  }
}
