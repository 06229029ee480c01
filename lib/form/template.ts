import { isVisible } from '../contract/fields.ts'
import { isPointer } from './pointer.ts'

/** A part of a template: text as it stands, or what is put in its place. */
type TemplatePart =
  | { text: string }
  /** `name` is a field's key, a JSON Pointer, or `all`; `fallback` stands in for an empty value. */
  | { name: string; fallback: string }

/** A template may have so many characters, which is what a description may have. */
const maxTemplateCharacters = 10_000

const placeholder = /\{\{([^{}]*)\}\}/g

/** Why a placeholder cannot be read, in words for the person who wrote it; undefined when it can. */
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
 * What is wrong with a template, in words that follow its name: "must …", "has …".
 * @returns undefined for a good one
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

/** Takes a template apart that `checkTemplate` has found good. Anything else than a placeholder is text. */
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
 * Fills in a template. What is put in is never read as a template again. Stops once it has more than `enough`
 * characters (UTF-16 code units), so that a template that repeats a long answer costs nothing.
 * @param find the value of a name; undefined when the submission has none
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
