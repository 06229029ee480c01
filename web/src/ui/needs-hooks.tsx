import { yours } from './yours.ts'

/**
 * Shown in place of a view to those who lack the scope hooks.
 * @param what the view shows: "Webhooks"
 */
export const NeedsHooks = ({ what }: { what: string }) => (
  <div class="state">
    <h1>{what} cannot be shown</h1>
    <p>
      {what} need the scope hooks, which {yours('role')} lacks.
    </p>
  </div>
)
