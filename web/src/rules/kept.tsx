import { BodyText } from '../ui/body-text.tsx'

/** A part of a rule that the form has no controls for: it is shown, and kept as it is. */
export const Kept = ({ name, value }: { name: string; value: unknown }) => (
  <>
    <p class="muted">A program made this part. The form has no controls for it, so it stays as it is.</p>
    <BodyText name={name} body={JSON.stringify(value)} />
  </>
)
