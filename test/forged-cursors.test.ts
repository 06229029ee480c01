import { describe, expect, it } from 'vitest'
import { encodeCursor } from '../lib/table/cursor.ts'
import { accountPartition } from '../lib/table/item.ts'
import { projectList, trashList } from '../lib/tasks/task-item.ts'
import { errorBody, newTenant, type TestTenant } from './support/tenant.ts'

/**
 * A caller can forge a cursor with any resume point: its digest is not a signature, and the account's id, which the
 * digest covers, is part of the token.
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
    name: 'the export',
    path: ({ projectId }) => `/projects/${projectId}/export`,
    scope: (tenant) => [projectList(tenant, tenant.projectId), 'export', 'ndjson', 'false'],
  },
  {
    name: 'GET /changes',
    path: () => '/changes',
    scope: ({ accountId }) => ['changes', accountPartition(accountId)],
  },
]

const id = '11111111-1111-4111-8111-111111111111'
const time = '2026-11-21T00:00:00.000Z'
/** Resume points that none of these lists ever returns. */
const resumePoints = {
  'a space': ' ',
  'two spaces': '  ',
  'three parts without a time': '  first',
  'text after every key': '~',
  'text after every id': '\u{10FFFF}',
  'a zero byte': '\0',
  'the longest key': 'z'.repeat(1024),
  'an id with a letter added': `${id}x`,
  'an id in capitals': 'ABCDEFAB-1111-4111-8111-111111111111',
  'an id with a line break': `${id}\n`,
  'a position alone': '0|100000:',
  'a time alone': time,
  'a time and a space': `${time} `,
  'a time that is not ISO 8601': 'Sat Nov 21 2026  ',
  'a round without the id of its last task': `${time} ${time}# `,
  'four parts': `${time} ${time}#${id} first first`,
}

const message = 'is not a next_cursor of this list with these filters'
const refusal = errorBody('invalid_request', `cursor ${message}`, { details: [{ path: 'cursor', message }] })

describe.each(lists)('$name', ({ path, scope }) => {
  it.each(Object.entries(resumePoints))('refuses a forged cursor with %s', async (_, resumePoint) => {
    const tenant = await newTenant()
    await tenant.createTask()
    const { status, body } = await tenant.send(
      'GET',
      `${path(tenant)}?cursor=${encodeCursor(scope(tenant), resumePoint)}`,
    )
    expect(body).toEqual(refusal)
    expect(status).toBe(400)
  })
})
