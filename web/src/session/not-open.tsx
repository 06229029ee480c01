import { failureText } from '../ui/states.tsx'
import { signOut } from './session.ts'

/** Says why a session does not open, and lets the person try again or leave it. */
export function NotOpen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div class="state">
      <h1>Signing in has not worked</h1>
      <p role="alert">{failureText(error)}</p>
      <div class="state-actions">
        <button type="button" class="primary" onClick={onRetry}>
          Try again
        </button>
        <button
          type="button"
          onClick={() => {
            signOut()
          }}
        >
          Sign out
        </button>
      </div>
    </div>
  )
}
