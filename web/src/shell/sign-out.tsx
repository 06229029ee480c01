import { signal } from '@preact/signals-core'
import { useEffect } from 'preact/hooks'
import { useValue } from '../data/use-value.ts'
import { lossText, useLosses } from '../session/losses.ts'
import { signOut } from '../session/session.ts'
import { Confirm } from '../ui/confirm.tsx'

const isAsked = signal(false)

/** Signs out, unless a tab would lose something by that: then the person is asked. */
export const askToSignOut = (): void => {
  isAsked.value = true
}

export function SignOut() {
  const isOpen = useValue(isAsked)
  const losses = useLosses(isOpen)
  const text = losses && lossText(losses)
  useEffect(() => {
    if (text !== '') return
    isAsked.value = false
    signOut()
  }, [text])
  if (!losses || text === undefined || text === '') return null
  return (
    <Confirm
      title={`Sign out and lose ${losses.changes > 0 ? 'changes' : losses.isSecret ? 'a secret' : 'a text'}?`}
      text={text}
      action="Sign out"
      onConfirm={signOut}
      onClose={() => {
        isAsked.value = false
      }}
    />
  )
}
