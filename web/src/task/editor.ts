import { signal } from '@preact/signals-core'
import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import type { Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { type Change, changeOf } from '../changes/change.ts'
import { record } from '../changes/history.ts'
import { doneText, type Field } from '../changes/merge.ts'
import { entries } from '../changes/entry.ts'
import type { Hooks } from '../changes/delivery.ts'
import { replaceTexts, withWaiting } from '../changes/outbox.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { ChangedSince, GivenUp } from '../changes/refusals.ts'
import { explain } from '../ui/explain.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { noteStep, type Step } from '../ui/undo.ts'
import { Autosave, type EditorServices, type EditorState, type Notice } from './autosave.ts'
import { type Contest, contestOf, draftOf, follow, yieldTo } from './draft.ts'
import { type Draft, type Texts, textsOf } from '../changes/texts.ts'
import { useValue } from '../data/use-value.ts'

const quiet: Notice = { text: '', isAlert: false }

/** What a change does, and what is so after an undo; `outside`: to those who do not see the task's dialog. */
interface Words {
  done: string
  undone: string
  outside?: string
}
type Note = (done: string, undo: () => Promise<boolean>, redo: () => void) => Step

/** The newest known version of a task. It is read first if only the board has shown it, because a write needs its ETag. */
async function latestOf({ cache, client }: EditorServices, taskId: string): Promise<TaskAnswer> {
  const queryKey = keys.task(taskId)
  const known = cache.getQueryData<TaskAnswer>(queryKey)
  if (known) return known
  const read = await client.tasks.get(taskId)
  cache.setQueryData(queryKey, read)
  return read
}

/** What the editor of a task shows, and where it says what has become of a change: in the dialog while that is open. */
function openNotices({ cache, isOver }: EditorServices, opened: TaskAnswer) {
  const { id } = opened.task
  let isShown = false
  const state = signal<EditorState>({
    ...{ draft: draftOf(opened), pending: 0, saving: 'idle', notice: quiet },
  })
  const set = (next: Partial<EditorState>) => {
    state.value = { ...state.value, ...next }
  }
  const current = () => cache.getQueryData<TaskAnswer>(keys.task(id)) ?? opened
  const say = (text: string) => {
    set({ notice: { text, isAlert: false } })
  }
  const complain = (text: string) => {
    if (isOver()) return
    if (isShown) set({ notice: { text, isAlert: true } })
    else showAlert(`“${current().task.label}”: ${text}`, id)
  }
  return {
    ...{ state, set, current, complain },
    /** Says what was done, unless an alert has come meanwhile: that is about something later. */
    sayDone: (text: string) => {
      if (!state.value.notice.isAlert) say(text)
    },
    /** Says what is so after an undo. `outside`: in words for those who do not see the task's dialog. */
    sayBack: (text: string, outside = `“${current().task.label}”: ${text}`) => {
      if (isShown) say(text)
      else if (!isOver()) showToast(outside)
    },
    /** Clears the alert of an earlier attempt. */
    begin: () => {
      if (state.value.notice.isAlert) set({ notice: quiet })
    },
    fail: (error: unknown) => {
      complain(explain(error))
      // show the current version after any error; a deleted task is reported by its own query
      refresh(cache, keys.task(id))
    },
    setShown: (next: boolean) => {
      isShown = next
      if (next) set({ notice: quiet })
    },
  }
}

/** How changes are sent. Other fields that someone else has changed go into `others`. */
type HooksFor = (others: Set<Field>) => Required<Omit<Hooks, 'onProgress'>>

/** Makes changes of the task, which are recorded and shown at once. */
function openMaking(cache: QueryClient, notices: ReturnType<typeof openNotices>, hooksFor: HooksFor) {
  const { state, set, current } = notices
  const tellFailure = (error: unknown) => {
    if (error instanceof ChangedSince)
      notices.complain('Someone else changed the same, so this was not changed.')
    else notices.fail(error)
  }
  /**
   * Makes a change of the task, which is given as it is shown. If others have changed other fields since, it goes on top of
   * their version; what they have changed too, the person settles.
   * @param note how it is recorded
   * @returns false if it has failed
   */
  return async (
    changeFor: (task: Task) => Change | undefined,
    { done, undone, outside = undone }: Words,
    note: Note = noteStep,
  ): Promise<boolean> => {
    notices.begin()
    const others = new Set<Field>()
    const task = withWaiting(cache, current().task)
    const made = changeFor(task)
    if (!made) return true
    set({ pending: state.value.pending + 1 })
    const sending = record(
      cache,
      made,
      { task, place: 'same', hooks: hooksFor(others) },
      {
        note: (undo, redo) => note(done, undo, redo),
        failed: tellFailure,
        undone: () => {
          notices.sayBack(undone, `“${current().task.label}”: ${outside}`)
        },
        stays: tellFailure,
        made: () => {
          // what differs from a version that was seen long ago may also be the person's own text
          notices.sayDone(sending.wasLate() ? done : doneText(done, others))
        },
      },
    )
    try {
      await sending.answer
      return true
    } catch (error) {
      return error instanceof GivenUp // anything else was told
    } finally {
      set({ pending: state.value.pending - 1 })
    }
  }
}

/**
 * Edits one task. It outlives the task's dialog until everything is saved, so that closing the dialog loses nothing.
 * Writes are sent one at a time, shown at once and reported.
 */
function openEditor(services: EditorServices, opened: TaskAnswer) {
  const { cache } = services
  const { id } = opened.task
  const notices = openNotices(services, opened)
  const { state, current, complain } = notices
  /** They are based on the newest known version, so that people do not get into conflict with themselves. */
  const hooksFor: HooksFor = (others) => ({
    base: () => latestOf(services, id),
    onOthers: (fields) => {
      for (const field of fields) others.add(field)
    },
  })
  const make = openMaking(cache, notices, hooksFor)

  /** Sets values of the task. @param now what was so before, in words */
  const change = (changes: TaskChanges, done: string, now: string): void => {
    void make((task) => changeOf(task, changes), { done, undone: `Undone: ${done}`, outside: now })
  }

  const autosave = new Autosave({
    ...{ services, id, hooksFor },
    ...notices,
    live: (): Autosave => editorOf(services, current()).autosave,
  })

  return {
    state,
    autosave,
    current,
    make,
    change,
    complain,
    setTexts: (texts: Partial<Texts>) => {
      replaceTexts(id, Object.keys(texts))
      autosave.expect(textsOf(withWaiting(cache, current().task)))
      autosave.setDraft({ ...state.value.draft, ...texts })
    },
    save: () => autosave.save(),
    leaveField: (done?: string) => {
      autosave.leaveField(done)
    },
    /** Goes on with texts that an earlier page has not saved. */
    restore: (draft: Draft) => {
      autosave.setDraft(follow(draft, current()))
    },
    /** Takes over a version that was read: texts that the person has not changed follow it. */
    follow: (version: TaskAnswer) => {
      autosave.take(version)
    },
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
      notices.setShown(true)
      autosave.open()
      return () => {
        notices.setShown(false)
        autosave.close()
      }
    },
    isIdle: () => autosave.isIdle,
  }
}

export type Editor = ReturnType<typeof openEditor>

/** The editors of each session by task. One that still has something to save is found when its task is opened again. */
const editors = new WeakMap<QueryClient, Map<string, Editor>>()

function editorOf(services: EditorServices, opened: TaskAnswer): Editor {
  const ofSession = editors.get(services.cache) ?? new Map<string, Editor>()
  editors.set(services.cache, ofSession)
  for (const [taskId, editor] of ofSession) if (editor.isIdle()) ofSession.delete(taskId)
  const { id } = opened.task
  const editor = ofSession.get(id) ?? openEditor(services, opened)
  ofSession.set(id, editor)
  return editor
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
  const shown = withWaiting(cache, latest.task)
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
