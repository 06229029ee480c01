/** Says what is wrong with what was entered; it is read aloud. It stays in the page while nothing is. */
export const Problem = ({ text }: { text: string }) => (
  <div role="alert" class={text === '' ? undefined : 'alert'}>
    {text}
  </div>
)
