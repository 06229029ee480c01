import { isVisible } from '../contract/fields.ts'

/** A part of a template: literal text or a placeholder. */
type TemplatePart =
  | { text: string }
  /** `fallback` replaces an empty value. */
  | { name: string; fallback: string }

/** The longest template, as long as the longest description. */
const maxTemplateCharacters = 10_000

const placeholder = /\{\{([^{}]*)\}\}/g

/** What the placeholders of a template may name. */
export interface PlaceholderRule {
  /** What a name is, such as `the key of a field`. */
  names: string
  /** One of them. */
  example: string
  /** Returns what is wrong with a name, worded for its author, or undefined if it is valid. */
  problemOf: (name: string) => string | undefined
}

/** Returns what is wrong with a placeholder, worded for its author, or undefined if it is valid. */
function placeholderProblem(
  inner: string,
  { names, example, problemOf }: PlaceholderRule,
): string | undefined {
  const [name = '', ...rest] = inner.split('|')
  if (name.trim() === '') return `has {{}} without a name: write ${names}, such as {{${example}}}`
  if (rest.length > 0 && !rest.join('|').startsWith('default:')) {
    return `has {{${inner}}}: after the | only default: is possible, as in {{${example}|default:none}}`
  }
  const problem = problemOf(name.trim())
  return problem && `has {{${inner}}}: ${problem}`
}

/**
 * Checks a template.
 * @returns what is wrong with it, worded to follow its name ("must …", "has …"), or undefined if it is valid
 */
export function checkTemplate(template: string, rule: PlaceholderRule): string | undefined {
  if (template.length > maxTemplateCharacters) {
    return `must be at most ${maxTemplateCharacters} characters long`
  }
  for (const [, inner = ''] of template.matchAll(placeholder)) {
    const problem = placeholderProblem(inner, rule)
    if (problem) return problem
  }
  if (template.replaceAll(placeholder, '').includes('{{')) {
    return 'has {{ without its }}: a placeholder is {{key}}, with no braces within'
  }
  return undefined
}

/** Splits a template that `checkTemplate` accepts into its parts. Anything other than a placeholder is text. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let at = 0
  for (const match of template.matchAll(placeholder)) {
    const [whole, inner = ''] = match
    const bar = inner.indexOf('|')
    parts.push({ text: template.slice(at, match.index) })
    parts.push(
      bar === -1
        ? { name: inner.trim(), fallback: '' }
        : { name: inner.slice(0, bar).trim(), fallback: inner.slice(bar + '|default:'.length) },
    )
    at = match.index + whole.length
  }
  return [...parts, { text: template.slice(at) }]
}

/**
 * Fills in a template. Inserted values are never parsed as templates. It stops once the text has more than `enough`
 * characters (UTF-16 code units), so that a template that repeats a long answer stays cheap.
 * @param find returns the value of a name, or undefined if there is none
 */
export function fillTemplate(
  parts: readonly TemplatePart[],
  find: (name: string) => string | undefined,
  enough: number,
): string {
  let text = ''
  for (const part of parts) {
    if (text.length > enough) break
    if ('text' in part) {
      text += part.text
    } else {
      const value = find(part.name) ?? ''
      text += isVisible(value) ? value : part.fallback
    }
  }
  return text
}
