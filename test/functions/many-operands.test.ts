import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tap } from '../support/api.ts'
import { newTenant } from '../support/tenant.ts'

/** The number of operands of each IN that reached the engine. DynamoDB allows 100, the embedded engine more. */
const operands: number[] = []

beforeEach(() => {
  operands.length = 0
  tap.answerInstead = (_, request) => {
    const lists = JSON.stringify(request).match(/ IN \([^)]*\)/g) ?? []
    operands.push(...lists.map((list) => list.split(',').length))
    return undefined
  }
})

afterEach(() => {
  tap.reset()
})

const watched = async () => {
  const { answerInstead } = tap
  const tenant = await newTenant() // this resets the tap
  tap.answerInstead = answerInstead
  return tenant
}

describe('a list with 101 values of status', () => {
  it('sends only the three different values', async () => {
    const tenant = await watched()
    const open = await tenant.createTask()
    const done = await tenant.createTask({ status: 2 })
    await tenant.createTask({ status: 1 })
    const query = Array.from({ length: 101 }, (_, n) => `status=${n % 2 === 0 ? 0 : 2}`).join('&')
    const { status, body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?${query}`)
    expect(status).toBe(200)
    expect(body).toEqual({ tasks: [open, done], next_cursor: null })
    expect(operands).toEqual([2])
  })
})

const tags = (count: number, from = 1) => Array.from({ length: count }, (_, n) => `"${from + n}"`).join(', ')
const message = 'must name at most 100 different versions'

describe('If-Match', () => {
  it.each([
    ['100 versions', tags(100), 100],
    ['one version 101 times', Array(101).fill('"1"').join(','), 1],
    [
      'a version, and 200 tags that are none of ours',
      `"1",${Array.from({ length: 200 }, (_, n) => `"x${n}"`).join()}`,
      2,
    ],
  ])('accepts %s', async (_, header, count) => {
    const tenant = await watched()
    const { id } = await tenant.createTask()
    const reply = await tenant.send('PATCH', `/tasks/${id}`, {
      body: { status: 1 },
      headers: { 'If-Match': header },
    })
    expect(reply.status).toBe(200)
    expect(operands).toEqual([count])
  })

  it('answers 400 to 101 versions', async () => {
    const tenant = await watched()
    const { id } = await tenant.createTask()
    const headers = { 'If-Match': tags(101) }
    const { status, body } = await tenant.send('PATCH', `/tasks/${id}`, { body: { status: 1 }, headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { message: `If-Match ${message}`, details: [{ path: 'If-Match', message }] },
    })
    expect(operands).toEqual([])
  })
})

describe('If-None-Match', () => {
  it('accepts any number of tags', async () => {
    const tenant = await watched()
    const { id } = await tenant.createTask()
    const headers = { 'If-None-Match': `${tags(500, 2)}, "1"` }
    expect((await tenant.send('GET', `/tasks/${id}`, { headers })).status).toBe(304)
  })
})
