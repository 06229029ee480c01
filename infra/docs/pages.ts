import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { tools, toolWords } from '../../functions/tools.ts'
import type { TokenAuth } from '../../lib/contract/endpoint.ts'
import * as limits from '../../lib/contract/limits.ts'
import { defaultMemoryMb, defaultTimeoutSeconds } from '../../lib/contract/triggered.ts'
import { maxBodyBytes } from '../../lib/http/read-body.ts'
import { tokenRateLimit } from '../../lib/tokens/principal.ts'
import { isJsonObject, parseJson } from '../../lib/shared/json.ts'
import { mappedFields, shownFields } from '../../lib/tasks/fields.ts'
import { placesOf } from './openapi/samples.ts'
import type { OpenApiDocument, Operation } from './openapi/types.ts'

/*
 * The pages that people write name figures and lists of the code. `npm run docs:build` writes those, where a page marks them:
 *
 *   a project has up to 50<!-- maxLanes --> lanes
 *
 *   <!-- made from the code: endpoints -->
 *   …
 *   <!-- end -->
 *
 * Neither GitHub nor the site (docs/.vitepress/markdown.ts) shows the marks. Examples of answers, blocks of JSON, get the new
 * fields of tasks without one.
 */

const mapped: readonly string[] = mappedFields

/** The figures that a page may name: the limits, and what follows from them. */
const figures: Readonly<Record<string, number>> = {
  ...limits,
  defaultTokenRateLimit: tokenRateLimit(limits.defaultRateLimit, null),
  maxBodyKib: maxBodyBytes / 1024,
  defaultMemoryMb,
  defaultTimeoutSeconds,
}

const pythonClient = join(import.meta.dirname, '../../client/python/tasks_api.py')

const code = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ')

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const scopesOf = ({ scope, also = [] }: TokenAuth) => [scope, ...also]

/** What an operation takes in its body: what it must have, and what it may. */
function bodyOf({ requestBody }: Operation): string[] {
  const { 'application/json': json, ...others } = requestBody?.content ?? {}
  const { properties, required = [], oneOf = [] } = json?.schema ?? {}
  if (!properties) return requestBody ? [`a body: ${code(Object.keys(requestBody.content))}`] : []
  const alternatives = oneOf.map((one) => one.required ?? [])
  const named = [...required, ...alternatives.flat()]
  const optional = Object.keys(properties).filter((name) => !named.includes(name))
  return [
    ...(required.length > 0 ? [code(required)] : []),
    ...(alternatives.length > 0 ? [alternatives.map(code).join(' or ')] : []),
    ...(optional.length > 0 ? [`optional ${code(optional)}`] : []),
    ...Object.keys(others).map((type) => `or \`${type}\``),
  ]
}

function endpointRow(method: string, path: string, operation: Operation): string[] {
  const [security] = operation.security
  const scopes = security === undefined ? 'no token' : security.bearer.join(', ') || 'any'
  const query = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const takes = [...bodyOf(operation), ...(query.length > 0 ? [`query ${code(query)}`] : [])]
  return [scopes, `\`${method.toUpperCase()} ${path}\``, operation.summary, takes.join('; ')]
}

/** The lists that a page may have, by their names. */
const lists: Readonly<Record<string, (document: OpenApiDocument) => string>> = {
  endpoints: (document) =>
    table(
      ['scope', 'endpoint', 'what it does', 'takes'],
      placesOf(document).map(({ method, path, operation }) => endpointRow(method, path, operation)),
    ),
  tools: () => {
    const words = toolWords()
    const rows = Object.entries(tools).map(([name, { does }]) => [
      `\`${name}\``,
      [...new Set(does.flatMap(({ auth }) => scopesOf(auth)))].join(', '),
      words[name as keyof typeof words].inShort, // they have the same names
    ])
    return table(['tool', 'scopes', 'what it does'], rows)
  },
  'python-client': () => `\`\`\`python\n${readFileSync(pythonClient, 'utf8')}\`\`\``,
}

/**
 * A value of an example with the fields that answers always have, where a task lacks some: a field that is new, and null.
 * What a form's preview shows of a task has no project.
 */
function withFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFields)
  if (!isJsonObject(value)) return value
  const own = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFields(one)]))
  if (!('workflow_lane_id' in own && 'label' in own)) return own
  const fields = Object.entries(shownFields(own)).filter(
    ([name, one]) => one !== undefined && ('project_id' in own || mapped.includes(name)),
  )
  return { ...Object.fromEntries(fields), ...own }
}

/** The examples of answers of a page, each with all fields of its tasks. One that lacks none stays as it is written. */
const withExamples = (text: string): string =>
  text.replace(/^( *)```json\n([^]*?)^ *```$/gm, (block, indent: string, json: string) => {
    const parsed = parseJson(json)
    const whole = 'value' in parsed ? withFields(parsed.value) : undefined
    if (!('value' in parsed) || isDeepStrictEqual(parsed.value, whole)) return block
    const lines = JSON.stringify(whole, null, 2).split('\n')
    return ['```json', ...lines, '```'].map((line) => indent + line).join('\n')
  })

const figureMark = /([\d.,]*)<!-- (\w+) -->/g
const listMark = /(<!-- made from the code: ([\w-]+) -->\n)[^]*?(?=\n<!-- end -->)/g

/**
 * A page with the figures, lists and fields of today.
 * @throws Error that names the page and a mark of nothing, one that stands behind no number, or a list without an end
 */
export function withFacts(path: string, text: string, document: OpenApiDocument): string {
  if (text.split(/<!-- made .* -->/).length !== text.split('<!-- end -->').length)
    throw new Error(`${path}: each list must end with <!-- end -->`)
  const known = (name: string) => `${path}: infra/docs/pages.ts knows no ${name}. It knows `
  return withExamples(text)
    .replace(listMark, (_, mark: string, name: string) => {
      const list = lists[name]
      if (!list) throw new Error(known(`list ${name}`) + Object.keys(lists).join(', '))
      return `${mark}\n${list(document)}\n`
    })
    .replace(figureMark, (mark, number: string, name: string) => {
      if (name === 'end') return mark
      const figure = figures[name]
      if (figure === undefined) throw new Error(known(`figure ${name}`) + Object.keys(figures).join(', '))
      if (number === '') throw new Error(`${path}: ${mark} must stand behind a number`)
      return `${figure.toLocaleString('en')}<!-- ${name} -->`
    })
}

/** The pages that name something of the code: by a mark, or in an example. */
export const pagesWithFacts = (root: string): Map<string, string> =>
  new Map(
    globSync(['*.md', 'client/README.md', 'docs/**/*.md'], { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path !== 'docs/reference/errors.md') // errors-page.ts makes all of it
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
      .filter(([, text]) => /<!-- [\w:\s-]+ -->|^ *```json$/m.test(text)),
  )
