import { isLoss } from '../data/connection.ts'
import { explain } from './explain.ts'

/** Says why there is nothing to show, and offers to try again. */
export function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div class="state">
      <p role="alert">{text}</p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

/** Why something could not be loaded. The lost connection itself is already shown at the top of the page. */
export const failureText = (error: unknown): string =>
  isLoss(error) ? 'The service is not responding. This will load as soon as it does.' : explain(error)

/** Says that something is loading. CSS shows it only after a moment, to avoid flicker. */
export const Loading = () => (
  <p class="state loading" role="status">
    Loading…
  </p>
)
