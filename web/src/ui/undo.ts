import { forgetToasts, showToast } from './messages.ts'

interface Step {
  text: string
  undo: () => void
  /** Closes its message, if it is still shown. */
  close: () => void
}

/** The most steps that can be undone, one after the other. */
const maxSteps = 50

let steps: readonly Step[] = []

/**
 * Says what was done, and offers to undo it: by the toast's button, and by `undoLast` for as long as the session lasts.
 * @param undo reverses the change. It reports its own failure.
 */
export function showUndo(text: string, undo: () => void): void {
  const close = showToast(text, {
    label: 'Undo',
    run: () => {
      run(step)
    },
  })
  const step: Step = { text, undo, close }
  steps = [...steps, step].slice(-maxSteps)
}

/** Undoes the last change that has not been undone yet and says which, since it may be out of sight; or that there is none. */
export function undoLast(): void {
  const step = steps.at(-1)
  showToast(step ? `Undo: ${step.text}` : 'Nothing to undo.')
  if (step) run(step)
}

/** Forgets what could be undone and the messages about it, when a session ends. */
export function forgetUndo(): void {
  steps = []
  forgetToasts()
}

function run(step: Step): void {
  if (!steps.includes(step)) return
  steps = steps.filter((other) => other !== step)
  step.close()
  step.undo()
}
