import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useRoute } from '../ui/route.ts'
import { forgetShown, isNotCopied, keepShown, secretDialog, useNotCopied } from '../ui/shown-once.ts'
import { UntilCopied } from '../ui/until-copied.tsx'

interface Secret {
  /** The title of its dialog. */
  title: string
  /** The id of its token. */
  id: string
  secret: string
}

/** Shows a new secret, which the service returns only once, whichever page the person has gone to meanwhile. */
export function showSecret(secret: Secret, children: ComponentChildren): void {
  keepShown(secret.id, secret.secret)
  secretDialog.value = <SecretDialog {...secret}>{children}</SecretDialog>
}

/** A dialog with a secret. Until that has been copied, it asks before it closes, and stays when the page changes. */
function SecretDialog({ title, id, secret, children }: Secret & { children: ComponentChildren }) {
  const isAtRisk = useNotCopied(id)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    secretDialog.value = undefined
    forgetShown(id)
  }
  const leave = () => {
    if (isNotCopied(id)) setAsking(true)
    else close()
  }
  const route = useRoute()
  const shownOn = useRef(route)
  useEffect(() => {
    if (route !== shownOn.current) leave()
    shownOn.current = route
  }, [route])
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
    <Dialog title={title} onClose={leave}>
      <UntilCopied id={id} text={secret}>
        {children}
      </UntilCopied>
      {isAsking && (
        <Confirm
          title="Close without the token?"
          text="It has not been copied, and is not shown again."
          action="Close without it"
          onConfirm={close}
          onClose={() => {
            setAsking(false)
          }}
        />
      )}
    </Dialog>
  )
}
