import type * as z from 'zod/mini'
import { ApiError, asApiError } from '../contract/api-error.ts'
import type { EndpointFor, Fields, TableAction, TokenAuth } from '../contract/endpoint.ts'
import { requireAuth } from '../http/authenticate.ts'
import { parseFields } from '../http/parse-input.ts'
import { errorMembers, mayRead } from '../http/render-error.ts'
import { unwrapped, withoutNulls } from '../shared/schemas.ts'
import type { Caller } from '../tokens/caller.ts'
import type { Call } from './act.ts'

/** A declaration of an operation that a tool does or uses. */
type Declared = EndpointFor<TokenAuth>

/** How a tool's work changes things, for programs that ask a person first. */
export interface Hints {
  readOnlyHint: boolean
  /** Whether it can take something away. */
  destructiveHint?: boolean
  /** Whether a repeat changes nothing more. */
  idempotentHint?: boolean
}

/** A tool of an agent. */
export interface Tool {
  /** The operations that it stands for: a token needs their scopes. */
  does: readonly [Declared, ...Declared[]]
  /** The operations whose code it runs, if these differ: they say what it may do to the table. */
  uses?: readonly Declared[]
  hints: Hints
  /** Its arguments. If they are query parameters, they are those of its first operation. */
  input: Fields | 'query'
  /** The schemas of entries of its lists, by the list's argument. Each entry is parsed alone, so that it fails alone. */
  entries?: Record<string, z.ZodMiniType>
  run: (call: Call, given: Record<string, unknown>) => Promise<object>
}

/** Declares a tool: its code gets its arguments parsed and typed. */
export const tool = <S extends Fields>({
  run,
  ...rest
}: Omit<Tool, 'input' | 'run'> & {
  input: S
  run: (call: Call, given: z.output<S>) => Promise<object>
}): Tool => ({
  ...rest,
  // the schema gives what it parses this type
  run: (call, given) => run(call, parseFields(rest.input, given, 'body') as z.output<S>),
})

/** What the code of tools may do to the table. */
export const accessOf = (tools: Readonly<Record<string, Tool>>): readonly TableAction[] => [
  ...new Set(Object.values(tools).flatMap(({ does, uses = does }) => uses.flatMap(({ access }) => access))),
]

/** @throws ApiError insufficient_scope, plan_required */
function requireTool(caller: Caller, { does }: Tool): void {
  for (const { auth } of does) requireAuth(caller, auth)
}

/** Whether a caller's token has what a tool needs. */
export function mayUse(caller: Caller, wanted: Tool): boolean {
  try {
    requireTool(caller, wanted)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** A result in the protocol's form: the answer as data, and as a text for programs that show a model only the text. */
export interface ToolResult {
  [member: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent: Record<string, unknown>
  isError?: true
}

/** The longest text. An answer has room for 6 MB, and the data alone may have 4 MiB of them: lib/table/answer-size.ts. */
const maxTextCharacters = 256 * 1024

const tooLong =
  'The answer is too long to be shown as a text: it is in structuredContent. Ask for less, such as with a lower limit.'

/** @param beside what the program is told beside the answer */
function resultOf(answer: object, beside: readonly string[]): ToolResult {
  const text = JSON.stringify(answer)
  const texts = [text.length <= maxTextCharacters ? text : tooLong, ...beside]
  return {
    content: texts.map((one) => ({ type: 'text', text: one })),
    structuredContent: { ...answer },
  }
}

/** What programs add to the arguments of a model, for themselves. Nobody who uses such a program can change that. */
const foreignArguments = [
  // n8n: https://github.com/n8n-io/n8n/issues/21500, https://github.com/n8n-io/n8n/issues/22787
  ...['toolCallId', 'sessionId', 'action', 'chatInput', 'tool'],
  'security_context', // CrewAI: https://github.com/crewAIInc/crewAI/issues/4796
  '_sessionID', // SiYuan: https://github.com/siyuan-note/siyuan/issues/17927
]

/** Programs and models write null for what they leave out, also where null could have a meaning: a tool gives it none. */
const mayBeLeftOut = (member: z.core.$ZodType): boolean => unwrapped(member).mayBeAbsent

/** The arguments of a call as the tool takes them, and the names of those that only the program had a use for. */
function argumentsOf({ does: [first], input, entries = {} }: Tool, given: Record<string, unknown>) {
  const schema = input === 'query' ? first.query : input
  const foreign = foreignArguments.filter(
    (name) => Object.hasOwn(given, name) && !Object.hasOwn(schema.shape, name),
  )
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.includes(name)))
  const taken = withoutNulls(schema, own, mayBeLeftOut) as Record<string, unknown> // an object stays one
  for (const [list, entry] of Object.entries(entries)) {
    const all = taken[list]
    if (Array.isArray(all)) taken[list] = all.map((one) => withoutNulls(entry, one, mayBeLeftOut))
  }
  return { taken, foreign }
}

/**
 * Calls a tool. A refusal is a result, too, with the error that an endpoint would answer.
 * @throws ApiError internal_error, service_unavailable: our own faults
 */
export async function callTool(
  wanted: Tool,
  call: Call,
  given: Record<string, unknown>,
): Promise<ToolResult> {
  const { taken, foreign } = argumentsOf(wanted, given)
  const beside =
    foreign.length > 0 ? [`Not arguments of this tool, and left out: ${foreign.join(', ')}.`] : []
  try {
    requireTool(call.caller, wanted)
    const answer = await wanted.run(call, taken)
    // a model that reads only the answer would say that it is done
    return resultOf(
      answer,
      taken.dryRun === true ? ['This was a dry run: nothing was written.', ...beside] : beside,
    )
  } catch (thrown) {
    const error = asApiError(thrown)
    if (error.status >= 500) throw error
    return { ...resultOf({ error: errorMembers(error, mayRead(call.caller)) }, beside), isError: true }
  }
}
