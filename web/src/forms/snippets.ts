import type { Form } from '../../../client/src/index.ts'
import { canInsert } from './mapping.ts'

/** The honeypot of forms that are made here: no real form has a field of this name. */
export const honeypotName = 'leave_empty'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Within single quotes of a shell. */
const escapeShell = (text: string) => text.replaceAll("'", `'\\''`)

/** A field of a form, as its HTML has it. */
interface Field {
  key: string
  label: string
  /** What a person might send. */
  example: string
}

/** What a form asks for that has no mapping. */
const usual: readonly Field[] = [
  { key: 'name', label: 'Name', example: 'Ada' },
  { key: 'email', label: 'E-mail', example: 'ada@example.com' },
  { key: 'message', label: 'Message', example: 'Please call me' },
]

/**
 * The fields of a form: those that the templates of its mapping name, and the usual ones if a template takes in all. A
 * JSON Pointer names no field of an HTML form.
 */
export function fieldsOf({ mapping }: Pick<Form, 'mapping'>): readonly Field[] {
  const { label, description, external_id, fields = {} } = mapping ?? {}
  const templates = [label, description, external_id, ...Object.values(fields)].filter(
    (template) => template !== undefined,
  )
  const keys = templates
    .flatMap((template) => [...template.matchAll(/\{\{([^{}|]*)/g)])
    .map(([, key = '']) => key.trim())
    .filter((key) => key !== 'all' && canInsert(key))
  const named = [...new Set(keys)].map(
    (key) => usual.find((field) => field.key === key) ?? { key, label: key, example: '…' },
  )
  const isAllTaken = description === undefined || /\{\{\s*all\s*[|}]/.test(templates.join('\n'))
  return named.length === 0 || isAllTaken
    ? [...named, ...usual.filter((field) => !named.includes(field))]
    : named
}

function inputOf({ key, label }: Field): string {
  const name = `name="${escapeHtml(key)}"`
  const control =
    key === 'message'
      ? `<textarea ${name} rows="5" required></textarea>`
      : `<input ${name}${key === 'email' ? ' type="email"' : ''} required>`
  return `  <p><label>${escapeHtml(label)} ${control}</label></p>`
}

/** A complete page with a form that posts to the URL. Programs fill in the honeypot, people do not see it. */
export function htmlSnippet(url: string, form: Pick<Form, 'name' | 'honeypot' | 'mapping'>): string {
  const { name, honeypot } = form
  const trap =
    honeypot === null
      ? ''
      : `
  <p style="position: absolute; left: -9999px" aria-hidden="true">
    <label>Leave this empty <input name="${escapeHtml(honeypot)}" tabindex="-1" autocomplete="off"></label>
  </p>`
  return `<!doctype html>
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<form method="post" action="${escapeHtml(url)}">
${fieldsOf(form).map(inputOf).join('\n')}${trap}
  <button>Send</button>
</form>
`
}

/** A curl line that sends a submission. */
export function curlSnippet(url: string, form: Pick<Form, 'mapping'>): string {
  const pairs = fieldsOf(form).map(({ key, example }) => `${JSON.stringify(key)}: ${JSON.stringify(example)}`)
  return `curl -X POST '${escapeShell(url)}' \\
  -H 'Content-Type: application/json' \\
  -d '${escapeShell(`{${pairs.join(', ')}}`)}'
`
}
