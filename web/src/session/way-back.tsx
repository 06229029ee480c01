import { useEffect, useRef, useState } from 'preact/hooks'
import { useLock } from '../ui/use-lock.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import {
  denialText,
  openWithCode,
  openWithTicket,
  refusalText,
  takeBegun,
  unknownState,
  type AccountChoice,
} from './provider.ts'
import { endReturn, isSignedIn } from './session.ts'

/** Ends a sign-in at the identity provider: exchanges its code, and lets the person choose among several accounts. */
export function WayBack({ answer }: { answer: URLSearchParams }) {
  const [choice, setChoice] = useState<AccountChoice>()
  const hash = useRef('')
  const lock = useLock()
  useEffect(() => {
    document.title = 'Sign in · Tasks'
    const refuse = (reason: string) => {
      endReturn({ hash: hash.current, reason })
    }
    const begun = takeBegun(answer.get('state') ?? '')
    if (!begun) {
      // the Back button leads to the provider, which sends people back here: they stay signed in
      if (isSignedIn()) endReturn({ hash: '' })
      else refuse(unknownState)
      return
    }
    hash.current = begun.hash
    const denial = answer.get('error')
    if (denial !== null) {
      refuse(denialText(denial))
      return
    }
    openWithCode(answer, begun).then(
      (opened) => {
        if ('ticket' in opened) setChoice(opened)
        else endReturn({ hash: begun.hash, secret: opened.secret })
      },
      (error: unknown) => {
        refuse(refusalText(error))
      },
    )
  }, [answer])

  const choose = async (ticket: string, accountId: string) => {
    if (!lock.take()) return
    try {
      endReturn({ hash: hash.current, secret: (await openWithTicket(ticket, accountId)).secret })
    } catch (error) {
      endReturn({ hash: hash.current, reason: refusalText(error) })
    }
  }
  if (!choice)
    return (
      <main class="opening">
        <p role="status">Signing in…</p>
      </main>
    )
  const { accounts, ticket } = choice
  return (
    <SignInFrame heading="Choose an account">
      <p class="muted">You are a member of several accounts.</p>
      <ul class="account-choice">
        {accounts.map(({ id, name }, index) => (
          <li key={id}>
            <button type="button" autoFocus={index === 0} onClick={() => void choose(ticket, id)}>
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </SignInFrame>
  )
}
