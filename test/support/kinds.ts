import * as z from 'zod/mini'
import { loadFunctions, loadSource } from '../../infra/local/functions.ts'
import { createGateway } from '../../infra/local/gateway.ts'
import { declare, type Endpoint } from '../../lib/contract/endpoint.ts'
import { label, none, uuid } from '../../lib/contract/fields.ts'
import { unmatched } from '../../lib/contract/static.ts'
import { taskCreateHeaders } from '../../lib/contract/headers.ts'
import { endpoint, handlerOf } from '../../lib/http/endpoint.ts'
import { keyAccess } from '../../lib/http/key-access.ts'
import type { HttpHandler, KeyHolder } from '../../lib/http/types.ts'
import { operationOf } from '../../infra/docs/openapi/document.ts'
import type { Operation } from '../../infra/docs/openapi/types.ts'
import { findAccount, type Account } from '../../lib/tokens/account.ts'
import { listProjects } from '../../lib/projects/list.ts'
import type { Storage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { listenForOwn } from '../harness/listen.ts'
import { sendTo } from './api.ts'
import { idsFor, type Served } from './requests.ts'

const received = z.object({ bytes: z.int(), content_type: z.string(), account_id: z.nullable(uuid) })

const inboxAuth = {
  kind: 'key',
  param: 'inboxKey',
  schema: z.string().check(z.regex(/^inbox_[0-9a-f-]{36}$/)),
} as const

const receive = declare({
  id: 'inboxes.receive',
  method: 'POST',
  path: '/inboxes/{inboxKey}/projects/{projectId}',
  auth: inboxAuth,
  params: z.strictObject({ projectId: uuid }),
  query: none,
  headers: taskCreateHeaders,
  body: { contentTypes: ['text/csv', 'multipart/form-data'], maxBytes: 2 * 1024 },
  success: 201,
  answer: received,
  errors: [],
  access: ['GetItem'],
})

const look = declare({
  id: 'inboxes.get',
  method: 'GET',
  path: '/inboxes/{inboxKey}',
  auth: inboxAuth,
  params: none,
  query: none,
  success: 200,
  answer: z.object({ name: z.string(), projects: z.int() }),
  errors: [],
  access: ['GetItem', 'Query'],
})

const ask = declare({
  id: 'questions.create',
  method: 'POST',
  path: '/questions',
  auth: { kind: 'none' },
  params: none,
  query: none,
  body: z.strictObject({ label }),
  success: 200,
  answer: z.object({ label: z.string(), is_on_time: z.boolean() }),
  errors: [],
  access: [],
})

const upload = declare({
  id: 'files.create',
  method: 'POST',
  path: '/files',
  auth: { kind: 'token', scope: 'write' },
  params: none,
  query: none,
  body: { contentTypes: ['application/octet-stream'], maxBytes: 300 * 1024 },
  success: 200,
  answer: received,
  errors: [],
  access: [],
})

/** The account whose inbox a key opens. */
interface Inbox extends KeyHolder {
  account: Account
}

const prefix = 'inbox_'

/** Makes the key of an account's inbox; a real one would be a secret. */
export const inboxKeyOf = ({ accountId }: Tenant): string => `${prefix}${accountId}`

async function findInbox(storage: Storage, key: string): Promise<Inbox | undefined> {
  const accountId = key.slice(prefix.length)
  const account = await findAccount(storage, accountId)
  return (
    account && {
      ...storage,
      accountId,
      projectIds: null,
      account,
      rateLimit: { key: accountId, limit: 1_000_000 },
    }
  )
}

const operations = [
  endpoint(
    receive,
    ({ accountId }, { body: { bytes, headers } }) =>
      Promise.resolve({
        body: { bytes: bytes.length, content_type: headers['content-type'] ?? '', account_id: accountId },
      }),
    keyAccess(findInbox),
  ),
  endpoint(
    look,
    async (inbox) => {
      const { projects } = await listProjects(inbox, { limit: 100 })
      return { body: { name: inbox.account.name, projects: projects.length } }
    },
    keyAccess(findInbox),
  ),
  endpoint(ask, ({ deadlineMs }, { body: { label } }) =>
    Promise.resolve({ body: { label, is_on_time: deadlineMs > Date.now() } }),
  ),
  endpoint(upload, ({ accountId }, { body: { bytes, headers } }) =>
    Promise.resolve({
      body: { bytes: bytes.length, content_type: headers['content-type'] ?? '', account_id: accountId },
    }),
  ),
]

const handlers: Record<string, HttpHandler> = Object.fromEntries(
  operations.map((operation) => [operation.declaration.id, handlerOf<Endpoint>(operation)]),
)

const endpoints: readonly Endpoint[] = [receive, look, ask, upload]

const load = async (id: string) => handlers[id] ?? (await loadSource(id))
const functions = await loadFunctions(undefined, load, [...Object.keys(handlers), unmatched])
const port = await listenForOwn(createGateway(functions, undefined, endpoints))

const answers: Record<string, object> = {
  [look.id]: { name: 'Acme', projects: 2 },
  [ask.id]: { label: 'Why?', is_on_time: true },
}

/** The operation that the document would have for one of these endpoints. */
export function kindOperation(one: Endpoint): Operation {
  const answer = answers[one.id] ?? { bytes: 4, content_type: 'text/csv', account_id: null }
  const words = { tag: 'Tasks', summary: one.id, description: 'A test’s.', answer } as const
  return operationOf(one, { words, fields: { label: { meaning: 'What is asked' } } })
}

const contract = {
  endpoints,
  paths: Object.fromEntries(
    endpoints.map((one) => [one.path, { [one.method.toLowerCase()]: kindOperation(one) }]),
  ),
}

/**
 * Test endpoints of special kinds, declared here and served like all others: with a key in the path, without
 * authentication, and with a raw body.
 */
export const servedKinds: readonly Served[] = endpoints.map((one) => ({
  endpoint: one,
  name: `a test’s ${one.method} ${one.path}`,
  send: (method, path, sending) => sendTo(port, method, path, sending, contract),
  idsFor: async (tenant) => ({ ...(await idsFor(one, tenant)), inboxKey: inboxKeyOf(tenant) }),
}))
