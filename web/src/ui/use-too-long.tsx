import { tooLongText } from './too-long.ts'
import { useId } from './use-id.ts'

/**
 * Warns next to a field when its text is too long. The text is not cut; the caller must not send it while `isTooLong`.
 * `attributes` belong on the field, `note` below it.
 */
export function useTooLong(text: string, most: number) {
  const id = useId()
  const message = tooLongText(text, most)
  const isTooLong = message !== undefined
  return {
    isTooLong,
    attributes: { 'aria-invalid': isTooLong, 'aria-describedby': id },
    note: (
      <p id={id} class="too-long" role="status">
        {message}
      </p>
    ),
  }
}
