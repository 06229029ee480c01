import { useEffect, useState } from 'preact/hooks'
import { isTasksApiError } from '../../../client/src/index.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { beginSignIn, getProvider, type IdentityProvider } from './provider.ts'
import { leftTexts } from '../ui/unsaved.ts'
import { Problem } from '../ui/problem.tsx'
import { LeftTexts } from './left-texts.tsx'
import { endReason, signIn, type Why } from './session.ts'
import { useValue } from '../data/use-value.ts'

/** How long the form for a token waits for the identity provider, in milliseconds, so that it does not jump. */
const patienceMs = 1_000

/** Why the last session ended, and what to do. */
const whyTexts: Readonly<Record<Why, string>> = {
  ended:
    'Your session has ended. It lasts 12 hours, and less if you were removed from the members. Sign in again, or ask an administrator of your team.',
  'ended-elsewhere':
    'The service has ended your session. Sign in again, or ask an administrator of your team.',
  'signed-out-elsewhere': 'You were signed out in another tab.',
  'lasts-on':
    'You are signed out in this browser. The service could not be reached, so your session there lasts until it expires.',
}

/** Asks how to sign in: with the identity provider, if the service has one, or with a token. */
export function SignIn() {
  const reason = useValue(endReason)
  const { provider, problem, ask } = useProvider()
  const left = useValue(leftTexts)
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => {
      setPatient(false)
    }, patienceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return (
    <SignInFrame heading="Sign in">
      {reason !== undefined && (
        <p role="alert" class="alert">
          {typeof reason === 'string' ? whyTexts[reason] : reason.text}
        </p>
      )}
      {left.length > 0 && <LeftTexts texts={left} />}
      {problem !== undefined && (
        <div class="notice" role="status">
          <p>{problem}</p>
          <button type="button" onClick={ask}>
            Try again
          </button>
        </div>
      )}
      {typeof provider === 'object' && <ProviderButton provider={provider} />}
      {(provider !== 'unknown' || !isPatient) && <TokenForm isSecond={typeof provider === 'object'} />}
    </SignInFrame>
  )
}

/**
 * The identity provider of the service, as a hook. `none`: there is none, or nobody could say.
 * @returns also why people cannot sign in with it at the moment
 */
function useProvider() {
  const [provider, setProvider] = useState<IdentityProvider | 'unknown' | 'none'>('unknown')
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isOver = false
    getProvider().then(
      (found) => {
        if (isOver) return
        setProvider(found ?? 'none')
        setProblem(undefined)
      },
      (error: unknown) => {
        if (isOver) return
        setProvider('none')
        setProblem(isTasksApiError(error, 'service_unavailable') ? error.message : undefined)
      },
    )
    return () => {
      isOver = true
    }
  }, [round])
  const ask = () => {
    setRound(round + 1)
  }
  return { provider, problem, ask }
}

/** Leads to the identity provider. */
function ProviderButton({ provider }: { provider: IdentityProvider }) {
  const [problem, setProblem] = useState('')
  const begin = () => {
    // browsers offer the required functions only over https, and on the machine itself
    beginSignIn(provider).catch(() => {
      setProblem('This browser can sign in with it only at an address that begins with https.')
    })
  }
  return (
    <>
      <button type="button" class="primary" autoFocus onClick={begin}>
        Sign in with <bdi>{provider.name}</bdi>
      </button>
      <Problem text={problem} />
    </>
  )
}

/** Asks for a token. The service checks it when the session opens. */
function TokenForm({ isSecond }: { isSecond: boolean }) {
  const [token, setToken] = useState('')
  const [onDevice, setOnDevice] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (token.trim() !== '') signIn(token, onDevice)
      }}
    >
      {isSecond && <p class="muted">Or sign in with a token:</p>}
      <label class="field">
        <span>Token</span>
        <input
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          autoFocus={!isSecond}
          required
          aria-describedby="token-hint"
          value={token}
          onInput={(event) => {
            setToken(event.currentTarget.value)
          }}
        />
      </label>
      <p id="token-hint" class="muted">
        It begins with <code>tsk_</code>.{' '}
        {onDevice
          ? 'This browser keeps it until you sign out, for everybody who uses this device.'
          : 'This browser keeps it until you sign out or close its last tab of Tasks.'}
      </p>
      <label class="stay">
        <input
          type="checkbox"
          checked={onDevice}
          onChange={(event) => {
            setOnDevice(event.currentTarget.checked)
          }}
        />
        Keep me signed in on this device
      </label>
      <button type="submit" class={isSecond ? undefined : 'primary'}>
        Sign in
      </button>
    </form>
  )
}
