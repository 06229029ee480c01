import type { OpenApiDocument, Ref, Response } from '../openapi/types.ts'
import { fieldList, parameterList } from './fields.ts'
import { codeBlock, entrySection, escape, inline, json, requestBlocks } from './html.ts'
import { curlSample, typescriptSample, type Place } from './samples.ts'

/** The anchor of an operation's section. */
export const anchorOf = ({ operation }: Place): string => operation.operationId

const isResponse = (response: Response | Ref): response is Response => 'description' in response

/** The example of each kind of body that an answer can have. One that is not JSON is shown as it is, without its mark. */
function bodiesOf({ content = {} }: Response): string[] {
  const examples = Object.values(content).map((media) => media?.examples.answer?.value)
  if (examples.length === 0) return ['(no body)']
  return examples.map((example) =>
    typeof example === 'string' ? example.replace('\uFEFF', '').trimEnd() : json(example),
  )
}

/** The successful answer with its example, and its headers except those of every answer. */
function success({ operation }: Place): string {
  return Object.entries(operation.responses)
    .filter(([, response]) => isResponse(response))
    .map(([status, response]) => {
      if (!isResponse(response)) return ''
      const headers = Object.keys(response.headers).filter(
        (name) => !['X-Request-Id', 'Cache-Control'].includes(name),
      )
      const caption = [`Answer ${status}`, ...(headers.length > 0 ? [`with ${headers.join(', ')}`] : [])]
      return bodiesOf(response)
        .map((body) => codeBlock(body, 'answer', caption.join(' ')))
        .join('\n')
    })
    .join('\n')
}

const errorLinks = ({ operation }: Place) =>
  operation['x-error-codes'].map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(' ')

/** The section of one operation. */
export function operationSection(place: Place, document: OpenApiDocument): string {
  const { method, path, operation } = place
  const [token] = operation.security
  const auth = token ? `scope ${token.bearer.join(' and ') || 'any'}` : 'no token'
  const body = operation.requestBody?.content['application/json']?.schema
  const parameters = (kind: string) => operation.parameters.filter((parameter) => parameter.in === kind)
  const id = anchorOf(place)
  const text = `<h3><a href="#${id}">${escape(operation.summary)}</a></h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>/v1${escape(path)}</code> <span class="scope">${auth}</span></p>
<p>${inline(operation.description)}</p>
${parameterList('Path', parameters('path'), document)}
${parameterList('Query', parameters('query'), document)}
${parameterList('Headers', parameters('header'), document)}
${body ? fieldList('Body', body, document) : ''}
<p class="errors">Errors: ${errorLinks(place)}</p>`
  return entrySection(id, text, requestBlocks(curlSample(place), typescriptSample(place)) + success(place))
}
