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

/** Says what was done, optionally with an action such as Undo. Disappears by itself. */
export function showToast(text: string, action?: Toast['action']): void {
  const id = (count += 1)
  toasts.set([...toasts.get(), { id, isAlert: false, text, ...(action && { action }) }])
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

/** The toasts and alerts. They appear in the topmost dialog, or in the page if none is open. */
export function Toasts({ dialog }: { dialog?: symbol }) {
  const all = toasts.use()
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
              close(id)
            }}
          >
            ×
          </button>
        </div>
      ))
  return (
    <div class="toasts">
      <div role="status">{list(false)}</div>
      <div role="alert">{list(true)}</div>
    </div>
  )
}
