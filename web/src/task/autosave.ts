import type { Signal } from '@preact/signals-core'
import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type TaskAnswer,
  type TaskChanges,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { connection, isPassing } from '../data/connection.ts'
import { putTask } from '../data/task-cache.ts'
import { overtakenBy } from '../data/unless-changed.ts'
import { announce } from '../ui/announce.ts'
import { explain } from '../ui/explain.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { repeatable, showUndo } from '../ui/undo.ts'
import { guardUnload } from '../ui/unload-guard.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import { differingFields, doneText, type Field, mostRepeats, withChanges } from './conflict.ts'
import { advance, backTo, contestOf, follow, isChanged, isValid } from './draft.ts'
import { changesOf, unsavedOf, type Draft, textsOf } from './texts.ts'
import type { Apply, Queue } from './queue.ts'
import { keepText } from './waiting.ts'
import { openTextSteps } from './text-steps.ts'
import { showTexts } from './with-waiting.ts'

/** The message about the last write. */
export interface Notice {
  text: string
  isAlert: boolean
}

/** `retrying`: it has failed, and is tried again by itself. `failed`: the service does not take it. */
export type Saving = 'idle' | 'saving' | 'retrying' | 'failed'

/** What a person is doing with one task. */
export interface EditorState {
  /** The texts, and the version that they are based on. */
  draft: Draft
  /** Writes under way, to be shown on top of what is stored. */
  pending: readonly Apply[]
  saving: Saving
  notice: Notice
}

/** The service and the cache of a session. */
export interface EditorServices {
  /** It also answers after the session. */
  client: ResourceClient
  cache: QueryClient
  /**
   * Whether the session has ended: then nothing is shown any longer, because the next session may be another person's.
   */
  isOver: () => boolean
}

interface AutosaveOptions {
  services: EditorServices
  id: string
  state: Signal<EditorState>
  set: (next: Partial<EditorState>) => void
  write: Queue['write']
  say: (text: string) => void
  fail: (error: unknown) => void
  begin: () => void
  current: () => TaskAnswer
  change: (changes: TaskChanges, done: string, seen: TaskAnswer) => Promise<boolean>
  complain: (text: string) => void
  sayBack: (text: string, outside?: string) => void
}

/** The pause in typing, in milliseconds, after which the texts are saved. */
const pauseMs = 800
/** The longest wait before another try, in milliseconds. */
const longestMs = 30_000

/** Saves the texts of a task by itself, also after its dialog is closed. One save is under way at a time. */
export function openAutosave(options: AutosaveOptions) {
  const { services, id, state, set, write, say, fail, begin, current, change, complain, sayBack } = options
  const { client, cache, isOver } = services
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let failures = 0
  let isShown = false
  let before = textsOf(state.value.draft.seen.task) // what an undo after closing goes back to
  let endGuard: (() => void) | undefined
  let endRetry: (() => void) | undefined
  let told: Saving | undefined
  /** What was sent, and may have been saved: nothing has answered it. */
  let unanswered: readonly Draft[] = []

  const draftNow = () => state.value.draft
  const isContested = () => contestOf(draftNow(), current()) !== undefined
  const isDue = () => isChanged(draftNow()) && isValid(draftNow()) && !isContested()

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  const setDraft = (draft: Draft, isOwn = false) => {
    const last = draftNow()
    if (draft === last) {
      if (isContested()) keepUnsaved() // what others have written is on the card
      return
    }
    if (!isOwn && draft.seen !== last.seen) {
      before = backTo(before, last, draft.seen)
      steps.follow(last, draft.seen)
    }
    set({ draft })
    const isUnsaved = isChanged(draft)
    if (!isOver()) noteUnsaved(`task ${id}`, unsavedOf(draft), true)
    keepUnsaved()
    if (isUnsaved) endGuard ??= guardUnload()
    else {
      endGuard?.()
      endGuard = undefined
      if (!isRunning) set({ saving: 'idle' })
    }
    keepLeft()
    if (isDue() && !isRunning) later(pauseMs)
  }

  /** Takes over a version that was read. One with just the texts that were sent is the person's own, before its answer. */
  const take = (version: TaskAnswer) => {
    const { label, description } = textsOf(version.task)
    const own = unanswered.find((sent) => sent.label.trim() === label && sent.description === description)
    if (own) unanswered = []
    setDraft(own ? advance(draftNow(), own, version) : follow(draftNow(), version), own !== undefined)
  }

  const steps = openTextSteps({
    first: before,
    now: () => {
      // while the dialog is closed, nothing else takes over what was changed
      if (!isShown) take(current())
      return draftNow()
    },
    put: (texts) => {
      setDraft({ ...draftNow(), ...texts })
      if (!isShown) before = { ...before, ...texts } // the step itself is undone
      void save()
    },
    complain,
    tell: (name, label, labelBefore) => {
      if (isShown) return // there it is said that it is saved
      const task = `“${labelBefore}”`
      sayBack(
        '',
        name === 'label' ? `${task} is “${label}” again.` : `${task}: its description is as it was.`,
      )
    },
  })

  /** What is not saved outlives the page. */
  function keepUnsaved(isLate = state.value.saving === 'retrying'): void {
    if (isOver()) return
    const draft = draftNow()
    const isUnsaved = isChanged(draft)
    keepText(id, isUnsaved ? { draft, isLate } : undefined)
    const isOnCard = isUnsaved && isValid(draft) && !isContested()
    showTexts(id, isOnCard ? withChanges(draft.seen.task, changesOf(draft)) : undefined)
  }

  /** After the session has ended, the texts that are not saved wait for the next one that may see the task. */
  function keepLeft(): void {
    if (!isOver()) return
    leave(id, isChanged(draftNow()) ? draftNow() : undefined)
    endGuard?.()
    endGuard = undefined
  }

  /** Sends the texts; if others have changed other fields, once more on top of that. Notes what others have changed. */
  const send = (others: Set<Field>) => async (latest: TaskAnswer) => {
    take(latest)
    for (let tries = 0; ; tries += 1) {
      const sent = draftNow()
      if (!isDue()) return current()
      const changes = changesOf(sent)
      unanswered = [...unanswered.filter((one) => one !== sent), sent]
      try {
        const answer = await client.tasks.update(id, changes, { ifMatch: sent.seen.etag })
        unanswered = []
        putTask(cache, answer, sent.seen.task) // before its texts are no longer shown as unsaved
        setDraft(advance(draftNow(), sent, answer), true)
        return answer
      } catch (error) {
        const theirs = overtakenBy(error)
        if (!theirs || tries >= mostRepeats) throw error
        const isTheirs = differingFields(sent.seen.task, theirs.task)
        for (const field of differingFields(withChanges(sent.seen.task, changes), theirs.task))
          if (isTheirs.includes(field)) others.add(field)
        putTask(cache, theirs, sent.seen.task)
        take(theirs)
        unanswered = []
      }
    }
  }

  /** Tries again after a pause that grows, and as soon as a lost connection is back. */
  const retryLater = () => {
    if (isOver()) return
    failures += 1
    later(Math.min(1000 * 2 ** failures, longestMs))
    let wasLost = connection.value === 'lost'
    endRetry?.()
    endRetry = connection.subscribe((now) => {
      const isLost = now === 'lost'
      if (wasLost && !isLost) later(0)
      wasLost = isLost
    })
  }

  /** Saves now, unless there is nothing to save. If a save is running, texts that were typed since follow it. */
  async function save(): Promise<void> {
    clearTimeout(timer)
    if (isRunning || !isDue()) return
    isRunning = true
    endRetry?.()
    begin()
    set({ saving: 'saving' })
    const others = new Set<Field>()
    try {
      await write((task) => task, send(others))
      isRunning = false
      failures = 0
      set({ saving: 'idle' })
      // an alert that came meanwhile is about what was typed since
      if (!isContested() && !state.value.notice.isAlert) say(doneText('Saved.', others))
      if (isDue()) later(pauseMs)
    } catch (error) {
      isRunning = false
      if (isPassing(error)) {
        set({ saving: 'retrying' })
        keepUnsaved()
        retryLater()
      } else {
        set({ saving: 'failed' })
        if (isShown) fail(error)
        else if (isTasksApiError(error, 'task_not_found')) giveUp(error)
      }
    }
    if (!isShown) settleLeft()
  }

  /** Offers the texts of a task that is gone: perhaps it cannot be opened any more. They are kept as long as the page is. */
  function giveUp(error: unknown): void {
    const { label, description } = changesOf(draftNow())
    showAlert(
      `The text of “${current().task.label}” was not saved. ${explain(error)}`,
      id,
      description ?? label,
    )
    keepText(id)
    showTexts(id, undefined)
  }

  /** After the dialog has closed: saves what is unsaved, or keeps it and says so; offers to undo what was saved. */
  function settleLeft(): void {
    if (isRunning) return
    const { draft, saving } = state.value
    const { label, project_id } = current().task
    if (isDue() && saving === 'idle') {
      void save()
    } else if (isOver()) {
      clearTimeout(timer)
    } else if (isChanged(draft)) {
      if (told === saving) return
      told = saving
      const isRetrying = saving === 'retrying'
      const text = `The text of “${draft.label.trim()}” is not saved yet. It is tried again.`
      showToast(isRetrying ? text : `“${label}” has unsaved changes.`, {
        label: 'Continue editing',
        run: () => {
          goTo(hrefs.task(project_id, id))
        },
      })
    } else offerUndo()
  }

  function offerUndo(): void {
    const { seen } = draftNow()
    const back = changesOf({ seen, ...before })
    const { label: labelBefore } = before
    before = textsOf(seen.task)
    if (Object.keys(back).length === 0) return
    steps.replace(Object.keys(back))
    const { label, description } = seen.task
    const again = {
      ...(back.label !== undefined && { label }),
      ...(back.description !== undefined && { description }),
    }
    const done = told === undefined ? `Changed “${label}”.` : `Saved “${label}”.`
    const undo = () => {
      void change(back, 'Undone.', seen).then((isDone) => {
        if (isDone && !isOver()) announce(`“${labelBefore}” is as it was.`)
      })
    }
    showUndo(
      done,
      undo,
      repeatable(done, undo, () => void change(again, done, current())),
    )
  }

  return {
    setDraft,
    take,
    save,
    /** Saves the texts of a field that was left, or changed at once, as one step to undo. `done`: what it was, in words. */
    leaveField: (done?: string) => {
      if (isShown && isValid(draftNow())) steps.note(done)
      void save()
    },
    /** Whether nothing is left to be saved or sent. */
    isIdle: () => !isRunning && !isChanged(draftNow()) && state.value.pending.length === 0,
    /** To be called when the dialog opens. Returns what is to be called when it closes. */
    show: () => {
      isShown = true
      told = undefined
      steps.begin()
      if (!isChanged(draftNow())) before = textsOf(draftNow().seen.task)
      return () => {
        isShown = false
        const draft = draftNow()
        // a task needs a label
        if (draft.label.trim() === '') setDraft({ ...draft, label: draft.seen.task.label })
        keepLeft()
        if (!isOver()) steps.end()
        settleLeft()
      }
    },
  }
}

const left = new Map<string, { draft: Draft; endGuard: () => void }>()

/**
 * Keeps the unsaved texts of a task when the session ends, for example when a token is revoked. A later session in this
 * tab that may open the task goes on with them. An account does not find another's tasks, so it never sees their texts.
 * @param draft undefined: everything is saved
 */
function leave(taskId: string, draft: Draft | undefined): void {
  takeLeft(taskId)
  if (draft) left.set(taskId, { draft, endGuard: guardUnload() })
}

/** Returns and forgets the unsaved texts of a task that an earlier session has kept. */
export function takeLeft(taskId: string): Draft | undefined {
  const found = left.get(taskId)
  found?.endGuard()
  left.delete(taskId)
  return found?.draft
}
