import { useId } from 'preact/hooks'
import { tooLongText } from './too-long.ts'

/**
 * Says near a field that its text is too long. Nothing is cut: the field takes any text, and the one who uses this does
 * not send it while `isTooLong`. `attributes` go on the field, `note` stands below it.
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
