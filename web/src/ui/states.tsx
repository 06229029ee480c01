import { isLoss } from '../data/connection.ts'
import { explain } from './explain.ts'

/** Says why there is nothing to show, and lets the person try again. */
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

/** Why something could not be read. That there is no connection stands above everything already. */
export const failureText = (error: unknown): string =>
  isLoss(error) ? 'The service does not answer. This is read as soon as it does.' : explain(error)

/** Says that something is on its way; only after a moment, so that nothing flickers. */
export const Loading = () => (
  <p class="state loading" role="status">
    Loading…
  </p>
)
