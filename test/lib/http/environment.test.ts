import { describe, expect, it } from 'vitest'
import { readHttpEnvironment } from '../../../lib/http/environment.ts'

describe('the environment of the API', () => {
  it('describes what is in front of the API', () => {
    const variables = { PUBLIC_ORIGIN: 'https://api.example.com', VIEWER_ADDRESS_HEADER: 'true-client-ip' }
    expect(readHttpEnvironment({ ...variables, OTHER: 'x' })).toEqual(variables)
  })

  it('need not be set', () => {
    expect(readHttpEnvironment({})).toEqual({})
  })

  it.each([
    ['PUBLIC_ORIGIN', 'api.example.com'],
    ['PUBLIC_ORIGIN', 'https://api.example.com/'],
    ['PUBLIC_ORIGIN', 'https://api.example.com/v1'],
    ['PUBLIC_ORIGIN', ''],
    ['VIEWER_ADDRESS_HEADER', 'True-Client-IP'], // events have lower-case names
    ['VIEWER_ADDRESS_HEADER', ''],
  ])('is refused with %s=%j, by its name', (name, value) => {
    expect(() => readHttpEnvironment({ [name]: value })).toThrow(
      new RegExp(`^${name} must be [^\n]*, not ${JSON.stringify(value)}\\.$`),
    )
  })
})
