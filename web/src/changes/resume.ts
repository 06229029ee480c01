import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskChanges, TaskMove } from '../../../client/src/index.ts'
import type { Write } from '../data/writes.ts'
import { type Change, changeOf, creation, deletion } from './change.ts'
import { type Draft, typedEntry } from './texts.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { dropStep, noteStep, type Step } from '../ui/undo.ts'
import { type Ending, recordAll, type Recorded, type SaidOfAll } from './history.ts'
import type { Entry } from './entry.ts'
import { tellUndone, whyNot, wordsOf } from './words.ts'

/** A change as pages of release 0.3.0 have kept it. */
interface EarlierEntry extends Omit<Entry, 'change' | 'place'> {
  shown: Write
  act:
    | { kind: 'add' }
    | { kind: 'delete' }
    | { kind: 'move'; body: TaskMove }
    | { kind: 'change'; changes: TaskChanges }
}

/** What began the ids of their new tasks, before a UUID. */
const earlierPrefix = 'waiting new '

/** What a page of this release, or of 0.3.0, has kept: there, a text that was typed was a draft. */
export function entriesOf(kept: Record<string, unknown[]>): Entry[] {
  const text = JSON.stringify(kept).replaceAll(earlierPrefix, '')
  const { entries = [], texts = [] } = JSON.parse(text) as {
    entries?: (Entry | EarlierEntry)[]
    texts?: Draft[]
  }
  return [
    ...entries.map((entry) => {
      if (!('act' in entry)) return entry
      const { act, shown, ...rest } = entry
      return { ...rest, place: shown.place, change: changeFrom(entry.task, act) }
    }),
    ...texts.flatMap((draft) => typedEntry(draft) ?? []),
  ]
}

function changeFrom(task: Task, act: EarlierEntry['act']): Change {
  if (act.kind === 'add') return creation(task)
  if (act.kind === 'delete') return deletion(task)
  if (act.kind === 'change') return changeOf(task, act.changes)
  const { workflowLaneId, ...move } = act.body
  return changeOf(task, workflowLaneId === undefined ? {} : { workflowLaneId }, move)
}

/** Neighbours that a person has made as one. */
function groupsOf(found: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of found) {
    const last = groups.at(-1)
    if (entry.group !== undefined && last?.[0]?.group === entry.group) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/**
 * Sends what an earlier page has left, in its order, as soon as the session's token is accepted. Each is undone as if the
 * page had not been left.
 */
export function resume(cache: QueryClient, found: readonly Entry[]): void {
  const recorded = new Map<string, Resumed>()
  for (const group of groupsOf(found)) {
    const known = new Set(group.flatMap(({ change }) => recorded.get(change.id) ?? []))
    for (const one of known) {
      const step = one.step()
      if (!group[0]?.isUndo) one.redo()
      else {
        if (step) dropStep(step)
        void one.undo()
      }
    }
    const others = group.filter(({ change }) => !recorded.has(change.id))
    if (others.length === 0) continue
    const one = resumeAs(cache, others)
    for (const { change } of others) recorded.set(change.id, one)
  }
}

/** What an earlier page has left, as it is recorded here, with its last step. */
type Resumed = Recorded & { step: () => Step | undefined }

/** Sends what an earlier page has left of what a person has made as one. */
function resumeAs(cache: QueryClient, group: readonly Entry[]): Resumed {
  const words = wordsOf(group)
  let step: Step | undefined
  const note = (undo: () => Promise<boolean>, redo: () => void) => {
    step = noteStep(words, undo, redo, group[0]?.page)
    return step
  }
  const said: SaidOfAll = {
    note: group[0]?.isUndo ? undefined : note,
    made: (endings) => {
      const failed = endings.filter(({ error }) => error !== undefined)
      if (failed.length > 0)
        tellUndone(
          failed.map(({ edit }) => group.find(({ change }) => change.id === edit.change.id) ?? edit),
          reasonsOf(failed),
        )
    },
    undone: (endings) => {
      const failed = endings.filter(({ error }) => error !== undefined)
      const edits = failed.map(({ edit }) => edit)
      if (failed.length < endings.length) showToast(`Undone: ${words}`)
      if (failed.length > 0)
        showAlert(`This was not undone: ${wordsOf(edits)} ${reasonsOf(failed)}`, edits[0]?.task.id)
    },
  }
  const edits = group.map(({ change, task, place, ...entry }) => ({
    ...{ change, task, place, kept: { ...entry, isLate: true } },
  }))
  return { ...recordAll(cache, edits, said), step: () => step }
}

/** Why some have failed, in words; each reason once. */
const reasonsOf = (failed: readonly Ending[]): string =>
  [...new Set(failed.map(({ error }) => whyNot(error)))].join(' ')
