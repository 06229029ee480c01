import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { Confirm } from '../ui/confirm.tsx'
import { Copied } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useUnloadGuard } from '../ui/unload-guard.ts'

interface SecretDialogProps {
  title: string
  /** What the service returns only once; undefined while there is none. */
  secret: string | undefined
  onClose: () => void
  children: ComponentChildren
}

/** What a person copies by keyboard or menu: a selection, or the field it is in. */
const copiedBy = ({ target }: ClipboardEvent): string =>
  target instanceof HTMLInputElement ? target.value : String(getSelection())

/** A dialog that may show a secret. Until the secret has been copied, it asks before it closes. */
export function SecretDialog({ title, secret, onClose, children }: SecretDialogProps) {
  const [copied, setCopied] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isAtRisk = secret !== undefined && !copied.includes(secret)
  useUnloadGuard(isAtRisk)
  useEffect(() => {
    const noteCopy = (event: ClipboardEvent) => {
      setCopied((before) => before + copiedBy(event))
    }
    document.addEventListener('copy', noteCopy)
    return () => {
      document.removeEventListener('copy', noteCopy)
    }
  }, [])
  // as soon as the page says that it is copied
  useLayoutEffect(() => {
    if (!isAtRisk) return
    // by its key: at a second Escape the browser closes a dialog without asking the page
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setAsking((wasAsking) => !wasAsking)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  }, [isAtRisk])
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (isAtRisk) setAsking(true)
        else onClose()
      }}
    >
      <Copied.Provider
        value={(text) => {
          setCopied((before) => before + text)
        }}
      >
        {children}
      </Copied.Provider>
      {isAsking && (
        <Confirm
          title="Close without the token?"
          text="It has not been copied, and is not shown again."
          action="Close without it"
          onConfirm={onClose}
          onClose={() => {
            setAsking(false)
          }}
        />
      )}
    </Dialog>
  )
}
