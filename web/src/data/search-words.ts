import type { Task } from '../../../client/src/index.ts'
import { foldText } from '../../../lib/contract/fold.ts'
import { maxSearchCharacters } from '../../../lib/contract/limits.ts'

/** The texts of a task that a search looks into. */
type Searched = Pick<Task, 'label' | 'external_id' | 'description' | 'subtasks'>

const split = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '')

/** The words of a text, without case and accents. */
export const wordsOf = (text: string): string[] => split(foldText(text))

/** Whether a text contains each of the words, in any order. The words are those of `wordsOf`. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

const foldedTexts = new WeakMap<Searched, string>()

/** The texts of a task, folded. No word has a line break. */
function textsOf(task: Searched): string {
  const known = foldedTexts.get(task)
  if (known !== undefined) return known
  const texts = foldText(
    [
      task.label,
      task.external_id ?? '',
      task.description ?? '',
      ...task.subtasks.map(({ label }) => label),
    ].join('\n'),
  )
  foldedTexts.set(task, texts)
  return texts
}

/** Whether a task's label, external id, description and subtasks contain each word of a text, ignoring case and accents. */
export function matchesWords(task: Searched, text: string): boolean {
  const words = wordsOf(text)
  return words.length === 0 || words.every((word) => textsOf(task).includes(word))
}

/**
 * How rare a folded word probably is: a number is rarer than a word of the same length, and of equal words the later
 * one counts.
 */
const rarity = (word: string): number => word.length + (/\d/.test(word) ? 2 : 0)

/**
 * The text that the service searches for: the word that is probably the rarest, cut to the length that the service
 * takes; `''` if there is nothing to search for. The page leaves out hits that do not contain all words.
 */
export function searchOf(text: string): string {
  let rarest = ''
  for (const written of split(text)) {
    // folding turns a character such as ´ into a space: then the parts count as words
    for (const word of wordsOf(written)) {
      if (rarity(word) >= rarity(foldText(rarest))) rarest = foldText(written) === word ? written : word
    }
  }
  return Array.from(rarest).slice(0, maxSearchCharacters).join('')
}
