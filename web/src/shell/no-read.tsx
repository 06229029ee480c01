/** Shown instead of projects and tasks when the token lacks the scope read. */
export const NoRead = () => (
  <div class="state">
    <h1>This token cannot read</h1>
    <p>
      This token lacks the scope read, which projects and tasks need. Sign out, then sign in with another
      token that has it.
    </p>
  </div>
)
