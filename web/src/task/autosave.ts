import { effect, type Signal, untracked } from '@preact/signals-core'
import type { QueryClient } from '@tanstack/preact-query'
import { isTasksApiError, type TaskAnswer, type ResourceClient } from '../../../client/src/index.ts'
import { entries, type Entry, isWaiting } from '../changes/entry.ts'
import { doneText, type Field } from '../changes/merge.ts'
import type { Hooks } from '../changes/delivery.ts'
import { hold, send } from '../changes/outbox.ts'
import { whyGone } from '../data/cache.ts'
import { ChangedSince, GivenUp, overtakenBy } from '../changes/refusals.ts'
import { explain } from '../ui/explain.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { guardUnload } from '../ui/unload-guard.ts'
import { advance, backTo, contestOf, draftOf, follow, isChanged, isValid } from './draft.ts'
import { changesOf, type Draft, typedEntry, type Texts, textsOf } from '../changes/texts.ts'
import { openTextSteps, type TextSteps } from './text-steps.ts'

/** The message about the last write. */
export interface Notice {
  text: string
  isAlert: boolean
}

/** `retrying`: it waits for the connection, or for a busy service. `failed`: the service does not take it. */
export type Saving = 'idle' | 'saving' | 'retrying' | 'failed'

/** What a person is doing with one task. */
export interface EditorState {
  /** The texts, and the version that they are based on. */
  draft: Draft
  /** How many changes beside the texts have no answer. */
  pending: number
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
  /** The one that saves the texts now: after the dialog has closed, another may have taken over. */
  live: () => Autosave
  state: Signal<EditorState>
  set: (next: Partial<EditorState>) => void
  hooksFor: (others: Set<Field>) => Required<Omit<Hooks, 'onProgress'>>
  /** Says what was done, unless an alert has come meanwhile. */
  sayDone: (text: string) => void
  fail: (error: unknown) => void
  begin: () => void
  current: () => TaskAnswer
  complain: (text: string) => void
  sayBack: (text: string, outside?: string) => void
}

/** The pause in typing, in milliseconds, after which the texts are saved. */
const pauseMs = 800

const hasSameTexts = (one: Texts, other: Texts) =>
  one.label.trim() === other.label.trim() && one.description === other.description

/**
 * Joins what is typed in a task to changes of the outbox: one is kept while it is typed, and one at a time is sent, also after
 * the dialog is closed.
 */
export class Autosave {
  readonly #options: AutosaveOptions
  readonly #steps: TextSteps
  /** What an undo after closing goes back to. */
  #before: Texts
  #timer: ReturnType<typeof setTimeout> | undefined
  #isShown = false
  #isSending = false
  /** What is being sent, since it has its turn. */
  #sent: Draft | undefined
  /** What may have been saved although nothing has answered it. */
  #unanswered: readonly Draft[] = []
  /** What was said of unsaved texts after closing. */
  #told: Saving | undefined
  #endGuard: (() => void) | undefined
  #endWatch: (() => void) | undefined

  constructor(options: AutosaveOptions) {
    const { complain, sayBack, live } = options
    this.#options = options
    this.#before = textsOf(this.#draft.seen.task)
    this.#steps = openTextSteps({
      opened: this.#before,
      now: () => live().#now(),
      put: (texts) => {
        live().#put(texts)
      },
      complain,
      tell: (name, label, labelBefore) => {
        if (live().#isShown) return // there it is said that it is saved
        const task = `“${labelBefore}”`
        sayBack(
          '',
          name === 'label' ? `${task} is “${label}” again.` : `${task}: its description is as it was.`,
        )
      },
    })
  }

  get #draft(): Draft {
    return this.#options.state.value.draft
  }

  get #isContested(): boolean {
    return contestOf(this.#draft, this.#options.current()) !== undefined
  }

  #isDue(): boolean {
    return isChanged(this.#draft) && isValid(this.#draft) && !this.#isContested
  }

  /** Whether its dialog is closed, and nothing is left to be saved or sent. */
  get isIdle(): boolean {
    const { pending } = this.#options.state.value
    return !this.#isShown && !this.#isSending && !isChanged(this.#draft) && pending === 0
  }

  /** The texts on top of the newest version: while the dialog is closed, nothing else takes over what was changed. */
  #now(): Draft {
    if (!this.#isShown) this.take(this.#options.current())
    return this.#draft
  }

  /** Changes texts for a step that is undone or made again. */
  #put(texts: Partial<Texts>): void {
    this.setDraft({ ...this.#draft, ...texts })
    if (!this.#isShown) this.#before = { ...this.#before, ...texts }
    void this.save()
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), ms)
  }

  setDraft(draft: Draft, isOwn = false): void {
    const { set } = this.#options
    const last = this.#draft
    if (draft === last) {
      if (this.#isContested) this.#keep() // what others have written is on the card
      return
    }
    if (!isOwn && draft.seen !== last.seen) {
      this.#before = backTo(this.#before, last, draft.seen)
      this.#steps.follow(last, draft.seen)
    }
    set({ draft })
    if (!isChanged(draft) && !this.#isSending) set({ saving: 'idle' })
    this.#keep()
    if (this.#isDue() && !this.#isSending) this.#later(pauseMs)
  }

  /** Learns which texts an earlier page has sent: they are the person's own, too. */
  expect(texts: Texts): void {
    const isKnown = [textsOf(this.#draft.seen.task), ...this.#unanswered].some((one) =>
      hasSameTexts(one, texts),
    )
    if (!isKnown) this.#unanswered = [...this.#unanswered, { ...this.#draft, ...texts }]
  }

  /** Takes over a version that was read. One with just the texts that were sent is the person's own, before its answer. */
  take(version: TaskAnswer): void {
    const own = this.#unanswered.find((sent) => hasSameTexts(sent, textsOf(version.task)))
    if (own) this.#unanswered = []
    const draft = own ? advance(this.#draft, own, version) : follow(this.#draft, version)
    this.setDraft(draft, own !== undefined)
  }

  /** What is not saved outlives the page. After the end of the session, it waits for the next one that may see the task. */
  #keep(): void {
    const { id, services } = this.#options
    const draft = this.#draft
    const isUnsaved = isChanged(draft)
    if (services.isOver()) {
      if (isUnsaved && this.#unanswered.length === 0) left.set(id, draft)
      else left.delete(id)
    } else {
      const isUnderWay = this.#sent !== undefined && hasSameTexts(draft, this.#sent)
      const typed = isUnderWay ? undefined : typedEntry(draft)
      hold(id, typed, isValid(draft) && !this.#isContested)
    }
    if (isUnsaved && !services.isOver()) this.#endGuard ??= guardUnload()
    else {
      this.#endGuard?.()
      this.#endGuard = undefined
    }
  }

  /** Saves now, unless there is nothing to save. If a save is running, texts that were typed since follow it. */
  async save(): Promise<void> {
    const { begin, set, services } = this.#options
    clearTimeout(this.#timer)
    const entry = typedEntry(this.#draft)
    if (this.#isSending || !this.#isDue() || !entry) return
    if (services.isOver()) {
      // what has had its turn is on its way
      if (this.#unanswered.length === 0) this.#saveLast()
      return
    }
    this.#isSending = true
    begin()
    set({ saving: 'saving' })
    const error = await this.#send(entry).catch((reason: unknown) => reason)
    this.#isSending = false
    this.#sent = undefined
    if (error === undefined || error instanceof GivenUp || error instanceof ChangedSince)
      set({ saving: 'idle' })
    else this.#refuse(error)
    this.#keep()
    if (this.#isDue() && this.#options.state.value.saving === 'idle') this.#later(pauseMs)
    this.#settle()
  }

  /** Sends the texts as they are in their turn. */
  async #send(entry: Entry): Promise<undefined> {
    const { id, hooksFor, set, sayDone, state, current } = this.#options
    const others = new Set<Field>()
    const { base, onOthers } = hooksFor(others)
    const hooks: Hooks = {
      base: async () => {
        this.take(await base())
        if (!this.#isDue()) throw new GivenUp()
        return this.#draft.seen
      },
      onOthers: (fields) => {
        onOthers(fields)
        this.take(current())
      },
    }
    let sent = this.#draft
    const inTurn = () => {
      const { change } = typedEntry(this.#draft) ?? entry
      sent = this.#draft
      this.#sent = sent
      this.#unanswered = [...this.#unanswered.filter((one) => one !== sent), sent]
      this.#keep()
      return Promise.resolve({ change: { ...change, id: entry.change.id } })
    }
    this.#sent = sent
    hold(id)
    const { answer, wasLate } = send(entry, hooks, inTurn)
    const endWatch = effect(() => {
      const waits = entries.value.some((one) => one.id === entry.id && isWaiting(one))
      untracked(() => {
        if (!waits || state.value.saving === 'retrying') return
        set({ saving: 'retrying' })
        this.#settle()
      })
    })
    const answered = await answer.finally(endWatch)
    this.#unanswered = []
    this.#sent = undefined
    this.setDraft(advance(this.#draft, sent, answered), true)
    if (!this.#isContested) sayDone(wasLate() ? 'Saved.' : doneText('Saved.', others))
    return undefined
  }

  /** Says that the service does not take the texts. */
  #refuse(error: unknown): void {
    const { set, fail } = this.#options
    set({ saving: 'failed' })
    if (this.#isShown) fail(error)
    else if (isTasksApiError(error, 'task_not_found')) this.#giveBack(explain(error))
  }

  /** Gives the texts of a closed dialog back: perhaps the task cannot be opened any more. */
  #giveBack(why: string): void {
    const { id, current } = this.#options
    const { label, description } = changesOf(this.#draft)
    showAlert(`The text of “${current().task.label}” was not saved. ${why}`, id, description ?? label)
    this.setDraft(draftOf(current()))
  }

  /** While texts wait for the person to decide, their task may go. */
  #watchGone(): void {
    this.#endWatch?.()
    this.#endWatch = effect(() => {
      if (whyGone(this.#options.id) === undefined) return
      untracked(() => {
        if (!this.#isShown && isChanged(this.#draft)) this.#giveBack('The task is not there any more.')
      })
    })
  }

  /** Sends the texts once, after the outbox has ended with the session. */
  #saveLast(): void {
    const { id, services } = this.#options
    const sent = this.#draft
    const sending = services.client.tasks.update(id, changesOf(sent), { ifMatch: sent.seen.etag })
    sending.then(
      (answer) => {
        this.setDraft(advance(this.#draft, sent, answer), true)
      },
      (error: unknown) => {
        const theirs = overtakenBy(error)
        if (theirs) this.take(theirs)
      },
    )
  }

  /** After the dialog has closed: saves what is unsaved, or keeps it and says so; offers to undo what was saved. */
  #settle(): void {
    const { id, services, state, current } = this.#options
    const { draft, saving } = state.value
    if (this.#isShown || (this.#isSending && saving !== 'retrying')) return
    if (this.#isDue() && saving === 'idle') void this.save()
    else if (services.isOver()) clearTimeout(this.#timer)
    else if (!isChanged(draft)) this.#offerUndo()
    else if (this.#told !== saving) {
      this.#told = saving
      this.#watchGone()
      const { label, project_id: projectId } = current().task
      const text = `The text of “${draft.label.trim()}” is not saved yet. It is tried again.`
      showToast(saving === 'retrying' ? text : `“${label}” has unsaved changes.`, {
        label: 'Continue editing',
        run: () => {
          goTo(hrefs.task(projectId, id))
        },
      })
    }
  }

  #offerUndo(): void {
    const before = this.#before
    const now = textsOf(this.#draft.seen.task)
    this.#before = now
    this.#steps.offer(`${this.#told === undefined ? 'Changed' : 'Saved'} “${now.label}”.`, before, now)
  }

  /** Saves the texts of a field that was left, or changed at once, as one step to undo. `done`: what it was, in words. */
  leaveField(done?: string): void {
    if (this.#isShown && isValid(this.#draft)) this.#steps.note(done)
    void this.save()
  }

  /** To be called when the dialog opens. */
  open(): void {
    const { id, current } = this.#options
    this.#isShown = true
    this.#told = undefined
    this.#steps.begin()
    if (!isChanged(this.#draft)) this.#before = textsOf(this.#draft.seen.task)
    const kept = left.get(id)
    left.delete(id)
    if (kept) this.setDraft(follow(kept, current()))
  }

  /** To be called when the dialog closes. */
  close(): void {
    this.#isShown = false
    const draft = this.#draft
    // a task needs a label
    if (draft.label.trim() === '') this.setDraft({ ...draft, label: draft.seen.task.label })
    else this.#keep()
    if (!this.#options.services.isOver()) this.#steps.end()
    this.#settle()
  }
}

/**
 * The unsaved texts of tasks when a session ended, for example when its token was revoked, by the task's id. A later session in
 * this tab that may open the task goes on with them. An account does not find another's tasks, so it never sees their texts.
 */
const left = new Map<string, Draft>()
