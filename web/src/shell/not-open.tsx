import { failureText } from '../ui/states.tsx'
import { askToSignOut } from './sign-out.tsx'

/** Says why signing in failed, and offers to try again or sign out. */
export function NotOpen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div class="state">
      <h1>Signing in failed</h1>
      <p role="alert">{failureText(error)}</p>
      <div class="state-actions">
        <button type="button" class="primary" onClick={onRetry}>
          Try again
        </button>
        <button type="button" onClick={askToSignOut}>
          Sign out
        </button>
      </div>
    </div>
  )
}
