import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../../../lib/table/environment.ts'

describe('the environment of a function', () => {
  it('gives table, region and credentials', () => {
    const variables = {
      TABLE_NAME: 'tasks',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'session',
    }
    expect(readEnvironment({ ...variables, OTHER: 'x' })).toEqual(variables)
  })

  it('names the missing table when it fails', () => {
    expect(() => readEnvironment({})).toThrow('These environment variables are missing or wrong: TABLE_NAME')
  })
})
