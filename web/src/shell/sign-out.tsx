import { useEffect } from 'preact/hooks'
import { signalOf } from '../data/signal.ts'
import { signOut } from '../session/session.ts'
import { useWaiting } from '../task/waiting.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/format.ts'
import { useNotCopied } from '../ui/shown-once.ts'

const isAsked = signalOf(false)

/** Signs out, unless changes wait for the connection, or a secret was not copied: they would be lost, so the person is asked. */
export const askToSignOut = (): void => {
  isAsked.set(true)
}

export function SignOut() {
  const { count } = useWaiting()
  const isSecret = useNotCopied()
  const isOpen = isAsked.use()
  const isSafe = count === 0 && !isSecret
  useEffect(() => {
    if (!isOpen || !isSafe) return
    isAsked.set(false)
    signOut()
  }, [isOpen, isSafe])
  if (!isOpen || isSafe) return null
  const waiting = `${counted(count, 'change')} ${count === 1 ? 'was' : 'were'} not sent, because there is no connection.`
  return (
    <Confirm
      title={`Sign out and lose ${count > 0 ? 'changes' : 'a secret'}?`}
      text={[
        ...(count > 0 ? [waiting] : []),
        ...(isSecret ? ['What is shown only once was not copied.'] : []),
      ].join(' ')}
      action="Sign out"
      onConfirm={signOut}
      onClose={() => {
        isAsked.set(false)
      }}
    />
  )
}
