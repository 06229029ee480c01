import { expect, it } from 'vitest'
import { Callers } from '../../../infra/local/callers.ts'
import { createToken } from '../../../lib/tokens/format.ts'

const [own, foreign] = [crypto.randomUUID(), crypto.randomUUID()]

it('counts a token for its account once it was valid, and until it is not', () => {
  const callers = new Callers()
  const token = createToken(own)
  const of = () => callers.groupOf({ token }, '192.0.2.1')
  expect(of()).toBe('address 192.0.2.1')
  callers.answered({ token }, 422) // a body may be wrong before anything is known of the token
  expect(of()).toBe('address 192.0.2.1')
  callers.answered({ token }, 201)
  expect(of()).toBe(`account ${own}`)
  expect(callers.groupOf({ token: createToken(own) }, '192.0.2.1')).toBe('address 192.0.2.1')
  callers.answered({ token }, 404)
  callers.answered({ token }, 503)
  expect(of()).toBe(`account ${own}`)
  callers.answered({ token }, 401)
  expect(of()).toBe('address 192.0.2.1')
})

it('counts tokens that somebody has made up for their address, whatever account they name', () => {
  const callers = new Callers()
  callers.answered({ token: createToken(foreign) }, 200)
  for (let tries = 0; tries < 3; tries++) {
    const token = createToken(foreign)
    expect(callers.groupOf({ token }, '192.0.2.1')).toBe('address 192.0.2.1')
    callers.answered({ token }, 401)
  }
})

it('counts a form for itself, and all others for their address', () => {
  const callers = new Callers()
  callers.answered({ key: 'known' }, 303)
  callers.answered({ key: 'unknown' }, 404)
  expect(callers.groupOf({ key: 'known' }, '192.0.2.1')).toBe('key known')
  expect(callers.groupOf({ key: 'unknown' }, '192.0.2.1')).toBe('address 192.0.2.1')
  callers.answered({}, 200)
  expect(callers.groupOf({}, '192.0.2.1')).toBe('address 192.0.2.1')
  callers.answered({ key: 'known' }, 404) // the form has a new URL
  expect(callers.groupOf({ key: 'known' }, '192.0.2.1')).toBe('address 192.0.2.1')
})
