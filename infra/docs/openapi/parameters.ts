import { ids } from '../../../functions/samples.ts'
import type { Words } from '../../../functions/words.ts'
import type { Endpoint } from '../../../lib/contract/endpoint.ts'
import { uuid } from '../../../lib/contract/fields.ts'
import { maxVersions, originIdPattern } from '../../../lib/contract/headers.ts'
import {
  defaultPageEntries,
  defaultPreviewedTimes,
  maxIdempotencyKeyCharacters,
  maxListedProjects,
  maxPageEntries,
  maxPreviewedTimes,
  maxSearchCharacters,
} from '../../../lib/contract/limits.ts'
import { maxExcludedOrigins } from '../../../lib/tasks/feed-query.ts'
import { schemaOf } from './schemas.ts'
import type { Parameter, Schema } from './types.ts'

const pathTexts: Record<string, string> = {
  id: 'The UUID of the task, or `ext:` followed by its external id',
  projectId: 'The id of the project',
  laneId: 'The id of the lane',
  subtaskId: 'The id of the subtask',
  commentId: 'The UUID of the comment, or `ext:` followed by its external id',
  fieldKey: 'The key of the field',
  tokenId: 'The id of the token',
  memberId: 'The id of the member',
  formId: 'The id of the form',
  submissionId: 'The id of the submission',
  webhookId: 'The id of the webhook',
  deliveryId: 'The id of the delivery',
  ruleId: 'The id of the rule',
  calendarId: 'The id of the calendar',
  key: 'The key of a form; it is part of the `url` of the form',
}

/** Query parameters arrive as text; these schemas give the type of the value. */
const querySchemas: Record<string, Schema> = {
  limit: { type: 'integer', minimum: 1, maximum: maxPageEntries, default: defaultPageEntries },
  status: { type: 'array', items: { type: 'integer', enum: [0, 1, 2] } },
  'tasks.list projectId': {
    type: 'array',
    maxItems: maxListedProjects,
    items: schemaOf(uuid, 'input').schema,
  },
  excludeOriginId: {
    type: 'array',
    maxItems: maxExcludedOrigins,
    items: { type: 'string', pattern: originIdPattern.source },
  },
  fromRow: { type: 'integer', minimum: 1, default: 1 },
  count: { type: 'integer', minimum: 1, maximum: maxPreviewedTimes, default: defaultPreviewedTimes },
}

/** By the parameter's name. If the name means different things, the id of the endpoint is in front. */
const queryTexts: Record<string, string> = {
  limit: `The number of entries per page, 1 to ${maxPageEntries}`,
  from: '`now` returns no changes, only a cursor that starts ten seconds ago; cannot be combined with `cursor`',
  excludeOriginId: 'Leaves out tasks whose last write had this `Origin-Id`; can be sent up to ten times',
  excludeSelf: '`true` leaves out tasks whose last write was made with this token',
  dryRun:
    '`true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples',
  'projects.export format': '`ndjson` is one JSON object on each line; `csv` opens in a spreadsheet',
  trash: '`true` adds the tasks in the trash, after the others',
  comments: '`true` adds the comments of each task after it, in NDJSON only',
  'projects.import format':
    'The format of the body: a table with a header (`csv`), tasks as this API shows them (`json`, in an array or one on each line), the CSV file of a project of Todoist, or the JSON export of a board of Trello',
  fromRow: 'The row to begin with: the `next_row` of the previous answer, for the same file',
  timeZone:
    "The time zone of times in the file without an offset, such as Europe/Berlin; by default the account's, else UTC",
  createFields: '`true` makes the fields and options that the file needs and the account does not have',
  include:
    '`origin` adds who wrote the task last: `origin`, as in the change feed, and the `member` who did it in a session, or null. `comments` adds the newest comments',
  outcome: 'Only entries with this outcome',
  cursor: 'The `next_cursor` of the previous page, unchanged',
  status: 'Only tasks with this status; can be sent several times',
  updatedBefore:
    'Only tasks that last changed before this time and not exactly then: ISO 8601 with an offset, or Z',
  updatedAfter: 'Only tasks that last changed after this time and not exactly then',
  createdBefore: 'Only tasks that were created before this time and not exactly then',
  createdAfter: 'Only tasks that were created after this time and not exactly then',
  q: `Only tasks whose label, external id, description or a subtask's label contains this text, in upper or lower case, with or without accents; at most ${maxSearchCharacters} characters`,
  fields:
    "Only tasks with these values of the account's own fields: `fields[priority]=high`, `fields[due.before]=2026-12-31`. A name is the key of a field, alone or with `.before`, `.after`, `.min`, `.max` or `.exists`",
  'tasks.list projectId': 'Only tasks of this project; can be sent up to ten times',
  'comments.changes projectId':
    'Only comments of tasks of this project; a comment whose task leaves it is shown as deleted',
  'history.list projectId': 'Only writes of tasks that were in this project before or after',
  'history.list tokenId': 'Only writes with this token',
  'history.list memberId': 'Only writes that this member made in a session',
  'history.list originId': 'Only writes with this `Origin-Id`',
  'history.list ruleId': 'Only writes by this rule',
  'history.list via': 'Only writes that came in this way, as `origin.via` says',
  'history.list after': 'Only writes after this time and not exactly then: ISO 8601 with an offset, or Z',
  'history.list before': 'Only writes before this time and not exactly then',
  'history.list changed':
    "Only writes that changed this field; `fields` stands for all values of the account's own fields",
  'rules.list projectId': 'Only rules of this project',
  count: `The most times to show, 1 to ${maxPreviewedTimes}; ${defaultPreviewedTimes} by default`,
  order: '`oldest` lists the least recently changed tasks first',
  workflowLaneId: 'Only tasks in this lane; with `none`, only tasks without a lane',
}

/** The request headers, by the lower-cased names of the contract. */
const headerTexts: Record<string, Pick<Parameter, 'name' | 'description' | 'example'>> = {
  'idempotency-key': {
    name: 'Idempotency-Key',
    description: `A key that you choose for this task, 1 to ${maxIdempotencyKeyCharacters} ASCII characters, with or without quotes; a repeated request with the same key creates no second task`,
    example: 'form-4711',
  },
  'origin-id': {
    name: 'Origin-Id',
    description:
      'A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes',
    example: 'crm-sync',
  },
  'if-match': {
    name: 'If-Match',
    description: `The \`ETag\` that the task must still have, or a list of at most ${maxVersions} of them; \`*\` accepts any version`,
    example: '"3"',
  },
  'if-none-match': {
    name: 'If-None-Match',
    description: 'The `ETag` that you already have; the answer is 304 if it is still the current one',
    example: '"3"',
  },
}

const propertiesOf = (schema: Parameters<typeof schemaOf>[0] | undefined): [string, Schema][] =>
  schema ? Object.entries(schemaOf(schema, 'input').schema.properties ?? {}) : []

/** What a table has for a parameter; a new parameter needs a line in it. */
function known<T>(texts: Record<string, T>, name: string, where = 'infra/docs/openapi/parameters.ts'): T {
  const text = texts[name]
  if (text === undefined) throw new Error(`${where}: write a line for the parameter ${name}`)
  return text
}

const requiredOf = (fields: Endpoint['query']): string[] => schemaOf(fields, 'input').schema.required ?? []

/** The key in a path. Its schema is not published. */
const keyParameter = ({ auth }: Endpoint): Parameter[] =>
  auth.kind === 'key'
    ? [
        {
          name: auth.param,
          in: 'path',
          required: true,
          description: 'The secret key of this URL; anyone who has it can call this operation',
          schema: { type: 'string' },
          example: 'your-key',
        },
      ]
    : []

/** The parameters of an endpoint, from its declaration: path, query, headers. */
export function parametersOf(endpoint: Endpoint, { query: examples = {} }: Words): Parameter[] {
  const samples: Record<string, string> = ids
  const path = propertiesOf(endpoint.params).map(([name, schema]): Parameter => ({
    name,
    in: 'path',
    required: true,
    description: known(pathTexts, name),
    schema,
    example: known(samples, name, 'lib/contract/field-texts.ts, "exampleIds"'),
  }))
  const required = requiredOf(endpoint.query)
  const query = propertiesOf(endpoint.query).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    // some names mean something else elsewhere
    description: queryTexts[`${endpoint.id} ${name}`] ?? known(queryTexts, name),
    ...(schema.type === 'object' && { style: 'deepObject' as const }),
    schema: querySchemas[`${endpoint.id} ${name}`] ?? querySchemas[name] ?? schema,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
  const headers = propertiesOf(endpoint.headers).map(([name, schema]): Parameter => ({
    in: 'header',
    ...known(headerTexts, name),
    schema,
  }))
  return [...keyParameter(endpoint), ...path, ...query, ...headers]
}
