import * as z from 'zod/mini'
import { asApiError } from '../../lib/contract/api-error.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { originHeader } from '../../lib/contract/headers.ts'
import { maxToolEntries } from '../../lib/contract/limits.ts'
import { agentsPath } from '../../lib/contract/routes.ts'
import described from '../../docs/mcp.json' with { type: 'json' }
import { takingAccessTokens } from '../../lib/http/access-tokens.ts'
import { requirePlan } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { originOf } from '../../lib/http/parse-input.ts'
import { maxBodyBytes } from '../../lib/http/read-body.ts'
import { answerMessage, type Offer } from '../../lib/mcp/server.ts'
import { accessOf, callTool, mayUse } from '../../lib/mcp/tool.ts'
import { resourceOf, signInHint } from '../../lib/mcp/resource.ts'
import { findByAccessToken } from '../../lib/members/access-tokens.ts'
import { readSignInSettings, signInScope } from '../../lib/members/sign-in-settings.ts'
import type { Call } from '../../lib/mcp/act.ts'
import { tools } from '../tools.ts'
import type { Words } from '../words.ts'

/** The look-up of a member by an access token. */
const accessOfMembers = ['Query:list', 'BatchGetItem'] as const

const declaration = declare({
  id: 'mcp.call',
  method: 'POST',
  path: agentsPath,
  // each tool asks for scopes of its own
  auth: { kind: 'token', scope: 'any', takesAccessTokens: true },
  params: none,
  query: none,
  headers: originHeader,
  body: { contentTypes: ['application/json'], maxBytes: maxBodyBytes },
  success: 200,
  answer: z.object({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(z.union([z.string(), z.number()])),
    result: z.optional(z.unknown()),
    error: z.optional(z.unknown()),
  }),
  alsoAnswers: [202, 400, 404],
  errors: ['plan_required', 'not_a_member'],
  via: 'mcp',
  access: [...new Set([...accessOf(tools), ...accessOfMembers])],
})

export const words = (): Words => ({
  tag: 'Agents',
  summary: 'Call the tools of an agent',
  description: `The endpoint of the Model Context Protocol (MCP), through which assistants use this service. Give its URL and a token to your assistant; \`docs/recipes/agents.md\` says how. It takes one JSON-RPC message, not a list of them, and answers with one: \`initialize\`, \`tools/list\`, \`tools/call\`, \`ping\` and \`server/discover\`, in the protocol's revisions from 2024-11-05 to 2026-07-28. It keeps no session, so GET and DELETE get 405. A notification gets 202 without a body. \`tools/list\` names the tools that the scopes of the token allow. If a tool refuses, the result has \`isError\` and the error that the API's endpoint would answer. Errors of the protocol itself are JSON-RPC errors, some with the status 400 or 404. Errors about the token, the limits or the size of the body, and our own faults, are errors of this API. A tool takes up to ${maxToolEntries} tasks; every ten count as one request against the rate limits. Such writes have \`"via": "mcp"\` in the change feed and in events.`,
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'find_tasks', arguments: { q: 'Ada', status: [0, 1] } },
  },
  answer: {
    jsonrpc: '2.0',
    id: 1,
    result: {
      content: [{ type: 'text', text: '{"tasks":[],"next_cursor":null}' }],
      structuredContent: { tasks: [], next_cursor: null },
    },
  },
})

/** The tools by their names. An agent chooses the name, so only own members count. */
const find = (name: string) => (Object.hasOwn(tools, name) ? tools[name as keyof typeof tools] : undefined)

/**
 * What the agent of a caller may use.
 * @param onFault gets the faults that kept a tool from working
 */
const offerTo = (call: Call, onFault: (error: unknown) => void): Offer => ({
  list: () =>
    Promise.resolve(
      described.tools.filter(({ name }) => {
        const tool = find(name)
        return tool && mayUse(call.caller, tool)
      }),
    ),
  call: async (name, given) => {
    const tool = find(name)
    return (
      tool &&
      callTool(tool, call, given).catch((error: unknown) => {
        onFault(error)
        return {}
      })
    )
  },
})

/** The tokens of the identity provider, which agents get by signing a member in. */
const insteadOfToken = takingAccessTokens({
  find: (storage, token, event) => findByAccessToken(storage, token, resourceOf(originOf(event))),
  hint: (event) => signInHint(originOf(event), readSignInSettings() && signInScope),
})

export const operation = endpoint(
  declaration,
  async (caller, { body, ...request }, charge) => {
    requirePlan(caller)
    const faults: unknown[] = []
    const refused: unknown[] = []
    const offer = offerTo({ caller, charge, request }, (error) => faults.push(error))
    const response = await answerMessage(body, offer, (error) => refused.push(error))
    // our own faults are answered and logged as those of every endpoint, so that alarms see them
    if (faults.length > 0) throw asApiError(faults[0])
    if (response.status >= 500) throw asApiError(refused[0])
    return {
      statusCode: response.status,
      headers: { 'Content-Type': response.headers.get('content-type') ?? 'application/json' },
      body: await response.text(),
    }
  },
  { insteadOfToken },
)
