import { ids } from '../../../functions/samples.ts'
import { errorStatuses, type ErrorCode } from '../../../lib/contract/errors.ts'
import { docsOf } from '../../../lib/contract/static.ts'
import { errorGuide } from '../openapi/error-guide.ts'
import { codeBlock, entrySection, escape, inline, json } from './html.ts'
import { anchorOf } from './operation.ts'
import type { Place } from './samples.ts'

/** All error codes, sorted by status. */
export const errorCodes = Object.keys(errorStatuses) as ErrorCode[] // the keys of a closed set

/** The section of one error code; `error.docs` links to its anchor. */
export function errorSection(code: ErrorCode, places: Place[]): string {
  const { meaning, action, message, members } = errorGuide[code]
  const error = { code, message, request_id: ids.requestId, docs: docsOf(code), ...members }
  const froms = places.filter(({ operation }) => operation['x-error-codes'].includes(code))
  const from =
    froms.length === places.length
      ? 'Any operation can answer with this error.'
      : froms
          .map((place) => `<a href="#${anchorOf(place)}">${escape(place.operation.summary)}</a>`)
          .join(', ')
  const text = `<h3><a href="#${code}"><code>${code}</code></a> <span class="status">${errorStatuses[code]}</span></h3>
<p>${inline(meaning)}</p>
<p><strong>What to do:</strong> ${inline(action)}</p>
${from === '' ? '' : `<p class="errors">Where: ${from}</p>`}`
  return entrySection(code, text, codeBlock(json({ error }), 'answer', `Example of ${errorStatuses[code]}`))
}
