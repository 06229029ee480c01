import { formatCount } from './format.ts'

/**
 * What to tell of a text with more characters than it may have: "At most 500 characters: 12 too many."; undefined for
 * one that is short enough. Characters are Unicode code points, as the service counts them: an emoji is one.
 */
export function tooLongText(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined // there are never more code points than that
  const over = Array.from(text).length - most
  return over > 0 ? `At most ${formatCount(most)} characters: ${formatCount(over)} too many.` : undefined
}
