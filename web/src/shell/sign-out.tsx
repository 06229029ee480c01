import { useEffect } from 'preact/hooks'
import { signalOf } from '../data/signal.ts'
import { signOut } from '../session/session.ts'
import { useWaiting } from '../task/waiting.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/format.ts'

const isAsked = signalOf(false)

/** Signs out, unless changes wait for the connection: then the person is asked, because they would be lost. */
export const askToSignOut = (): void => {
  isAsked.set(true)
}

export function SignOut() {
  const { count } = useWaiting()
  const isOpen = isAsked.use()
  useEffect(() => {
    if (!isOpen || count > 0) return
    isAsked.set(false)
    signOut()
  }, [isOpen, count])
  if (!isOpen || count === 0) return null
  return (
    <Confirm
      title="Sign out and lose changes?"
      text={`${counted(count, 'change')} ${count === 1 ? 'was' : 'were'} not sent, because there is no connection.`}
      action="Sign out"
      onConfirm={signOut}
      onClose={() => {
        isAsked.set(false)
      }}
    />
  )
}
