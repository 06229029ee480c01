import { expect } from 'vitest'
import type { Change } from '../../lib/tasks/change.ts'
import type { TestTenant } from './tenant.ts'

/** A page of the change feed. */
export interface Feed {
  changes: Change[]
  next_cursor: string
  has_more: boolean
}

/** The members of a change that describe the write, to compare a change as a whole. origin.test.ts tests them. */
export const anyEvent = {
  id: expect.stringMatching(/^evt_[0-9a-f]{32}_\d+$/) as string,
  version: expect.any(Number) as number,
  origin: expect.objectContaining({ via: 'api', origin_id: null }) as Change['origin'],
}

/** Reads a page of an account's change feed; `query` begins with a question mark. */
export async function readFeed({ send }: TestTenant, query = ''): Promise<Feed> {
  const { status, body } = await send('GET', `/changes${query}`)
  expect(status).toBe(200)
  return body as Feed // held against the contract by `send`
}
