import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { checkTable } from '../../lib/table/health.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { Words } from '../words.ts'

/** For load balancers and monitors, which have no token. */
const declaration = declare({
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

export const words = (): Words => ({
  tag: 'Health',
  summary: 'Ask whether the service answers',
  description:
    'Needs no token. 200 means that the service answers, and that its table answered at most 5 seconds ago; it has the version of the service. While the table does not answer, the answer is 503 `service_unavailable`.',
  answer: { status: 'ok', version: '1.0.0' },
})

export const operation = endpoint(declaration, async (storage) => {
  await checkTable(storage)
  return { body: { status: 'ok' as const, version: manifest.version } }
})
