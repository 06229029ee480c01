import { isVisible } from '../contract/fields.ts'
import { isPointer } from './pointer.ts'

/** A part of a template: literal text or a placeholder. */
type TemplatePart =
  | { text: string }
  /** `name` is a field's key, a JSON Pointer, or `all`; `fallback` replaces an empty value. */
  | { name: string; fallback: string }

/** The longest template, as long as the longest description. */
const maxTemplateCharacters = 10_000

const placeholder = /\{\{([^{}]*)\}\}/g

/** Returns what is wrong with a placeholder, worded for its author, or undefined if it is valid. */
function problemOf(inner: string): string | undefined {
  const [name = '', ...rest] = inner.split('|')
  if (name.trim() === '') return 'has {{}} without a name: write the key of a field, such as {{email}}'
  if (rest.length > 0 && !rest.join('|').startsWith('default:')) {
    return `has {{${inner}}}: after the | only default: is possible, as in {{email|default:none}}`
  }
  if (name.trim().startsWith('/') && !isPointer(name.trim())) {
    return `has {{${inner}}}: ~ in a JSON Pointer is written ~0, and / in a name ~1`
  }
  return undefined
}

/**
 * Checks a template.
 * @returns what is wrong with it, worded to follow its name ("must …", "has …"), or undefined if it is valid
 */
export function checkTemplate(template: string): string | undefined {
  if (template.length > maxTemplateCharacters) {
    return `must be at most ${maxTemplateCharacters} characters long`
  }
  for (const [, inner = ''] of template.matchAll(placeholder)) {
    const problem = problemOf(inner)
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
 * @param find returns the value of a name, or undefined if the submission has none
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
