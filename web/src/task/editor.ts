import { signal } from '@preact/signals-core'
import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import type { Task, TaskAnswer, TaskChanges, TaskMove } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { settlePlace, wayBack } from '../data/moves-back.ts'
import { type Order, orderBefore } from '../data/moves.ts'
import { noteBack } from '../data/own-writes.ts'
import { withStatusOf } from '../data/task-cache.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { explain } from '../ui/explain.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { type EditorServices, type EditorState, type Notice, openAutosave, takeLeft } from './autosave.ts'
import { doneText, type Field, reverseOf, withChanges } from './conflict.ts'
import { type Contest, contestOf, draftOf, follow, yieldTo } from './draft.ts'
import { type Draft, type Texts, textsOf } from './texts.ts'
import { openQueue } from './queue.ts'
import { deliver, type Delivery, entries, GivenUp } from './waiting.ts'
import { replaceTexts, withWaiting } from './with-waiting.ts'
import { useValue } from '../data/use-value.ts'

/** A change under way. */
interface Changing {
  isMade: Promise<boolean>
  /** The order of the task's project before it. */
  order: Order
  /** Takes it back, if it was never sent. Returns whether it is. */
  giveUp: Delivery['giveUp']
}

/** What is known of a change that takes another one back. */
interface Back {
  /** The task before the other one. */
  before: Task
  /** The move that makes it, if not an update does. */
  move?: TaskMove
  /** The order to which the task comes back from another project. */
  order?: Order
  /** What is so then, in words. */
  now: string
}

const quiet: Notice = { text: '', isAlert: false }

/**
 * Edits one task. It outlives the task's dialog until everything is saved, so that closing the dialog loses nothing.
 * Writes are sent one at a time, shown at once and reported.
 */
function openEditor(services: EditorServices, first: TaskAnswer) {
  const { client, cache } = services
  const { id } = first.task
  let isShown = false
  const state = signal<EditorState>({
    ...{ draft: draftOf(first), pending: [], saving: 'idle', notice: quiet },
  })
  const set = (next: Partial<EditorState>) => {
    state.value = { ...state.value, ...next }
  }
  const queue = openQueue({
    ...{ cache, client, taskId: id },
    onPending: (pending) => {
      set({ pending })
    },
  })
  const current = () => cache.getQueryData<TaskAnswer>(keys.task(id)) ?? first

  const say = (text: string) => {
    set({ notice: { text, isAlert: false } })
  }
  /** Says what is so after an undo. `outside`: in words for those who do not see the task's dialog. */
  const sayBack = (text: string, outside = `“${current().task.label}”: ${text}`) => {
    if (isShown) say(text)
    else if (!services.isOver()) showToast(outside)
  }
  /** Clears the alert of an earlier attempt. */
  const begin = () => {
    if (state.value.notice.isAlert) set({ notice: quiet })
  }
  const complain = (text: string) => {
    if (services.isOver()) return
    if (isShown) set({ notice: { text, isAlert: true } })
    else showAlert(`“${current().task.label}”: ${text}`, id)
  }
  const fail = (error: unknown) => {
    complain(explain(error))
    // show the current version after any error; a deleted task is reported by its own query
    refresh(cache, keys.task(id))
  }

  /** Says the outcome of a write. Resolves to whether it succeeded. */
  const report = async (done: string, outcome: Promise<unknown>, tell = say): Promise<boolean> => {
    begin()
    try {
      await outcome
      tell(done)
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  /** Ends what takes a change back: a lane or a project has given the task another place, and perhaps another status. */
  const endBack = async (
    { before, move, order }: Back,
    answer: TaskAnswer,
    others: ReadonlySet<Field>,
  ): Promise<TaskAnswer> => {
    if (!move) return order ? settlePlace(client, cache, before, { order, answer }) : answer
    // a move changes only the lane; the status comes back, too, unless someone else has changed it
    const settled = others.has('status') ? answer : await withStatusOf(client, before, answer)
    noteBack(cache, before, settled.task)
    return settled
  }

  /**
   * Changes the task, based on the version `seen` (by default the latest known one). If others have changed other
   * fields since, it is repeated on top of their version; what they have changed too, the person settles.
   * @param back how it is to end if it takes another change back
   */
  const change = (changes: TaskChanges, done: string, seen?: TaskAnswer, back?: Back): Changing => {
    begin()
    const others = new Set<Field>()
    const { move } = back ?? {}
    const now = withWaiting(cache, current().task)
    const task = seen?.task ?? now
    const after = withChanges(now, changes)
    const end = queue.show((shown) => shown) // it is shown because it waits
    const { answer, giveUp, wasLate } = deliver(
      {
        ...{ id: crypto.randomUUID(), task, shown: { task: after, place: 'same' } },
        act: move ? { kind: 'move', body: move } : { kind: 'change', changes },
      },
      {
        base: () => (seen ? Promise.resolve(seen) : queue.latest()),
        inTurn: (send) =>
          queue.add(async () => {
            const answer = await send()
            return back ? endBack(back, answer, others) : answer
          }),
        onOthers: (fields) => {
          for (const field of fields) others.add(field)
        },
      },
    )
    const tell = (error: unknown) => {
      if (error instanceof ChangedSince) complain('Someone else changed the same, so this was not changed.')
      else if (!(error instanceof GivenUp)) fail(error)
    }
    const ending = async () => {
      try {
        await answer
        // what differs from a version that was seen long ago may also be the person's own text
        const text = wasLate() ? done : doneText(done, others)
        if (back && !isShown) sayBack(back.now)
        else say(text)
        return true
      } catch (error) {
        tell(error)
        return false
      } finally {
        end()
      }
    }
    return { isMade: ending(), order: orderBefore(cache, task, changes), giveUp }
  }

  const autosave = openAutosave({
    services,
    id,
    state,
    set,
    write: queue.write,
    say,
    fail,
    begin,
    current,
    change: (...args) => change(...args).isMade,
    complain,
    sayBack,
  })

  return {
    state,
    current,
    write: queue.write,
    report: (done: string, outcome: Promise<unknown>) => report(done, outcome),
    /** The same for an undo, which may come after the dialog has closed. */
    reportBack: (done: string, outcome: Promise<unknown>) => report(done, outcome, sayBack),
    sayBack: (done: string, now: string) => {
      sayBack(isShown ? done : now)
    },
    change: (changes: TaskChanges, done: string) => change(changes, done),
    /**
     * Undoes changes; `before` is the task, and `order` that of its project, before they were made. `now`: what is so
     * then, in words.
     */
    takeBack: (
      before: Task,
      made: TaskChanges,
      { done, now }: { done: string; now: string },
      order: Order,
    ) => {
      const isElsewhere = made.projectId !== undefined && made.projectId !== before.project_id
      const move = wayBack(cache, before, made, order)
      const back = { before, now, ...(move && { move }), ...(isElsewhere && { order }) }
      return change(reverseOf(before, made), done, undefined, back).isMade
    },
    complain,
    setTexts: (texts: Partial<Texts>) => {
      replaceTexts(id, Object.keys(texts))
      autosave.setDraft({ ...state.value.draft, ...texts })
    },
    save: autosave.save,
    leaveField: autosave.leaveField,
    /** Goes on with texts that an earlier page has not saved. */
    restore: (draft: Draft) => {
      autosave.setDraft(follow(draft, current()))
    },
    /** Takes over a version that was read: texts that the person has not changed follow it. */
    follow: autosave.take,
    /** Gives up the texts that are not saved. */
    discard: () => {
      autosave.setDraft(draftOf(current()))
    },
    /** Settles texts that both have changed: those in `taken` become theirs, the others stay, and are saved. */
    settleTexts: ({ theirs, etag }: Contest, taken: readonly Field[]) => {
      autosave.setDraft(follow(yieldTo(state.value.draft, taken, { task: theirs, etag }), current()))
      void autosave.save()
    },
    /** To be called when the dialog opens. Returns what is to be called when it closes. */
    show: () => {
      isShown = true
      set({ notice: quiet })
      const leave = autosave.show()
      const left = takeLeft(id)
      if (left) autosave.setDraft(follow(left, current()))
      return () => {
        isShown = false
        leave()
      }
    },
    isIdle: autosave.isIdle,
  }
}

export type Editor = ReturnType<typeof openEditor>

/** The editors of each session by task. One that still has something to save is found when its task is opened again. */
const editors = new WeakMap<QueryClient, Map<string, Editor>>()

function editorOf(services: EditorServices, first: TaskAnswer): Editor {
  const ofSession = editors.get(services.cache) ?? new Map<string, Editor>()
  editors.set(services.cache, ofSession)
  for (const [taskId, editor] of ofSession) if (editor.isIdle()) ofSession.delete(taskId)
  const { id } = first.task
  const editor = ofSession.get(id) ?? openEditor(services, first)
  ofSession.set(id, editor)
  return editor
}

/** Saves texts that an earlier page has left. */
export function resumeTexts(services: EditorServices, drafts: readonly Draft[]): void {
  for (const draft of drafts) editorOf(services, draft.seen).restore(draft)
}

/** The editor of the task that a dialog shows, and what it shows. `current` is the newest known version. */
export function useEditor(current: TaskAnswer) {
  const { lasting: client, isOver } = useApi()
  const cache = useQueryClient()
  const { id } = current.task
  const editor = useMemo(() => editorOf({ client, cache, isOver }, current), [client, cache, isOver, id])
  useLayoutEffect(() => {
    editor.follow(current)
  }, [editor, current])
  useLayoutEffect(() => editor.show(), [editor])
  // after the effects above, so that their results, such as texts from an earlier session, are there before anything is
  // drawn
  const state = useValue(editor.state)
  useEffect(() => {
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden') void editor.save()
    }
    document.addEventListener('visibilitychange', saveIfHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden)
    }
  }, [editor])

  // read from the cache, so that a write's answer appears in the same render in which its preview disappears
  const latest = cache.getQueryData<TaskAnswer>(keys.task(id)) ?? current
  useValue(entries)
  const shown = state.pending.reduce((before, apply) => apply(before), withWaiting(cache, latest.task))
  return {
    editor,
    ...state,
    shown,
    texts: shownTexts(state.draft, shown),
    contest: contestOf(state.draft, latest),
  }
}

/** The texts in the fields: what the person has typed, or else what waits. */
function shownTexts({ label, description, seen }: Draft, shown: Task): Texts {
  const [stored, waiting] = [textsOf(seen.task), textsOf(shown)]
  return {
    label: label === stored.label ? waiting.label : label,
    description: description === stored.description ? waiting.description : description,
  }
}
