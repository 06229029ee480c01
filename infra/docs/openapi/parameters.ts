import type { Endpoint } from '../../../lib/contract/endpoint.ts'
import { maxVersions } from '../../../lib/contract/headers.ts'
import {
  defaultPageEntries,
  maxIdempotencyKeyCharacters,
  maxPageEntries,
} from '../../../lib/contract/limits.ts'
import { ids } from './samples.ts'
import { schemaOf } from './schemas.ts'
import type { OperationText } from './texts/text.ts'
import type { Parameter, Schema } from './types.ts'

const pathTexts: Record<string, string> = {
  id: 'The task: its UUID, or `ext:` and its external id',
  projectId: 'The project',
  laneId: 'The lane',
  subtaskId: 'The subtask',
  tokenId: 'The token',
  formId: 'The form',
  submissionId: 'The submission',
  key: 'The key of a form, which `url` of the form has',
}

/** A query is text; these schemas say what the text stands for. */
const querySchemas: Record<string, Schema> = {
  limit: { type: 'integer', minimum: 1, maximum: maxPageEntries, default: defaultPageEntries },
  status: { type: 'array', items: { type: 'integer', enum: [0, 1, 2] } },
}

const queryTexts: Record<string, string> = {
  limit: `How many entries a page may hold, 1 to ${maxPageEntries}`,
  from: '`now`: only a cursor, which begins ten seconds ago; not together with `cursor`',
  excludeOriginId: 'Leaves out tasks whose last write carried this `Origin-Id`; may be given up to ten times',
  excludeSelf: '`true`: leaves out tasks that this very token wrote last',
  outcome: 'Only submissions with this outcome',
  cursor: 'The `next_cursor` of the page before, as it came',
  status: 'Only tasks with this status; may be given several times',
  workflowLaneId: 'Only tasks in this lane; `none`: only tasks in no lane',
}

/** The request headers, by the lower-cased names of the contract. */
const headerTexts: Record<string, Pick<Parameter, 'name' | 'description' | 'example'>> = {
  'idempotency-key': {
    name: 'Idempotency-Key',
    description: `Your name for this create, 1 to ${maxIdempotencyKeyCharacters} ASCII characters, in quotes or not: a repeat makes no second task`,
    example: 'form-4711',
  },
  'origin-id': {
    name: 'Origin-Id',
    description:
      'The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out',
    example: 'crm-sync',
  },
  'if-match': {
    name: 'If-Match',
    description: `The \`ETag\` that the task must still have, or a list of them; \`*\`: any; at most ${maxVersions} versions`,
    example: '"3"',
  },
  'if-none-match': {
    name: 'If-None-Match',
    description: 'The `ETag` that you have already: the answer is 304 while the task is still at it',
    example: '"3"',
  },
}

const propertiesOf = (schema: Parameters<typeof schemaOf>[0] | undefined): [string, Schema][] =>
  schema ? Object.entries(schemaOf(schema, 'input').schema.properties ?? {}) : []

/** The text of a parameter; a new parameter has to bring one. */
function known<T>(texts: Record<string, T>, name: string): T {
  const text = texts[name]
  if (text === undefined) throw new Error(`infra/docs/openapi/parameters.ts has no text for ${name}`)
  return text
}

/** The key in a path; its schema stays the service's own business. */
const keyParameter = ({ auth }: Endpoint): Parameter[] =>
  auth.kind === 'key'
    ? [
        {
          name: auth.param,
          in: 'path',
          required: true,
          description: 'The secret key of this URL: whoever has it may call',
          schema: { type: 'string' },
          example: 'your-key',
        },
      ]
    : []

/** The parameters of an endpoint, from its declaration: path, query, headers. */
export function parametersOf(endpoint: Endpoint, { query: examples = {} }: OperationText): Parameter[] {
  const samples: Record<string, string> = ids
  const path = propertiesOf(endpoint.params).map(([name, schema]): Parameter => ({
    name,
    in: 'path',
    required: true,
    description: known(pathTexts, name),
    schema,
    example: known(samples, name),
  }))
  const query = propertiesOf(endpoint.query).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    description: known(queryTexts, name),
    schema: querySchemas[name] ?? schema,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
  const headers = propertiesOf(endpoint.headers).map(([name, schema]): Parameter => ({
    in: 'header',
    ...known(headerTexts, name),
    schema,
  }))
  return [...keyParameter(endpoint), ...path, ...query, ...headers]
}
