import { cut, forgetToasts, openDialogs, showToast } from './messages.ts'
import { taskTitle } from './task-title.ts'

export interface Step {
  text: string
  /** Reverses the change; resolves to false if it could not. Undefined: it cannot be undone. */
  undo: (() => unknown) | undefined
  /** Makes the change again. Undefined: it cannot be made again. */
  redo: (() => void) | undefined
  /** Closes its message, if it is still shown. */
  close: () => void
  /** The page, and the dialog on top of it, in which it was done. */
  page: string
  dialog: symbol | undefined
  /** The label of the task in whose dialog it was done. */
  subject: string | undefined
  /** Whether the outbox keeps its order. */
  isLogged?: boolean
}

/** The most steps that can be undone, one after the other. */
const maxSteps = 50

let steps: readonly Step[] = []
/** The steps that were undone since the last change, the last one at the end. */
let undone: readonly Step[] = []
/** The step that is being made again. */
let redoing: Step | undefined

/** The parts of a project that are pages of their own. */
const pageParts = ['forms', 'automation', 'trash']

/**
 * The page according to the address: the tasks, the forms, the rules or the trash of a project, or the kind of page. Filters and the
 * open task do not make another page.
 */
export function pageNow(): string {
  const [, kind = '', id = '', part = ''] = location.hash.split(/[/?]/)
  return [kind, id, pageParts.includes(part) ? part : ''].join('/')
}

/** Whether a step was done in the open dialog, or on the page if none is open. The trash shows what was done to the tasks, too. */
const isHere = ({ page, dialog }: Step) => {
  const open = openDialogs.value.at(-1)
  const here = pageNow()
  return open === undefined ? page === here || page === here.replace(/trash$/, '') : dialog === open
}

/**
 * Records a change without a message: `undoLast` undoes it as long as the session lasts, on the page and in the dialog
 * in which it was made.
 * @param undo reverses the change. It reports its own failure, and resolves to false then. Without it, the change is a
 * barrier: `undoLast` says that it cannot be undone, and undoes nothing before it
 * @param redo makes the change again, and notes it at once
 * @param page where it was made, if not here
 */
export function noteStep(
  text: string,
  undo?: () => unknown,
  redo?: () => void,
  page: string = pageNow(),
): Step {
  const step: Step = {
    text,
    undo,
    redo,
    close: () => undefined,
    page,
    dialog: openDialogs.value.at(-1),
    subject: openDialogs.value.length > 0 ? taskTitle.value : redoing?.subject,
  }
  steps = [...steps, step].slice(-maxSteps)
  if (!redoing) undone = []
  return step
}

/** Lets a change be undone again: its undo has failed, but may succeed later. */
export function putBack(step: Step): void {
  undone = undone.filter((other) => other !== step)
  steps = [...steps, step].slice(-maxSteps)
}

/** Forgets a step, and closes its message: what it was about has failed. */
export function dropStep(step: Step): void {
  steps = steps.filter((other) => other !== step)
  undone = undone.filter((other) => other !== step)
  step.close()
}

/** What makes a change again for `noteStep` or `showUndo`, of an `undo` and a `redo` that note nothing themselves. */
export const repeatable = (text: string, undo: (() => unknown) | undefined, redo: () => void) => (): void => {
  redo()
  noteStep(text, undo, repeatable(text, undo, redo))
}

/** Says what was done, and offers to undo it if it can be undone. */
function tell(step: Step): void {
  const offer = {
    label: 'Undo',
    run: () => {
      run(step)
    },
  }
  step.close = showToast(step.text, step.undo && offer)
}

/** Says what was done, and offers to undo it: by the toast's button, and as `noteStep` does. */
export function showUndo(text: string, undo: () => unknown, redo?: () => void): Step {
  const step = noteStep(text, undo, redo)
  tell(step)
  return step
}

/** Says at the end of a change that takes its time what it has done, and offers to undo it, unless it was undone meanwhile. */
export function tellStep(step: Step, done: string): void {
  step.text = done
  if (steps.includes(step)) tell(step)
}

/** What takes a change back, and what makes it again. Each reports its own failure. */
interface Ways {
  undo?: (() => unknown) | undefined
  redo?: (() => Promise<unknown>) | undefined
}

/** What resolves when all that was added so far has ended; undefined if none is under way. */
function openTracker() {
  let underWay: Promise<unknown> | undefined
  return {
    underWay: () => underWay,
    add: (running: unknown) => {
      const all = Promise.allSettled([underWay, running]).then(() => {
        if (underWay === all) underWay = undefined
      })
      underWay = all
    },
    forget: () => {
      underWay = undefined
    },
  }
}

/** The undos and redos under way. */
const all = openTracker()
/** Those of them that are not in the outbox, which keeps the order of its own. */
const unlogged = openTracker()

function track(running: unknown, isLogged = false): void {
  all.add(running)
  if (!isLogged) unlogged.add(running)
}

/** Resolves as `ready` does, but not before the undos and redos so far have ended: later steps may need the earlier ones. */
const inOrder = async <A>(ready: Promise<A>): Promise<A> => {
  const [answer] = await Promise.all([ready, all.underWay()])
  return answer
}

/** What a redo that has just begun must wait for: the undos and redos before it. Undefined: nothing, or it is no redo. */
export const beforeRedo = (): Promise<unknown> | undefined => (redoing ? unlogged.underWay() : undefined)

/**
 * Records a change that is under way, at once: Ctrl+Z means the last change, also before the service has answered. It is
 * undone only if it was made.
 * @param written rejects, or resolves to false, if the change was not made; its failure is reported by others
 * @param note how it is recorded
 */
export function noteWrite(
  text: string,
  written: Promise<unknown>,
  { undo, redo }: Ways = {},
  note: (text: string, undo?: () => unknown, redo?: () => void) => Step = noteStep,
): void {
  const isMade = written.then(
    (made) => made !== false,
    () => false,
  )
  let undoing: Promise<unknown> = isMade
  const goBack =
    undo &&
    (() => {
      undoing = inOrder(isMade)
        .then((made) => (made ? undo() : false))
        .catch(() => false)
      return undoing
    })
  const goOn =
    redo &&
    (() => {
      const again = inOrder(undoing).then(redo)
      track(again)
      noteWrite(text, again, { undo, redo })
    })
  const step = note(text, goBack, goOn)
  void isMade.then((made) => {
    if (!made) dropStep(step)
  })
}

/** As `noteWrite`; says what is done, and offers to undo it. */
export function showWrite(text: string, written: Promise<unknown>, ways: Required<Ways>): void {
  noteWrite(text, written, ways, (done, undo, redo) => (undo ? showUndo(done, undo, redo) : noteStep(done)))
}

/** What happens with a step, and to which task, unless its dialog is open. */
const saidOf = (what: string, { text, subject }: Step): string =>
  `${what}${subject === undefined || openDialogs.value.length > 0 ? '' : ` in “${subject}”`}: ${text}`

/**
 * Undoes the last change that has not been undone yet, and says which one, because it may be out of sight. Otherwise it
 * says that the change cannot be undone, or that there is none here.
 */
export function undoLast(): void {
  const step = steps.findLast(isHere)
  showToast(!step ? 'Nothing to undo.' : saidOf(step.undo ? 'Undoing' : 'This cannot be undone', step))
  if (step) run(step)
}

/** Repeats the last change that was undone, unless something else was done since. */
export function redoLast(): void {
  const step = undone.findLast(isHere)
  undone = undone.filter((other) => other !== step)
  showToast(!step ? 'Nothing to redo.' : saidOf(step.redo ? 'Redoing' : 'This cannot be done again', step))
  redoing = step
  step?.redo?.()
  redoing = undefined
}

/** The entries of a menu that undo and repeat the last change, for devices without keys. */
export function undoItems() {
  const itemOf = (label: string, step: Step | undefined, onSelect: () => void) => ({
    label: step ? cut(saidOf(label, step)) : label,
    isDisabled: !step,
    onSelect,
  })
  return [itemOf('Undo', steps.findLast(isHere), undoLast), itemOf('Redo', undone.findLast(isHere), redoLast)]
}

/** Forgets what could be undone and the messages about it, when a session ends. */
export function forgetUndo(): void {
  // what a session has sent is never answered after its end
  for (const tracker of [all, unlogged]) tracker.forget()
  steps = []
  undone = []
  forgetToasts()
}

function run(step: Step): void {
  if (!step.undo || !steps.includes(step)) return
  steps = steps.filter((other) => other !== step)
  undone = [...undone, step]
  step.close()
  const undoing = Promise.resolve(step.undo())
  track(undoing, step.isLogged)
  void undoing.then((isUndone) => {
    // what could not be undone is not to be made again
    if (isUndone === false) undone = undone.filter((other) => other !== step)
  })
}
