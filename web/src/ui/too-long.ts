import { formatCount } from './format.ts'

/**
 * The message for a text that is too long: "At most 500 characters: 12 too many."; undefined if it is short enough.
 * Characters are Unicode code points, as the service counts them: most emoji are one.
 */
export function tooLongText(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined // a text never has more code points than code units
  const over = Array.from(text).length - most
  return over > 0 ? `At most ${formatCount(most)} characters: ${formatCount(over)} too many.` : undefined
}
