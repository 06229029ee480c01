import { describe, expect, it } from 'vitest'
import {
  readDuration,
  readId,
  readLabel,
  readQuota,
  readRateLimit,
  readRegion,
  readScopes,
  readTableName,
} from '../../../infra/admin/inputs.ts'

type Read = (input: string) => unknown

describe('a valid input', () => {
  it.each<[Read, string, unknown]>([
    [readDuration, '30s', 30],
    [readDuration, '15m', 900],
    [readDuration, '12h', 43_200],
    [readDuration, '90d', 7_776_000],
    [readDuration, '36500d', 3_153_600_000],
    [readRateLimit, '1', 1],
    [readRateLimit, '100000000', 100_000_000],
    [readQuota, '0', 0],
    [readQuota, '1000000000', 1_000_000_000],
    [readScopes, 'admin,delete,write,read,read', ['read', 'write', 'delete', 'admin']],
    [readLabel, ' Ada ', 'Ada'],
    [readLabel, '🦊'.repeat(500), '🦊'.repeat(500)],
    [readId, '6F5CB361-F0C4-4B6F-8B64-4E8D1A8F3D53', '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'],
    [readTableName, 'tasks_1.b-2', 'tasks_1.b-2'],
    [readTableName, 'arn:aws:dynamodb:eu-west-1:123456789012:table/tasks', expect.stringContaining('tasks')],
    [readRegion, 'eu-west-1', 'eu-west-1'],
  ])('by %o: %j', (read, input, value) => {
    expect(read(input)).toEqual(value)
  })
})

describe('an invalid input', () => {
  const duration = 'It must be a duration such as 90d, 12h, 15m or 30s.'
  const quota = 'It must be a whole number from 0 to 1000000000.'
  const scopes = 'It must be a list of read, write, delete, admin, hooks, such as read,write.'

  it.each<[Read, string, string]>([
    ...['', '90', 'd', '0s', '-1d', '1.5h', '1w', '1D', '1d2h', ' 1d', '1e3s'].map(
      (input): [Read, string, string] => [readDuration, input, duration],
    ),
    [readDuration, '36501d', 'It must be at most 36500d, a hundred years.'],
    [readDuration, `${'9'.repeat(400)}d`, 'It must be at most 36500d, a hundred years.'],
    ...['', '-1', '1.5', '1e3', '0x1', ' 1', '1000000001', 'many'].map((input): [Read, string, string] => [
      readQuota,
      input,
      quota,
    ]),
    ...['', '0', '-1', '1.5', '1e3', ' 1', '100000001', 'many'].map((input): [Read, string, string] => [
      readRateLimit,
      input,
      'It must be a whole number from 1 to 100000000.',
    ]),
    ...['', ',', 'read,', 'reed', 'read write', 'READ'].map((input): [Read, string, string] => [
      readScopes,
      input,
      scopes,
    ]),
    [readLabel, '', 'It must contain at least one visible character.'],
    [readLabel, ' \t ', 'It must contain at least one visible character.'],
    [readLabel, 'x'.repeat(501), 'It must be at most 500 characters long.'],
    [readId, 'x', 'It must be a UUID.'],
    [readTableName, 'no', 'It must be the name of a DynamoDB table.'],
    [readRegion, 'Ireland', 'It must be a region such as eu-west-1.'],
  ])('by %o: %j', (read, input, message) => {
    expect(() => read(input)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument', message }))
  })
})
