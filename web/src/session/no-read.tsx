/** What a token that may not read sees instead of projects and tasks. */
export const NoRead = () => (
  <div class="state">
    <h1>Nothing to see with this token</h1>
    <p>
      It lacks the scope read, which projects and tasks are shown with. Sign out, and sign in with another
      token that has it.
    </p>
  </div>
)
