import { describe, expect, it } from 'vitest'
import { encodeCursor } from '../lib/store/cursor.ts'
import { accountPartition } from '../lib/store/item.ts'
import { projectList, trashList } from '../lib/store/task/item.ts'
import { errorBody, newTenant, type TestTenant } from './support/tenant.ts'

/**
 * Whoever knows the account's id, and it stands in the token, can make a cursor of any place: its digest is no
 * signature.
 */
const lists: {
  name: string
  path: (tenant: TestTenant) => string
  scope: (tenant: TestTenant) => string[]
}[] = [
  {
    name: 'GET /projects',
    path: () => '/projects',
    scope: ({ accountId }) => ['projects', accountPartition(accountId)],
  },
  {
    name: 'the list of tasks',
    path: ({ projectId }) => `/projects/${projectId}/tasks`,
    scope: (tenant) => [projectList(tenant, tenant.projectId), '[null,null]'],
  },
  {
    name: 'the trash',
    path: ({ projectId }) => `/projects/${projectId}/trash`,
    scope: (tenant) => [trashList(tenant, tenant.projectId)],
  },
  {
    name: 'GET /changes',
    path: () => '/changes',
    scope: ({ accountId }) => ['changes', accountPartition(accountId)],
  },
]

const id = '11111111-1111-4111-8111-111111111111'
const time = '2026-11-21T00:00:00.000Z'
/** Places that none of the four lists hands out. */
const places = {
  'a space': ' ',
  'two spaces': '  ',
  'three parts without a time': '  first',
  'behind every key': '~',
  'behind every id': '\u{10FFFF}',
  'a zero byte': '\0',
  'the longest key': 'z'.repeat(1024),
  'an id and more': `${id}x`,
  'an id in capitals': 'ABCDEFAB-1111-4111-8111-111111111111',
  'an id in two lines': `${id}\n`,
  'a position alone': '0|100000:',
  'a time alone': time,
  'a time and a space': `${time} `,
  'a time of no clock': 'Sat Nov 21 2026  ',
  'a round that reached nothing': `${time} ${time}# `,
  'four parts': `${time} ${time}#${id} first first`,
}

const message = 'is not a next_cursor of this list with these filters'
const refusal = errorBody('invalid_request', `cursor ${message}`, { details: [{ path: 'cursor', message }] })

describe.each(lists)('$name', ({ path, scope }) => {
  it.each(Object.entries(places))('refuses a forged cursor whose place is %s', async (_, place) => {
    const tenant = await newTenant()
    await tenant.createTask()
    const { status, body } = await tenant.send(
      'GET',
      `${path(tenant)}?cursor=${encodeCursor(scope(tenant), place)}`,
    )
    expect(body).toEqual(refusal)
    expect(status).toBe(400)
  })
})
