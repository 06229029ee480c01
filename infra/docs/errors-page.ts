import { ids } from '../../functions/samples.ts'
import { errorStatuses, type ErrorCode } from '../../lib/contract/errors.ts'
import { docsOf } from '../../lib/contract/static.ts'
import { errorGuide } from './openapi/error-guide.ts'
import type { OpenApiDocument, Operation } from './openapi/types.ts'

/** All error codes, sorted by status. */
const errorCodes = Object.keys(errorStatuses) as ErrorCode[] // the keys of a closed set

/** Where an error comes from, in words; nothing if no operation answers with it. */
function placesOf(code: ErrorCode, operations: Operation[]): string {
  const froms = operations.filter((operation) => operation['x-error-codes'].includes(code))
  if (froms.length === operations.length) return 'Any operation can answer with this error.\n\n'
  return froms.length === 0 ? '' : `From: ${froms.map(({ summary }) => summary).join(', ')}.\n\n`
}

function sectionOf(code: ErrorCode, operations: Operation[]): string {
  const { meaning, action, message, members } = errorGuide[code]
  const error = { code, message, request_id: ids.requestId, docs: docsOf(code), ...members }
  return `## ${code}

Status ${errorStatuses[code]}. ${meaning}

**What to do:** ${action}

${placesOf(code, operations)}\`\`\`json
${JSON.stringify({ error }, null, 2)}
\`\`\`
`
}

/** The page that explains every error code, as Markdown. The link in an error ends there. */
export function renderErrorsPage({ paths }: OpenApiDocument): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return `# Error codes

Every error has a code, a message that says what to change, and the id of the request. \`docs\` is a link to the section of its
code on this page. [Errors](../concepts/errors.md) says how to handle them.

${errorCodes.map((code) => sectionOf(code, operations)).join('\n')}`
}
