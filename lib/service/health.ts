import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { none } from '../contract/fields.ts'

/** For load balancers and monitors, which have no token. */
export const getHealth = declare({
  id: 'health.get',
  method: 'GET',
  path: '/health',
  auth: { kind: 'none' },
  params: none,
  query: none,
  success: 200,
  answer: z.object({ status: z.literal('ok'), version: z.string() }),
  errors: [],
  access: ['GetItem'],
})
