import type { TargetedFocusEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { signalOf } from './signal.ts'

interface Toast {
  id: number
  /** Whether it reports an error: announced at once, and kept until it is closed. */
  isAlert: boolean
  text: string
  /** Identifies the failed action. A new attempt dismisses its alert. */
  about?: string
  action?: { label: string; run: () => void }
}

const shownMs = 12_000
const toasts = signalOf<readonly Toast[]>([])
let count = 0

const close = (id: number) => {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Says what was done, optionally with an action such as Undo. Disappears by itself, without an action also for the next one. */
export function showToast(text: string, action?: Toast['action']): void {
  const id = (count += 1)
  const others = toasts.get().filter((toast) => toast.isAlert || toast.action)
  toasts.set([...others, { id, isAlert: false, text, ...(action && { action }) }])
  setTimeout(() => {
    close(id)
  }, shownMs)
}

/** Says what went wrong and what to do. Stays until it is closed or dismissed. The same text is shown only once. */
export function showAlert(text: string, about?: string): void {
  const id = (count += 1)
  const others = toasts.get().filter((toast) => toast.text !== text)
  toasts.set([...others, { id, isAlert: true, text, ...(about !== undefined && { about }) }])
}

/** Dismisses the alerts about a failed action; without `about`, all alerts. */
export function dismissAlerts(about?: string): void {
  toasts.set(toasts.get().filter((toast) => !toast.isAlert || (about !== undefined && toast.about !== about)))
}

/** The open modal dialogs, the last one on top. Content outside it cannot be read or clicked. */
export const openDialogs = signalOf<readonly symbol[]>([])

/** Gives the focus back before a toast goes whose button has it. */
function useFocusBack() {
  const before = useRef<Element | null>(null)
  const note = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
    const isFromOutside = !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
    if (isFromOutside) before.current = relatedTarget instanceof Element ? relatedTarget : null
  }
  const giveBack = () => {
    const { current } = before
    const isThere = current instanceof HTMLElement && current.isConnected
    const next = isThere ? current : document.querySelector('main')
    next?.focus({ preventScroll: true })
  }
  return { note, giveBack }
}

/** The toasts and alerts. They appear in the topmost dialog, or in the page if none is open. */
export function Toasts({ dialog }: { dialog?: symbol }) {
  const all = toasts.use()
  const { note, giveBack } = useFocusBack()
  const shown = openDialogs.use().at(-1) === dialog ? all : []
  const list = (isAlert: boolean) =>
    shown
      .filter((toast) => toast.isAlert === isAlert)
      .map(({ id, text, action }) => (
        <div key={id} class={isAlert ? 'toast alert' : 'toast'}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                giveBack()
                close(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="quiet"
            aria-label="Dismiss"
            onClick={() => {
              giveBack()
              close(id)
            }}
          >
            ×
          </button>
        </div>
      ))
  return (
    <div class="toasts" onFocusCapture={note}>
      <div role="status">{list(false)}</div>
      <div role="alert">{list(true)}</div>
    </div>
  )
}
