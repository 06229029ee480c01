import { expect } from 'vitest'
import type { OperationResult } from '../../lib/tasks/bulk-request.ts'
import type { Sending } from './api.ts'
import type { TestTenant } from './tenant.ts'

/** The answer to a bulk request. */
export interface Bulk {
  results: OperationResult[]
  succeeded: number
  failed: number
}

/** Sends operations in one request, which must be answered as a whole. */
export async function bulk(
  { send }: Pick<TestTenant, 'send'>,
  operations: unknown[],
  sending: Sending = {},
  path = '/tasks/bulk',
): Promise<Bulk> {
  const { status, body } = await send('POST', path, { body: { operations }, ...sending })
  expect(status).toBe(200)
  return body as Bulk // `send` has checked it against the contract
}

/** Each result in one word: its status, or the code of its error. */
export const shown = ({ results }: Bulk) => results.map(({ status, error }) => error?.code ?? status)
