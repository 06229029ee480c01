/** A body as people can read it: JSON with line breaks, anything else as it came. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The body of a request or an answer. */
export const BodyText = ({ name, body }: { name: string; body: string }) => (
  <pre class="body-text" dir="auto" tabIndex={0} role="region" aria-label={name}>
    {readableBody(body)}
  </pre>
)
