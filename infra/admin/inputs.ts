import { InvalidArgumentError, Option } from 'commander'
import * as z from 'zod/mini'
import { maxHistoryDays, maxRateLimit } from '../../lib/contract/limits.ts'
import { scopes, type Scope } from '../../lib/contract/endpoint.ts'
import { label, uuid } from '../../lib/contract/fields.ts'
import { email } from '../../lib/members/member.ts'
import { timeZone } from '../../lib/shared/time-zone.ts'
import { boundProjects, plans } from '../../lib/tokens/token.ts'

/** Parses an input by a schema of the contract. The schema's error becomes the message for the operator. */
const readBy =
  (schema: z.ZodMiniType<string, string>) =>
  (input: string): string => {
    const result = schema.safeParse(input)
    if (result.success) return result.data
    throw new InvalidArgumentError(`It ${result.error.issues[0]?.message ?? 'is not valid'}.`)
  }

export const readLabel = readBy(label)
export const readId = readBy(uuid)
export const readEmail = readBy(email)
export const readTableName = readBy(
  z.string().check(z.regex(/^[\w.:/-]{3,}$/, 'must be the name of a DynamoDB table')),
)
export const readRegion = readBy(
  z.string().check(z.regex(/^[a-z\d-]+$/, 'must be a region such as eu-west-1')),
)

const highestQuota = 1_000_000_000

/** Parses ids of projects separated by commas. */
export function readProjectIds(input: string): string[] {
  const result = boundProjects.safeParse(input.split(',').map((id) => id.trim()))
  if (result.success) return result.data
  throw new InvalidArgumentError(`It ${result.error.issues[0]?.message ?? 'is not valid'}.`)
}

/** Parses a number of tasks. */
export function readQuota(input: string): number {
  const quota = Number(input)
  if (/^\d+$/.test(input) && quota <= highestQuota) return quota
  throw new InvalidArgumentError('It must be a whole number from 0 to 1000000000.')
}

/** Parses a number of requests per minute. */
export function readRateLimit(input: string): number {
  const limit = Number(input)
  if (/^\d+$/.test(input) && limit >= 1 && limit <= maxRateLimit) return limit
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxRateLimit}.`)
}

/** Parses scopes separated by commas. Returns each once, in the contract's order. */
export function readScopes(input: string): Scope[] {
  const named = input.split(',').map((name) => name.trim())
  if (named.every((name) => (scopes as readonly string[]).includes(name))) {
    return scopes.filter((scope) => named.includes(scope))
  }
  throw new InvalidArgumentError(`It must be a list of ${scopes.join(', ')}, such as read,write.`)
}

const secondsOf: Record<string, number> = { d: 86_400, h: 3_600, m: 60, s: 1 }
const longestSeconds = 36_500 * 86_400 // 100 years: longer durations would exceed four-digit years

/** Parses a duration such as 90d, 12h, 15m or 30s into seconds. */
export function readDuration(input: string): number {
  const [, amount = '', unit = ''] = /^(\d+)([dhms])$/.exec(input) ?? []
  const seconds = Number(amount) * (secondsOf[unit] ?? 0)
  if (seconds === 0) throw new InvalidArgumentError('It must be a duration such as 90d, 12h, 15m or 30s.')
  if (seconds > longestSeconds) throw new InvalidArgumentError('It must be at most 36500d, a hundred years.')
  return seconds
}

/** Options shared by several commands. An Option belongs to one command, so each call creates a new one. */
export const accountOption = () =>
  new Option('--account <id>', 'id of the account (required)').argParser(readId).makeOptionMandatory()

/** Its choices are those of one place in the list, for the completion; a list is parsed as a whole. */
export const scopesOption = () =>
  new Option('--scopes <list>', 'what it may do, such as read,write (required)')
    .choices(scopes)
    .argParser(readScopes)
    .makeOptionMandatory()

export const planOption = (more: string) =>
  new Option('--plan <plan>', `only pro may use the API${more}`).choices(plans)

export const quotaOption = (meaning: string) =>
  new Option('--task-quota <number>', meaning).argParser(readQuota)

export const timeZoneOption = (meaning: string) =>
  new Option(
    '--time-zone <name>',
    `the time zone of times that forms and files have without an offset, such as Europe/Berlin${meaning}`,
  ).argParser(readBy(timeZone))

const readHistoryDays = (input: string): number => {
  const days = Number(input)
  if (/^\d+$/.test(input) && days <= maxHistoryDays) return days
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${maxHistoryDays}.`)
}

export const historyDaysOption = (meaning: string) =>
  new Option('--history-days <number>', meaning).argParser(readHistoryDays)

export const rateLimitOption = (meaning: string) =>
  new Option('--rate-limit <number>', meaning).argParser(readRateLimit)
