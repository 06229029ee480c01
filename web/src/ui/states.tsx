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

interface UnloadedProps {
  query: { error: unknown; refetch: () => Promise<unknown> }
}

/** What is shown in place of an answer that has not come: that it is loading, or why it cannot be loaded. */
export const Unloaded = ({ query: { error, refetch } }: UnloadedProps) =>
  error == null ? <Loading /> : <Failure text={failureText(error)} onRetry={() => void refetch()} />

interface NoSuchProps {
  /** What does not exist: "form". */
  noun: string
  /** Another reason why it cannot be seen. */
  reason?: string
  href: string
  /** Where the link leads. */
  place: string
}

/** Shown in place of something that does not exist. */
export const NoSuch = ({ noun, reason = '', href, place }: NoSuchProps) => (
  <div class="state">
    <h1>There is no such {noun}</h1>
    <p>
      It may have been deleted, or the address is mistyped.{reason} <a href={href}>Go to {place}</a>
    </p>
  </div>
)
