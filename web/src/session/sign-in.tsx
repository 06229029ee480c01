import { useEffect, useState } from 'preact/hooks'
import { signIn, useEndReason } from './session.ts'

/** Asks for a token. The service checks it when the session opens. */
export function SignIn() {
  const reason = useEndReason()
  const [token, setToken] = useState('')
  const [onDevice, setOnDevice] = useState(false)
  useEffect(() => {
    document.title = 'Sign in · Tasks'
  }, [])
  return (
    <main class="sign-in">
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault()
          if (token.trim() !== '') signIn(token, onDevice)
        }}
      >
        <p class="brand">
          <Logo />
          Tasks
        </p>
        <h1>Sign in</h1>
        {reason !== undefined && (
          <p role="alert" class="alert">
            {reason}
          </p>
        )}
        <label class="field">
          <span>Token</span>
          <input
            type="password"
            autoComplete="off"
            autoCapitalize="off"
            spellcheck={false}
            autoFocus
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
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </main>
  )
}

/** The application's logo. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
    <rect x="1" y="2" width="5" height="16" rx="1.5" />
    <rect x="7.5" y="2" width="5" height="11" rx="1.5" />
    <rect x="14" y="2" width="5" height="7" rx="1.5" />
  </svg>
)
