import type { TargetedFocusEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useCopy } from './copy-field.tsx'
import { Announced } from './announced.tsx'
import { openPlace } from './focus-place.ts'
import { formatCount } from './format.ts'
import { alerts, closeAlert, closeToast, message, openDialogs, type Alert, type Message } from './messages.ts'
import { useToastPlace } from './use-toast-place.ts'
import { useValue } from '../data/use-value.ts'

const shownMs = 12_000

/** Gives back the focus before a focused button goes. */
function useFocusBack() {
  const before = useRef<ReturnType<typeof openPlace>>()
  const note = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    before.current?.end()
    before.current = openPlace(relatedTarget instanceof Element ? relatedTarget : null)
  }
  const giveBack = () => {
    before.current?.focus({ preventScroll: true })
  }
  useEffect(() => () => before.current?.end(), [])
  return { note, giveBack }
}

/** The last message and the alerts. They appear in the topmost dialog, or in the page if none is open. */
export function Toasts({ dialog }: { dialog?: symbol }) {
  const isTop = useValue(openDialogs).at(-1) === dialog
  const lastMessage = useValue(message)
  const allAlerts = useValue(alerts)
  const shown = isTop ? lastMessage : undefined
  const failures = isTop ? allAlerts : []
  const { note, giveBack } = useFocusBack()
  const element = useRef<HTMLDivElement>(null)
  useToastPlace(
    element,
    shown !== undefined || failures.length > 0,
    `${shown?.id ?? ''} ${failures.at(-1)?.id ?? ''}`,
  )
  return (
    <div class="toasts" ref={element} onFocusCapture={note}>
      <div role="status">{shown && <MessageView key={shown.id} message={shown} onLeave={giveBack} />}</div>
      <Announced isTop={isTop} />
      <Alerts all={failures} onLeave={giveBack} />
    </div>
  )
}

interface MessageProps {
  message: Message
  onLeave: () => void
}

/** A message. It stays while the pointer or the focus is in it. */
function MessageView({ message: { id, text, count, action }, onLeave }: MessageProps) {
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointed || hasFocus
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(closeToast, shownMs, id)
    return () => {
      clearTimeout(timer)
    }
  }, [id, count, isHeld])
  const leave = () => {
    onLeave()
    closeToast(id)
  }
  return (
    <div
      class="toast"
      onPointerEnter={() => {
        setPointed(true)
      }}
      onPointerLeave={() => {
        setPointed(false)
      }}
      onFocusCapture={() => {
        setFocus(true)
      }}
      onBlurCapture={() => {
        setFocus(false)
      }}
    >
      <span dir="auto">{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            leave()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <Dismiss onClick={leave} />
    </div>
  )
}

/** The last alert, and the others on demand. */
function Alerts({ all, onLeave }: { all: readonly Alert[]; onLeave: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const others = all.length - 1
  if (isOpen && others < 1) setOpen(false)
  return (
    <div role="alert">
      {(isOpen ? all : all.slice(-1)).map(({ id, text, copy }) => (
        <div key={id} class="toast alert">
          <span dir="auto">{text}</span>
          {copy !== undefined && <CopyButton text={copy} />}
          {id === all.at(-1)?.id && others > 0 && (
            <button
              type="button"
              class="quiet"
              aria-expanded={isOpen}
              onClick={() => {
                setOpen(!isOpen)
              }}
            >
              {isOpen ? 'Fewer' : `${formatCount(others)} more`}
            </button>
          )}
          <Dismiss
            onClick={() => {
              onLeave()
              closeAlert(id)
            }}
          />
        </div>
      ))}
    </div>
  )
}

/** Copies what would else be lost. */
function CopyButton({ text }: { text: string }) {
  const { said, copy } = useCopy(() => undefined)
  return (
    <>
      <button type="button" onClick={() => void copy(text)}>
        Copy text
      </button>
      <span role="status">{said}</span>
    </>
  )
}

function Dismiss({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" class="quiet" aria-label="Dismiss" onClick={onClick}>
      ×
    </button>
  )
}
