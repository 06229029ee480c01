import type { CodeSample, OpenApiDocument, Operation, Parameter } from './types.ts'

/** An operation with its path and method. */
export interface Place {
  method: string
  path: string
  operation: Operation
}

/** Every operation with its path and method, in the order of the document. */
export const placesOf = (document: OpenApiDocument): Place[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const of = ({ parameters }: Operation, kind: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === kind)

const bodyOf = ({ requestBody }: Operation): unknown =>
  requestBody?.content['application/json']?.examples.request?.value

function queryOf(operation: Operation): string {
  const pairs = of(operation, 'query').flatMap(({ name, example }) =>
    example === undefined ? [] : [example].flat().map((value): [string, string] => [name, String(value)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
}

/** The path of the example, with its query. */
function targetOf({ path, operation }: Place): string {
  const filled = of(operation, 'path').reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example)),
    path,
  )
  return filled + queryOf(operation)
}

/** The headers of the example, without those about a body. `token` is what stands for the token. */
const headersOf = (operation: Operation, token: string): [name: string, value: string][] => [
  ...(operation.security.length > 0 ? [['Authorization', `Bearer ${token}`] as [string, string]] : []),
  ...of(operation, 'header')
    .filter(({ name }) => name === 'Idempotency-Key')
    .map(({ name, example }): [string, string] => [name, String(example)]),
]

/** A curl command for a shell with the variables $URL and $TOKEN. */
export function curlSample(place: Place): string {
  const { method, operation } = place
  const target = targetOf(place)
  const body = bodyOf(operation)
  return [
    `curl -s ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${target.includes('?') ? `"$URL${target}"` : `$URL${target}`}`,
    ...headersOf(operation, '$TOKEN').map(([name, value]) =>
      value.includes('$') ? `-H "${name}: ${value}"` : `-H '${name}: ${value}'`,
    ),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(' \\\n  ')
}

/** A JSON value as Python writes it: its strings and numbers are those of JSON. */
const pythonLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (text) => ({ true: 'True', false: 'False', null: 'None' })[text] ?? text,
  )

/** A program for Python's standard library, with the variables URL and TOKEN of the environment. */
export function pythonSample(place: Place): string {
  const { method, operation } = place
  const body = bodyOf(operation)
  const headers = [
    ...headersOf(operation, '').map(([name, value]) =>
      value === 'Bearer ' ? `"${name}": "Bearer " + os.environ["TOKEN"]` : `"${name}": "${value}"`,
    ),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const options = [
    `os.environ["URL"] + "${targetOf(place)}",`,
    ...(method === 'get' ? [] : [`method="${method.toUpperCase()}",`]),
    ...(headers.length > 1 ? ['headers={', ...headers.map((line) => `    ${line},`), '},'] : []),
    ...(headers.length === 1 ? [`headers={${headers.join('')}},`] : []),
    ...(body === undefined ? [] : `data=json.dumps(${pythonLiteral(body)}).encode(),`.split('\n')),
  ].map((line) => `    ${line}\n`)
  const isJson = !isText(operation)
  return `import ${isJson || body !== undefined ? 'json, ' : ''}os, urllib.request

request = urllib.request.Request(
${options.join('')})
with urllib.request.urlopen(request) as answer:
    print(${isJson ? 'json.load(answer)' : 'answer.read().decode()'})`
}

/** Whether the answer is a text, and not JSON. */
function isText({ responses }: Operation): boolean {
  const answer = responses[200]
  return answer !== undefined && 'content' in answer && !answer.content['application/json']
}

/** Whether the body may be of several media types: then the client sends it as it is. */
const isFile = ({ requestBody }: Operation): boolean => Object.keys(requestBody?.content ?? {}).length > 1

/** A value as a TypeScript literal. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/^( *)"(\w+)":/gm, '$1$2:')
    .replace(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) => `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
    )

/** The client's method: `projects.list-tasks` is client.projects.listTasks; deliveries are those of webhooks, runs those of rules, and health stands alone. */
const methodOf = (id: string) =>
  id
    .replace(/^deliveries\./, 'webhooks.deliveries.')
    .replace(/^runs\.create$/, 'rules.run')
    .replace(/^runs\.list$/, 'rules.listRuns')
    .replace(/^health\.get$/, 'health')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Methods of the client that take the only list of their body. */
const listBodies: Record<string, string> = { 'tasks.bulk': 'operations' }

/**
 * The request with the client, `@tasks-api/client`. Undefined for requests of form senders, calendar programs, agents, and browsers at a
 * sign-in: the client has no method for them.
 */
export function typescriptSample({ method, operation }: Place): string | undefined {
  const { operationId } = operation
  if (['hooks.receive', 'calendars.read', 'mcp.call', 'sign-in.get', 'sessions.create'].includes(operationId))
    return undefined
  const query = Object.fromEntries(
    of(operation, 'query')
      .filter(({ example }) => example !== undefined)
      .map(({ name, example }) => [name, example]),
  )
  const body = bodyOf(operation)
  const list = listBodies[operationId]
  const sent = list === undefined ? body : (body as Record<string, unknown>)[list] // a body is an object
  const hasQuery = Object.keys(query).length > 0
  const options = isFile(operation)
    ? [`JSON.stringify(${literal(body ?? {})})`, literal(query)]
    : [sent ?? (hasQuery ? query : undefined)].filter((value) => value !== undefined).map(literal)
  const values = [
    ...of(operation, 'path').map(({ name, example }) => literal(example ?? name)),
    ...options,
  ].join(', ')
  if (operationId === 'changes.list') {
    return `for await (const change of client.changes(${values})) console.log(change.type, change.task.id)`
  }
  const call = `client.${methodOf(operationId)}(${values})`
  if (isText(operation)) {
    return `for await (const part of ${call}) process.stdout.write(part)`
  }
  const isPaged = method === 'get' && of(operation, 'query').some(({ name }) => name === 'cursor')
  return isPaged ? `for await (const entry of ${call}) console.log(entry.id)` : `const answer = await ${call}`
}

/** The request of an operation in each language. Those of the shell and of Python use the variables URL and TOKEN. */
export function samplesOf(place: Place): CodeSample[] {
  const typescript = typescriptSample(place)
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(place) },
    ...(typescript === undefined ? [] : [{ lang: 'TypeScript', label: 'TypeScript', source: typescript }]),
    { lang: 'Python', label: 'Python', source: pythonSample(place) },
  ]
}
