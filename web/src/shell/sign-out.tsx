import { useEffect } from 'preact/hooks'
import { signalOf } from '../data/signal.ts'
import { lossText, useLosses } from '../session/losses.ts'
import { signOut } from '../session/session.ts'
import { Confirm } from '../ui/confirm.tsx'

const isAsked = signalOf(false)

/** Signs out, unless a tab has changes that were not sent, or a secret that was not copied: then the person is asked. */
export const askToSignOut = (): void => {
  isAsked.set(true)
}

export function SignOut() {
  const isOpen = isAsked.use()
  const losses = useLosses(isOpen)
  const text = losses && lossText(losses)
  useEffect(() => {
    if (text !== '') return
    isAsked.set(false)
    signOut()
  }, [text])
  if (!losses || text === undefined || text === '') return null
  return (
    <Confirm
      title={`Sign out and lose ${losses.changes > 0 ? 'changes' : 'a secret'}?`}
      text={text}
      action="Sign out"
      onConfirm={signOut}
      onClose={() => {
        isAsked.set(false)
      }}
    />
  )
}
